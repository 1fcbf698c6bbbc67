//! What a backup must give back: the number of rows of each table, and the digests of some articles.

use std::collections::BTreeMap;
use std::path::PathBuf;

use data_encoding::HEXLOWER;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::files::NeededFile;
use crate::domain::Slug;
use crate::error::{Error, Result};
use crate::store::snapshot::row_counts;
use crate::store::verify::Inconsistency;
use crate::store::{self, ReadTx, articles};

/// Name of the file in a backup.
pub(super) const FILE_NAME: &str = "manifest.json";
/// Articles that are compared, with their texts, status and counts.
const COMPARED_ARTICLES: u64 = 200;

/// What the store had when it was copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The program that made the backup, and the schema of its store.
    program: String,
    schema: u32,
    made_at: Timestamp,
    /// Rows by table.
    rows: BTreeMap<String, u64>,
    /// SHA-256 by slug.
    articles: BTreeMap<String, String>,
    /// Where the files beside the store were, by their names in the backup.
    #[serde(default)]
    pub(super) places: BTreeMap<String, PathBuf>,
}

impl Manifest {
    pub(super) fn of(tx: &ReadTx, made_at: Timestamp, files: &[NeededFile]) -> Result<Self> {
        // Other articles every day.
        let day = usize::try_from(made_at.as_second() / (24 * 60 * 60)).unwrap_or_default();
        let mut digests = BTreeMap::new();
        for slug in articles::sample(tx, COMPARED_ARTICLES, day)? {
            if let Some(digest) = digest(tx, &slug)? {
                digests.insert(slug.to_string(), digest);
            }
        }
        let rows = row_counts(tx)?;
        let (program, schema) = (crate::program::build().to_owned(), store::schema_version());
        let places = files.iter().map(|file| (file.name.clone(), file.path.clone())).collect();
        Ok(Self { program, schema, made_at, rows, articles: digests, places })
    }

    /// # Errors
    /// `internal` for a bug.
    pub(super) fn to_json(&self) -> Result<Vec<u8>> {
        serde_json::to_vec_pretty(self).map_err(|error| Error::internal("writing a backup's manifest", error))
    }

    /// Rows of all tables.
    pub(super) fn row_count(&self) -> u64 {
        self.rows.values().sum()
    }

    pub(super) fn article_count(&self) -> u64 {
        self.articles.len() as u64
    }

    /// How the restored store differs; nothing for one of another schema, whose tables a migration may have changed.
    pub(super) fn differences(&self, tx: &ReadTx) -> Result<Vec<Inconsistency>> {
        let mut found = Vec::new();
        if self.schema != store::schema_version() {
            return Ok(found);
        }
        let mut differs = |table: &str, key: &str, problem: String| {
            found.push(Inconsistency { table: table.to_owned(), key: key.to_owned(), problem });
        };
        let restored = row_counts(tx)?;
        for (table, rows) in &self.rows {
            if let Some(other) = restored.get(table).filter(|other| *other != rows) {
                differs(table, "", format!("it has {other} rows, and the store had {rows}"));
            }
        }
        for (name, wanted) in &self.articles {
            let restored = Slug::parse(name).map_or(Ok(None), |slug| digest(tx, &slug))?;
            if restored.as_ref() != Some(wanted) {
                differs("articles", name, "it is not the article that the store had".to_owned());
            }
        }
        Ok(found)
    }
}

/// The digest of an article as readers see it, with its status and counts; `None` if it cannot be read.
fn digest(tx: &ReadTx, slug: &Slug) -> Result<Option<String>> {
    let Some(record) = articles::get_readable(tx, slug)? else { return Ok(None) };
    let shown = serde_json::to_vec(&(record, articles::counts(tx, slug)?));
    let shown = shown.map_err(|error| Error::internal("hashing an article", error))?;
    Ok(Some(HEXLOWER.encode(&Sha256::digest(&shown))))
}
