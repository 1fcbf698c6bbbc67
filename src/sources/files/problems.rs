//! Problems that all formats share.

use crate::domain::article::limits;
use crate::sources::{Format, Location, Problem, Refusal};

/// The reason why a file with this start is not text; errors about its records would be misleading.
pub(in crate::sources) fn not_text(start: &[u8], format: Format) -> Option<Problem> {
    let remedy = match format {
        Format::Csv => "save it as \"CSV UTF-8\"",
        Format::Json | Format::JsonLines | Format::Markdown => "save it as text in UTF-8",
    };
    if start.is_empty() {
        Some(is_empty())
    } else if start.starts_with(b"PK\x03\x04") {
        Some(Problem::of_record("is not text but a workbook or an archive", remedy))
    } else if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        Some(Problem::of_record("is written in UTF-16", remedy))
    } else if start.iter().any(|byte| matches!(byte, 0..=8 | 14..=31)) {
        Some(Problem::of_record("is not text", remedy))
    } else {
        None
    }
}

fn is_empty() -> Problem {
    Problem::of_record("is empty", "a file holds at least one article")
}

/// Refuses a file that has bytes but no record.
pub(super) fn no_article(name: &str) -> Refusal {
    Refusal::new(Location::file(name), is_empty())
}

pub(super) fn too_long() -> Problem {
    let kib = limits::RECORD_BYTES / 1024;
    Problem::of_record("is longer than any article", format!("one article has at most {kib} KiB"))
}

pub(in crate::sources) fn not_utf8(remedy: &str) -> Problem {
    Problem::of_record("is not written in UTF-8", remedy)
}

pub(super) fn not_json(error: &serde_json::Error, column: Option<usize>) -> Problem {
    // serde_json appends a position that is relative to the record, not to the file.
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    let wrong = match column.filter(|column| *column > 0) {
        Some(column) => format!("is not JSON: {reason} (column {column})"),
        None => format!("is not JSON: {reason}"),
    };
    let allowed = match error.classify() {
        serde_json::error::Category::Data => "write each article as an object: {\"title\": …}",
        _ => "correct the syntax",
    };
    Problem::of_record(wrong, allowed)
}
