//! Packing all articles of a store, on several threads.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use jiff::Timestamp;

use super::article::PublishedArticle;
use super::packed::Packer;
use crate::domain::article::Revision;
use crate::domain::deadline_history::DeadlineHistory;
use crate::error::Result;

/// Most threads. Reading takes about as long as packing on two.
const MOST_THREADS: usize = 4;
/// Articles that a thread takes at a time.
const BATCH: usize = 64;
/// Most batches that wait for a thread.
const MOST_WAITING: usize = 8;

/// An article as the store has it.
pub struct LoadedArticle {
    /// Whether readers see it; withdrawn otherwise.
    pub is_published: bool,
    pub current: Revision,
    pub arrived_at: Timestamp,
    /// Of an article with earlier revisions.
    pub history: Option<DeadlineHistory>,
}

impl LoadedArticle {
    pub fn pack(self, packer: &mut Packer) -> Result<PublishedArticle> {
        let packed = PublishedArticle::new(packer, &self.current, self.arrived_at)?;
        Ok(match self.history {
            Some(history) => packed.with_history(history),
            None => packed,
        })
    }
}

/// Packed articles.
#[derive(Default)]
pub struct PackedArticles {
    pub published: Vec<Arc<PublishedArticle>>,
    pub withdrawn: Vec<Arc<PublishedArticle>>,
}

type Batches = Arc<Mutex<Receiver<Vec<LoadedArticle>>>>;

/// Packs what `read` hands over, for a catalogue of this many articles, in no order. `read` runs on this thread, and the
/// packing, which takes as long, on others.
///
/// # Errors
/// That of `read`, or `internal`.
pub fn pack_all(
    articles: usize,
    read: impl FnOnce(&mut dyn FnMut(LoadedArticle) -> ControlFlow<()>) -> Result<()>,
) -> Result<PackedArticles> {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    // The threads own the receiver: when all have failed, sending does too.
    let batches: Batches = Arc::new(Mutex::new(receiver));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    thread::scope(|scope| {
        let packing: Vec<_> = (0..threads)
            .map(|_| {
                let batches = Arc::clone(&batches);
                scope.spawn(move || pack(articles, &batches))
            })
            .collect();
        drop(batches);
        let read = send(sender, read);
        let mut all = PackedArticles::default();
        for thread in packing {
            let packed = thread.join().unwrap_or_else(|panic| resume_unwind(panic))?;
            all.published.extend(packed.published);
            all.withdrawn.extend(packed.withdrawn);
        }
        read.map(|()| all)
    })
}

/// Sends what `read` hands over, in batches.
fn send(
    sender: SyncSender<Vec<LoadedArticle>>,
    read: impl FnOnce(&mut dyn FnMut(LoadedArticle) -> ControlFlow<()>) -> Result<()>,
) -> Result<()> {
    let mut batch = Vec::with_capacity(BATCH);
    read(&mut |article| {
        batch.push(article);
        if batch.len() == BATCH && sender.send(std::mem::replace(&mut batch, Vec::with_capacity(BATCH))).is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    // Threads that have ended report why.
    sender.send(batch).ok();
    Ok(())
}

fn pack(articles: usize, batches: &Batches) -> Result<PackedArticles> {
    let (mut packer, mut packed) = (Packer::new(articles)?, PackedArticles::default());
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = batch else { return Ok(packed) };
        for article in batch {
            let list = if article.is_published { &mut packed.published } else { &mut packed.withdrawn };
            list.push(Arc::new(article.pack(&mut packer)?));
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::error::Error;

    fn article(number: usize) -> LoadedArticle {
        let article = serde_json::json!({
            "slug": format!("articol-{number}"), "title": "", "technical_summary": "", "simple_explanation": "",
            "importance": 3, "publish_date": "2026-11-02", "topic": "munca",
        });
        let article = serde_json::from_value(article).expect("an article");
        let current = Revision { revision: 1, updated_at: Timestamp::UNIX_EPOCH, article };
        LoadedArticle { is_published: number % 3 > 0, current, arrived_at: Timestamp::UNIX_EPOCH, history: None }
    }

    #[test]
    fn every_article_is_packed_once() {
        let count = 10 * BATCH + 7;
        let packed = pack_all(count, |add| {
            let all = (0..count).try_for_each(|number| add(article(number)));
            assert!(all.is_continue());
            Ok(())
        });
        let PackedArticles { published, withdrawn } = packed.expect("packed");
        assert_eq!((published.len() + withdrawn.len(), withdrawn.len()), (count, count.div_ceil(3)));
        let slugs: BTreeSet<_> = published.iter().chain(&withdrawn).map(|article| &article.slug).collect();
        assert_eq!(slugs.len(), count);
    }

    #[test]
    fn a_failed_reading_fails_the_packing() {
        let failed = pack_all(1, |add| {
            assert!(add(article(0)).is_continue());
            Err(Error::unavailable("the store cannot be read"))
        });
        assert_eq!(failed.err().map(|error| error.to_string()).as_deref(), Some("the store cannot be read"));
    }
}
