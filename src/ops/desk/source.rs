//! The archived text of the act that a draft rests on.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Article;
use crate::error::Result;
use crate::store::archive::{self, ArchiveRecord, Document};
use crate::store::{Reading, StoreError};

/// The text of an act as its source delivered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftSource {
    pub sha256: String,
    pub url: String,
    #[schema(value_type = String, format = DateTime)]
    pub fetched_at: Timestamp,
    pub text: String,
}

/// The text that the article's provenance names, if it was archived.
///
/// A draft stays editable when its source is damaged or is no text.
pub(super) fn of(tx: &impl Reading, article: &Article) -> Result<Option<DraftSource>> {
    let Some(sha256) = article.provenance.as_ref().and_then(|provenance| provenance.source_sha256.as_ref()) else {
        return Ok(None);
    };
    let found = match archive::get(tx, sha256) {
        Ok(found) => found,
        Err(StoreError::Corrupt { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let source = found.and_then(|Document { record, bytes }| {
        let ArchiveRecord { sha256, url, fetched_at, .. } = record;
        Some(DraftSource { sha256, url, fetched_at, text: String::from_utf8(bytes).ok()? })
    });
    Ok(source)
}

/// Why the rules made the draft as it is: of its topic, audience, importance and dates, in Romanian.
pub(super) fn reasons(_article: &Article) -> Vec<RuleReason> {
    vec![]
}

/// Why the rules chose a value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct RuleReason {
    /// Path of the field, such as `importance`.
    pub field: String,
    pub reason: String,
}
