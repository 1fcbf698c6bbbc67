//! The index in memory, which is updated from the catalogue.
//!
//! [`SearchIndex::update`] delays no search: readers search the last state that was published.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use rustc_hash::{FxHashMap, FxHashSet};
use tantivy::directory::RamDirectory;
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyDocument, TantivyError, Term};

use super::analysis::tokenizers;
use super::fields::IndexFields;
use super::lexicon::Lexicon;
use super::pipeline::DocumentWriter;
use super::references::References;
use super::state::{SearchState, failed};
use super::statistics::BeginningCounts;
use super::terms::{ArticleTerms, TermLines, TermReader};
use crate::catalogue::article::PublishedArticle;
use crate::catalogue::snapshot::Snapshot;
use crate::domain::topic::Topic;
use crate::error::Result;

/// A first index is published after this many of the newest articles.
const FIRST_STAGE: usize = 250;
/// Each later stage of a first index has this many times the articles of the one before.
const STAGE_FACTOR: usize = 8;

/// Articles whose content cannot be read.
type Unreadable = Vec<Arc<PublishedArticle>>;

/// The words, acts and provisions of all published articles.
// docs/decisions/0174
pub struct SearchIndex {
    state: ArcSwap<SearchState>,
    /// Grows with each state.
    generation: AtomicU64,
    builder: Mutex<Option<Builder>>,
}

struct Builder {
    index: Index,
    directory: RamDirectory,
    reader: IndexReader,
    fields: IndexFields,
    /// What the index contains, by id.
    indexed: FxHashMap<u64, Arc<PublishedArticle>>,
    lexicon: Arc<Lexicon>,
    /// Of the indexed articles.
    counts: BeginningCounts,
}

impl std::fmt::Debug for SearchIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SearchIndex").finish_non_exhaustive()
    }
}

impl Default for SearchIndex {
    fn default() -> Self {
        Self {
            state: ArcSwap::from_pointee(SearchState::default()),
            generation: AtomicU64::new(0),
            builder: Mutex::new(None),
        }
    }
}

impl SearchIndex {
    /// The last state that can be searched.
    pub(super) fn state(&self) -> Arc<SearchState> {
        self.state.load_full()
    }

    /// A number that grows with each state. Read before a search, it is that of the searched state or an earlier one.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Updates the index to the articles of `snapshot`, and returns those whose content cannot be read, which it leaves
    /// out. Blocks for seconds when many articles are new.
    ///
    /// After an error or when `is_stopping` ended it early, the next call builds the whole index.
    ///
    /// # Errors
    /// `internal`.
    pub fn update(&self, snapshot: &Arc<Snapshot>, is_stopping: &dyn Fn() -> bool) -> Result<Unreadable> {
        let mut guard = self.builder.lock().unwrap_or_else(PoisonError::into_inner);
        // Taken out, so that a failed or panicked update leaves no builder behind.
        let mut builder = match guard.take() {
            Some(builder) => builder,
            None => Builder::new().map_err(failed)?,
        };
        let publish = |state| {
            self.state.store(Arc::new(state));
            self.generation.fetch_add(1, Ordering::AcqRel);
        };
        let mut unreadable = Unreadable::new();
        if builder.update(snapshot, &publish, is_stopping, &mut unreadable)? {
            *guard = Some(builder);
        }
        Ok(unreadable)
    }
}

impl Builder {
    fn new() -> Result<Self, TantivyError> {
        let (fields, directory) = (IndexFields::new(), RamDirectory::create());
        let index = Index::builder()
            .schema(fields.schema.clone())
            .tokenizers(tokenizers())
            .open_or_create(directory.clone())?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        let (indexed, lexicon, counts) = (FxHashMap::default(), Arc::default(), BeginningCounts::default());
        Ok(Self { index, directory, reader, fields, indexed, lexicon, counts })
    }

