//! The provisions that stored acts change, by the act that they amend.

use std::collections::{BTreeMap, HashSet};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::acts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::act::Act;
use crate::domain::{ActKey, ChangedProvisions};

/// By the amended act's type, year and number, and the amending act. A citation need not name the issuer of the amended
/// act, so that a row may have acts of several issuers.
pub(super) const CHANGED_PROVISIONS: Table<(String, String), Vec<ChangedAct>> = Table::new("changed_provisions");

/// What an amending act changes in one act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangedAct {
    /// The amended act as the amending act cites it.
    pub act: Act,
    /// When the amending act enters into force, as far as rules can tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
    pub changed: ChangedProvisions,
}

/// The key of an amended act in this table; `None` for one without a number.
fn number_of(act: &Act) -> Option<ActKey> {
    ActKey::of(&Act { issuer: None, ..act.clone() })
}

/// What stored acts change in the acts of this type, year and number, with the amending acts.
pub fn of_act(tx: &dyn Reading, act: &Act) -> Result<Vec<(ActKey, ChangedAct)>, StoreError> {
    let Some(number) = number_of(act) else { return Ok(vec![]) };
    let mut found = Vec::new();
    for row in CHANGED_PROVISIONS.scan(tx, KeyRange::prefix(number.as_str())) {
        let ((_, by), acts) = row?;
        if let Some(by) = ActKey::parse(&by) {
            found.extend(acts.into_iter().map(|act| (by.clone(), act)));
        }
    }
    Ok(found)
}

/// Replaces what an act changes. `before` are the acts that it amended until now.
pub(super) fn put<'a>(
    tx: &WriteTx,
    by: &ActKey,
    before: impl Iterator<Item = &'a Act>,
    acts: &[ChangedAct],
) -> Result<(), StoreError> {
    for number in before.filter_map(number_of) {
        CHANGED_PROVISIONS.delete(tx, &(number.as_str(), by.as_str()))?;
    }
    let mut by_number: BTreeMap<ActKey, Vec<ChangedAct>> = BTreeMap::new();
    for act in acts {
        if let Some(number) = number_of(&act.act) {
            by_number.entry(number).or_default().push(act.clone());
        }
    }
    by_number.iter().try_for_each(|(number, acts)| CHANGED_PROVISIONS.put(tx, &(number.as_str(), by.as_str()), acts))
}

/// The acts whose changed provisions are stored.
pub fn amending(tx: &ReadTx) -> Result<HashSet<String>, StoreError> {
    CHANGED_PROVISIONS.scan_all(tx).map(|row| row.map(|((_, by), _)| by)).collect()
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, CHANGED_PROVISIONS, |findings, key, acts| {
        let by = ActKey::parse(&key.1);
        if by.map_or(Ok(true), |by| acts::get(tx, &by).map(|act| act.is_none()))? {
            findings.row(CHANGED_PROVISIONS, &&key, "there is no such amending act");
        }
        if acts.iter().any(|act| number_of(&act.act).is_none_or(|number| number.as_str() != key.0)) {
            findings.row(CHANGED_PROVISIONS, &&key, "the row has another act");
        }
        Ok(())
    })?;
    Ok(())
}
