//! Monitorul Oficial: the index of a day and the PDF files of issues ([`client`]), and the acts in an issue.
//!
//! Reading an issue is pure: pages in, acts out. `print` makes clean lines of the pages, `header` finds the issue's
//! number and date, `summary` reads the table of contents (SUMAR), `heads` finds the headings of acts, `split` pairs
//! entries and headings, and `act` reads one act. An act that cannot be separated for certain is reported.

mod act;
pub mod client;
mod day_index;
mod header;
mod heads;
mod kinds;
mod letters;
mod paragraphs;
mod print;
mod split;
mod summary;

use crate::domain::IssueName;
use crate::domain::gazette::Gazette;
use crate::sources::found_act::FoundAct;
use crate::sources::pdf::PdfPage;

/// An issue that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    pub gazette: Gazette,
    pub name: IssueName,
    pub acts: Vec<FoundAct>,
    /// Why acts of the summary were left out.
    pub refused: Vec<String>,
}

/// Reads the pages of an issue of Part I or II. Part II holds debates of Parliament and no acts.
///
/// # Errors
/// The reason, with its remedy, for pages that are no issue of these parts, or that have no summary.
pub fn read(pages: &[PdfPage]) -> Result<Issue, String> {
    let print = print::read(pages);
    let gazette = header::read(&print)?;
    let name = IssueName::of(&gazette).ok_or("has no number in its header; check that it is a whole issue")?;
    let mut issue = Issue { gazette, name, acts: vec![], refused: vec![] };
    match issue.name.part.as_str() {
        "I" => {}
        "II" => return Ok(issue),
        part => return Err(format!("is an issue of Part {part}; only Parts I and II are read")),
    }
    let start = summary::start(&print.lines).ok_or(
        "has no summary (SUMAR), without which its acts cannot be separated; take them from Portal Legislativ",
    )?;
    let heads = heads::find(&print.lines, start);
    let body = heads.first().map_or(print.lines.len(), |head| head.block);
    let entries = summary::entries(&print.lines[start..body]);
    let sections: Vec<_> = entries.iter().map(|entry| entry.section.as_str()).collect();
    let words = paragraphs::IssueWords::of(&print.lines);
    for part in split::pair(&print.lines, &entries, &heads) {
        let found = part.and_then(|part| act::read(&print.lines, &part, &sections, &words, &issue.gazette));
        match found {
            Ok(act) => issue.acts.push(act),
            Err(reason) => issue.refused.push(reason),
        }
    }
    Ok(issue)
}
