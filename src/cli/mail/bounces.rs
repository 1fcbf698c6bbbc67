//! `paragraf mail bounces` and `paragraf mail suppressed ...`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use super::super::global::Global;
use super::super::input_file::{file, file_or_standard_input, unreadable};
use super::super::output::{Printer, count, moment, table};
use super::super::subscribers::address;
use crate::control::FileArg;
use crate::control::commands::bounces::{AddSuppressions, ListSuppressions, ProcessBounces, RemoveSuppressions};
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::mail::bounces::BounceSummary;
use crate::ops::mail::suppressions::{Suppression, SuppressionChange};

/// The message folders of a Maildir.
const MAILDIR: [&str; 2] = ["cur", "new"];

#[derive(Debug, Args)]
pub(in crate::cli) struct BouncesArgs {
    /// A message (.eml), a mailbox (mbox), a Maildir folder, or - for standard input
    #[arg(value_name = "FILE|-")]
    file: PathBuf,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum SuppressedCommand {
    /// List suppressed addresses, newest first
    List,
    /// Suppress addresses; they get only messages about their own account
    Add {
        /// E-mail addresses
        #[arg(required = true, value_name = "ADDRESS", value_parser = address)]
        addresses: Vec<Email>,
        /// Note shown in the list
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Lift the suppression of addresses, whatever its reason
    Remove {
        /// E-mail addresses from `mail suppressed list`
        #[arg(required = true, value_name = "ADDRESS", value_parser = address)]
        addresses: Vec<Email>,
    },
}

pub(super) async fn bounces(global: &Global, args: BouncesArgs, printer: &mut Printer) -> Result<ExitCode> {
    let files = files(args.file)?;
    let session = global.session_for::<ProcessBounces>().await?;
    let summary = session.call(ProcessBounces, files, &mut |_| {}).await?;
    printer.show(&summary, summary_text);
    Ok(ExitCode::SUCCESS)
}

/// The file, or the messages of a folder sorted by name.
fn files(path: PathBuf) -> Result<Vec<FileArg>> {
    if !path.is_dir() {
        return Ok(vec![file_or_standard_input(path, None)?]);
    }
    let maildir = MAILDIR.iter().any(|name| path.join(name).is_dir());
    let folders = if maildir { MAILDIR.map(|name| path.join(name)).to_vec() } else { vec![path.clone()] };
    let mut files = Vec::new();
    for folder in folders.iter().filter(|folder| folder.is_dir()) {
        for entry in std::fs::read_dir(folder).map_err(|error| unreadable(folder, error))? {
            let message = entry.map_err(|error| unreadable(folder, error))?.path();
            let is_mail = maildir || message.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("eml"));
            if is_mail && message.is_file() {
                files.push(message);
            }
        }
    }
    files.sort();
    if files.is_empty() {
        let message = format!("there is no message in {}; name a file or a Maildir folder", path.display());
        return Err(Error::new(Kind::Invalid, ErrorCode::NoMails, message));
    }
    files.into_iter().map(|path| file(path, None)).collect()
}

fn summary_text(summary: &BounceSummary) -> String {
    let mut lines = vec![format!("{} read", count(summary.read, "message"))];
    for (number, what) in [
        (summary.hard, "bounced permanently; the addresses are suppressed"),
        (summary.doubtful, "bounced permanently without a certain code; a second report suppresses the address"),
        (summary.soft, "bounced temporarily"),
        (summary.blameless, "refused for a reason other than the address"),
        (summary.paused, "of these paused a campaign; see `paragraf status`"),
        (summary.given_up, "of these addresses suppressed after five consecutive bounces"),
        (summary.complaints, "reported as spam; the addresses are suppressed"),
        (summary.unsubscribed, "unsubscribed"),
        (
            summary.refused,
            "refused: they ask to unsubscribe without the token of a recipient, so anyone may have sent them",
        ),
        (summary.repeated, "already processed"),
        (summary.unknown, "about messages that this server did not send"),
        (summary.ignored, "not reports"),
    ] {
        if number > 0 {
            lines.push(format!("{number} {what}"));
        }
    }
    lines.join("\n")
}

pub(super) async fn suppressed(global: &Global, command: SuppressedCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        SuppressedCommand::List => {
            let (list, ()) = global.list(ListSuppressions).await?;
            printer.show(&list, |list| list_text(list));
        }
        SuppressedCommand::Add { addresses, reason } => {
            let changes = global.call(AddSuppressions { emails: addresses, detail: reason }).await?;
            printer.show(&changes, |changes| changes_text(changes, "suppressed", "is already suppressed"));
        }
        SuppressedCommand::Remove { addresses } => {
            let changes = global.call(RemoveSuppressions(addresses)).await?;
            printer.show(&changes, |changes| changes_text(changes, "lifted", "was not suppressed"));
            if changes.iter().all(|change| !change.changed) {
                let message = "none of these is suppressed; `paragraf mail suppressed list` shows all";
                return Err(Error::not_found(message));
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list_text(list: &[Suppression]) -> String {
    if list.is_empty() {
        return "no suppressed addresses".into();
    }
    let mut table = table(&["ADDRESS", "SINCE", "REASON", ""]);
    for entry in list {
        let Suppression { email, at, reason, detail } = entry;
        table.add_row([email.as_str().to_owned(), moment(*at), reason.name(), detail.clone()]);
    }
    format!("{table}\n\n{}", count(list.len() as u64, "suppression"))
}

fn changes_text(changes: &[SuppressionChange], done: &str, undone: &str) -> String {
    let line = |change: &SuppressionChange| match change.changed {
        true => format!("{done} {}", change.email.as_str()),
        false => format!("{} {undone}", change.email.as_str()),
    };
    changes.iter().map(line).collect::<Vec<_>>().join("\n")
}
