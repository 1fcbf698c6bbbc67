//! Writes batches to the store, or compares them with it in a dry run.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use super::decide::{self, PreparedRecord, RecordVerdict};
use super::intake::NextBatch;
use super::journal::Journal;
use super::report::ImportOptions;
use crate::app::App;
use crate::domain::notification::NotifiedAccounts;
use crate::error::{Error, Result};
use crate::ops::notify::NotificationRules;
use crate::store;

/// A committed batch with the outcome of each record.
struct Committed {
    batch: Arc<Vec<PreparedRecord>>,
    verdicts: Vec<RecordVerdict>,
    concerned: NotifiedAccounts,
}

/// Compares each batch with the store and reports the differences.
pub(super) fn dry_run(
    app: &App,
    options: &ImportOptions,
    next: &mut NextBatch<'_>,
    journal: &mut Journal<'_>,
) -> Result<()> {
    while let Some(batch) = next(journal)? {
        let verdicts = app
            .store
            .read_blocking(|tx| batch.iter().map(|prepared| decide::compare(tx, prepared, options)).collect())?;
        journal.record_outcomes(&batch, verdicts, NotifiedAccounts::Accounts(Arc::default()));
    }
    Ok(())
}

/// Writes each batch in a transaction of its own while this thread reads the next one.
///
/// At most three batches are in memory: one being read, one queued and one being written. When
/// reading fails, the batches read before are still written.
pub(super) fn write(
    app: &App,
    options: &ImportOptions,
    next: &mut NextBatch<'_>,
    journal: &mut Journal<'_>,
) -> Result<()> {
    thread::scope(|scope| {
        let (batches, waiting) = sync_channel(1);
        let (done, committed) = channel();
        scope.spawn(move || write_all(app, *options, &waiting, &done));
        let read = loop {
            match next(journal) {
                Ok(Some(batch)) => {
                    if batches.send(Arc::new(batch)).is_err() {
                        // The writer's own error is among its outcomes and replaces this one.
                        break Err(Error::unavailable("the import's writer stopped"));
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
            for outcome in committed.try_iter() {
                let Committed { batch, verdicts, concerned } = outcome?;
                journal.record_outcomes(&batch, verdicts, concerned);
            }
        };
        drop(batches);
        for outcome in committed {
            let Committed { batch, verdicts, concerned } = outcome?;
            journal.record_outcomes(&batch, verdicts, concerned);
        }
        read
    })
}

fn write_all(
    app: &App,
    options: ImportOptions,
    waiting: &Receiver<Arc<Vec<PreparedRecord>>>,
    done: &Sender<Result<Committed>>,
) {
    for batch in waiting {
        let held = Arc::clone(&batch);
        let rules = NotificationRules::new(app);
        let written = app.store.write_blocking(move |tx| {
            let mut notifier = rules.begin(tx)?;
            let verdicts =
                store::each(tx, held.iter(), |prepared| decide::write(tx, prepared, &options, &mut notifier))?;
            Ok((verdicts, notifier.concerned()))
        });
        let failed = written.is_err();
        let committed = written.map(|(verdicts, concerned)| Committed { batch, verdicts, concerned });
        if done.send(committed).is_err() || failed {
            return;
        }
    }
}