    /// Returns false if `is_stopping` ended it early.
    fn update(
        &mut self,
        snapshot: &Arc<Snapshot>,
        publish: &dyn Fn(SearchState),
        is_stopping: &dyn Fn() -> bool,
        unreadable: &mut Unreadable,
    ) -> Result<bool> {
        let wanted: FxHashSet<u64> = snapshot.articles().iter().map(|article| article.id).collect();
        let gone: Vec<_> = self.indexed.keys().copied().filter(|id| !wanted.contains(id)).collect();
        let is_new = |article: &&Arc<PublishedArticle>| !self.indexed.contains_key(&article.id);
        let new: Vec<_> = snapshot.articles().iter().filter(is_new).cloned().collect();
        if gone.is_empty() && new.is_empty() {
            publish(self.state(snapshot)?);
            return Ok(true);
        }
        let mut writer = DocumentWriter::new(&self.index).map_err(failed)?;
        let mut terms = TermReader::new();
        for id in gone {
            self.remove(&writer, id, &mut terms);
        }
        let mut stage = if self.indexed.is_empty() { FIRST_STAGE } else { usize::MAX };
        for (place, article) in new.iter().enumerate() {
            if place == stage {
                stage *= STAGE_FACTOR;
                writer.commit().map_err(failed)?;
                publish(self.state(snapshot)?);
            }
            if is_stopping() {
                return Ok(false);
            }
            if !self.add(&mut writer, article, snapshot.topic(&article.topic), &mut terms)? {
                unreadable.push(Arc::clone(article));
            }
        }
        writer.commit().map_err(failed)?;
        publish(self.state(snapshot)?);
        writer.finish().map_err(failed)?;
        // The previous state still holds the segments from before the merge.
        publish(self.state(snapshot)?);
        Ok(true)
    }

    fn remove(&mut self, writer: &DocumentWriter, id: u64, terms: &mut TermReader) {
        writer.delete(Term::from_field_u64(self.fields.id, id));
        if let Some(revision) = self.indexed.remove(&id).and_then(|article| article.unpack().ok()) {
            let terms = terms.read(&revision, None);
            self.counts -= terms.counts;
            Arc::make_mut(&mut self.lexicon).forget(id, &terms.spelled, &References::of(&revision.article));
        }
    }

    /// Returns false if the content cannot be read.
    fn add(
        &mut self,
        writer: &mut DocumentWriter,
        article: &Arc<PublishedArticle>,
        topic: Option<&Topic>,
        terms: &mut TermReader,
    ) -> Result<bool> {
        let Ok(revision) = article.unpack() else { return Ok(false) };
        let references = References::of(&revision.article);
        let terms = terms.read(&revision, topic);
        writer.add(self.document(article.id, terms, &references)).map_err(failed)?;
        self.counts += terms.counts;
        Arc::make_mut(&mut self.lexicon).learn(article.id, &terms.spelled, &references);
        self.indexed.insert(article.id, Arc::clone(article));
        Ok(true)
    }

    fn document(&self, id: u64, terms: &ArticleTerms, references: &References) -> TantivyDocument {
        let fields = &self.fields;
        let mut document = TantivyDocument::new();
        document.add_u64(fields.id, id);
        let by_language = [(fields.titles, &terms.titles), (fields.heads, &terms.heads), (fields.texts, &terms.texts)];
        let by_language = by_language.into_iter().flat_map(|(fields, lines)| fields.into_iter().zip(lines));
        let of_both = [
            (fields.beginnings, &terms.beginnings),
            (fields.title_beginnings, &terms.title_beginnings),
            (fields.typed, &terms.typed),
        ];
        for (field, lines) in by_language.chain(of_both).filter(|(_, lines)| !lines.is_empty()) {
            document.add_text(field, lines);
        }
        if !references.terms.is_empty() {
            let lines: TermLines = references.terms.iter().flat_map(|term| [term.as_str(), "\n"]).collect();
            document.add_text(fields.references, lines);
        }
        document
    }

    fn state(&self, snapshot: &Arc<Snapshot>) -> Result<SearchState> {
        self.reader.reload().map_err(failed)?;
        SearchState::new(
            Arc::clone(snapshot),
            self.reader.searcher(),
            self.fields.clone(),
            &self.indexed,
            (Arc::clone(&self.lexicon), self.counts),
            self.directory.total_mem_usage(),
        )
    }
}

/// How much of the catalogue can be searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Indexed {
    pub articles: usize,
    pub of: usize,
    /// Memory of the index.
    pub bytes: usize,
}

impl SearchIndex {
    pub fn indexed(&self, snapshot: &Snapshot) -> Indexed {
        let state = self.state();
        Indexed { articles: state.len(), of: snapshot.len(), bytes: state.bytes }
    }
}
