//! The documents between the thread that makes them and the one that indexes them.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::TantivyDocument;
use tantivy::schema::document::Document;

/// Most documents that wait. The library lets 10,000 wait, which are 80 MB.
const MOST: usize = 64;

/// Holds back the making of documents while many wait.
pub(super) struct Pipeline {
    places: SyncSender<()>,
    taken: Arc<Mutex<Receiver<()>>>,
}

/// A document with its place, which it holds until it is indexed or dropped.
pub(super) struct QueuedDocument {
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
        let (places, taken) = sync_channel(MOST);
        Self { places, taken: Arc::new(Mutex::new(taken)) }
    }
}

impl Pipeline {
    /// Waits until a place is free.
    pub(super) fn queued(&self, document: TantivyDocument) -> QueuedDocument {
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

    use super::*;

    #[test]
    fn a_document_waits_for_the_place_of_an_earlier_one() {
        let pipeline = Pipeline::default();
        let mut waiting: Vec<_> = (0..MOST).map(|_| pipeline.queued(TantivyDocument::new())).collect();
        assert!(pipeline.places.try_send(()).is_err(), "every place is taken");
        thread::scope(|scope| {
            let next = scope.spawn(|| pipeline.queued(TantivyDocument::new()));
            waiting.pop();
            waiting.push(next.join().expect("it gets the place"));
        });
        assert!(pipeline.places.try_send(()).is_err(), "every place is taken again");
    }
}
