//! `paragraf import form` and `paragraf import portal --form`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jiff::civil::Date;

use super::global::Global;
use super::input_file::file_or_standard_input;
use super::output::{Printer, REFUSED, count};
use crate::control::Event;
use crate::control::commands::sources::{FetchForms, ImportForms};
use crate::error::{Error, Result};
use crate::ops::forms::fetch::WantedForms;
use crate::ops::forms::{FormEvent, FormOutcome, FormSummary};

/// Description of the files in `paragraf help import form`.
pub(super) const FORM_FILES: &str = "\
A form is the text of an act as it was from a day on. A file is Markdown with
one heading for each article, plain text, or a JSON record with provisions. Its
title names the act; `last_updated` in the front matter names the day, or else
--date does. Importing the same file again changes nothing.

Stored acts that amend the act are then applied to the last form from before
their entry into force, and drafts and articles show the provisions before and
after. Operations that do not fit the form are counted and listed there with
their text; the exit code is then 1.";

/// Import consolidated forms of acts from files
#[derive(Debug, Args)]
pub(super) struct FormArgs {
    /// Files, or - for standard input
    #[arg(required = true, value_name = "FILE|-")]
    files: Vec<PathBuf>,
    /// Day from which the text was in force, if the file does not name it
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
}

pub(super) async fn run(global: &Global, args: FormArgs, printer: &mut Printer) -> Result<ExitCode> {
    if args.date.is_some() && args.files.len() > 1 {
        return Err(Error::invalid("date", "--date names the day of one file; import the files one by one"));
    }
    let files = args.files.into_iter().map(|path| file_or_standard_input(path, None)).collect::<Result<Vec<_>>>()?;
    let session = global.session_for::<ImportForms>().await?;
    let mut on_event = events(printer.is_json());
    let summary = session.call(ImportForms { date: args.date }, files, &mut on_event).await?;
    Ok(show(&summary, printer))
}

/// Fetches forms from the portal.
pub(super) async fn fetch(global: &Global, wanted: WantedForms, printer: &mut Printer) -> Result<ExitCode> {
    let session = global.session_for::<FetchForms>().await?;
    let mut on_event = events(printer.is_json());
    let summary = session.call(FetchForms(wanted), vec![], &mut on_event).await?;
    Ok(show(&summary, printer))
}

fn events(json: bool) -> impl FnMut(Event) + Send {
    move |event| {
        let Event::Note(note) = event else { return };
        let line = match serde_json::from_value::<FormEvent>(note.clone()) {
            Ok(event) if !json => event_text(&event),
            _ => note.to_string(),
        };
        Printer::new(json).note(line);
    }
}

fn event_text(event: &FormEvent) -> String {
    match event {
        FormEvent::Form { act, date, outcome } => {
            let outcome = match outcome {
                FormOutcome::New => "new",
                FormOutcome::Changed => "changed",
                FormOutcome::Unchanged => "unchanged",
            };
            format!("{outcome} form of {act} from {date} on")
        }
        FormEvent::Refused { reason } => format!("refused {reason}"),
    }
}

fn show(summary: &FormSummary, printer: &mut Printer) -> ExitCode {
    printer.show(summary, summary_text);
    if summary.refused + summary.listed > 0 { ExitCode::from(REFUSED) } else { ExitCode::SUCCESS }
}

fn summary_text(summary: &FormSummary) -> String {
    let FormSummary { new, changed, unchanged, refused, amendments, listed } = *summary;
    let forms = count(new, "new form");
    format!("{forms}, {changed} changed, {unchanged} unchanged, {refused} refused{}", amended(amendments, listed))
}

/// The number of acts with a new before and after, and of their operations that were not applied; empty if there are
/// none.
pub(super) fn amended(acts: u64, listed: u64) -> String {
    let left = if listed == 0 { String::new() } else { format!(", {} left to a person", count(listed, "operation")) };
    if acts == 0 { String::new() } else { format!("; before and after of {}{left}", count(acts, "act")) }
}
