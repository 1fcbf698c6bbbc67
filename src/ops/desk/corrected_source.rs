//! The corrected text of an act, while a draft rests on the text before.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::source::{self, DraftSource};
use crate::domain::text;
use crate::error::Result;
use crate::law::apply::changed_paragraphs;
use crate::store::Reading;
use crate::store::desk::DeskRecord;

/// Changes that are listed.
const MAX_CHANGES: usize = 20;
/// Characters of a listed text.
const MAX_TEXT: usize = 1000;
/// Bytes around what changed in a long paragraph.
const CONTEXT: usize = 160;

/// The corrected text of the act that a draft rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CorrectedSource {
    pub sha256: String,
    pub url: String,
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
    /// In the order of the text, at most 20.
    pub changes: Vec<SourceChange>,
    /// Changes that are not listed.
    pub unlisted: usize,
}

/// Paragraphs of the act that the source corrected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SourceChange {
    /// Empty for added paragraphs.
    pub before: String,
    /// Empty for removed paragraphs.
    pub after: String,
}

/// The corrected text that waits for an editor, and how it differs from the one that the draft rests on.
pub(super) fn of(
    tx: &impl Reading,
    notes: &DeskRecord,
    source: Option<&DraftSource>,
) -> Result<Option<CorrectedSource>> {
    let corrected = match &notes.corrected_source {
        Some(sha256) => source::archived(tx, sha256)?,
        None => None,
    };
    Ok(corrected.map(|corrected| {
        let changed = changed_paragraphs(source.map_or("", |source| &source.text), &corrected.text);
        let mut changes: Vec<_> = changed.iter().map(|(before, after)| around(before, after)).collect();
        let unlisted = changes.len().saturating_sub(MAX_CHANGES);
        changes.truncate(MAX_CHANGES);
        let DraftSource { sha256, url, fetched_at, .. } = corrected;
        CorrectedSource { sha256, url, fetched_at, changes, unlisted }
    }))
}

/// The change with a little of the text that both have before and after it.
fn around(before: &str, after: &str) -> SourceChange {
    let same = |(a, b): &(u8, u8)| a == b;
    let start = before.bytes().zip(after.bytes()).take_while(same).count();
    let shorter = before.len().min(after.len());
    let end = before.bytes().rev().zip(after.bytes().rev()).take_while(same).count().min(shorter - start);
    let part = |text: &str| {
        let from = text.floor_char_boundary(start.saturating_sub(CONTEXT));
        let to = text.ceil_char_boundary((text.len() - end + CONTEXT).min(text.len()));
        text::shorten(&text[from..to], MAX_TEXT)
    };
    SourceChange { before: part(before), after: part(after) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_paragraph_is_cut_to_what_changed() {
        let long = "ș".repeat(5000);
        let change = around(&format!("{long}cinci{long}"), &format!("{long}șase{long}"));
        assert!(change.before.contains("cinci") && change.after.contains("șase"), "{change:?}");
        assert!(change.before.len() < 400, "{}", change.before.len());
    }

    #[test]
    fn equal_ends_never_overlap() {
        let change = around("aa", "aaa");
        assert_eq!((change.before.as_str(), change.after.as_str()), ("aa", "aaa"));
    }
}
