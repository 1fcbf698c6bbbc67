//! `paragraf law read`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use super::input::{TextFormat, read_documents};
use crate::cli::output::{Printer, count, table};
use crate::error::Result;
use crate::law::document::DocumentPart;
use crate::law::{Mention, read_markdown, read_text};

pub(super) const OUTPUT: &str = "\
Offsets count the bytes of the UTF-8 text: of the file for plain text and Markdown, of the text of the
provision for JSON records.";

#[derive(Debug, Args)]
pub(in crate::cli) struct ReadArgs {
    /// File with the text: plain text, Markdown, JSON or JSON Lines; - for standard input
    file: PathBuf,
    #[command(flatten)]
    format: TextFormat,
}

/// What was found in an act.
#[derive(Serialize)]
struct ActReport {
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<String>,
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
    let reports: Vec<_> = documents
        .into_iter()
        .map(|document| ActReport {
            line: document.line,
            title: document.title,
            parts: document.parts.into_iter().map(part_report).collect(),
        })
        .collect();
    printer.show(&reports, |reports| text(reports));
    Ok(ExitCode::SUCCESS)
}

fn part_report(part: DocumentPart) -> PartReport {
    let mentions = if part.is_markdown { read_markdown(&part.text) } else { read_text(&part.text) };
    PartReport { label: part.label, mentions }
}

fn text(reports: &[ActReport]) -> String {
    let mut table = table(&["ACT", "PART", "OFFSET", "FOUND", "TEXT"]);
    let mut found = 0;
    for (report, part) in reports.iter().flat_map(|report| report.parts.iter().map(move |part| (report, part))) {
        for mention in &part.mentions {
            found += 1;
            let title = report.title.clone().unwrap_or_else(|| report.line.to_string());
            let label = part.label.clone().unwrap_or_default();
            table.add_row([title, label, mention.start.to_string(), mention.value.to_string(), mention.text.clone()]);
        }
    }
    format!("{table}\n\n{}", count(found, "mention"))
}
