//! `paragraf mail digest`

use std::process::ExitCode;

use clap::{Args, ValueEnum};

use super::super::global::Global;
use super::super::output::{Printer, count, moment, table};
use super::progress::follow;
use super::reason_text;
use crate::control::commands::digests::{MakeDigest, PlanDigest};
use crate::error::Result;
use crate::ops::mail::automatic::Routine;
use crate::ops::mail::automatic::manual::DigestPlan;

/// Make a digest now instead of at its time, to everybody who wants one of its kind
///
/// The one of today is made once: after this, not again at its time.
#[derive(Debug, Args)]
pub(in crate::cli) struct DigestArgs {
    /// Which one
    which: Which,
    /// Say what it would tell and who would get what of it, and make nothing
    #[arg(long, conflicts_with = "no_wait")]
    dry_run: bool,
    /// Do not wait for the end
    #[arg(long)]
    no_wait: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Which {
    /// What came since the last daily one
    Daily,
    /// What came since the last weekly one
    Weekly,
    /// The deadlines of the coming two weeks
    Deadlines,
}

impl From<Which> for Routine {
    fn from(which: Which) -> Self {
        match which {
            Which::Daily => Self::Daily,
            Which::Weekly => Self::Weekly,
            Which::Deadlines => Self::Deadlines,
        }
    }
}

pub(super) async fn run(global: &Global, args: DigestArgs, printer: &mut Printer) -> Result<ExitCode> {
    let session = global.session().await?;
    let routine = args.which.into();
    if args.dry_run {
        let plan = session.call(PlanDigest(routine), vec![], &mut |_| {}).await?;
        printer.show(&plan, |plan| format!("{}\nnothing was made", plan_text(plan)));
        return Ok(ExitCode::SUCCESS);
    }
    let view = session.call(MakeDigest(routine), vec![], &mut |_| {}).await?;
    if !args.no_wait {
        return follow(&session, view.id, printer).await;
    }
    printer.show(&view, |view| format!("{} is made; `paragraf mail status {}` tells how far it is", view.id, view.id));
    Ok(ExitCode::SUCCESS)
}

fn plan_text(plan: &DigestPlan) -> String {
    let DigestPlan { id, exists, since, until, articles, audience, recipients } = plan;
    let mut parts = vec![format!("{id}{}", if *exists { ", which was made already" } else { "" })];
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
    parts.push(count(audience.recipients, "recipient"));
    if !recipients.is_empty() {
        let mut rows = table(&["TO", "LANG", "ARTICLES"]);
        for recipient in recipients {
            let slugs: Vec<_> = recipient.articles.iter().map(ToString::to_string).collect();
            rows.add_row([recipient.to.as_str().to_owned(), recipient.language.to_string(), slugs.join(", ")]);
        }
        parts.push(rows.to_string());
    }
    let left_out: Vec<_> =
        audience.left_out.iter().map(|(why, number)| format!("{number} {}", reason_text(why))).collect();
    if !left_out.is_empty() {
        parts.push(format!("left out: {}", left_out.join(", ")));
    }
    parts.join("\n")
}
