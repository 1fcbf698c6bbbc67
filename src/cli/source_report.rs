//! Prints the events and the summary of a command that reads an official source.

use std::process::ExitCode;

use indicatif::ProgressBar;

use super::global::Global;
use super::import_form::amended;
use super::output::{Printer, REFUSED, count, moment};
use crate::control::{Command, Event, FileArg};
use crate::error::Result;
use crate::ops::acts::record::ActOutcome;
use crate::ops::sources::report::{SourceEvent, SourceSummary};

/// Runs a command that reads a source, and prints its events and its summary.
pub(super) async fn call<C: Command<Reply = SourceSummary>>(
    global: &Global,
    command: C,
    files: Vec<FileArg>,
    printer: &mut Printer,
) -> Result<ExitCode> {
    let session = global.session_for::<C>().await?;
    let bar = printer.progress_bar(ProgressBar::new_spinner(), "{spinner} {human_pos} acts, page {msg}");
    let json = printer.is_json();
    let on_event = |event| {
        if let Event::Note(note) = event {
            report(&bar, json, note);
        }
    };
    let summary = session.call(command, files, &mut { on_event }).await;
    bar.finish_and_clear();
    let summary = summary?;
    printer.show(&summary, summary_text);
    Ok(if summary.refused + summary.listed > 0 { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS })
}

fn report(bar: &ProgressBar, json: bool, note: serde_json::Value) {
    let line = match serde_json::from_value::<SourceEvent>(note.clone()) {
        _ if json => note.to_string(),
        Ok(SourceEvent::Page { page, acts }) => {
            bar.set_position(acts);
            bar.set_message(page.to_string());
            return;
        }
        Ok(event) => event_text(&event),
        Err(_) => note.to_string(),
    };
    bar.suspend(|| Printer::new(json).note(line));
}

fn event_text(event: &SourceEvent) -> String {
    match event {
        SourceEvent::Act(act) => match &act.outcome {
            ActOutcome::New => format!("new {}: {}", act.key, act.title),
            ActOutcome::Namesake { of } => format!("new {}, another document of {of}: {}", act.key, act.title),
            ActOutcome::Changed => format!("changed {}: the source has another text", act.key),
            ActOutcome::Completed => format!("completed {}: its issue of the gazette was read", act.key),
            ActOutcome::Unchanged => String::new(),
        },
        SourceEvent::Drafted { act, slug } => format!("drafted {slug} from {act}"),
        SourceEvent::Refused { reason } => format!("refused {reason}"),
        SourceEvent::Issue { issue, acts } => format!("read {issue}: {}", count(*acts, "act")),
        SourceEvent::KnownIssue { issue, read_at } => {
            format!("known {issue} was read on {}; nothing to do", moment(*read_at))
        }
        SourceEvent::Unfinished { page, reason } => format!("warning: not complete after page {page}: {reason}"),
        SourceEvent::Waiting { issue, reason } => format!("waiting {issue}: {reason}; import it again later"),
        SourceEvent::Page { .. } => String::new(),
    }
}

fn summary_text(summary: &SourceSummary) -> String {
    let SourceSummary { new, changed, completed, unchanged, skipped, refused, drafts, amendments, listed, .. } =
        *summary;
    let completed = if completed > 0 { format!(", {completed} completed") } else { String::new() };
    let skipped = if skipped > 0 { format!(", {skipped} not asked for") } else { String::new() };
    let acts = count(new, "new act");
    format!(
        "{}{acts}, {changed} changed{completed}, {unchanged} unchanged, {refused} refused{skipped}; {}{}",
        issues_text(summary),
        count(drafts, "draft"),
        amended(amendments, listed)
    )
}

/// The counts of issues, for the gazette.
fn issues_text(summary: &SourceSummary) -> String {
    let SourceSummary { issues, known_issues, waiting, .. } = *summary;
    if issues + known_issues + waiting == 0 {
        return String::new();
    }
    let known = if known_issues > 0 { format!(", {known_issues} known") } else { String::new() };
    let waiting = if waiting > 0 { format!(", {waiting} without a file yet") } else { String::new() };
    format!("{} read{known}{waiting}; ", count(issues, "issue"))
}
