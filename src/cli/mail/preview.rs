//! `paragraf mail preview`

use std::path::{Path, PathBuf};
use std::str::FromStr;

use super::super::global::Global;
use super::super::output::Printer;
use super::super::output_file::{folder_of, unwritable};
use super::text::campaign_file;
use crate::control::commands::campaigns::PreviewCampaign;
use crate::control::commands::mail::PreviewMails;
use crate::domain::Language;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::mail::preview::MessagePreview;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct PreviewArgs {
    /// Kind of message, such as password_reset, or a campaign's file, such as noutati.md
    #[arg(value_name = "KIND|FILE.md")]
    what: Option<Previewed>,
    /// Show every kind
    #[arg(long, conflicts_with = "what")]
    all: bool,
    /// Language: ro or en [default: ro; all languages of a file]
    #[arg(long)]
    lang: Option<Language>,
    /// Write HTML to this file, or to this folder with --all or several languages
    #[arg(long, value_name = "PATH")]
    html: Option<PathBuf>,
    /// Print plain text; the default
    #[arg(long, conflicts_with = "html")]
    text: bool,
}

#[derive(Debug, Clone)]
enum Previewed {
    Kind(MessageKind),
    File(PathBuf),
}

impl FromStr for Previewed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.ends_with(".md") || text.contains('/') {
            true => Ok(Self::File(text.into())),
            false => text.parse().map(Self::Kind),
        }
    }
}

pub(super) async fn run(global: &Global, args: PreviewArgs, printer: &mut Printer) -> Result<()> {
    let PreviewArgs { what, all, lang, html, text: _ } = args;
    let kinds = match what {
        Some(Previewed::File(path)) => {
            let session = global.session_for::<PreviewCampaign>().await?;
            let previews = session.call(PreviewCampaign(lang), vec![campaign_file(&path)?], &mut |_| {}).await?;
            return show(&previews, html.as_deref(), previews.len() > 1, printer);
        }
        Some(Previewed::Kind(kind)) => vec![kind],
        None => MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC).collect(),
    };
    if kinds.len() > 1 && !all {
        printer.show(&kinds, |kinds| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>().join("\n"));
        return Ok(());
    }
    let previews = global.call(PreviewMails { kinds, language: lang.unwrap_or_default() }).await?;
    show(&previews, html.as_deref(), all, printer)
}

/// Prints the messages, or writes their HTML; several into a folder.
fn show(previews: &[MessagePreview], html: Option<&Path>, several: bool, printer: &mut Printer) -> Result<()> {
    let Some(path) = html else {
        let texts = || previews.iter().map(preview_text).collect::<Vec<_>>().join("\n\n\n");
        printer.show(&previews, |_| texts());
        return Ok(());
    };
    let mut written = Vec::new();
    for preview in previews {
        let file = match several {
            true => path.join(format!("{}.{}.html", preview.kind, preview.language)),
            false => path.to_owned(),
        };
        write(&file, &preview.html)?;
        written.push(file.display().to_string());
    }
    printer.show(&written, |written| format!("wrote {}", written.join("\nwrote ")));
    Ok(())
}

fn write(file: &Path, html: &str) -> Result<()> {
    let created = std::fs::create_dir_all(folder_of(file));
    created.and_then(|()| std::fs::write(file, html)).map_err(|error| unwritable(file, error))
}

fn preview_text(preview: &MessagePreview) -> String {
    let MessagePreview { from, subject, text, .. } = preview;
    format!("From: {from}\nSubject: {subject}\n\n{}", text.trim_end())
}
