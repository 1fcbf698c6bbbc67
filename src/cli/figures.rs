//! `paragraf figures ...`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;
use jiff::civil::Date;

use super::global::Global;
use super::list_file;
use super::output::{Printer, table};
use crate::clock::Clock;
use crate::control::commands::figures::{CheckFigures, ConfirmFigure, ImportFigures, ListFigures};
use crate::domain::Language;
use crate::domain::law_figure::LawFigure;
use crate::error::Result;
use crate::ops::law_figures::{CheckedValue, FigureApproval, ProvisionText};

/// The format of lists, in the long help of `figures import`.
const FORMAT: &str = "\
The file is a JSON array as `figures export` prints it, and replaces the whole
list. docs/figures.md describes each field. A list with a mistake is refused
and nothing changes.";

#[derive(Debug, Subcommand)]
pub(super) enum FiguresCommand {
    /// List the figures with their values on a day
    List {
        /// Day of the values [default: today in Romania]
        #[arg(long, value_name = "DATE")]
        on: Option<Date>,
    },
    /// Replace the list of figures
    #[command(after_long_help = FORMAT)]
    Import {
        /// The list, or - for standard input
        #[arg(value_name = "FILE|-")]
        file: PathBuf,
    },
    /// Print the list of figures as JSON
    Export,
    /// Confirm a value that was read in its source
    Confirm {
        /// ID of the figure, such as minimum-wage
        id: String,
        /// First day of the value; without it, the value that has none
        #[arg(long, value_name = "DATE")]
        from: Option<Date>,
        /// Who read the value
        #[arg(long, value_name = "NAME")]
        by: String,
        /// Mark the value as unverified again
        #[arg(long)]
        withdraw: bool,
    },
    /// Look for the values in the stored texts of their provisions
    Check,
}

pub(super) async fn run(global: &Global, command: FiguresCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        FiguresCommand::List { on } => {
            let (figures, day) = (global.call(ListFigures).await?, on.unwrap_or_else(|| Clock::System.today()));
            printer.show(&figures, |figures| on_day(figures, day));
        }
        FiguresCommand::Import { file } => {
            let imported = global.call(ImportFigures(list_file::read(&file)?)).await?;
            printer.show(&imported, |of| list_file::summary(of.figures, ["figure", "figures"], of.change));
        }
        FiguresCommand::Export => list_file::print(&global.call(ListFigures).await?, printer)?,
        FiguresCommand::Confirm { id, from, by, withdraw } => {
            let approval = FigureApproval { id, from, by: Some(by), withdraw };
            let figure = global.call(ConfirmFigure(approval)).await?;
            printer.show(&figure, history);
        }
        FiguresCommand::Check => {
            let checked = global.call(CheckFigures).await?;
            let is_missing = checked.iter().any(|value| value.text == ProvisionText::Missing);
            printer.show(&checked, |checked| check_text(checked));
            return Ok(if is_missing { ExitCode::FAILURE } else { ExitCode::SUCCESS });
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn on_day(figures: &[LawFigure], day: Date) -> String {
    let mut table = table(&["ID", "VALUE", "FROM", "STATE", "NAME"]);
    for figure in figures {
        let value = figure.on(day);
        let words = value.map(|value| figure.unit.words(value.value, Language::Ro));
        let from = value.and_then(|value| value.from).map(|from| from.to_string());
        let state = value.map_or("-", |value| if value.confirmed.is_some() { "confirmed" } else { "to verify" });
        let none = || "-".to_owned();
        table.add_row([
            figure.id.clone(),
            words.unwrap_or_else(none),
            from.unwrap_or_else(none),
            state.to_owned(),
            figure.name.ro.clone(),
        ]);
    }
    table.to_string()
}

fn history(figure: &LawFigure) -> String {
    let mut table = table(&["VALUE", "FROM", "UNTIL", "CONFIRMED BY", "ACT"]);
    for value in &figure.values {
        let day = |day: Option<Date>| day.map_or_else(|| "-".to_owned(), |day| day.to_string());
        table.add_row([
            figure.unit.words(value.value, Language::Ro),
            day(value.from),
            day(value.until),
            value.confirmed.as_ref().map_or_else(|| "-".to_owned(), |confirmed| confirmed.by.clone()),
            value.act.clone(),
        ]);
    }
    table.to_string()
}

fn check_text(checked: &[CheckedValue]) -> String {
    let of = |text| checked.iter().filter(move |value| value.text == text);
    let mut lines = vec![format!(
        "{} found in their provisions, {} missing, {} without a stored text",
        of(ProvisionText::Found).count(),
        of(ProvisionText::Missing).count(),
        of(ProvisionText::NotStored).count(),
    )];
    lines.extend(of(ProvisionText::Missing).map(|CheckedValue { figure, value, .. }| {
        let provision = value.provision.as_deref().unwrap_or("the text");
        format!("{figure}: {} is not in {provision} of {}", value.value, value.act)
    }));
    lines.join("\n")
}
