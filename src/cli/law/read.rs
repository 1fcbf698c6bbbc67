//! `paragraf law read`

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use jiff::civil::Date;
use serde::Serialize;

use super::input::{TextFormat, read_documents};
use crate::cli::output::{Printer, count, table};
use crate::domain::text::shorten;
use crate::error::Result;
use paragraf_law::document::{DocumentPart, LawDocument};
use paragraf_law::identity::{ActHeading, heading};
use paragraf_law::timetable::{Timetable, timetable};
use paragraf_law::{Mention, code_day, read_markdown, read_text};

/// Maximum characters of a cell that quotes the text.
const CELL: usize = 60;

pub(super) const OUTPUT: &str = "\
Kinds: citation, provision, gazette, portal_note, operation, derogation,
cited_form (republished, with later changes), approval, entry_into_force, term,
until, from, period, date, time (a month, quarter or half-year), figure (money,
percentages), gap (dots for text left out).

Offsets count the bytes of the UTF-8 text: of the file for plain text and
Markdown, of the text of the provision for JSON records. A provision without an
act belongs to the act itself, or to the one that a quoted text changes. Most
days of the timetable need the day of publication, from --published or from the
heading.";

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadArgs {
    /// File with the text: plain text, Markdown, JSON or JSON Lines; - for standard input
    file: PathBuf,
    #[command(flatten)]
    format: TextFormat,
    /// Day on which the gazette published the act, for its entry into force
    #[arg(long, value_name = "YYYY-MM-DD")]
    published: Option<Date>,
    /// Show only how many mentions of each kind were found
    #[arg(long)]
    counts: bool,
}

/// The mentions in a file.
#[derive(Serialize)]
struct ReadReport {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    acts: Vec<ActReport>,
    /// Mentions by kind.
    totals: BTreeMap<&'static str, u64>,
}

#[derive(Serialize)]
struct ActReport {
    /// The line of the file on which the act begins.
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<ActHeading>,
    #[serde(skip_serializing_if = "Option::is_none")]
    timetable: Option<Timetable>,
    parts: Vec<PartReport>,
}

#[derive(Serialize)]
struct PartReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<String>,
    mentions: Vec<Mention>,
}

pub(super) fn run(args: &ReadArgs, printer: &mut Printer) -> Result<ExitCode> {
    let documents = read_documents(&args.file, args.format.format)?;
    let mut acts: Vec<_> = documents.into_iter().map(|document| act_report(document, args.published)).collect();
    let mut totals = BTreeMap::new();
    for mention in acts.iter().flat_map(|act| &act.parts).flat_map(|part| &part.mentions) {
        *totals.entry(mention.value.kind()).or_default() += 1;
    }
    if args.counts {
        acts.clear();
    }
    let report = ReadReport { acts, totals };
    printer.show(&report, text);
    Ok(ExitCode::SUCCESS)
}

fn act_report(document: LawDocument, published: Option<Date>) -> ActReport {
    // The title of a record names its act: its first provision may begin with the act that it amends.
    let first = document.parts.first().map(|part| part.text.as_str()).unwrap_or_default();
    let is_record = document.parts.iter().any(|part| part.label.is_some());
    let heading = if is_record {
        document.title.as_deref().and_then(heading)
    } else {
        heading(first).or_else(|| heading(document.title.as_deref()?))
    };
    let published = published.or_else(|| Some(heading.as_ref()?.gazette.as_ref()?.date));
    let day = heading.as_ref().and_then(|heading| heading.act.date);
    let parts: Vec<_> = document.parts.into_iter().map(|part| part_report(part, day)).collect();
    let timetable = heading.as_ref().map(|heading| {
        let mentions: Vec<_> = parts.iter().flat_map(|part| part.mentions.iter().cloned()).collect();
        timetable(heading.act.kind, published, &mentions)
    });
    ActReport { line: document.line, title: document.title, heading, timetable, parts }
}

/// The mentions of a part of an act of a day.
fn part_report(part: DocumentPart, day: Option<Date>) -> PartReport {
    let mut mentions = if part.is_markdown { read_markdown(&part.text) } else { read_text(&part.text) };
    if let Some(day) = day {
        code_day::as_of_day(&mut mentions, day);
    }
    PartReport { label: part.label, mentions }
}

fn text(report: &ReadReport) -> String {
    let mut totals = table(&["KIND", "FOUND"]);
    report.totals.iter().for_each(|(kind, found)| {
        totals.add_row([(*kind).to_owned(), found.to_string()]);
    });
    let acts = report.acts.iter().map(act_text).collect::<String>();
    let found = report.totals.values().sum();
    format!("{acts}{totals}\n\n{}", count(found, "mention"))
}

fn act_text(act: &ActReport) -> String {
    let mut rows = table(&["PART", "OFFSET", "KIND", "MEANING", "TEXT"]);
    for part in &act.parts {
        for mention in &part.mentions {
            let (label, start) = (part.label.clone().unwrap_or_default(), mention.start.to_string());
            let (kind, meaning) = (mention.value.kind().to_owned(), mention.value.to_string());
            rows.add_row([shorten(&label, CELL), start, kind, meaning, shorten(&mention.text, CELL)]);
        }
    }
    let name = act.title.clone().or_else(|| act.heading.as_ref().map(|heading| heading.act.to_string()));
    let in_force = act.timetable.as_ref().and_then(|timetable| timetable.in_force);
    let in_force = in_force.map(|day| format!("In force: {day}\n"));
    format!("{}\n{}{rows}\n\n", name.unwrap_or_default(), in_force.unwrap_or_default())
}
