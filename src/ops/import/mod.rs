//! Imports articles from files: reads, checks, compares with the store, writes and reports.
//!
//! [`import`] reads on the calling thread ([`intake`]) while a writer thread commits the previous
//! batch ([`batches`]). Batches are small, so that readers' writes need not wait for the whole
//! import. Articles are upserts by slug: an interrupted import is run again. With `strict`
//! everything is read and checked before the first write ([`strict`]).

mod batches;
mod decide;
mod intake;
mod journal;
mod report;
mod strict;

use std::sync::atomic::Ordering;

pub use self::report::{ImportChange, ImportEvent, ImportOptions, ImportSummary};

use self::intake::Intake;
use self::journal::Journal;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::error::{Error, ErrorCode, Result};
use crate::sources::Upload;
use crate::sources::draft::Rules;
use crate::store::{WriteTx, audit, leases, topics};

/// Imports every valid record of the uploads and passes refusals and progress to `report`.
///
/// Blocks the thread.
///
/// # Errors
/// `forbidden`; `import_running` while another import runs; the error of an upload or of the store
/// that failed. Articles reported as stored remain stored.
pub fn import(
    app: &App,
    actor: &Actor,
    uploads: impl Iterator<Item = Result<Upload>>,
    options: &ImportOptions,
    report: &mut dyn FnMut(ImportEvent),
) -> Result<ImportSummary> {
    policy::authorize(actor, Action::EditArticles)?;
    let _running = Running::begin(app)?;
    let topics = app.store.read_blocking(|tx| Ok(topics::list(tx)?))?;
    let rules = Rules {
        topics: topics.into_iter().map(|topic| topic.id).collect(),
        allowed_hosts: app.config.fetch.allowed_hosts.clone(),
    };
    let mut journal = Journal::new(report, options.dry_run);
    let mut intake = Intake::new(app, rules, *options, uploads);
    let mut next = |journal: &mut Journal<'_>| intake.next_batch(journal);
    if options.dry_run {
        batches::dry_run(app, options, &mut next, &mut journal)?;
    } else if options.strict {
        strict::import(app, actor, options, &mut next, &mut journal)?;
    } else {
        let result = batches::write(app, options, &mut next, &mut journal);
        // A failed import is recorded too: its first batches are stored.
        let record = journal.audit_record(actor, app.clock.now());
        app.store.write_blocking(move |tx| Ok(audit::append(tx, &record)?))?;
        result?;
    }
    Ok(journal.summary)
}

/// Held while an import runs: two at once would compare with articles that the other one changes. Servers on one
/// database hold a lease too.
struct Running<'a>(&'a App);

impl<'a> Running<'a> {
    fn begin(app: &'a App) -> Result<Self> {
        let running = || {
            let message = "another import is running; wait until it ends and run this one again";
            Error::conflict(ErrorCode::ImportRunning, message)
        };
        if app.importing.swap(true, Ordering::AcqRel) {
            return Err(running());
        }
        // Made before the lease is taken, so that a failure makes room for the next import.
        let begun = Self(app);
        let process = app.store.process();
        if app.store.is_shared() && !app.store.write_blocking(move |tx| Ok(leases::hold_import(tx, process)?))? {
            return Err(running());
        }
        Ok(begun)
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        let Self(app) = self;
        let process = app.store.process();
        let release = move |tx: &WriteTx| -> Result<()> { Ok(leases::release_import(tx, process)?) };
        // Maintenance may have begun meanwhile.
        if app.store.is_shared()
            && let Err(error) = app.store.write_in_maintenance_blocking(release)
        {
            tracing::warn!(error = error.chain(), "other servers cannot import until this one ends");
        }
        app.importing.store(false, Ordering::Release);
    }
}
