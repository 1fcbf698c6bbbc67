//! The corrected text of an act whose draft still rests on the previous text.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::source::{self, DraftSource};
use crate::error::Result;
use crate::sources::correction::changes;
use crate::store::Reading;
use crate::store::desk::DeskRecord;

/// Maximum number of listed changes.
const MAX_CHANGES: usize = 20;

/// The corrected text of the act that a draft rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct CorrectedSource {
    pub sha256: String,
    pub url: String,
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

/// The corrected text that an editor has not adopted yet, and how it differs from the text of the draft.
pub(super) fn of(
    tx: &dyn Reading,
    notes: &DeskRecord,
    source: Option<&DraftSource>,
) -> Result<Option<CorrectedSource>> {
    let corrected = match &notes.corrected_source {
        Some(sha256) => source::archived(tx, sha256)?,
        None => None,
    };
    Ok(corrected.map(|corrected| {
        let changed = changes(source.map_or("", |source| &source.text), &corrected.text);
        let mut changes: Vec<_> = changed.into_iter().map(|(before, after)| SourceChange { before, after }).collect();
        let unlisted = changes.len().saturating_sub(MAX_CHANGES);
        changes.truncate(MAX_CHANGES);
        let DraftSource { sha256, url, fetched_at, .. } = corrected;
        CorrectedSource { sha256, url, fetched_at, changes, unlisted }
    }))
}
