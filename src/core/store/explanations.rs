//! Explanations of drafts by the language model, and the tokens that it used.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::Slug;
use crate::domain::explanation::Explanation;

pub(super) const EXPLANATIONS: Table<Slug, ExplanationRecord> = Table::new("explanations");
/// By calendar month, such as `2026-11`.
pub(super) const MODEL_TOKENS: Table<String, u64> = Table::new("model_tokens");

/// The last explanation of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExplanationRecord {
    pub at: Timestamp,
    pub model: String,
    /// The archived text that was explained.
    pub source_sha256: String,
    pub prompt_version: u32,
    /// The facts about the act that the model received in addition to its text.
    pub facts: String,
    /// Tokens of the prompt and of the answer.
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In hundredths of a cent.
    pub cost: u64,
    pub explanation: Explanation,
}

pub fn get(tx: &dyn Reading, slug: &Slug) -> Result<Option<ExplanationRecord>, StoreError> {
    EXPLANATIONS.get_readable(tx, slug)
}

pub fn put(tx: &WriteTx, slug: &Slug, record: &ExplanationRecord) -> Result<(), StoreError> {
    EXPLANATIONS.put(tx, slug, record)
}

pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    EXPLANATIONS.delete(tx, slug)?;
    Ok(())
}

/// The tokens of a month, used or reserved.
pub fn tokens(tx: &dyn Reading, month: &str) -> Result<u64, StoreError> {
    Ok(MODEL_TOKENS.get_readable(tx, month)?.unwrap_or_default())
}

pub fn put_tokens(tx: &WriteTx, month: &str, tokens: u64) -> Result<(), StoreError> {
    MODEL_TOKENS.put(tx, month, &tokens)
}

/// Checks that each explanation belongs to an existing article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_rows(tx, EXPLANATIONS, |slug, _| articles::exists(tx, slug), "there is no such article")?;
    findings.each_row(tx, MODEL_TOKENS, |_, _, _| Ok(()))?;
    Ok(())
}
