//! Texts of acts in their formats: plain text, Markdown, and JSON records with provisions.

use std::str::FromStr;

use serde::Deserialize;

use crate::title::plain_title;

/// The format of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DocumentFormat {
    Plain,
    /// Markdown with YAML front matter, one heading for each article.
    Markdown,
    /// One record with the provisions of an act.
    Json,
    /// One record on each line.
    JsonLines,
}

impl DocumentFormat {
    pub const ALL: [Self; 4] = [Self::Plain, Self::Markdown, Self::Json, Self::JsonLines];

    /// The usual extension of a file.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Plain => "txt",
            Self::Markdown => "md",
            Self::Json => "json",
            Self::JsonLines => "jsonl",
        }
    }

    /// The format of files with this extension.
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "md" | "markdown" => Some(Self::Markdown),
            "json" => Some(Self::Json),
            "jsonl" | "ndjson" => Some(Self::JsonLines),
            "txt" | "text" => Some(Self::Plain),
            _ => None,
        }
    }

    /// Detects the format of a text: JSON by its first character, Markdown by front matter or a heading on any line.
    pub fn of_text(text: &str) -> Self {
        let text = text.trim_start_matches('\u{feff}').trim_start();
        let first_line = text.lines().next().unwrap_or_default();
        if text.starts_with('{') {
            let is_record = serde_json::from_str::<serde::de::IgnoredAny>(first_line).is_ok();
            return if is_record { Self::JsonLines } else { Self::Json };
        }
        let is_markdown = first_line == "---" || text.lines().any(|line| line.starts_with('#'));
        if is_markdown { Self::Markdown } else { Self::Plain }
    }
}

impl FromStr for DocumentFormat {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|format| format.extension() == text).ok_or("txt, md, json or jsonl")
    }
}

/// An act, or a part of one, with its text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LawDocument {
    /// The line of the file on which the text begins, from 1.
    pub line: usize,
    pub title: Option<String>,
    pub url: Option<String>,
    /// Date of the act, as `YYYY-MM-DD`.
    pub issued: Option<String>,
    pub parts: Vec<DocumentPart>,
}

/// A text that is read separately: a provision of a record, or a whole file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentPart {
    /// The name of the provision, such as "Articolul 5".
    pub label: Option<String>,
    pub text: String,
    pub is_markdown: bool,
}

/// Why a text cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError {
    pub line: usize,
    pub problem: String,
}

/// A record of a collection of acts.
#[derive(Deserialize)]
struct Record {
    title: Option<String>,
    url: Option<String>,
    issued_date: Option<String>,
    provisions: Vec<RecordProvision>,
}

#[derive(Deserialize)]
struct RecordProvision {
    #[serde(alias = "title")]
    label: Option<String>,
    #[serde(alias = "content")]
    text: String,
}

/// Reads the acts of a file.
///
/// # Errors
/// Names the line of a record that is not JSON, or has no provisions with texts.
pub fn parse(text: &str, format: DocumentFormat) -> Result<Vec<LawDocument>, DocumentError> {
    match format {
        DocumentFormat::Plain => Ok(vec![whole(text, None, false)]),
        DocumentFormat::Markdown => Ok(vec![whole(text, markdown_title(text), true)]),
        DocumentFormat::Json => record(text.trim_start_matches('\u{feff}'), 1).map(|document| vec![document]),
        DocumentFormat::JsonLines => {
            let lines = text.trim_start_matches('\u{feff}').lines().zip(1..);
            lines.filter(|(line, _)| !line.trim().is_empty()).map(|(line, number)| record(line, number)).collect()
        }
    }
}

fn whole(text: &str, title: Option<String>, is_markdown: bool) -> LawDocument {
    let part = DocumentPart { label: None, text: text.to_owned(), is_markdown };
    LawDocument { line: 1, title, parts: vec![part], ..LawDocument::default() }
}

fn markdown_title(text: &str) -> Option<String> {
    let heading = text.lines().find_map(|line| line.strip_prefix("# "));
    heading.map(plain_title)
}

fn record(text: &str, line: usize) -> Result<LawDocument, DocumentError> {
    let record: Record = serde_json::from_str(text).map_err(|error| {
        let line = line + error.line().saturating_sub(1);
        DocumentError { line, problem: without_place(&error) }
    })?;
    let part =
        |provision: RecordProvision| DocumentPart { label: provision.label, text: provision.text, is_markdown: false };
    Ok(LawDocument {
        line,
        title: record.title,
        url: record.url,
        issued: record.issued_date,
        parts: record.provisions.into_iter().map(part).collect(),
    })
}

/// The message of an error without the line and column, which count from the record.
fn without_place(error: &serde_json::Error) -> String {
    let message = error.to_string();
    message.split(" at line ").next().unwrap_or(&message).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_of_both_collections_are_read() {
        let lines = "{\"title\": \"LEGE nr. 1\", \"issued_date\": \"2025-01-10\", \"provisions\": [{\"label\": \"Articolul 1\", \"text\": \"a\"}]}\n\n{\"provisions\": [{\"provision_ref\": \"Art.1\", \"title\": \"ARTICOL UNIC\", \"content\": \"b\"}]}\n";
        let documents = parse(lines, DocumentFormat::of_text(lines)).expect("two records");
        let labels: Vec<_> = documents.iter().map(|it| (it.line, it.parts[0].label.as_deref().unwrap_or(""))).collect();
        assert_eq!(labels, [(1, "Articolul 1"), (3, "ARTICOL UNIC")]);
        assert_eq!(documents[1].parts[0].text, "b");
        let error = parse("{\"provisions\": []}\n{\"provisions\": [{}]}", DocumentFormat::JsonLines).expect_err("bad");
        assert_eq!((error.line, error.problem.as_str()), (2, "missing field `text`"));
    }

    #[test]
    fn the_format_of_a_text_is_detected() {
        for (text, format) in [
            ("LEGE nr. 5", DocumentFormat::Plain),
            ("\u{feff}---\ntitle: x\n---\n# LEGEA (*republicată*)", DocumentFormat::Markdown),
            ("{\"a\": 1}\n{\"a\": 2}", DocumentFormat::JsonLines),
            ("{\n\"a\": 1}", DocumentFormat::Json),
        ] {
            assert_eq!(DocumentFormat::of_text(text), format, "{text}");
        }
        assert_eq!(markdown_title("# LEGEA (*republicată*)\n").as_deref(), Some("LEGEA (republicată)"));
    }
}
