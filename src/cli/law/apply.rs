//! `paragraf law apply`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use console::style;
use jiff::civil::Date;
use serde::Serialize;

use super::input::read_file;
use crate::cli::input_file::name_of;
use crate::cli::output::{Printer, REFUSED, count};
use crate::cli::output_file::unwritable;
use crate::domain::text::printable;
use crate::error::{Error, ErrorCode, Kind, Result};
use paragraf_law::apply::{self, Applied, Comparison, DifferencePiece, OperationOutcome, OwnDay, When};
use paragraf_law::form::{Form, read, write};

pub(super) const OUTPUT: &str = "\
Each file is plain text, Markdown with one heading for each article, or a JSON
record with provisions. An operation that is not understood, or does not fit
the form, is listed with its text and not applied; the exit code is then 1.
With --json, each operation is one line and the last line has the totals.";

#[derive(Debug, Args)]
pub(in crate::cli) struct ApplyArgs {
    /// File with the consolidated form of the act; - for standard input
    base: PathBuf,
    /// File with the amending act; - for standard input
    act: PathBuf,
    /// File for the new consolidated form
    #[arg(long, value_name = "FILE")]
    form: Option<PathBuf>,
    /// Day of the new form; operations with a later day of their own are listed, not applied
    #[arg(long, value_name = "YYYY-MM-DD")]
    on: Option<Date>,
    /// Day on which the gazette published the amending act, if the file does not name it
    #[arg(long, value_name = "YYYY-MM-DD")]
    published: Option<Date>,
    /// Official form after the amending act, to compare each provision with
    #[arg(long, value_name = "FILE")]
    official: Option<PathBuf>,
}

/// One operation in the JSON output.
#[derive(Serialize)]
struct OperationLine<'a> {
    kind: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    provision: Option<String>,
    source: &'a str,
    before: Option<&'a str>,
    after: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<&'a str>,
    /// The operation's own day of entry into force, with the clause that sets it.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_day: Option<&'a OwnDay>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    difference: Vec<DifferencePiece>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    /// The operation as written, if it was not applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
}

/// The totals in the last line.
#[derive(Serialize)]
struct Totals {
    kind: &'static str,
    found: usize,
    applied: usize,
    listed: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    equal: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    equal_articles: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    different_articles: Option<Vec<String>>,
}

pub(super) fn run(args: &ApplyArgs, printer: &mut Printer) -> Result<ExitCode> {
    let (base, act) = (read_form(&args.base)?, read_form(&args.act)?);
    let when = When { published: args.published, on: args.on };
    let applied = apply::apply_when(&base, &act, when).map_err(|problem| {
        let message = format!("cannot apply {} to {}: {problem}", name_of(&args.act), name_of(&args.base));
        Error::new(Kind::Invalid, ErrorCode::Invalid, message)
    })?;
    let comparison = match &args.official {
        Some(path) => Some(apply::compare(&applied, &read_form(path)?)),
        None => None,
    };
    if let Some(path) = &args.form {
        write_form(path, &applied.form)?;
    }
    print(&applied, comparison.as_ref(), printer);
    let is_complete = applied.outcomes.iter().all(|outcome| outcome.problem.is_none());
    Ok(if is_complete { ExitCode::SUCCESS } else { ExitCode::from(REFUSED) })
}

fn read_form(path: &Path) -> Result<Form> {
    read::read(&read_file(path)?).map_err(|problem| {
        let message = format!("cannot read {}: {problem}; give a file with the text of an act", name_of(path));
        Error::new(Kind::Invalid, ErrorCode::Invalid, message)
    })
}

fn write_form(path: &Path, form: &Form) -> Result<()> {
    std::fs::write(path, write::write(form)).map_err(|error| unwritable(path, error))
}

