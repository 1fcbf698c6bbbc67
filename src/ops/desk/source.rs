//! The archived text of the act that a draft rests on.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::Article;
use crate::domain::rule_reason::{Rule, RuleReason};
use crate::error::Result;
use crate::store::archive::{self, ArchiveRecord, ArchivedDocument};
use crate::store::explanations::{self, ExplanationRecord};
use crate::store::{Reading, StoreError, draft_reasons};

/// The fields whose rule reasons are replaced by an explanation.
const MODELS_FIELDS: [&str; 3] = ["importance", "roles", "technical_summary"];

/// The text of an act as its source delivered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DraftSource {
    pub sha256: String,
    pub url: String,
    pub fetched_at: Timestamp,
    pub text: String,
}

/// The text that the article's provenance names, if it was archived.
pub(super) fn of(tx: &dyn Reading, article: &Article) -> Result<Option<DraftSource>> {
    match article.provenance.as_ref().and_then(|provenance| provenance.source_sha256.as_ref()) {
        Some(sha256) => archived(tx, sha256),
        None => Ok(None),
    }
}

/// An archived text; `None` also if the document is damaged or not text, so that its draft stays editable.
pub(super) fn archived(tx: &dyn Reading, sha256: &str) -> Result<Option<DraftSource>> {
    let found = match archive::get(tx, sha256) {
        Ok(found) => found,
        Err(StoreError::Corrupt { .. }) => None,
        Err(error) => return Err(error.into()),
    };
    let source = found.and_then(|ArchivedDocument { record, bytes }| {
        let ArchiveRecord { sha256, url, fetched_at, .. } = record;
        Some(DraftSource { sha256, url, fetched_at, text: String::from_utf8(bytes).ok()? })
    });
    Ok(source)
}

/// The reasons for the values that rules or a model chose from the article's source text.
pub(super) fn reasons(tx: &dyn Reading, article: &Article) -> Result<Vec<RuleReason>> {
    let sha256 = article.provenance.as_ref().and_then(|provenance| provenance.source_sha256.as_ref());
    let drafted = draft_reasons::get(tx, &article.slug)?.filter(|drafted| Some(&drafted.text_sha256) == sha256);
    let mut reasons = drafted.map(|drafted| drafted.reasons).unwrap_or_default();
    let explained = explanations::get(tx, &article.slug)?.filter(|it| Some(&it.source_sha256) == sha256);
    if let Some(ExplanationRecord { explanation, .. }) = explained {
        reasons.retain(|reason| !MODELS_FIELDS.contains(&reason.field.as_str()));
        let (field, value) = ("importance".to_owned(), explanation.importance.to_string());
        let detail = Some(explanation.importance_reason.ro);
        reasons.push(RuleReason { field, value, rule: Rule::Model, detail, quote: None, place: None });
    }
    Ok(reasons)
}
