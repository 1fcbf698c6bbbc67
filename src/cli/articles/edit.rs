//! `paragraf articles edit`

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::super::global::Global;
use super::super::output::Printer;
use super::super::slug::parse_slug;
use crate::control::commands::desk::{SaveArticle, ShowDraft};
use crate::domain::Slug;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::desk::drafts::Draft;
use crate::ops::desk::edit::{Edited, SaveOutcome};
use crate::sources::article_file::{self, line_of};

#[derive(Debug, Args)]
pub(in crate::cli) struct EditArgs {
    /// Slug of the article
    #[arg(value_parser = parse_slug)]
    slug: Slug,
    /// Take the text from this file instead of opening an editor
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

/// A text to save, and the file in which it stays if it is refused.
struct EditedText {
    path: PathBuf,
    content: String,
    /// Whether the file was created for the editor. It is then removed once its text is saved.
    is_temporary: bool,
}

pub(super) async fn run(global: &Global, args: EditArgs, printer: &mut Printer) -> Result<()> {
    let EditArgs { slug, file } = args;
    let draft = global.call(ShowDraft(slug.clone())).await?;
    let before = article_file::write(&draft.article, &draft.version);
    let text = match file {
        Some(path) => EditedText { content: read(&path)?, path, is_temporary: false },
        None => edited(&slug, &before).await?,
    };
    if text.content == before {
        text.remove();
        printer.line("nothing was changed");
        return Ok(());
    }
    let saved = save(global, &draft, &text).await.map_err(|error| with_remedy(&error, &slug, &text))?;
    text.remove();
    printer.show(&saved, |saved| {
        format!("saved {} as revision {} ({})", saved.summary.slug, saved.revision, saved.status)
    });
    Ok(())
}

impl EditedText {
    fn remove(&self) {
        if self.is_temporary {
            fs::remove_file(&self.path).ok();
        }
    }
}

async fn save(global: &Global, draft: &Draft, text: &EditedText) -> Result<Draft> {
    let slug = draft.summary.slug.clone();
    let name = text.path.display().to_string();
    let file = article_file::read(&name, &text.content).map_err(|refusal| {
        let problems: Vec<_> = refusal.problems.iter().map(ToString::to_string).collect();
        invalid(format!("{}: {}", refusal.location, problems.join("; ")))
    })?;
    let version = file.version.unwrap_or_else(|| draft.version.clone());
    let edited = Edited { slug: slug.clone(), version, article: file.fields };
    match global.call(SaveArticle(edited)).await? {
        SaveOutcome::Saved(saved) => Ok(*saved),
        SaveOutcome::Refused(problems) => {
            let line = |field: &Option<String>| field.as_ref().and_then(|field| line_of(&text.content, field));
            let place = |field| line(field).map_or_else(|| name.clone(), |line| format!("{name}, line {line}"));
            let lines: Vec<_> = problems.iter().map(|it| format!("{}: {it}", place(&it.field))).collect();
            Err(invalid(lines.join("\n")))
        }
        SaveOutcome::Conflict(theirs) => {
            let by = theirs.summary.saved.map_or_else(|| "somebody else".to_owned(), |saved| saved.by);
            let message = format!(
                "{by} changed {slug} meanwhile; merge both texts (`paragraf articles show {slug}`) and write \
                 `# version: {}` in the second line",
                theirs.version
            );
            Err(Error::conflict(ErrorCode::ChangedMeanwhile, message))
        }
    }
}

fn invalid(message: String) -> Error {
    Error::new(Kind::Invalid, ErrorCode::Invalid, message)
}

/// Adds to the error which file holds the text and how to save it.
fn with_remedy(error: &Error, slug: &Slug, text: &EditedText) -> Error {
    let path = text.path.display();
    let remedy = format!("your text is in {path}; correct it and run `paragraf articles edit {slug} --file {path}`");
    Error::new(error.kind, error.code, format!("{}\n{remedy}", error.chain()))
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|error| {
        let message = format!("cannot read {}", path.display());
        Error::new(Kind::Invalid, ErrorCode::UnreadableFile, message).caused_by(error)
    })
}

/// Opens the text in the operator's editor and returns the edited text.
async fn edited(slug: &Slug, before: &str) -> Result<EditedText> {
    let chosen = ["VISUAL", "EDITOR"].into_iter().filter_map(|name| std::env::var(name).ok());
    let Some(editor) = chosen.into_iter().find(|editor| !editor.trim().is_empty()) else {
        let message = "no editor is set; set EDITOR, such as EDITOR=nano, or give the text with --file";
        return Err(Error::new(Kind::Invalid, ErrorCode::Usage, message));
    };
    let path = write_temporary(slug, before)?;
    let shown = path.display().to_string();
    let command = format!("{editor} \"$1\"");
    let run = move |path: PathBuf| std::process::Command::new("sh").args(["-c", &command, "sh"]).arg(path).status();
    let opened = path.clone();
    let ended = tokio::task::spawn_blocking(move || run(opened)).await;
    let ended = ended.map_err(|error| Error::internal("waiting for the editor", error))?;
    match ended {
        Ok(status) if status.success() => {
            let content = read(&path)?;
            Ok(EditedText { path, content, is_temporary: true })
        }
        Ok(status) => Err(invalid(format!("the editor ended with {status}; your text is in {shown}"))),
        Err(error) => Err(invalid(format!("cannot start the editor; the text is in {shown}")).caused_by(error)),
    }
}

fn write_temporary(slug: &Slug, text: &str) -> Result<PathBuf> {
    let unwritable = |error: std::io::Error| {
        let message = format!("cannot write a file for the editor in {}", std::env::temp_dir().display());
        Error::new(Kind::Invalid, ErrorCode::Unwritable, message).caused_by(error)
    };
    let file = tempfile::Builder::new().prefix(&format!("{slug}-")).suffix(".md").tempfile();
    let mut file = file.map_err(unwritable)?;
    file.write_all(text.as_bytes()).map_err(unwritable)?;
    let (_, path) = file.keep().map_err(|error| unwritable(error.error))?;
    Ok(path)
}
