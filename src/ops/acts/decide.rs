//! What becomes of a found act: decided from the stored acts, inside the transaction.

use serde::{Deserialize, Serialize};

use crate::domain::ActKey;
use crate::error::Result;
use crate::sources::found_act::FoundAct;
use crate::store::Reading;
use crate::store::acts::{self, ActRecord};

/// What became of a found act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum Outcome {
    New,
    /// Stored under a key of its own: another document has the same type, number, year and issuer.
    Namesake {
        of: ActKey,
    },
    /// The source corrected the text; the earlier one stays in the archive.
    Changed,
    /// It was stored before.
    Unchanged,
}

impl Outcome {
    /// Whether the act is new or has a new text.
    pub fn is_news(&self) -> bool {
        *self != Self::Unchanged
    }
}

/// The record to store, if any, and the outcome.
pub(super) struct Decision {
    pub(super) key: ActKey,
    pub(super) outcome: Outcome,
    pub(super) record: Option<ActRecord>,
}

/// Compares a found act, given as the record of a new one, with the stored acts.
pub(super) fn decide(tx: &impl Reading, found: &FoundAct, new: &ActRecord) -> Result<Decision> {
    let before = match found.portal_id {
        Some(portal_id) => acts::by_portal_id(tx, portal_id)?,
        None => None,
    };
    let Some(before) = before.map_or_else(|| same_act(tx, new), |before| Ok(Some(before)))? else {
        return without_stored(tx, found, new);
    };
    if before.text_sha256 == new.text_sha256 {
        return Ok(Decision { key: before.key, outcome: Outcome::Unchanged, record: None });
    }
    let mut record = ActRecord { key: before.key.clone(), article: before.article.clone(), ..new.clone() };
    record.earlier_texts.clone_from(&before.earlier_texts);
    record.earlier_texts.push(before.text_sha256);
    record.portal_id = new.portal_id.or(before.portal_id);
    Ok(Decision { key: before.key, outcome: Outcome::Changed, record: Some(record) })
}

/// The stored act of this key, if one of the two has no document of the portal: the same act from another source.
fn same_act(tx: &impl Reading, new: &ActRecord) -> Result<Option<ActRecord>> {
    let stored = acts::get(tx, &new.key)?;
    Ok(stored.filter(|stored| stored.portal_id.is_none() || new.portal_id.is_none()))
}

/// A new act. If its key has another document, such as the form before a republication, the document's id is
/// added to the key.
fn without_stored(tx: &impl Reading, found: &FoundAct, new: &ActRecord) -> Result<Decision> {
    let taken = acts::get(tx, &new.key)?;
    let (key, outcome) = match (taken, found.portal_id) {
        (Some(other), Some(portal_id)) => {
            (ActKey::of_document(&found.act, portal_id), Outcome::Namesake { of: other.key })
        }
        _ => (new.key.clone(), Outcome::New),
    };
    let record = ActRecord { key: key.clone(), ..new.clone() };
    Ok(Decision { key, outcome, record: Some(record) })
}
