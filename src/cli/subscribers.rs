//! `paragraf subscribers ...`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::confirm::confirm_removal;
use super::global::Global;
use super::input_file::file_or_standard_input;
use super::interrupt;
use super::output::{Printer, REFUSED, count, moment, table};
use crate::control::Event;
use crate::control::commands::subscribers::{ExportSubscribers, ImportSubscribers, ListSubscribers, RemoveSubscribers};
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::ops::subscribers::{
    ExportFormat, Removal, Subscriber, SubscriberImportEvent, SubscriberImportOptions, SubscriberImportSummary,
};
use crate::sources::addresses::{ColumnReadings, ColumnValue};
use crate::sources::refusals::Refusals;

/// The format of lists, in the long help of `subscribers import`.
const LIST_FORMAT: &str = "\
A list has one address per line, such as ana@example.ro or
`Ana Pop <ana@example.ro>`; # begins a comment. A list can also be CSV with a
header, separated by comma, semicolon or tab. The column email is required.
Optional columns: language (ro, en), created_at, confirmed_at, left_at, source,
topics (ids separated by |), urgent_from (never, 4, 5), digest (never, daily,
weekly), digest_from (1 to 5), digest_when_empty, deadlines, news (yes, no),
paused_until.

Lists of other programs may have columns about leaving, in English or Romanian,
such as status, unsubscribed_at, opt_out, blocklisted, bounced, subscribed,
stare, dezabonat, activ. An address that has left in one of its rows is stored
as unsubscribed and suppressed, also if it is subscribed here, unless it joined
here after the date in the list. An address that was never confirmed (confirmed:
no, status: pending) is skipped. A value that is not understood is an invalid
line; --left, --subscribed and --ignore-column give its meaning. Other columns
are ignored and listed.

An invalid line is reported with its number; then nothing is imported and the
exit code is 1. Other existing subscribers stay unchanged. Suppressed addresses
(see `paragraf mail suppressed list`), unsubscribed ones and those of people who
were erased are skipped. An address with confirmed_at is confirmed. Every other
address gets one confirmation request, and nothing else until it is confirmed.";

#[derive(Debug, Subcommand)]
pub(super) enum SubscribersCommand {
    /// List subscribers, newest first
    List {
        /// List only unconfirmed subscribers
        #[arg(long)]
        unconfirmed: bool,
        /// List only those who signed up before the launch (site.launch_at)
        #[arg(long)]
        early: bool,
    },
    /// Remove subscribers and their queued messages permanently
    ///
    /// Case is ignored. An address that is not subscribed is reported; the others are removed. An account and a
    /// suppression of the address stay; `people erase` removes everything about a person. Earlier copies of the store
    /// keep the address until they are deleted, and a restored copy loses it again: backups, paragraf.previous.redb,
    /// paragraf.schema-N.redb and paragraf.before-restore-*.redb.
    Remove {
        /// E-mail addresses from `subscribers list`
        #[arg(required = true, value_name = "ADDRESS", value_parser = address)]
        addresses: Vec<Email>,
        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,
    },
    /// Import a list of addresses, or nothing if a line is invalid
    #[command(after_long_help = LIST_FORMAT)]
    Import {
        /// The list, or - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
        /// Show the result without changing anything
        #[arg(long)]
        dry_run: bool,
        /// Confirm all addresses and store this proof of consent with each, such as "fair in Cluj, 2026-05-14,
        /// signed sheets"; without it each address gets a confirmation request
        #[arg(long, value_name = "TEXT")]
        consent: Option<String>,
        /// Read this value as an address that has left, such as status=3; repeatable
        #[arg(long, value_name = "COLUMN=VALUE")]
        left: Vec<ColumnValue>,
        /// Read this value as a subscribed address; repeatable
        #[arg(long, value_name = "COLUMN=VALUE")]
        subscribed: Vec<ColumnValue>,
        /// Do not read this column as one about leaving; repeatable
        #[arg(long, value_name = "COLUMN")]
        ignore_column: Vec<String>,
    },
    /// Export all subscribers as CSV for `subscribers import`, or as JSON Lines with --json
    Export,
}

/// Accepts every stored address, also one that would be refused as new.
pub(super) fn address(text: &str) -> Result<Email, String> {
    Email::try_from(text.to_owned())
}

pub(super) async fn run(global: &Global, command: SubscribersCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        SubscribersCommand::List { unconfirmed, early } => {
            let (subscribers, unreadable) = global.list(ListSubscribers { unconfirmed, early }).await?;
            let noun = match (early, unconfirmed) {
                (true, true) => "early unconfirmed subscriber",
                (true, false) => "early subscriber",
                (false, true) => "unconfirmed subscriber",
                (false, false) => "subscriber",
            };
            printer.show(&subscribers, |subscribers| list_text(subscribers, noun));
            Ok(completeness(unreadable, printer))
        }
        SubscribersCommand::Remove { addresses, yes } => remove(global, addresses, yes, printer).await,
        SubscribersCommand::Import { file, dry_run, consent, left, subscribed, ignore_column } => {
            let columns = ColumnReadings { left, subscribed, ignored: ignore_column, fixed: false };
            import(global, file, SubscriberImportOptions { dry_run, consent, columns }, printer).await
        }
        SubscribersCommand::Export => export(global, printer).await,
    }
}

