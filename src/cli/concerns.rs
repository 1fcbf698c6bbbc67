//! `paragraf concerns`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use jiff::civil::Date;

use super::global::Global;
use super::input_file::{self, name_of};
use super::output::Printer;
use crate::clock::Clock;
use crate::config::Secrets;
use crate::control::commands::concerns::AskConcerns;
use crate::domain::concern::{ConcernAnswer, ConcernReport, ConcernRequest, Truth, book};
use crate::domain::duty::DutyText;
use crate::domain::text::{nearest, shorten};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::concerns::Demo;

/// The fields of a request.
const FIELDS: [&str; 7] = ["facts", "other_profiles", "skipped", "today", "until", "reasons", "lang"];
/// Largest file, in bytes.
const MAX_BYTES: u64 = 64 << 10;

/// The format of the file, in the long help.
pub(super) const FORMAT: &str = "\
The file is a JSON object such as

  {\"facts\": {\"subject\": \"srl\", \"farms\": false, \"vat\": \"monthly\", \"employees\": 3}}

docs/concerns.md lists the facts and the shapes of their answers. The list
\"skipped\" names questions that are not to be the next one. In a data folder
without a store, the command decides about the demo articles.";

#[derive(Debug, Args)]
pub(super) struct ConcernsArgs {
    /// The reader's answers, or - for standard input
    #[arg(value_name = "FACTS.json|-")]
    file: PathBuf,
    /// First day of the listed dates [default: today in Romania]
    #[arg(long, value_name = "DATE")]
    today: Option<Date>,
    /// Last day of the listed dates [default: end of the third month after]
    #[arg(long, value_name = "DATE")]
    until: Option<Date>,
}

pub(super) async fn run(global: &Global, args: ConcernsArgs, printer: &mut Printer) -> Result<ExitCode> {
    let ConcernsArgs { file, today, until } = args;
    let request = read(&file)?;
    let (today, until) = (today.or(request.today), until.or(request.until));
    let request = ConcernRequest { today, until, reasons: true, ..request };
    let report = match global.call(AskConcerns(request.clone())).await {
        Err(error) if error.code == ErrorCode::NoStore => {
            printer.note("There is no store here: these are the demo articles and the built-in duties.");
            Demo::load(&global.load_config(Secrets::Skip)?)?.concerns(request, Clock::System.today())?
        }
        report => report?,
    };
    printer.show(&report, text);
    Ok(ExitCode::SUCCESS)
}

fn read(path: &Path) -> Result<ConcernRequest> {
    let refuse = |reason: &str| Error::invalid("file", format!("cannot read {}: {reason}", name_of(path)));
    let bytes = input_file::read(path, MAX_BYTES)?.ok_or_else(|| refuse("it is larger than 64 KiB"))?;
    let shape = "write {\"facts\": {\"subject\": \"srl\"}}";
    let read: serde_json::Result<serde_json::Map<String, serde_json::Value>> = serde_json::from_slice(&bytes);
    let fields = read.map_err(|error| refuse(&format!("{error}; {shape}")))?;
    if let Some(name) = fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
        return Err(refuse(&unknown_field(name)));
    }
    serde_json::from_value(fields.into()).map_err(|error| refuse(&format!("{error}; {shape}")))
}

/// What is wrong with this field, and what to write instead.
fn unknown_field(name: &str) -> String {
    let shown = shorten(name, 60);
    if book().id(name).is_some() {
        return format!("{shown} is a fact; write it in facts, such as {{\"facts\": {{\"{shown}\": ...}}}}");
    }
    match nearest(name, FIELDS.into_iter()) {
        Some(near) => format!("{shown}: there is no such field; did you mean {near}?"),
        None => format!("{shown}: there is no such field; use {}", FIELDS.join(", ")),
    }
}

/// The answers by their value, with reasons, then the dates and the next question.
fn text(report: &ConcernReport) -> String {
    let mut lines = Vec::new();
    for (title, truth) in [("YES", Truth::Yes), ("MAYBE", Truth::Maybe), ("NO", Truth::No)] {
        for (kind, answers) in [("duties", &report.duties), ("articles", &report.articles)] {
            lines.extend(group(&format!("{title}: {kind}"), answers, truth));
        }
    }
    lines.push(format!("DATES from {} to {}: {}", report.today, report.until, report.dates.len()));
    for row in &report.dates {
        let source = row.duty.as_ref().or(row.article.as_ref()).map_or("", String::as_str);
        lines.push(format!("  {}  {}  ({source})", row.date, row.what));
    }
    let question = report.next_question.as_deref().and_then(|id| book().id(id)).map(|id| book().fact(id));
    lines.push(match question {
        Some(fact) => format!("NEXT QUESTION: {} ({})", fact.question.ro, fact.id),
        None => "NEXT QUESTION: none".to_owned(),
    });
    lines.join("\n")
}

fn group(title: &str, answers: &BTreeMap<String, ConcernAnswer>, truth: Truth) -> Vec<String> {
    let found: Vec<_> = answers.iter().filter(|(_, answer)| answer.part.answer == truth).collect();
    if found.is_empty() {
        return vec![];
    }
    let mut lines = vec![format!("{title} ({})", found.len())];
    lines.extend(found.into_iter().map(|(name, answer)| format!("  {name}: {}", sentence(answer))));
    lines
}

/// The verdict in Romanian.
fn sentence(answer: &ConcernAnswer) -> String {
    let words = |text: &Option<DutyText>| text.as_ref().map(|text| text.ro.clone()).unwrap_or_default();
    let reason = words(&answer.reason);
    let mut sentence = match (answer.part.answer, answer.part.certain) {
        (Truth::Yes, true) => format!("te privește, {reason}"),
        (Truth::Yes, false) => format!("te privește, după câte știm, {reason}"),
        (Truth::No, _) => format!("nu te privește: {reason}"),
        (Truth::Maybe, _) => format!("poate te privește: {reason}"),
    };
    for (label, text) in [("de verificat: ", &answer.verify), ("", &answer.event), ("", &answer.unless)] {
        if text.is_some() {
            sentence += &format!(" ({label}{})", words(text));
        }
    }
    if answer.optional {
        sentence += " (la alegere)";
    }
    sentence
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_a_request_is_known() {
        let request: ConcernRequest = serde_json::from_str("{\"facts\": {}}").expect("a request");
        let written = serde_json::to_value(request).expect("JSON");
        let names: Vec<_> = written.as_object().expect("an object").keys().map(String::as_str).collect();
        assert_eq!(names, FIELDS);
    }
}
