//! Import of articles from files: read, check, compare with the store, write, tell.
//!
//! [`import`] reads on the calling thread ([`intake`]) while the writer's thread commits the
//! batch before ([`batches`]), in transactions small enough for visitors' writes to slip between.
//! Articles are upserts by slug, so an import that was cut off is simply run again.
//! Under `--strict` everything is read and checked first ([`strict`]).

mod batches;
mod decide;
mod intake;
mod journal;
mod strict;

use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};

pub use self::decide::Change;

use self::intake::Intake;
use self::journal::Journal;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::Slug;
use crate::domain::notification::Concerned;
use crate::error::{Error, ErrorCode, Result};
use crate::sources::draft::Rules;
use crate::sources::{Format, Location, Problem, Upload};
use crate::store::{audit, topics};

/// How to import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportOptions {
    /// For all files; `None`: as each upload says, or by its ending.
    pub format: Option<Format>,
    /// New articles are held back as drafts, and published ones may not be changed.
    pub draft: bool,
    /// Tells what would change and writes nothing.
    pub dry_run: bool,
    /// All or nothing: one refused record keeps every other out.
    pub strict: bool,
}

/// What an import came to. Under `strict` nothing went in when `refused` is not 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportSummary {
    pub new: u64,
    /// With new content (a new revision) or a new status.
    pub changed: u64,
    pub unchanged: u64,
    /// Records, and files that could not be read as articles at all.
    pub refused: u64,
    /// Different warnings, each counted once per file.
    pub warnings: u64,
    /// Whether the counts are only what would have been.
    pub dry_run: bool,
}

/// What an import tells while it runs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportEvent {
    /// So far: files begun, records and bytes read, articles that are in the store for good.
    Progress { files: u64, records: u64, bytes: u64, stored: u64 },
    Refused {
        location: Location,
        /// Never empty.
        problems: Vec<Problem>,
    },
    Warning {
        /// The first place.
        location: Location,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        field: Option<String>,
        message: String,
        /// How many records of the file it concerns.
        records: u64,
    },
    /// Dry run only; unchanged articles are not told.
    Would {
        slug: Slug,
        change: Change,
        /// The fields that would change, for an article that is there.
        fields: Vec<String>,
    },
    /// These articles are in the store now: for the caller to refresh what it keeps of them. It
    /// is not for clients and cannot be serialized.
    #[serde(skip)]
    Stored {
        slugs: Vec<Slug>,
        /// Whose notifications that changed; they are told when the pages show it.
        concerned: Concerned,
    },
}

/// Imports every record of every upload; refused ones are told to `report` and the others go in.
///
/// Blocks: call it on a thread that may. Errors: `forbidden`; `import_running` when another one
/// runs; an upload that fails under way, or a store that does. What was told as stored stays.
pub fn import(
    app: &App,
    actor: &Actor,
    uploads: impl Iterator<Item = Result<Upload>>,
    options: &ImportOptions,
    report: &mut dyn FnMut(ImportEvent),
) -> Result<ImportSummary> {
    policy::authorize(actor, Action::EditArticles)?;
    let _running = Running::begin(&app.importing)?;
    let topics = app.store.read_blocking(|tx| Ok(topics::list(tx)?))?;
    let rules = Rules {
        topics: topics.into_iter().map(|topic| topic.id).collect(),
        allowed_hosts: app.config.fetch.allowed_hosts.clone(),
    };
    let mut journal = Journal::new(report, options.dry_run);
    let mut intake = Intake::new(app, rules, *options, uploads);
    let mut next = |journal: &mut Journal<'_>| intake.next_batch(journal);
    if options.dry_run {
        batches::try_out(app, options, &mut next, &mut journal)?;
    } else if options.strict {
        strict::import(app, actor, options, &mut next, &mut journal)?;
    } else {
        let result = batches::write(app, options, &mut next, &mut journal);
        // Also of an import that failed half way, for its first batches are in.
        let record = journal.audit_record(actor, app.clock.now());
        app.store.write_blocking(move |tx| Ok(audit::append(tx, &record)?))?;
        result?;
    }
    Ok(journal.summary)
}

/// Held while an import runs: two at once would each compare with what the other is changing.
struct Running<'a>(&'a AtomicBool);

impl<'a> Running<'a> {
    fn begin(flag: &'a AtomicBool) -> Result<Self> {
        if flag.swap(true, Ordering::AcqRel) {
            let message = "Another import is running; wait for its end and run this one again.";
            return Err(Error::conflict(ErrorCode::ImportRunning, message));
        }
        Ok(Self(flag))
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}