async fn remove(global: &Global, addresses: Vec<Email>, yes: bool, printer: &mut Printer) -> Result<ExitCode> {
    let named = match addresses.as_slice() {
        [one] => one.as_str().to_owned(),
        several => count(several.len() as u64, "subscriber"),
    };
    if !yes && !confirm_removal(&format!("Remove {named} and all queued messages permanently?"))? {
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
    let remedy = "`paragraf subscribers list` lists all";
    match missing {
        [one] => format!("there is no subscriber {}; {remedy}", one.email.as_str()),
        several => format!("these are not subscribers; {remedy}\n{}", lines(several, "  ")),
    }
}

async fn export(global: &Global, printer: &mut Printer) -> Result<ExitCode> {
    let session = global.session_for::<ExportSubscribers>().await?;
    let format = if printer.is_json() { ExportFormat::JsonLines } else { ExportFormat::Csv };
    let mut on_event = |event| {
        if let Event::Output(line) = event {
            printer.line(line);
        }
    };
    let export = session.call(ExportSubscribers(format), vec![], &mut on_event).await?;
    Ok(completeness(export.unreadable, printer))
}

async fn import(
    global: &Global,
    file: PathBuf,
    options: SubscriberImportOptions,
    printer: &mut Printer,
) -> Result<ExitCode> {
    let file = file_or_standard_input(file, None)?;
    let session = global.import_session::<ImportSubscribers>(options.dry_run).await?;
    let json = printer.is_json();
    let (mut refusals, mut imported) = (Refusals::new("line"), 0);
    let mut on_event = |event| {
        if let Event::Note(note) = event {
            report(json, &mut refusals, &mut imported, note);
        }
    };
    let summary = interrupt::call(&session, ImportSubscribers(options), vec![file], &mut on_event, printer).await;
    let Some(summary) = summary else {
        return Ok(interrupt::finish(&session, &format!("{imported} imported"), printer));
    };
    let summary = summary?;
    refusals.lines().into_iter().for_each(|line| printer.note(format!("refused {line}")));
    printer.show(&summary, import_text);
    Ok(if summary.refused > 0 { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

/// Collects invalid lines, so that they are printed in groups. With --json, prints each event as a line of JSON.
fn report(json: bool, refusals: &mut Refusals, imported: &mut u64, note: serde_json::Value) {
    match serde_json::from_value::<SubscriberImportEvent>(note.clone()) {
        Ok(SubscriberImportEvent::Refused { location, problems }) if !json => {
            problems.into_iter().for_each(|problem| refusals.add(problem, &location));
        }
        Ok(SubscriberImportEvent::Progress { stored, .. }) if !json => *imported = stored,
        _ => Printer::new(json).note(note.to_string()),
    }
}

fn import_text(summary: &SubscriberImportSummary) -> String {
    if summary.refused > 0 {
        return format!(
            "{} invalid; nothing was imported. Correct them and import the list again",
            count(summary.refused, "line")
        );
    }
    let mut lines = vec![format!("{} new, {} of them must confirm", summary.added, summary.asked)];
    for (number, what) in [
        (summary.confirmed, "confirmed by consent"),
        (summary.unsubscribed, "unsubscribed, as the list says"),
        (summary.unchanged, "already subscribed"),
        (summary.suppressed, "skipped: suppressed"),
        (summary.erased, "skipped: erased at the person's request"),
        (summary.left, "skipped: unsubscribed"),
        (summary.unconfirmed, "skipped: unconfirmed, as the list says"),
        (summary.duplicates, "duplicates"),
        (summary.without_address, "skipped: without an address"),
    ] {
        if number > 0 {
            lines.push(format!("{number} {what}"));
        }
    }
    if !summary.ignored_columns.is_empty() {
        lines.push(format!("ignored columns: {}", summary.ignored_columns.join(", ")));
    }
    let text = lines.join("\n");
    if summary.dry_run { format!("dry run:\n{text}\nnothing was changed") } else { text }
}

/// Returns the exit code, and reports how many records could not be read.
fn completeness(unreadable: u64, printer: &Printer) -> ExitCode {
    if unreadable == 0 {
        return ExitCode::SUCCESS;
    }
    printer.note(format!("skipped as unreadable: {}", count(unreadable, "record")));
    ExitCode::from(REFUSED)
}

fn list_text(subscribers: &[Subscriber], noun: &str) -> String {
    if subscribers.is_empty() {
        return format!("no {noun}s");
    }
    let mut table = table(&["ADDRESS", "LANGUAGE", "SINCE", "CONFIRMED", ""]);
    for subscriber in subscribers {
        table.add_row([
            subscriber.email.as_str().to_owned(),
            subscriber.language.to_string(),
            moment(subscriber.created_at),
            match (subscriber.left_at, subscriber.confirmed_at) {
                (Some(left_at), _) => format!("unsubscribed {}", moment(left_at)),
                (None, confirmed_at) => confirmed_at.map_or_else(|| "no".into(), moment),
            },
            if subscriber.early { "early".to_owned() } else { String::new() },
        ]);
    }
    format!("{table}\n\n{}", count(subscribers.len() as u64, noun))
}
