//! Readers of input files: articles, lists of addresses ([`addresses`]) and campaigns ([`campaign`]); official
//! sources of acts ([`portal`]), drafts made from acts ([`act_draft`]); and the outgoing HTTP ([`fetch`]).
//!
//! [`files`] splits a file into raw records without checking them, [`draft`] checks a raw record against the
//! rules of an article. Neither uses the store. Start with [`files::records`] and [`draft::read`].

pub mod act_draft;
pub mod addresses;
pub mod amending;
pub mod article_file;
pub mod campaign;
pub mod correction;
pub mod draft;
pub mod eurlex;
pub mod fetch;
pub mod files;
pub mod form;
pub mod form_changes;
pub mod found_act;
mod front_matter;
pub mod gazette;
pub mod names;
pub mod pdf;
pub mod portal;
pub mod refusals;

use std::fmt;
use std::io::Read;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::domain::content_fault::ContentFault;

/// Format of a file of articles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Format {
    #[serde(rename = "json")]
    Json,
    #[serde(rename = "jsonl")]
    JsonLines,
    #[serde(rename = "csv")]
    Csv,
    #[serde(rename = "md")]
    Markdown,
}

impl Format {
    pub const ALL: [Self; 4] = [Self::Json, Self::JsonLines, Self::Csv, Self::Markdown];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
            Self::Markdown => "md",
        }
    }

    /// The format of a file's extension: `.json`, `.jsonl`, `.ndjson`, `.csv`, `.md`, `.markdown`.
    pub fn from_name(name: &str) -> Option<Self> {
        let (stem, ending) = name.rsplit_once('.')?;
        if stem.is_empty() { None } else { ending.to_ascii_lowercase().parse().ok() }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "json" => Ok(Self::Json),
            "jsonl" | "ndjson" => Ok(Self::JsonLines),
            "csv" => Ok(Self::Csv),
            "md" | "markdown" => Ok(Self::Markdown),
            _ => Err(format!("{text:?} is not a format; use json, jsonl, csv or md")),
        }
    }
}

/// A file to import, from any origin.
pub struct Upload {
    /// Name for messages; never opened.
    pub name: String,
    /// `None`: by the extension of the name.
    pub format: Option<Format>,
    pub reader: Box<dyn Read + Send>,
}

/// Location of a record, for messages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    pub file: String,
    /// First line of the record, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// Position in an array, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<u64>,
}

impl Location {
    pub fn file(name: &str) -> Self {
        Self { file: name.to_owned(), line: None, record: None }
    }

    pub fn line(name: &str, line: u64) -> Self {
        Self { line: Some(line), ..Self::file(name) }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        match (self.line, self.record) {
            (Some(line), Some(record)) => write!(f, ", record {record} (line {line})"),
            (Some(line), None) => write!(f, ", line {line}"),
            (None, Some(record)) => write!(f, ", record {record}"),
            (None, None) => Ok(()),
        }
    }
}

/// An unchecked article: field names and values.
#[derive(Debug, Clone, PartialEq)]
pub struct RawRecord {
    pub location: Location,
    pub fields: Map<String, Value>,
    /// Warnings of the reader, such as an unknown section.
    pub warnings: Vec<Warning>,
    /// Size in the file, to bound batches.
    pub bytes: usize,
}

/// A rule that a record breaks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordProblem {
    /// Path of the field, such as `deadlines[1].date`; `None` for the whole record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The rule; `Other` for those of files.
    #[serde(flatten)]
    pub code: ContentFault,
    pub wrong: String,
    /// The allowed value, or the remedy.
    pub allowed: String,
}

impl RecordProblem {
    pub fn of_record(wrong: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { field: None, code: ContentFault::Other, wrong: wrong.into(), allowed: allowed.into() }
    }

    pub fn of_field(field: impl Into<String>, wrong: impl Into<String>, allowed: impl Into<String>) -> Self {
        Self { field: Some(field.into()), ..Self::of_record(wrong, allowed) }
    }
}

impl fmt::Display for RecordProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(field) = &self.field {
            write!(f, "{field}: ")?;
        }
        write!(f, "{}; {}", self.wrong, self.allowed)
    }
}

/// A record or file that is not imported.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    pub location: Location,
    /// All problems; never empty.
    pub problems: Vec<RecordProblem>,
}

impl Refusal {
    pub fn new(location: Location, problem: RecordProblem) -> Self {
        Self { location, problems: vec![problem] }
    }
}

/// A note about a record that is imported.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Warning {
    pub field: Option<String>,
    pub message: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_format() {
        assert_eq!(Format::from_name("legi.v2.JSON"), Some(Format::Json));
        assert_eq!(Format::from_name("legi.ndjson"), Some(Format::JsonLines));
        assert_eq!(Format::from_name("folder/legi.markdown"), Some(Format::Markdown));
        for unknown in ["legi", ".csv", "legi.xlsx", "-"] {
            assert_eq!(Format::from_name(unknown), None, "{unknown}");
        }
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
        }
    }

    #[test]
    fn a_location_names_file_line_and_record() {
        assert_eq!(Location::line("articles.csv", 7).to_string(), "articles.csv, line 7");
        let location = Location { record: Some(3), ..Location::line("a.json", 40) };
        assert_eq!(location.to_string(), "a.json, record 3 (line 40)");
    }
}
