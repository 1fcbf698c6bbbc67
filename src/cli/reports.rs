//! `paragraf reports ...`

use std::process::ExitCode;

use clap::Subcommand;
use uuid::Uuid;

use super::global::Global;
use super::output::{Printer, count, moment, table};
use crate::control::commands::reports::{CloseReport, ListReports, ShowReport};
use crate::domain::report::ReportState;
use crate::domain::text::shorten;
use crate::error::Result;
use crate::ops::reports::Report;

/// Characters of a message in the list.
const EXCERPT_CHARS: usize = 60;

#[derive(Debug, Subcommand)]
pub(super) enum ReportsCommand {
    /// List the open reports, newest first
    List {
        /// Include closed reports
        #[arg(long)]
        all: bool,
    },
    /// Show one report
    Show {
        /// ID of the report, from `reports list`
        #[arg(value_parser = report_id)]
        id: Uuid,
    },
    /// Close a report
    Close {
        /// ID of the report, from `reports list`
        #[arg(value_parser = report_id)]
        id: Uuid,
    },
}

fn report_id(text: &str) -> Result<Uuid, String> {
    text.parse().map_err(|_| "this is not the ID of a report; see `paragraf reports list`".into())
}

pub(super) async fn run(global: &Global, command: ReportsCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ReportsCommand::List { all } => {
            let (reports, ()) = global.list(ListReports { all }).await?;
            printer.show(&reports, |reports| list_text(reports, all));
        }
        ReportsCommand::Show { id } => {
            let report = global.call(ShowReport(id)).await?;
            printer.show(&report, report_text);
        }
        ReportsCommand::Close { id } => {
            let report = global.call(CloseReport(id)).await?;
            printer.show(&report, |report| format!("closed {}", report.id));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list_text(reports: &[Report], all: bool) -> String {
    let noun = if all { "report" } else { "open report" };
    if reports.is_empty() {
        return format!("no {noun}s");
    }
    let mut table = table(&["ID", "WHEN", "STATE", "KIND", "ARTICLE", "MESSAGE"]);
    for report in reports {
        table.add_row([
            report.id.to_string(),
            moment(report.at),
            state(report).to_owned(),
            report.kind.code().to_owned(),
            report.slug.to_string(),
            shorten(&report.message, EXCERPT_CHARS),
        ]);
    }
    format!("{table}\n\n{}", count(reports.len() as u64, noun))
}

fn state(report: &Report) -> &'static str {
    match report.state {
        ReportState::Open => "open",
        ReportState::Closed => "closed",
    }
}

fn report_text(report: &Report) -> String {
    let from = match (&report.uid, &report.email) {
        (Some(uid), Some(email)) => format!("account {uid}, {}", email.as_str()),
        (Some(uid), None) => format!("account {uid}"),
        (None, Some(email)) => email.as_str().to_owned(),
        (None, None) => "a visitor without an address".into(),
    };
    [
        format!("report   {}", report.id),
        format!("when     {}", moment(report.at)),
        format!("state    {}", state(report)),
        format!("kind     {}", report.kind.code()),
        format!("article  {}, revision {}", report.slug, report.revision),
        format!("from     {from}"),
        format!("\n{}", report.message),
    ]
    .join("\n")
}
