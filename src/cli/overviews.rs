//! `paragraf overviews ...`

use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::output::{Printer, table};
use crate::control::commands::overviews::{
    ListOverviews, MakeOverviews, PublishMonthlyOverview, RejectOverview, ReopenOverview,
};
use crate::domain::{CalendarMonth, OverviewId};
use crate::error::Result;
use crate::ops::overviews::edit::{DeskOverview, OverviewApproval, OverviewSummary};

#[derive(Debug, Subcommand)]
pub(super) enum OverviewsCommand {
    /// List the overviews of every status
    List,
    /// Draft the overviews of a month: one of all topics, and one of each topic with articles
    #[command(after_help = "The server drafts the overviews of the previous month by itself.")]
    Make {
        /// Month that has ended, such as 2026-10
        month: CalendarMonth,
    },
    /// Publish a draft
    Publish {
        /// ID of the overview, such as 2026-10, or 2026-10-munca for a topic
        id: OverviewId,
        /// Person who checked the overview
        #[arg(long, value_name = "NAME")]
        reviewed_by: String,
    },
    /// Reject a draft; it is not made again
    Reject {
        /// ID of the overview, such as 2026-10
        id: OverviewId,
    },
    /// Make a published or rejected overview a draft again
    Reopen {
        /// ID of the overview, such as 2026-10
        id: OverviewId,
    },
}

pub(super) async fn run(global: &Global, command: OverviewsCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        OverviewsCommand::List => {
            let overviews = global.call(ListOverviews).await?;
            printer.show(&overviews, |overviews| list(overviews));
        }
        OverviewsCommand::Make { month } => {
            let made = global.call(MakeOverviews(month)).await?;
            printer.show(&made, |made| drafts(made));
        }
        OverviewsCommand::Publish { id, reviewed_by } => {
            let approval = OverviewApproval { id, version: None, reviewed_by: Some(reviewed_by) };
            show(&global.call(PublishMonthlyOverview(approval)).await?, printer);
        }
        OverviewsCommand::Reject { id } => show(&global.call(RejectOverview(id)).await?, printer),
        OverviewsCommand::Reopen { id } => show(&global.call(ReopenOverview(id)).await?, printer),
    }
    Ok(ExitCode::SUCCESS)
}

fn list(overviews: &[OverviewSummary]) -> String {
    let mut table = table(&["ID", "STATUS", "ARTICLES", "PUBLISHED BY"]);
    for OverviewSummary { id, status, articles, published } in overviews {
        let by = published.as_ref().map_or_else(String::new, |published| published.by.clone());
        table.add_row([id.to_string(), status.to_string(), articles.to_string(), by]);
    }
    table.to_string()
}

fn drafts(made: &[OverviewId]) -> String {
    if made.is_empty() {
        return "nothing to make: the month has no articles, or its overviews exist".to_owned();
    }
    made.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn show(overview: &DeskOverview, printer: &mut Printer) {
    printer.show(overview, |overview| format!("{} is {}", overview.id, overview.status));
}
