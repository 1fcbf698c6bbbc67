//! `paragraf duties ...`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::input_file::{self, name_of};
use super::output::{Printer, table};
use crate::clock::Clock;
use crate::control::commands::duties::{ImportDuties, ListDuties};
use crate::domain::AudienceRole;
use crate::domain::duty::Duty;
use crate::error::{Error, Result};
use crate::ops::duties::DutyImport;

/// Largest list, in bytes.
const MAX_BYTES: u64 = 4 << 20;

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
            let imported = global.call(ImportDuties(read(&file)?)).await?;
            printer.show(&imported, summary);
        }
        DutiesCommand::Export => {
            let duties = global.call(ListDuties).await?;
            let json = serde_json::to_string_pretty(&duties);
            let json = json.map_err(|error| Error::internal("writing the duties", error))?;
            printer.show(&duties, |_| json);
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<Vec<Duty>> {
    let refuse = |reason: &str| Error::invalid("file", format!("cannot read {}: {reason}", name_of(path)));
    let bytes = input_file::read(path, MAX_BYTES)?.ok_or_else(|| refuse("it is larger than 4 MiB"))?;
    serde_json::from_slice(&bytes).map_err(|error| refuse(&error.to_string()))
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

fn summary(imported: &DutyImport) -> String {
    let DutyImport { duties, new, changed, removed } = imported;
    format!(
        "{}: {new} new, {changed} changed, {removed} removed",
        if *duties == 1 { "1 duty".to_owned() } else { format!("{duties} duties") }
    )
}