fn print(applied: &Applied, comparison: Option<&Comparison>, printer: &mut Printer) {
    let equal = |at: usize| comparison.and_then(|comparison| comparison.provisions.get(at).copied().flatten());
    for (at, outcome) in applied.outcomes.iter().enumerate() {
        if printer.is_json() {
            printer.json_line(&json(outcome, equal(at)));
        } else {
            printer.line(readable(outcome, equal(at)));
        }
    }
    let totals = totals(applied, comparison);
    if printer.is_json() {
        printer.json_line(&totals);
    } else {
        printer.line(summary(&totals));
    }
}

fn json(outcome: &OperationOutcome, equal: Option<bool>) -> OperationLine<'_> {
    OperationLine {
        kind: outcome.kind.name(),
        provision: outcome.place.as_ref().map(ToString::to_string),
        source: &outcome.source,
        before: outcome.before.as_deref(),
        after: outcome.after.as_deref(),
        until: outcome.until.as_deref(),
        own_day: outcome.own_day.as_ref(),
        difference: outcome.difference(),
        equal,
        problem: outcome.problem.as_deref(),
        text: outcome.problem.as_ref().map(|_| outcome.text.as_str()),
    }
}

fn totals(applied: &Applied, comparison: Option<&Comparison>) -> Totals {
    let listed = applied.outcomes.iter().filter(|outcome| outcome.problem.is_some()).count();
    Totals {
        kind: "totals",
        found: applied.outcomes.len(),
        applied: applied.outcomes.len() - listed,
        listed,
        equal: comparison.map(|comparison| comparison.provisions.iter().filter(|equal| **equal == Some(true)).count()),
        equal_articles: comparison.map(|comparison| comparison.equal_articles),
        different_articles: comparison.map(|comparison| comparison.different_articles.clone()),
    }
}

fn readable(outcome: &OperationOutcome, equal: Option<bool>) -> String {
    let place = outcome.place.as_ref().map(ToString::to_string).unwrap_or_default();
    let place = printable(&place);
    let head = [outcome.source.as_str(), outcome.kind.name(), &*place].into_iter().filter(|text| !text.is_empty());
    let head = style(head.collect::<Vec<_>>().join(" · ")).bold();
    if let Some(problem) = &outcome.problem {
        return format!(
            "{head}\n{}: {}\n{}\n",
            style("not applied").red(),
            printable(problem),
            printable(&outcome.text)
        );
    }
    let mut text = coloured(&outcome.difference());
    if let Some(until) = &outcome.until {
        text = format!("{text}\n{}", printable(until));
    }
    if let Some(own) = &outcome.own_day {
        text = format!("{text}\n{}", style(printable(&own_day(own))).dim());
    }
    let note = match equal {
        Some(false) => format!("\n{}", style("differs from the official form").yellow()),
        _ => String::new(),
    };
    format!("{head}\n{text}{note}\n")
}

fn own_day(own: &OwnDay) -> String {
    match own.in_force {
        Some(day) => format!("in force on {day}"),
        None => own.clause.clone(),
    }
}

/// The difference with colours on a terminal, and with signs elsewhere.
fn coloured(pieces: &[DifferencePiece]) -> String {
    let with_signs = !console::colors_enabled();
    let piece = |piece: &DifferencePiece| match piece {
        DifferencePiece::Same(text) => printable(text).into_owned(),
        DifferencePiece::Removed(text) if with_signs => format!("[-{}-]", printable(text)),
        DifferencePiece::Added(text) if with_signs => format!("{{+{}+}}", printable(text)),
        DifferencePiece::Removed(text) => style(printable(text)).red().strikethrough().to_string(),
        DifferencePiece::Added(text) => style(printable(text)).green().to_string(),
    };
    pieces.iter().map(piece).collect()
}

fn summary(totals: &Totals) -> String {
    let found = count(totals.found as u64, "operation");
    let mut text = format!("{found}: {} applied, {} left to a person", totals.applied, totals.listed);
    if let (Some(equal), Some(articles), Some(different)) =
        (totals.equal, totals.equal_articles, &totals.different_articles)
    {
        text = format!("{text}, {equal} equal to the official form; {} equal", count(articles as u64, "article"));
        if !different.is_empty() {
            text = format!("{text}, different: {}", different.join(", "));
        }
    }
    text
}
