//! All or nothing.
//!
//! Everything is read and checked first. The sound articles wait in a spool, which is in memory
//! while it is small and then a nameless file in the data folder, where there is room for them
//! since the store will take them in. One transaction writes them all, so that a failure or a cut
//! in the power leaves nothing; visitors' writes wait for it, which is the price of `--strict`.

use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use tempfile::SpooledTempFile;

use super::decide::{self, Prepared, Verdict};
use super::intake::NextBatch;
use super::journal::Journal;
use super::{Actor, ImportOptions};
use crate::app::App;
use crate::domain::{Article, Slug, Status};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::news::{Announcer, News};
use crate::sources::{Location, Refusal};
use crate::store::{ReadTx, WriteTx, audit};

/// What the spool keeps in memory.
const SPOOL_BYTES: usize = 8 << 20;

/// What the one transaction did.
#[derive(Default)]
struct Written {
    new: u64,
    changed: u64,
    unchanged: u64,
    slugs: Vec<Slug>,
}

/// Writes everything, or nothing when a record is refused.
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
            tell_refused_by_store(app, options, &batch, journal)?;
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
    let news = News::of(app);
    let spool = Mutex::new(spool);
    let (written, concerned) = app.store.write_blocking(move |tx| {
        let mut announcer = news.begin(tx)?;
        let mut spool = spool.lock().unwrap_or_else(PoisonError::into_inner);
        let mut written = Written::default();
        spool.each(&mut |OwnedLine { status, article }| {
            let prepared = Prepared::new(Location::file(""), article, status, &options, now);
            write(tx, &prepared, &options, &mut announcer, &mut written)
        })?;
        audit::append(tx, &record)?;
        Ok((written, announcer.concerned()))
    })?;
    journal.summary.new = written.new;
    journal.summary.changed = written.changed;
    journal.summary.unchanged = written.unchanged;
    journal.stored(written.slugs, concerned);
    Ok(())
}

/// Only under `--draft` can what the store has refuse a sound record.
fn tell_refused_by_store(
    app: &App,
    options: &ImportOptions,
    batch: &[Prepared],
    journal: &mut Journal<'_>,
) -> Result<()> {
    let looked = |tx: &ReadTx| batch.iter().map(|prepared| decide::look(tx, prepared, options)).collect();
    let verdicts: Vec<Verdict> = app.store.read_blocking(looked)?;
    for (prepared, verdict) in batch.iter().zip(verdicts) {
        if let Verdict::Refused(problem) = verdict {
            journal.refused(Refusal::new(prepared.location.clone(), problem));
        }
    }
    Ok(())
}

fn write(
    tx: &WriteTx,
    prepared: &Prepared,
    options: &ImportOptions,
    announcer: &mut Announcer,
    written: &mut Written,
) -> Result<()> {
    match decide::write(tx, prepared, options, announcer)? {
        Verdict::New => written.new += 1,
        Verdict::Changed(_) => written.changed += 1,
        Verdict::Unchanged => {
            written.unchanged += 1;
            return Ok(());
        }
        Verdict::Refused(problem) => {
            let message = format!("{problem} (it was not when the import began; nothing went in, run it again)");
            return Err(Error::conflict(ErrorCode::ChangedMeanwhile, message));
        }
    }
    written.slugs.push(prepared.article().slug.clone());
    Ok(())
}

/// Sound articles waiting, one JSON line each.
struct Spool {
    file: SpooledTempFile,
}

#[derive(Serialize)]
struct Line<'a> {
    status: Option<Status>,
    article: &'a Article,
}

#[derive(Deserialize)]
struct OwnedLine {
    status: Option<Status>,
    article: Article,
}

impl Spool {
    fn new(folder: &Path) -> Self {
        Self { file: tempfile::spooled_tempfile_in(SPOOL_BYTES, folder) }
    }

    fn push(&mut self, prepared: &Prepared) -> Result<()> {
        let line = Line { status: prepared.status, article: prepared.article() };
        let mut bytes = serde_json::to_vec(&line).map_err(|error| Error::internal("spooling an article", error))?;
        bytes.push(b'\n');
        self.file.write_all(&bytes).map_err(no_room)
    }

    /// Visits all from the first; may be called again.
    fn each(&mut self, visit: &mut dyn FnMut(OwnedLine) -> Result<()>) -> Result<()> {
        self.file.seek(SeekFrom::Start(0)).map_err(no_room)?;
        for line in BufReader::new(&mut self.file).split(b'\n') {
            let line = serde_json::from_slice(&line.map_err(no_room)?);
            visit(line.map_err(|error| Error::internal("reading a spooled article", error))?)?;
        }
        Ok(())
    }
}

fn no_room(error: std::io::Error) -> Error {
    let message = "cannot keep the articles aside in the data folder; look for free space there";
    Error::new(Kind::Unavailable, ErrorCode::DataDir, message).caused_by(error)
}
