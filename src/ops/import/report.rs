//! Options, progress and result of an import.

use serde::{Deserialize, Serialize};

use crate::domain::Slug;
use crate::domain::notification::NotifiedAccounts;
use crate::sources::{Format, Location, RecordProblem};

/// Options of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportOptions {
    /// Format of all files; `None`: the format of each upload, or by its name.
    pub format: Option<Format>,
    /// Imports new articles as drafts and refuses changes of published ones.
    pub draft: bool,
    /// Reports the changes without writing them.
    pub dry_run: bool,
    /// Imports nothing if one record is refused.
    pub strict: bool,
}

/// Result of an import. With `strict`, nothing was imported when `refused` is not 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSummary {
    pub new: u64,
    /// Articles with new content (a new revision) or a new status.
    pub changed: u64,
    pub unchanged: u64,
    /// Refused records, and files that hold no articles.
    pub refused: u64,
    /// Distinct warnings of each file.
    pub warnings: u64,
    /// Whether nothing was written.
    pub dry_run: bool,
}

/// A message of a running import.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportEvent {
    /// Totals so far: files begun, records and bytes read, articles committed.
    Progress { files: u64, records: u64, bytes: u64, stored: u64 },
    Refused {
        location: Location,
        /// Never empty.
        problems: Vec<RecordProblem>,
    },
    Warning {
        /// The first occurrence.
        location: Location,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field: Option<String>,
        message: String,
        /// Number of records of the file with this warning.
        records: u64,
    },
    /// A change that a dry run found; unchanged articles are left out.
    Would {
        slug: Slug,
        change: ImportChange,
        /// The fields that would change; empty for a new article.
        fields: Vec<String>,
    },
    /// Articles that were committed, for the caller to refresh its caches. Never serialized.
    #[serde(skip)]
    Stored {
        slugs: Vec<Slug>,
        /// Recipients of new notifications, to be informed once the pages show the articles.
        concerned: NotifiedAccounts,
    },
}

/// Kind of a change to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportChange {
    New,
    Changed,
}
