//! Why a drafted article has its values.

use serde::{Deserialize, Serialize};

use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::rule_reason::RuleReason;
use crate::domain::{ActKey, Slug};

/// By the article's slug.
pub(super) const DRAFT_REASONS: Table<Slug, DraftReasons> = Table::new("draft_reasons");

/// The reasons for the values of a draft that was made from an act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraftReasons {
    pub slug: Slug,
    pub act: ActKey,
    /// The archived text that the draft was made from, to which the places of quotations belong.
    pub text_sha256: String,
    /// The version of the article's content that was drafted; another one is a person's or a model's.
    pub version: String,
    pub reasons: Vec<RuleReason>,
}

pub fn get(tx: &dyn Reading, slug: &Slug) -> Result<Option<DraftReasons>, StoreError> {
    DRAFT_REASONS.get_readable(tx, slug)
}

pub fn put(tx: &WriteTx, record: &DraftReasons) -> Result<(), StoreError> {
    DRAFT_REASONS.put(tx, &record.slug, record)
}

pub(super) fn remove(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    DRAFT_REASONS.delete(tx, slug)?;
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, DRAFT_REASONS, |findings, slug, record| {
        if record.slug != slug {
            findings.row(DRAFT_REASONS, &slug, "the record names another article");
        }
        if !articles::exists(tx, &slug)? {
            findings.row(DRAFT_REASONS, &slug, "there is no such article");
        }
        Ok(())
    })?;
    Ok(())
}
