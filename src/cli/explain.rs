//! `paragraf explain`

use std::process::ExitCode;

use clap::Args;
use indicatif::ProgressBar;

use super::global::Global;
use super::output::{Printer, REFUSED, UNAVAILABLE, count};
use super::slug::parse_slug;
use crate::control::Event;
use crate::control::commands::explain::Explain;
use crate::domain::Slug;
use crate::error::Result;
use crate::ops::explain::{ExplainEvent, ExplainOutcome, ExplainRequest, ExplainResult, ExplainSummary};

/// Explain drafts with the configured language model
#[derive(Debug, Args)]
pub(super) struct ExplainArgs {
    /// Slugs of the drafts to explain
    #[arg(value_name = "SLUG", value_parser = parse_slug, required_unless_present = "drafts")]
    slugs: Vec<Slug>,
    /// Explain all drafts that have an archived act and that no editor has changed
    #[arg(long)]
    drafts: bool,
    /// Show the cost without calling the model
    #[arg(long)]
    dry_run: bool,
}

pub(super) async fn run(global: &Global, args: ExplainArgs, printer: &mut Printer) -> Result<ExitCode> {
    let ExplainArgs { slugs, drafts, dry_run } = args;
    let session = global.session_for::<Explain>().await?;
    let bar = printer.progress_bar(ProgressBar::new_spinner(), "{spinner} {msg} ({elapsed})");
    let json = printer.is_json();
    let mut on_event = |event| {
        let Event::Note(note) = event else { return };
        match serde_json::from_value::<ExplainEvent>(note.clone()) {
            _ if json => Printer::new(true).note(note.to_string()),
            Ok(ExplainEvent::Asking { slug, place, of, tokens, cost }) => {
                bar.set_message(format!("{place} of {of}: {slug}, up to {tokens} tokens, {}", price(cost)));
                bar.enable_steady_tick(std::time::Duration::from_millis(120));
            }
            Ok(ExplainEvent::Done(outcome)) => bar.suspend(|| Printer::new(false).show(&outcome, outcome_text)),
            Err(_) => {}
        }
    };
    let request = ExplainRequest { slugs, drafts, dry_run };
    let summary = session.call(Explain(request), vec![], &mut on_event).await;
    bar.finish_and_clear();
    let summary = summary?;
    printer.show(&summary, summary_text);
    Ok(match summary {
        ExplainSummary { model_failed: true, .. } => ExitCode::from(UNAVAILABLE),
        ExplainSummary { refused: 1.., .. } => ExitCode::from(REFUSED),
        _ => ExitCode::SUCCESS,
    })
}

/// What the checker compared without a finding, and what it cannot see.
const CHECKED: &str = "figures, names, limits, duties, denials and frequencies agree with the provisions named; \
                       whether the explanation says what matters was not checked";

fn outcome_text(outcome: &ExplainOutcome) -> String {
    let ExplainOutcome { slug, result } = outcome;
    match result {
        ExplainResult::Explained { tokens, cost, findings } => {
            let taken = format!("{tokens} tokens, {}", price(*cost));
            match findings.len() {
                0 => format!("{slug}: explained; {taken}; {CHECKED}"),
                found => format!("{slug}: explained and held; {taken}; {}", count(found as u64, "finding")),
            }
        }
        ExplainResult::Would { tokens, cost } => format!("{slug}: would take up to {tokens} tokens, {}", price(*cost)),
        ExplainResult::Unchanged => format!("{slug}: unchanged; its act was explained before"),
        ExplainResult::Refused { problem, tokens: 0, .. } => format!("{slug}: refused: {}", problem.error),
        ExplainResult::Refused { problem, tokens, cost } => {
            format!("{slug}: refused: {}; {tokens} tokens, {}", problem.error, price(*cost))
        }
    }
}

fn summary_text(summary: &ExplainSummary) -> String {
    let ExplainSummary { explained, held, unchanged, refused, tokens, cost, dry_run, .. } = summary;
    let taken = format!("{tokens} tokens, {}", price(*cost));
    if *dry_run {
        return format!("dry run: up to {taken}; {unchanged} unchanged, {refused} refused; nothing was changed");
    }
    format!("{explained} explained ({held} held), {unchanged} unchanged, {refused} refused; {taken}")
}

/// A cost in the currency of the configuration, from hundredths of a cent.
fn price(cost: u64) -> String {
    format!("{}.{:04}", cost / 10_000, cost % 10_000)
}
