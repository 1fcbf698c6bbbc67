//! Imports all records or none.
//!
//! Everything is read and checked first. The valid articles are kept in a spool: in memory while it
//! is small, then in an unnamed file in the data folder, which must have room for them anyway. One
//! transaction writes them all, so that a crash leaves nothing behind. Other writes wait for it.

use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tempfile::SpooledTempFile;

use super::decide::{self, PreparedRecord, RecordVerdict};
use super::intake::NextBatch;
use super::journal::Journal;
use super::report::ImportOptions;
use crate::app::App;
use crate::domain::{Article, Slug, Status};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Actor;
use crate::ops::notify::{NotificationRules, Notifier};
use crate::sources::{Location, Refusal};
use crate::store::articles::PublicationTimes;
use crate::store::{ReadTx, WriteTx, audit};

/// Size up to which the spool stays in memory.
const SPOOL_BYTES: usize = 8 << 20;

/// Outcome of the transaction.
#[derive(Default)]
struct StrictOutcome {
    new: u64,
    changed: u64,
    unchanged: u64,
    slugs: Vec<Slug>,
}

/// Writes all records, or none if one is refused.
pub(super) fn import(
    app: &App,
    actor: &Actor,
    options: &ImportOptions,
    next: &mut NextBatch<'_>,
    journal: &mut Journal<'_>,
) -> Result<()> {
    let mut spool = Spool::new(&app.data_dir);
    while let Some(batch) = next(journal)? {
        if options.draft {
            report_conflicts(app, options, &batch, journal)?;
        }
        if journal.summary.refused == 0 {
            batch.iter().try_for_each(|prepared| spool.push(prepared))?;
        }
        journal.progress();
    }
    if journal.summary.refused > 0 {
        return Ok(());
    }
    let (options, now) = (*options, app.clock.now());
    let record = journal.audit_record(actor, now);
    let rules = NotificationRules::new(app);
    let spool = Mutex::new(spool);
    let (written, concerned) = app.store.write_blocking(move |tx| {
        let mut notifier = rules.begin(tx)?;
        let mut spool = spool.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = StrictOutcome::default();
        spool.each(&mut |OwnedSpoolLine { status, arrival, article }| {
            let times = PublicationTimes { now, arrival };
            let prepared = PreparedRecord::new(Location::file(""), article, status, &options, times);
            write(tx, &prepared, &options, &mut notifier, &mut written)
        })?;
        audit::append(tx, &record)?;
        Ok((written, notifier.concerned()))
    })?;
    journal.summary.new = written.new;
    journal.summary.changed = written.changed;
    journal.summary.unchanged = written.unchanged;
    journal.stored(written.slugs, concerned);
    Ok(())
}

/// Reports the drafts that would change published articles.
fn report_conflicts(
    app: &App,
    options: &ImportOptions,
    batch: &[PreparedRecord],
    journal: &mut Journal<'_>,
) -> Result<()> {
    let compare = |tx: &ReadTx| batch.iter().map(|prepared| decide::compare(tx, prepared, options)).collect();
    let verdicts: Vec<RecordVerdict> = app.store.read_blocking(compare)?;
    for (prepared, verdict) in batch.iter().zip(verdicts) {
        if let RecordVerdict::Refused(problem) = verdict {
            journal.refused(Refusal::new(prepared.location.clone(), problem));
        }
    }
    Ok(())
}

fn write(
    tx: &WriteTx,
    prepared: &PreparedRecord,
    options: &ImportOptions,
    notifier: &mut Notifier,
    written: &mut StrictOutcome,
) -> Result<()> {
    match decide::write(tx, prepared, options, notifier)? {
        RecordVerdict::New => written.new += 1,
        RecordVerdict::Changed(_) => written.changed += 1,
        RecordVerdict::Unchanged => {
            written.unchanged += 1;
            return Ok(());
        }
        RecordVerdict::Refused(problem) => {
            let message = format!("{problem} (changed since the import began; nothing was imported, run it again)");
            return Err(Error::conflict(ErrorCode::ChangedMeanwhile, message));
        }
    }
    written.slugs.push(prepared.article().slug.clone());
    Ok(())
}

/// The valid articles, one JSON line each.
struct Spool {
    file: SpooledTempFile,
}

#[derive(Serialize)]
struct SpoolLine<'a> {
    status: Option<Status>,
    arrival: Timestamp,
    article: &'a Article,
}

#[derive(Deserialize)]
struct OwnedSpoolLine {
    status: Option<Status>,
    arrival: Timestamp,
    article: Article,
}

impl Spool {
    fn new(folder: &Path) -> Self {
        Self { file: tempfile::spooled_tempfile_in(SPOOL_BYTES, folder) }
    }

    fn push(&mut self, prepared: &PreparedRecord) -> Result<()> {
        let line = SpoolLine { status: prepared.status, arrival: prepared.arrival, article: prepared.article() };
        let mut bytes = serde_json::to_vec(&line).map_err(|error| Error::internal("spooling an article", error))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(spool_failed)
    }

    /// Visits all articles from the first one; may be called more than once.
    fn each(&mut self, visit: &mut dyn FnMut(OwnedSpoolLine) -> Result<()>) -> Result<()> {
        self.file.seek(SeekFrom::Start(0)).map_err(spool_failed)?;
        for line in BufReader::new(&mut self.file).split(b'\n') {
            let line = serde_json::from_slice(&line.map_err(spool_failed)?);
            visit(line.map_err(|error| Error::internal("reading a spooled article", error))?)?;
        }
        Ok(())
    }
}

fn spool_failed(error: std::io::Error) -> Error {
    let message = "cannot keep the articles in a temporary file; free space in the data folder";
    Error::new(Kind::Unavailable, ErrorCode::DataDir, message).caused_by(error)
}
