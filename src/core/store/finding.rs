//! Collects what a verification finds.

use serde::de::DeserializeOwned;

use super::damage::Inconsistency;
use super::engine::ReadTx;
use super::error::StoreError;
use super::key::{Key, ToKey};
use super::table::Table;

/// The inconsistencies that one verification found.
#[derive(Debug, Default)]
pub(super) struct Findings(Vec<Inconsistency>);

impl Findings {
    /// Reports a problem of a row.
    pub(super) fn row<K: Key, V>(&mut self, table: Table<K, V>, key: &(impl ToKey<K> + ?Sized), problem: &str) {
        self.add(table.name(), K::show(&key.to_key()), problem.to_owned());
    }

    /// Reports an index whose number of rows is not `wanted`; `of` names what it indexes.
    pub(super) fn check_len<K: Key, V: DeserializeOwned>(
        &mut self,
        tx: &ReadTx,
        index: Table<K, V>,
        wanted: u64,
        of: &str,
    ) -> Result<(), StoreError> {
        let found = index.len(tx)?;
        if found != wanted {
            self.add(index.name(), String::new(), format!("{found} rows for {wanted} {of}"));
        }
        Ok(())
    }

    /// Visits every row that can be read and reports the others. Returns the number of all rows.
    pub(super) fn each_row<K: Key, V: DeserializeOwned>(
        &mut self,
        tx: &ReadTx,
        table: Table<K, V>,
        mut check: impl FnMut(&mut Self, K, V) -> Result<(), StoreError>,
    ) -> Result<u64, StoreError> {
        let mut rows = 0;
        for row in table.scan_all(tx).with_damaged() {
            rows += 1;
            match row {
                Ok((key, value)) => check(self, key, value)?,
                Err(StoreError::Corrupt { key, source, .. }) => {
                    self.add(table.name(), key, format!("the record cannot be read: {source}"));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(rows)
    }

    /// Reports this problem of each record that does not name its own key.
    pub(super) fn check_keys<K: Key, V: DeserializeOwned>(
        &mut self,
        tx: &ReadTx,
        table: Table<K, V>,
        names_key: impl Fn(&K, &V) -> bool,
        problem: &str,
    ) -> Result<(), StoreError> {
        self.check_rows(tx, table, |key, record| Ok(names_key(key, record)), problem)
    }

    /// Reports this problem of each row that is not sound.
    pub(super) fn check_rows<K: Key, V: DeserializeOwned>(
        &mut self,
        tx: &ReadTx,
        table: Table<K, V>,
        is_sound: impl Fn(&K, &V) -> Result<bool, StoreError>,
        problem: &str,
    ) -> Result<(), StoreError> {
        self.each_row(tx, table, |findings, key, record| {
            if !is_sound(&key, &record)? {
                findings.add(table.name(), K::show(&key.encode()), problem.to_owned());
            }
            Ok(())
        })?;
        Ok(())
    }

    pub(super) fn add(&mut self, table: &str, key: String, problem: String) {
        self.0.push(Inconsistency { table: table.to_owned(), key, problem });
    }

    pub(super) fn into_vec(self) -> Vec<Inconsistency> {
        self.0
    }
}
