//! The documents between the thread that makes them and the one that indexes them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::index::SegmentId;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy, NoMergePolicy, UserOperation};
use tantivy::schema::document::Document;
use tantivy::{Index, IndexWriter, TantivyDocument, Term};

/// Memory of a writer while it writes. A third of it, the minimum of tantivy, makes more segments, and their merges hold
/// as much.
const WRITER_BYTES: usize = 45_000_000;
/// Larger segments are not merged: a merge holds both what it reads and what it writes.
const MERGED_BELOW: usize = 10_000;
/// Most documents that wait. The library lets 10,000 wait, which are 80 MB.
const MAX_WAITING: usize = 64;
/// Documents that are handed over together: for each alone, one thread would wake the other.
const DOCUMENTS_PER_BATCH: usize = 16;

/// Writes documents into an index, which another thread does.
pub(super) struct DocumentWriter {
    writer: IndexWriter<QueuedDocument>,
    pipeline: Pipeline,
    batch: Vec<UserOperation<QueuedDocument>>,
}

impl DocumentWriter {
    pub(super) fn new(index: &Index) -> tantivy::Result<Self> {
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_BYTES)
            .build();
        let writer: IndexWriter<QueuedDocument> = index.writer_with_options(options)?;
        let mut merging = LogMergePolicy::default();
        merging.set_max_docs_before_merge(MERGED_BELOW);
        writer.set_merge_policy(Box::new(merging));
        Ok(Self { writer, pipeline: Pipeline::default(), batch: Vec::with_capacity(DOCUMENTS_PER_BATCH) })
    }

    /// Deletes the documents with the term that were added before.
    pub(super) fn delete(&self, term: Term) {
        self.writer.delete_term(term);
    }

    /// Adds a document; waits while many wait to be indexed.
    pub(super) fn add(&mut self, document: TantivyDocument) -> tantivy::Result<()> {
        self.batch.push(UserOperation::Add(self.pipeline.queued(document)));
        if self.batch.len() < DOCUMENTS_PER_BATCH { Ok(()) } else { self.hand_over() }
    }

    fn hand_over(&mut self) -> tantivy::Result<()> {
        self.writer.run(self.batch.drain(..)).map(drop)
    }

    /// Waits until what was added and deleted can be read.
    pub(super) fn commit(&mut self) -> tantivy::Result<()> {
        self.hand_over()?;
        self.writer.commit().map(drop)
    }

    /// Rewrites segments without their removed documents, and waits for it.
    pub(super) fn rewrite(mut self, segments: &[SegmentId]) -> tantivy::Result<()> {
        self.writer.set_merge_policy(Box::new(NoMergePolicy));
        for segment in segments {
            self.writer.merge(&[*segment]).wait()?;
        }
        self.finish()
    }

    /// Waits for merges.
    pub(super) fn finish(self) -> tantivy::Result<()> {
        self.writer.wait_merging_threads()
    }
}

/// Holds back the making of documents while many wait.
struct Pipeline {
    places: SyncSender<()>,
    taken: Arc<Mutex<Receiver<()>>>,
}

/// A document with its place, which it holds until it is indexed or dropped.
struct QueuedDocument {
    document: TantivyDocument,
    _place: QueuePlace,
}

struct QueuePlace(Arc<Mutex<Receiver<()>>>);

impl Drop for QueuePlace {
    fn drop(&mut self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).try_recv().ok();
    }
}

impl Default for Pipeline {
    fn default() -> Self {
        let (places, taken) = sync_channel(MAX_WAITING);
        Self { places, taken: Arc::new(Mutex::new(taken)) }
    }
}

impl Pipeline {
    /// Waits until a place is free.
    fn queued(&self, document: TantivyDocument) -> QueuedDocument {
        // `self` keeps the receiving end.
        self.places.send(()).ok();
        QueuedDocument { document, _place: QueuePlace(Arc::clone(&self.taken)) }
    }
}

impl Document for QueuedDocument {
    type Value<'a> = <TantivyDocument as Document>::Value<'a>;
    type FieldsValuesIter<'a> = <TantivyDocument as Document>::FieldsValuesIter<'a>;

    fn iter_fields_and_values(&self) -> Self::FieldsValuesIter<'_> {
        self.document.iter_fields_and_values()
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::super::fields::IndexFields;
    use super::*;

    #[test]
    fn all_documents_of_full_batches_and_of_one_that_is_not_are_indexed() {
        let fields = IndexFields::new();
        let tokenizers = super::super::analysis::tokenizers();
        let index = Index::builder().schema(fields.schema.clone()).tokenizers(tokenizers).create_in_ram();
        let index = index.expect("an index");
        let mut writer = DocumentWriter::new(&index).expect("a writer");
        let count = MAX_WAITING + DOCUMENTS_PER_BATCH + 3;
        for id in 0..count as u64 {
            let mut document = TantivyDocument::new();
            document.add_u64(fields.id, id);
            writer.add(document).expect("a document");
        }
        writer.commit().expect("a commit");
        let found = || index.reader().expect("a reader").searcher().num_docs();
        assert_eq!(found(), count as u64);
        writer.delete(Term::from_field_u64(fields.id, 1));
        writer.commit().expect("a commit");
        assert_eq!(found(), count as u64 - 1);
        writer.finish().expect("no merge fails");
    }

    #[test]
    fn a_document_waits_for_the_place_of_an_earlier_one() {
        let pipeline = Pipeline::default();
        let mut waiting: Vec<_> = (0..MAX_WAITING).map(|_| pipeline.queued(TantivyDocument::new())).collect();
        assert!(pipeline.places.try_send(()).is_err(), "every place is taken");
        thread::scope(|scope| {
            let next = scope.spawn(|| pipeline.queued(TantivyDocument::new()));
            waiting.pop();
            waiting.push(next.join().expect("it gets the place"));
        });
        assert!(pipeline.places.try_send(()).is_err(), "every place is taken again");
    }
}
