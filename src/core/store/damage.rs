//! Damaged records: found when they are read, left out, and listed until they are replaced or removed.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

/// Most records that are noted; further ones are ignored.
const MAX_RECORDS: usize = 1_000;

/// One inconsistency of the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inconsistency {
    pub table: String,
    /// The row; empty when the problem is the table's.
    pub key: String,
    pub problem: String,
}

/// The damaged records that this process has met.
#[derive(Debug, Default)]
pub struct Damage(Mutex<BTreeMap<(&'static str, Vec<u8>), Inconsistency>>);

impl Damage {
    /// Adds a record, and logs it when it is new.
    pub(super) fn note(&self, table: &'static str, key: &[u8], shown: &str, problem: &str) {
        let mut found = self.lock();
        let row = (table, key.to_vec());
        if found.contains_key(&row) || found.len() >= MAX_RECORDS {
            return;
        }
        tracing::error!(store.table = table, store.key = shown, store.problem = problem, "{}", remedy(table, shown));
        found
            .insert(row, Inconsistency { table: table.to_owned(), key: shown.to_owned(), problem: problem.to_owned() });
    }

    pub(super) fn has(&self, table: &'static str, key: &[u8]) -> bool {
        let found = self.lock();
        !found.is_empty() && found.contains_key(&(table, key.to_vec()))
    }

    /// Forgets a record that was replaced or removed.
    pub(super) fn forget(&self, table: &'static str, key: &[u8]) {
        let mut found = self.lock();
        if !found.is_empty() {
            found.remove(&(table, key.to_vec()));
        }
    }

    pub(super) fn list(&self) -> Vec<Inconsistency> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<(&'static str, Vec<u8>), Inconsistency>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Explains that a damaged record is left out, and what the operator can do.
pub fn remedy(table: &str, key: &str) -> String {
    match table {
        "articles" => format!(
            "the article {key} is damaged and left out; import it again, remove it with `paragraf articles remove {key}`, or restore a backup"
        ),
        _ => format!("the record {key} of {table} is damaged and left out; restore a backup if it is missed"),
    }
}
