//! Decides inside the transaction whether a found act is new, changed or known.

use serde::{Deserialize, Serialize};

use crate::domain::ActKey;
use crate::domain::act::Act;
use crate::error::Result;
use crate::sources::found_act::FoundAct;
use crate::store::Reading;
use crate::store::acts::{self, ActLinks, ActRecord};

/// What became of a found act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
pub enum ActOutcome {
    New,
    /// Stored under a key of its own: another document has the same type, number, year and issuer.
    Namesake {
        of: ActKey,
    },
    /// The source corrected the text; the earlier one stays in the archive.
    Changed,
    /// Another source delivered it before; this one adds its issue of the gazette or a link.
    Completed,
    /// It was stored before, with the same text.
    Unchanged,
}

impl ActOutcome {
    /// Whether something was stored: a new act, a corrected text or an addition.
    pub fn is_news(&self) -> bool {
        *self != Self::Unchanged
    }
}

/// The record to store, if any, and the outcome.
pub(super) struct ActDecision {
    pub(super) key: ActKey,
    pub(super) outcome: ActOutcome,
    pub(super) record: Option<ActRecord>,
}

/// Compares a found act, given as the record of a new one, with the stored acts.
pub(super) fn decide(tx: &dyn Reading, found: &FoundAct, new: &ActRecord) -> Result<ActDecision> {
    let before = match found.portal_id {
        Some(portal_id) => acts::by_portal_id(tx, portal_id)?,
        None => None,
    };
    let Some(before) = before.map_or_else(|| same_act(tx, new), |before| Ok(Some(before)))? else {
        return decide_new(tx, found, new);
    };
    let is_of_portal = before.portal_id.is_some() && new.portal_id.is_none();
    if is_of_portal || before.text_sha256 == new.text_sha256 {
        return Ok(completed(before, new));
    }
    let mut record = ActRecord { key: before.key.clone(), article: before.article.clone(), ..new.clone() };
    record.earlier_texts.clone_from(&before.earlier_texts);
    record.earlier_texts.push(before.text_sha256);
    record.portal_id = new.portal_id.or(before.portal_id);
    record.gazette = new.gazette.clone().or(before.gazette);
    record.links = joined(new.links.clone(), before.links);
    Ok(ActDecision { key: before.key, outcome: ActOutcome::Changed, record: Some(record) })
}

/// Adds what the stored act lacks. A text of the portal is kept: only it has the act's provisions as units, and raised
/// numbers.
fn completed(before: ActRecord, new: &ActRecord) -> ActDecision {
    let key = before.key.clone();
    let record = ActRecord {
        gazette: before.gazette.clone().or_else(|| new.gazette.clone()),
        links: joined(before.links.clone(), new.links.clone()),
        ..before.clone()
    };
    if record == before {
        return ActDecision { key, outcome: ActOutcome::Unchanged, record: None };
    }
    ActDecision { key, outcome: ActOutcome::Completed, record: Some(record) }
}

fn joined(first: ActLinks, second: ActLinks) -> ActLinks {
    ActLinks {
        consolidated: first.consolidated.or(second.consolidated),
        published: first.published.or(second.published),
        gazette: first.gazette.or(second.gazette),
    }
}

/// Finds the same act from another source: the stored act with the same key, unless both are documents of the portal.
/// Sources may write the issuer differently; then it is the only act with this number in the same issue of the gazette.
fn same_act(tx: &dyn Reading, new: &ActRecord) -> Result<Option<ActRecord>> {
    let is_other_source = |stored: &ActRecord| stored.portal_id.is_none() || new.portal_id.is_none();
    if let Some(stored) = acts::get(tx, &new.key)?.filter(is_other_source) {
        return Ok(Some(stored));
    }
    let number = ActKey::of(&Act { issuer: None, ..new.act.clone() }).filter(|number| *number != new.key);
    let (Some(number), Some(gazette)) = (number, &new.gazette) else { return Ok(None) };
    let mut printed = acts::of_number(tx, &number)?;
    // Each source writes an issuer in one way only, so acts of the same source are different acts.
    printed.retain(|stored| {
        stored.gazette.as_ref() == Some(gazette) && stored.portal_id.is_some() != new.portal_id.is_some()
    });
    Ok(if printed.len() == 1 { printed.pop() } else { None })
}

/// Decides about an act that is not stored. If its key belongs to another document, such as the form before a
/// republication, the document's id is added to the key.
fn decide_new(tx: &dyn Reading, found: &FoundAct, new: &ActRecord) -> Result<ActDecision> {
    let taken = acts::get(tx, &new.key)?;
    let (key, outcome) = match (taken, found.portal_id) {
        (Some(other), Some(portal_id)) => {
            (ActKey::of_document(&found.act, portal_id), ActOutcome::Namesake { of: other.key })
        }
        _ => (new.key.clone(), ActOutcome::New),
    };
    let record = ActRecord { key: key.clone(), ..new.clone() };
    Ok(ActDecision { key, outcome, record: Some(record) })
}
