//! Packing all articles of a store, on several threads.

use std::ops::ControlFlow;
use std::panic::resume_unwind;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::article::{ArticleTimes, PublishedArticle};
use super::packed::Packer;
use crate::domain::article_outline::OutlinedArticle;
use crate::error::Result;

/// Most threads. More would wait for the one that reads.
const MOST_THREADS: usize = 4;
/// Rows that a thread takes at a time.
const ROWS_PER_TURN: usize = 64;
/// Most batches that wait for a thread.
const MOST_WAITING: usize = 8;

/// The current state of an article, to be packed.
pub struct LoadedArticle {
    /// Whether readers see it; withdrawn otherwise.
    pub is_published: bool,
    pub article: OutlinedArticle,
    pub times: ArticleTimes,
}

/// Packed articles, in no order.
#[derive(Default)]
pub struct PackedArticles {
    pub published: Vec<Arc<PublishedArticle>>,
    pub withdrawn: Vec<Arc<PublishedArticle>>,
}

/// Packs articles for a catalogue of this size. `read` hands over their rows on this thread; `load` decodes them on
/// others, where they are packed too. It returns nothing for a row that is left out.
///
/// # Errors
/// That of `read`, or `internal`.
// docs/decisions/0514
pub fn pack_all<R: Send>(
    articles: usize,
    load: impl Fn(R) -> Option<LoadedArticle> + Sync,
    read: impl FnOnce(&mut dyn FnMut(R) -> ControlFlow<()>) -> Result<()>,
) -> Result<PackedArticles> {
    let (sender, receiver) = sync_channel(MOST_WAITING);
    // The threads own the receiver: when all have failed, sending does too.
    let batches = Arc::new(Mutex::new(receiver));
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MOST_THREADS);
    let load = &load;
    thread::scope(|scope| {
        let packing: Vec<_> = (0..threads)
            .map(|_| {
                let batches = Arc::clone(&batches);
                scope.spawn(move || pack(articles, &batches, load))
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
fn send<R>(
    sender: SyncSender<Vec<R>>,
    read: impl FnOnce(&mut dyn FnMut(R) -> ControlFlow<()>) -> Result<()>,
) -> Result<()> {
    let mut batch = Vec::with_capacity(ROWS_PER_TURN);
    read(&mut |row| {
        batch.push(row);
        if batch.len() == ROWS_PER_TURN
            && sender.send(std::mem::replace(&mut batch, Vec::with_capacity(ROWS_PER_TURN))).is_err()
        {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    // Threads that have ended report why.
    sender.send(batch).ok();
    Ok(())
}

fn pack<R>(
    articles: usize,
    batches: &Mutex<Receiver<Vec<R>>>,
    load: &impl Fn(R) -> Option<LoadedArticle>,
) -> Result<PackedArticles> {
    let (mut packer, mut packed) = (Packer::new(articles)?, PackedArticles::default());
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = batch else { return Ok(packed) };
        for LoadedArticle { is_published, article, times } in batch.into_iter().filter_map(load) {
            let article = Arc::new(PublishedArticle::of_outline(&mut packer, &article, times)?);
            let list = if is_published { &mut packed.published } else { &mut packed.withdrawn };
            list.push(article);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use jiff::Timestamp;

    use super::*;
    use crate::error::Error;

    /// Every third article is withdrawn, and every tenth one left out.
    fn load(number: usize) -> Option<LoadedArticle> {
        let article = serde_json::json!({
            "slug": format!("articol-{number}"), "title": "", "technical_summary": "", "simple_explanation": "",
            "importance": 3, "publish_date": "2026-11-02", "topic": "munca",
        });
        let article = serde_json::from_str(&article.to_string()).expect("an article");
        let times = ArticleTimes { revision: 1, updated_at: Timestamp::UNIX_EPOCH, arrived_at: Timestamp::UNIX_EPOCH };
        let loaded = LoadedArticle { is_published: !number.is_multiple_of(3), article, times };
        (!number.is_multiple_of(10)).then_some(loaded)
    }

    #[test]
    fn every_article_is_packed_once() {
        let count = 10 * ROWS_PER_TURN + 7;
        let read = |add: &mut dyn FnMut(usize) -> ControlFlow<()>| {
            assert!((0..count).try_for_each(add).is_continue());
            Ok(())
        };
        let PackedArticles { published, withdrawn } = pack_all(count, load, read).expect("packed");
        let expected =
            |third: fn(usize) -> bool| (0..count).filter(|number| !number.is_multiple_of(10) && third(*number)).count();
        assert_eq!(published.len(), expected(|number| !number.is_multiple_of(3)));
        assert_eq!(withdrawn.len(), expected(|number| number % 3 == 0));
        let slugs: BTreeSet<_> = published.iter().chain(&withdrawn).map(|article| &article.slug).collect();
        assert_eq!(slugs.len(), published.len() + withdrawn.len());
    }

    #[test]
    fn a_failed_reading_fails_the_packing() {
        let read = |add: &mut dyn FnMut(usize) -> ControlFlow<()>| {
            assert!(add(1).is_continue());
            Err(Error::unavailable("the store cannot be read"))
        };
        let failed = pack_all(1, load, read).err().map(|error| error.to_string());
        assert_eq!(failed.as_deref(), Some("the store cannot be read"));
    }
}
