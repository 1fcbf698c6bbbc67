//! `paragraf subscribers ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::Global;
use super::confirm::confirmed;
use super::output::{Printer, REFUSED, count, moment, table};
use crate::control::Event;
use crate::control::commands::subscribers::{ExportSubscribers, ListSubscribers, RemoveSubscribers};
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::ops::subscribers::{Removal, Subscriber};

#[derive(Debug, Subcommand)]
pub(super) enum SubscribersCommand {
    /// List subscribers, newest first
    List {
        /// Only those who have not confirmed that the address is theirs
        #[arg(long)]
        unconfirmed: bool,
    },
    /// Remove subscribers and the mails queued for them, for good
    ///
    /// Upper and lower case make no difference. An address that is not subscribed is reported, and the
    /// others are removed all the same. Copies of the store that were made before keep the address until they
    /// are deleted: backups, paragraf.schema-N.redb and paragraf.before-restore-*.redb.
    Remove {
        /// E-mail addresses as `subscribers list` shows them
        #[arg(required = true, value_name = "ADDRESS", value_parser = address)]
        addresses: Vec<Email>,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Write all subscribers as CSV, with the columns email, language, created_at and confirmed_at
    Export,
}

/// Takes what is stored, also where a new address would have to be better.
fn address(text: &str) -> Result<Email, String> {
    Email::try_from(text.to_owned())
}

pub(super) async fn run(global: &Global, command: SubscribersCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        SubscribersCommand::List { unconfirmed } => {
            let list = global.call(ListSubscribers { unconfirmed }).await?;
            printer.show(&list.subscribers, |subscribers| list_text(subscribers, unconfirmed));
            Ok(whole(list.unreadable, printer))
        }
        SubscribersCommand::Remove { addresses, yes } => remove(global, addresses, yes, printer).await,
        SubscribersCommand::Export => export(global, printer).await,
    }
}

async fn remove(global: &Global, addresses: Vec<Email>, yes: bool, printer: &mut Printer) -> Result<ExitCode> {
    let named = match addresses.as_slice() {
        [one] => one.as_str().to_owned(),
        several => count(several.len() as u64, "subscriber"),
    };
    if !yes && !confirmed(&format!("Remove {named} with all mails queued for them, for good?"))? {
        printer.line("nothing was removed");
        return Ok(ExitCode::SUCCESS);
    }
    let removals = global.call(RemoveSubscribers(addresses)).await?;
    let (removed, missing): (Vec<&Removal>, Vec<&Removal>) = removals.iter().partition(|removal| removal.removed);
    if printer.is_json() || !removed.is_empty() {
        printer.show(&removals, |_| lines(&removed, "removed "));
    }
    if missing.is_empty() { Ok(ExitCode::SUCCESS) } else { Err(Error::not_found(missing_text(&missing))) }
}

fn lines(removals: &[&Removal], before: &str) -> String {
    let lines: Vec<_> = removals.iter().map(|removal| format!("{before}{}", removal.email.as_str())).collect();
    lines.join("\n")
}

fn missing_text(missing: &[&Removal]) -> String {
    let remedy = "`paragraf subscribers list` shows all";
    match missing {
        [one] => format!("there is no subscriber {}; {remedy}", one.email.as_str()),
        several => format!("these are no subscribers; {remedy}\n{}", lines(several, "  ")),
    }
}

async fn export(global: &Global, printer: &mut Printer) -> Result<ExitCode> {
    let session = global.session().await?;
    let mut on_event = |event| {
        if let Event::Output(line) = event {
            printer.line(line);
        }
    };
    let export = session.call(ExportSubscribers, vec![], &mut on_event).await?;
    Ok(whole(export.unreadable, printer))
}

/// The exit code, after a remark when something is missing in what was printed.
fn whole(unreadable: u64, printer: &Printer) -> ExitCode {
    if unreadable == 0 {
        return ExitCode::SUCCESS;
    }
    printer.note(format!("left out as unreadable: {}", count(unreadable, "record")));
    ExitCode::from(REFUSED)
}

fn list_text(subscribers: &[Subscriber], unconfirmed: bool) -> String {
    let noun = if unconfirmed { "unconfirmed subscriber" } else { "subscriber" };
    if subscribers.is_empty() {
        return format!("no {noun}s");
    }
    let mut table = table(&["ADDRESS", "LANGUAGE", "SINCE", "CONFIRMED"]);
    for subscriber in subscribers {
        table.add_row([
            subscriber.email.as_str().to_owned(),
            subscriber.language.to_string(),
            moment(subscriber.created_at),
            subscriber.confirmed_at.map_or_else(|| "no".into(), moment),
        ]);
    }
    format!("{table}\n\n{}", count(subscribers.len() as u64, noun))
}
