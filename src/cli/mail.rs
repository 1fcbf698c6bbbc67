//! `paragraf mail ...`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::Global;
use super::output::{Printer, count, moment, table};
use crate::control::commands::mail::{ListOutbox, PreviewMails, SendTestMail};
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::{Error, Kind, Result};
use crate::ops::mail::outbox::OutboxEntry;
use crate::ops::mail::preview::Preview;

#[derive(Debug, Subcommand)]
pub(super) enum MailCommand {
    /// List the mails that wait, that failed and that were sent in the last day, newest first
    Outbox {
        /// Also what was sent before that; sent mails are remembered for thirty days
        #[arg(long)]
        all: bool,
    },
    /// Show a mail filled with made-up data; without a kind list the kinds
    Preview {
        /// The kind of mail, such as password_reset
        kind: Option<MessageKind>,
        /// Every kind there is
        #[arg(long, conflicts_with = "kind")]
        all: bool,
        /// The reader's language: ro or en
        #[arg(long, default_value = "ro")]
        lang: Language,
        /// Write HTML: into this file, or with --all into this folder, one file per kind
        #[arg(long, value_name = "PATH")]
        html: Option<PathBuf>,
        /// Print the plain text, as without --html
        #[arg(long, conflicts_with = "html")]
        text: bool,
    },
    /// Send a test message now and tell what the mail server answered
    Test {
        /// Who gets it
        #[arg(value_parser = address)]
        address: Email,
        /// The language of the message: ro or en
        #[arg(long, default_value = "ro")]
        lang: Language,
    },
}

fn address(text: &str) -> Result<Email, String> {
    Email::parse(text).ok_or_else(|| "this is not an e-mail address".to_owned())
}

pub(super) async fn run(global: &Global, command: MailCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        MailCommand::Outbox { all } => {
            let mails = global.call(ListOutbox { all }).await?;
            printer.show(&mails, |mails| outbox_text(mails));
        }
        MailCommand::Preview { kind, all, lang, html, text: _ } => {
            let kinds = match kind {
                Some(kind) => vec![kind],
                None if all => kinds(),
                None => {
                    let names = |kinds: &Vec<MessageKind>| kinds.iter().map(|kind| kind.name()).collect::<Vec<_>>();
                    printer.show(&kinds(), |kinds| names(kinds).join("\n"));
                    return Ok(ExitCode::SUCCESS);
                }
            };
            let previews = global.call(PreviewMails { kinds, language: lang }).await?;
            show(&previews, html.as_deref(), all, printer)?;
        }
        MailCommand::Test { address, lang } => {
            let told = global.call(SendTestMail { to: address, language: lang }).await?;
            printer.show(&told, |told| format!("sent: {told}"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Every kind that can be shown without a file.
fn kinds() -> Vec<MessageKind> {
    MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC).collect()
}

/// Prints the mails, or writes their HTML.
fn show(previews: &[Preview], html: Option<&Path>, all: bool, printer: &mut Printer) -> Result<()> {
    let Some(path) = html else {
        let texts = || previews.iter().map(preview_text).collect::<Vec<_>>().join("\n\n\n");
        printer.show(&previews, |_| texts());
        return Ok(());
    };
    let mut written = Vec::new();
    for preview in previews {
        let file = match all {
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
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let made = folder.map_or(Ok(()), std::fs::create_dir_all);
    made.and_then(|()| std::fs::write(file, html)).map_err(|error| {
        Error::new(Kind::Invalid, "unwritable", format!("cannot write {}", file.display())).caused_by(error)
    })
}

fn preview_text(preview: &Preview) -> String {
    let Preview { from, subject, text, .. } = preview;
    format!("From: {from}\nSubject: {subject}\n\n{}", text.trim_end())
}

fn outbox_text(mails: &[OutboxEntry]) -> String {
    if mails.is_empty() {
        return "no mails".into();
    }
    let mut table = table(&["ID", "KIND", "TO", "LANG", "SINCE", "STATE", ""]);
    for mail in mails {
        table.add_row([
            mail.id.to_string(),
            mail.kind.to_string(),
            mail.to.as_str().to_owned(),
            mail.language.to_string(),
            moment(mail.created_at),
            mail.state.clone(),
            remark(mail),
        ]);
    }
    format!("{table}\n\n{}", count(mails.len() as u64, "mail"))
}

/// What there is to say of the mail's state.
fn remark(mail: &OutboxEntry) -> String {
    let at = mail.at.map(moment).unwrap_or_default();
    let reason = mail.reason.as_deref().unwrap_or_default();
    match mail.state.as_str() {
        "waiting" => "this kind is not sent yet".into(),
        "deferred" => format!("again {at} (attempt {}): {reason}", mail.attempts.unwrap_or_default() + 1),
        "failed" => format!("{at}: {reason}"),
        "sent" => mail.file.as_ref().map_or(at, |file| file.display().to_string()),
        _ => at,
    }
}
