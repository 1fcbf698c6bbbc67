//! The index as it is kept across starts, in an [`IndexFile`].
//!
//! Each document has the fingerprint of its article. An opened index is right for any store: what an article of the same
//! slug and fingerprint has is used, everything else is removed from it or added to it, as after a change.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, ensure};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use tantivy::Directory;
use tantivy::directory::{OwnedBytes, RamDirectory};
use tantivy::index::{SegmentId, SegmentMeta};

use super::{Builder, IndexWork, SearchIndex};
use crate::catalogue::search::index_file::{IndexFile, IndexPart};
use crate::catalogue::search::indexed::{IndexedArticle, IndexedDocument, fingerprint};
use crate::catalogue::search::lexicon::Lexicon;
use crate::catalogue::search::pipeline::DocumentWriter;
use crate::catalogue::search::state::failed;
use crate::catalogue::snapshot::Snapshot;
use crate::domain::Slug;
use crate::error::{Error, Result};

/// The part that the engine does not have.
const CONTENTS: &str = "contents";
/// The engine's list of segments.
const SEGMENTS: &str = "meta.json";
/// The engine's list of its files.
const FILES: &str = ".managed.json";
/// An opened index may lack the contents of this many articles that changed or left, or of a hundredth if that is more.
/// Their words stay among those that readers are corrected to.
const MOST_UNFORGOTTEN: usize = 100;

/// What stands beside the engine's files.
#[derive(Serialize, Deserialize)]
struct KeptContents<S, L> {
    documents: Vec<(S, IndexedDocument)>,
    next_number: u64,
    unforgotten: usize,
    lexicon: L,
}

impl SearchIndex {
    /// Keeps the index in this file. Call it before the first update, which opens the file.
    pub fn keep(&self, file: IndexFile) {
        self.work().file = Some(file);
    }

    /// Changes that the file does not have.
    pub fn unsaved(&self) -> usize {
        self.work().builder.as_ref().map_or(0, |builder| builder.unsaved)
    }

    /// Saves the index if it is complete and changed since it was saved; returns whether it did. Blocks, for a second with
    /// many articles.
    ///
    /// # Errors
    /// `internal`; searches go on. An index that could not drop removed documents is made again at the next change.
    pub fn save(&self) -> Result<bool> {
        let (mut work, state) = (self.work(), self.state());
        let Some(file) = work.file.clone().filter(|_| state.is_complete()) else { return Ok(false) };
        // Taken out, as for an update.
        let Some(mut builder) = work.builder.take_if(|builder| builder.unsaved > 0) else { return Ok(false) };
        if builder.drop_removed().map_err(failed)? {
            self.publish(builder.state(&state.snapshot)?);
        }
        let saved = builder.parts().and_then(|parts| Ok(file.write(&parts)?));
        if saved.is_ok() {
            builder.unsaved = 0;
        }
        work.builder = Some(builder);
        saved.map(|()| true).map_err(|error| Error::internal("saving the search index", error))
    }

    /// The index of an earlier run if there is one, else one without articles.
    pub(super) fn begin(&self, work: &mut IndexWork, snapshot: &Snapshot) -> Result<Builder> {
        let is_tried = std::mem::replace(&mut work.is_tried, true);
        if let Some(file) = work.file.as_ref().filter(|_| !is_tried) {
            match Builder::open(file, snapshot) {
                Ok(Some(builder)) => {
                    self.reused.store(builder.indexed.len(), Ordering::Relaxed);
                    tracing::info!(
                        articles = builder.indexed.len(),
                        others = builder.stale.len(),
                        "the search index of the last run is used"
                    );
                    return Ok(builder);
                }
                Ok(None) => {}
                Err(error) => {
                    let error = format!("{error:#}");
                    tracing::info!(error, "the search index of the last run cannot be used and is made again");
                    work.remove_file();
                }
            }
        }
        Builder::new().map_err(failed)
    }
}

impl IndexWork {
    /// Removes the file; the next one is saved later.
    pub(super) fn remove_file(&self) {
        if let Some(Err(error)) = self.file.as_ref().map(IndexFile::remove) {
            tracing::warn!(%error, "the file of the search index cannot be removed");
        }
    }
}

