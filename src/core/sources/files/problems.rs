//! Problems that all formats share.

use serde_json::error::Category;

use crate::domain::article::limits;
use crate::sources::{Format, Location, RecordProblem, Refusal};

/// The reason why a file with this start is not text; errors about its records would be misleading.
pub(in crate::sources) fn not_text(start: &[u8], format: Format) -> Option<RecordProblem> {
    let remedy = match format {
        Format::Csv => "save it as \"CSV UTF-8\"",
        Format::Json | Format::JsonLines | Format::Markdown => "save it as text in UTF-8",
    };
    if start.is_empty() {
        Some(is_empty())
    } else if start.starts_with(b"PK\x03\x04") || start.starts_with(b"\xd0\xcf\x11\xe0") {
        Some(RecordProblem::of_record("is not text but a workbook or an archive", remedy))
    } else if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        Some(RecordProblem::of_record("is written in UTF-16", remedy))
    } else if start.iter().any(|byte| matches!(byte, 0..=8 | 14..=31)) {
        Some(RecordProblem::of_record("is not text", remedy))
    } else {
        None
    }
}

/// Refuses a file whose extension names no format.
pub(super) fn unknown_format(name: &str) -> RecordProblem {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase());
    match extension.as_deref() {
        Some(extension @ ("xlsx" | "xlsm" | "xlsb" | "xls" | "ods" | "numbers")) => RecordProblem::of_record(
            format!("is a spreadsheet (.{extension})"),
            "save it as \"CSV UTF-8\" and import that file",
        ),
        Some(extension @ ("docx" | "doc" | "odt" | "rtf" | "pdf")) => RecordProblem::of_record(
            format!("is a document (.{extension})"),
            "write the articles as .json, .jsonl, .csv or .md",
        ),
        _ => RecordProblem::of_record(
            "has no known extension",
            "rename it to .json, .jsonl, .csv or .md, or add --format json, jsonl, csv or md",
        ),
    }
}

fn is_empty() -> RecordProblem {
    RecordProblem::of_record("is empty", "a file holds at least one article")
}

/// Refuses a file that has bytes but no record.
pub(super) fn no_article(name: &str) -> Refusal {
    Refusal::new(Location::file(name), is_empty())
}

pub(super) fn too_long() -> RecordProblem {
    let kib = limits::RECORD_BYTES / 1024;
    RecordProblem::of_record("is longer than any article", format!("one article has at most {kib} KiB"))
}

pub(in crate::sources) fn not_utf8(remedy: &str) -> RecordProblem {
    RecordProblem::of_record("is not written in UTF-8", remedy)
}

pub(super) fn not_json(error: &serde_json::Error, column: Option<usize>) -> RecordProblem {
    if error.classify() == Category::Data {
        return not_an_object();
    }
    let (wrong, allowed) = syntax(&error.to_string());
    let place = column.filter(|column| *column > 0).map(|column| format!(" (column {column})")).unwrap_or_default();
    RecordProblem::of_record(format!("is not JSON: {wrong}{place}"), allowed)
}

/// Refuses a JSON value of another kind than an object.
fn not_an_object() -> RecordProblem {
    RecordProblem::of_record("is not an article", "write each article as an object: {\"title\": …}")
}

/// Explains a syntax error of `serde_json` and its remedy.
fn syntax(message: &str) -> (&'static str, &'static str) {
    let starts = |start: &str| message.starts_with(start);
    if starts("trailing comma") {
        ("a comma has nothing after it", "remove the comma")
    } else if starts("key must be a string") {
        ("a field name is missing or not in quotation marks", "write \"field\": value")
    } else if starts("control character") {
        ("a text contains a line break", "close the quotation mark, or write \\n for the line break")
    } else if starts("EOF") {
        ("it ends too early", "a closing bracket or quotation mark is missing, or the file is truncated")
    } else if starts("expected `:`") {
        ("a colon is missing after a field name", "write \"field\": value")
    } else if starts("expected `,`") {
        ("a comma or a closing bracket is missing", "separate values with commas and close each bracket")
    } else if starts("expected value") || starts("expected ident") {
        ("a value is missing or not in quotation marks", "quote texts; other values are numbers, true, false, null")
    } else if starts("trailing characters") {
        ("text follows the closing bracket", "remove it, or write the next article on a new line")
    } else if starts("invalid escape") || starts("lone leading") || starts("unexpected end of hex") {
        ("a text contains an invalid escape", "write \\\\ for a backslash")
    } else if starts("invalid number") || starts("number out of range") {
        ("a number is invalid", "write a number such as 3, or a text in quotation marks")
    } else {
        ("the syntax is invalid", "correct the syntax")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_errors_are_explained_in_plain_words() {
        for (text, expected) in [
            ("{\"a\": 1,}", "a comma has nothing after it (column 9); remove the comma"),
            ("{a: 1}", "a field name is missing or not in quotation marks (column 2); write \"field\": value"),
            ("{\"a\" 1}", "a colon is missing after a field name (column 6); write \"field\": value"),
            (
                "{\"a\": 1 \"b\": 2}",
                "a comma or a closing bracket is missing (column 9); separate values with commas and close each bracket",
            ),
            (
                "{\"a\": x}",
                "a value is missing or not in quotation marks (column 7); quote texts; other values are numbers, true, false, null",
            ),
            ("{\"a\": \"\\x\"}", "a text contains an invalid escape (column 9); write \\\\ for a backslash"),
            ("{\"a\": 01}", "a number is invalid (column 8); write a number such as 3, or a text in quotation marks"),
            (
                "{} {}",
                "text follows the closing bracket (column 4); remove it, or write the next article on a new line",
            ),
        ] {
            let error = serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).expect_err(text);
            assert_eq!(not_json(&error, Some(error.column())).to_string(), format!("is not JSON: {expected}"));
        }
    }
}
