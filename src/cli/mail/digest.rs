//! `paragraf mail digest`

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::super::global::Global;
use super::super::output::{Printer, count, moment, table};
use super::progress::follow;
use super::text::excluded;
use crate::control::commands::digests::{MakeDigest, PlanDigest};
use crate::error::Result;
use crate::ops::mail::automatic::Routine;
use crate::ops::mail::automatic::manual::{DigestPlan, DigestRecipient};

/// Send a digest now instead of at its scheduled time
///
/// Each digest is sent once a day: after this command, not again at its scheduled time.
#[derive(Debug, Args)]
pub(in crate::cli) struct DigestArgs {
    /// Digest to send
    which: RoutineArg,
    /// Show the articles and recipients without sending
    #[arg(long, conflicts_with = "no_wait")]
    dry_run: bool,
    /// Return immediately instead of following progress
    #[arg(long)]
    no_wait: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum RoutineArg {
    /// Articles since the previous daily digest
    Daily,
    /// Articles since the previous weekly digest
    Weekly,
    /// Deadlines of the coming two weeks
    Deadlines,
}

impl From<RoutineArg> for Routine {
    fn from(which: RoutineArg) -> Self {
        match which {
            RoutineArg::Daily => Self::Daily,
            RoutineArg::Weekly => Self::Weekly,
            RoutineArg::Deadlines => Self::Deadlines,
        }
    }
}

pub(super) async fn run(global: &Global, args: DigestArgs, printer: &mut Printer) -> Result<ExitCode> {
    let routine = args.which.into();
    if args.dry_run {
        let session = global.session_for::<PlanDigest>().await?;
        let plan = session.call(PlanDigest(routine), vec![], &mut |_| {}).await?;
        printer.show(&plan, |plan| format!("{}\nnothing was sent", plan_text(plan)));
        return Ok(ExitCode::SUCCESS);
    }
    let session = global.session_for::<MakeDigest>().await?;
    let view = session.call(MakeDigest(routine), vec![], &mut |_| {}).await?;
    if !args.no_wait {
        return follow(&session, view.id, printer).await;
    }
    printer.show(&view, |view| format!("{} is queued; `paragraf mail status {}` shows its progress", view.id, view.id));
    Ok(ExitCode::SUCCESS)
}

fn plan_text(plan: &DigestPlan) -> String {
    let DigestPlan { id, exists, since, until, articles, overviews, audience, recipients } = plan;
    let mut parts = vec![format!("{id}{}", if *exists { ", already sent today" } else { "" })];
    if let (Some(since), Some(until)) = (since, until) {
        parts.push(format!("from {} to {}", moment(*since), moment(*until)));
    }
    parts.push(count(articles.len() as u64, "article"));
    if !articles.is_empty() {
        let mut rows = table(&["IMPORTANCE", "SLUG", "TITLE"]);
        for article in articles {
            rows.add_row([article.importance.to_string(), article.slug.to_string(), article.title.clone()]);
        }
        parts.push(rows.to_string());
    }
    if !overviews.is_empty() {
        parts.push(format!("overviews: {}", ids(overviews)));
    }
    parts.push(count(audience.recipients, "recipient"));
    if !recipients.is_empty() {
        let mut rows = table(&["TO", "LANG", "ARTICLES", "OVERVIEWS"]);
        for recipient in recipients {
            let DigestRecipient { to, language, articles, overviews } = recipient;
            rows.add_row([to.as_str().to_owned(), language.to_string(), ids(articles), ids(overviews)]);
        }
        parts.push(rows.to_string());
    }
    parts.extend(excluded(audience).map(|excluded| format!("excluded: {excluded}")));
    parts.join("\n")
}

fn ids<T: ToString>(ids: &[T]) -> String {
    ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