impl Builder {
    /// Opens what an earlier run saved; `None` if it saved nothing.
    fn open(file: &IndexFile, snapshot: &Snapshot) -> anyhow::Result<Option<Self>> {
        let (directory, mut contents) = (RamDirectory::create(), None);
        let is_there = file.read(|IndexPart { name, bytes }| {
            if name == CONTENTS {
                contents = Some(serde_json::from_slice::<KeptContents<Slug, Lexicon>>(&bytes)?);
            } else {
                directory.atomic_write(Path::new(&name), &bytes)?;
            }
            Ok(())
        })?;
        if !is_there {
            return Ok(None);
        }
        let contents = contents.context("it has no contents")?;
        let mut builder = Self::over(directory)?;
        let documents = builder.reader.searcher().num_docs();
        ensure!(documents == contents.documents.len() as u64, "it has {documents} documents and others in its list");
        builder.take_over(contents, snapshot)?;
        Ok(Some(builder))
    }

    /// Takes the documents of the articles of `snapshot`; the others are stale.
    fn take_over(&mut self, kept: KeptContents<Slug, Lexicon>, snapshot: &Snapshot) -> anyhow::Result<()> {
        let all = kept.documents.len();
        let mut documents: FxHashMap<Slug, IndexedDocument> = kept.documents.into_iter().collect();
        ensure!(documents.len() == all, "an article is in it twice");
        for article in snapshot.articles() {
            let fingerprint = fingerprint(article, snapshot.topic(&article.topic));
            let is_same = documents.get(&article.slug).is_some_and(|document| document.fingerprint == fingerprint);
            if is_same && let Some(document) = documents.remove(&article.slug) {
                self.counts += document.counts;
                self.indexed.insert(article.id, IndexedArticle { article: Arc::clone(article), document });
            }
        }
        self.unforgotten = kept.unforgotten + documents.len();
        ensure!(self.unforgotten <= MOST_UNFORGOTTEN.max(all / 100), "too many articles changed");
        self.has_lost = documents.keys().any(|slug| snapshot.article(slug).is_none());
        self.stale = documents.into_values().map(|document| document.number).collect();
        let numbers: FxHashSet<u64> = self.indexed.values().map(|indexed| indexed.document.number).collect();
        self.lexicon = Arc::new(kept.lexicon.restored(&numbers));
        self.next_number = kept.next_number;
        self.is_reopened = true;
        Ok(())
    }

    /// Drops what the engine still has of removed articles. Returns whether there was anything.
    fn drop_removed(&self) -> tantivy::Result<bool> {
        let segments = self.index.searchable_segment_metas()?;
        let with_removed: Vec<SegmentId> =
            segments.iter().filter(|segment| segment.has_deletes()).map(SegmentMeta::id).collect();
        if with_removed.is_empty() {
            return Ok(false);
        }
        DocumentWriter::new(&self.index)?.rewrite(&with_removed)?;
        Ok(true)
    }

    /// The parts of the file.
    fn parts(&self) -> anyhow::Result<Vec<IndexPart>> {
        let files = self.files()?;
        let contents = KeptContents {
            documents: self.indexed.values().map(|indexed| (&indexed.article.slug, indexed.document)).collect(),
            next_number: self.next_number,
            unforgotten: self.unforgotten,
            lexicon: &*self.lexicon,
        };
        let json = |name: &str, json: Vec<u8>| IndexPart { name: name.to_owned(), bytes: OwnedBytes::new(json) };
        let mut parts = vec![json(CONTENTS, serde_json::to_vec(&contents)?), json(FILES, serde_json::to_vec(&files)?)];
        for path in files {
            let name = path.to_str().context("a file of the engine has an odd name")?.to_owned();
            parts.push(IndexPart { name, bytes: self.directory.open_read(&path)?.read_bytes()? });
        }
        Ok(parts)
    }

    /// The engine's files of the present segments.
    fn files(&self) -> anyhow::Result<BTreeSet<PathBuf>> {
        let segments = self.index.searchable_segment_metas()?;
        let segments: Vec<String> = segments.iter().map(|segment| segment.id().uuid_string()).collect();
        let of_segment = |path: &PathBuf| {
            path.to_str().is_some_and(|name| segments.iter().any(|segment| name.starts_with(segment.as_str())))
        };
        let all: Vec<PathBuf> = serde_json::from_slice(&self.directory.atomic_read(Path::new(FILES))?)?;
        let mut files = BTreeSet::from([PathBuf::from(SEGMENTS)]);
        for path in all.into_iter().filter(of_segment) {
            if self.directory.exists(&path)? {
                files.insert(path);
            }
        }
        Ok(files)
    }
}

#[cfg(test)]
mod tests;
