//! `paragraf duties ...`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::list_file;
use super::output::{Printer, table};
use crate::clock::Clock;
use crate::control::commands::duties::{ImportDuties, ListDuties};
use crate::domain::AudienceRole;
use crate::domain::duty::Duty;
use crate::error::Result;

/// The format of lists, in the long help of `duties import`.
const FORMAT: &str = "\
The file is a JSON array as `duties export` prints it, and replaces the whole
list. docs/deadlines.md describes each field. A list with a mistake is refused
and nothing changes.";

#[derive(Debug, Subcommand)]
pub(super) enum DutiesCommand {
    /// List the duties with their next day
    List,
    /// Replace the list of duties
    #[command(after_long_help = FORMAT)]
    Import {
        /// The list, or - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
    },
    /// Print the list of duties as JSON
    Export,
}

pub(super) async fn run(global: &Global, command: DutiesCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        DutiesCommand::List => {
            let duties = global.call(ListDuties).await?;
            printer.show(&duties, |duties| text(duties));
        }
        DutiesCommand::Import { file } => {
            let imported = global.call(ImportDuties(list_file::read(&file)?)).await?;
            printer.show(&imported, |of| list_file::summary(of.duties, ["duty", "duties"], of.change));
        }
        DutiesCommand::Export => list_file::print(&global.call(ListDuties).await?, printer)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn text(duties: &[Duty]) -> String {
    let today = Clock::System.today();
    let mut table = table(&["NEXT", "ID", "ROLES", "TITLE"]);
    for duty in duties {
        let next = duty.next_day(today).map_or_else(|| "-".to_owned(), |day| day.date.to_string());
        let roles: Vec<_> = duty.roles.iter().copied().map(AudienceRole::id).collect();
        table.add_row([next, duty.id.clone(), roles.join(", "), duty.title.ro.clone()]);
    }
    table.to_string()
}
