//! Batch after batch into the store, or only past it.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use super::ImportOptions;
use super::decide::{self, Prepared, Verdict};
use super::intake::NextBatch;
use super::journal::Journal;
use crate::app::App;
use crate::domain::notification::Concerned;
use crate::error::{Error, Result};
use crate::ops::news::News;

/// A batch and what became of each of its records.
struct Settled {
    batch: Arc<Vec<Prepared>>,
    verdicts: Vec<Verdict>,
    concerned: Concerned,
}

/// Compares each batch with the store and tells; writes nothing.
pub(super) fn try_out(
    app: &App,
    options: &ImportOptions,
    next: &mut NextBatch<'_>,
    journal: &mut Journal<'_>,
) -> Result<()> {
    while let Some(batch) = next(journal)? {
        let verdicts =
            app.store.read_blocking(|tx| batch.iter().map(|prepared| decide::look(tx, prepared, options)).collect())?;
        journal.settle(&batch, verdicts, Concerned::Accounts(Arc::default()));
    }
    Ok(())
}

/// Writes each batch in a transaction of its own, while this thread reads the next one.
///
/// At most three batches are in memory: one being read, one waiting, one being written. When
/// reading fails, what was read in full before is written all the same.
pub(super) fn write(
    app: &App,
    options: &ImportOptions,
    next: &mut NextBatch<'_>,
    journal: &mut Journal<'_>,
) -> Result<()> {
    thread::scope(|scope| {
        let (batches, waiting) = sync_channel(1);
        let (done, settled) = channel();
        scope.spawn(move || write_all(app, *options, &waiting, &done));
        let read = loop {
            match next(journal) {
                Ok(Some(batch)) => {
                    if batches.send(Arc::new(batch)).is_err() {
                        // Why the writer has gone is among what it settled, and told instead.
                        break Err(Error::unavailable("the import's writer has ended"));
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
            for outcome in settled.try_iter() {
                let Settled { batch, verdicts, concerned } = outcome?;
                journal.settle(&batch, verdicts, concerned);
            }
        };
        drop(batches);
        for outcome in settled {
            let Settled { batch, verdicts, concerned } = outcome?;
            journal.settle(&batch, verdicts, concerned);
        }
        read
    })
}

fn write_all(
    app: &App,
    options: ImportOptions,
    waiting: &Receiver<Arc<Vec<Prepared>>>,
    done: &Sender<Result<Settled>>,
) {
    for batch in waiting {
        let held = Arc::clone(&batch);
        let news = News::of(app);
        let written = app.store.write_blocking(move |tx| {
            let mut announcer = news.begin(tx)?;
            let decided = held.iter().map(|prepared| decide::write(tx, prepared, &options, &mut announcer));
            let verdicts = decided.collect::<Result<Vec<_>>>()?;
            Ok((verdicts, announcer.concerned()))
        });
        let failed = written.is_err();
        let settled = written.map(|(verdicts, concerned)| Settled { batch, verdicts, concerned });
        if done.send(settled).is_err() || failed {
            return;
        }
    }
}
