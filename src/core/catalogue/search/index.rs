//! The index in memory, which is updated from the catalogue.
//!
//! [`SearchIndex::update`] delays no search: readers search the last state that was published.

mod kept;

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use rustc_hash::FxHashSet;
use tantivy::directory::RamDirectory;
use tantivy::{Index, IndexReader, ReloadPolicy, TantivyDocument, TantivyError, Term};

use super::analysis::tokenizers;
use super::fields::IndexFields;
use super::index_file::IndexFile;
use super::indexed::{IndexedArticle, IndexedArticles, IndexedDocument, fingerprint};
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
    work: Mutex<IndexWork>,
    /// Articles whose terms an earlier run made.
    reused: AtomicUsize,
}

#[derive(Default)]
struct IndexWork {
    builder: Option<Builder>,
    /// Where the index is kept across starts.
    file: Option<IndexFile>,
    /// Whether the file was opened, or could not be. It is tried once.
    is_tried: bool,
}

struct Builder {
    index: Index,
    directory: RamDirectory,
    reader: IndexReader,
    fields: IndexFields,
    indexed: IndexedArticles,
    /// Documents of an earlier run whose articles changed or left since, to be removed.
    stale: Vec<u64>,
    lexicon: Arc<Lexicon>,
    /// Of the indexed articles.
    counts: BeginningCounts,
    /// The number of the next document.
    next_number: u64,
    /// Articles whose words stayed in the lexicon, because their contents were not known when they left.
    unforgotten: usize,
    /// Changes since the index was saved.
    unsaved: usize,
    /// Whether no state with what an earlier run made was published yet.
    is_reopened: bool,
    /// Whether an article is no longer published, so that the file must lose it.
    has_lost: bool,
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
            work: Mutex::default(),
            reused: AtomicUsize::new(0),
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
        let mut work = self.work();
        // Taken out, so that a failed or panicked update leaves no builder behind.
        let mut builder = match work.builder.take() {
            Some(builder) => builder,
            None => self.begin(&mut work, snapshot)?,
        };
        let mut unreadable = Unreadable::new();
        let updated = builder.update(snapshot, &|state| self.publish(state), is_stopping, &mut unreadable);
        // The cause of an error may be what an earlier run made.
        if updated.is_err() || std::mem::take(&mut builder.has_lost) {
            work.remove_file();
        }
        if updated? {
            work.builder = Some(builder);
        }
        Ok(unreadable)
    }

    fn work(&self) -> MutexGuard<'_, IndexWork> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn publish(&self, state: SearchState) {
        self.state.store(Arc::new(state));
        self.generation.fetch_add(1, Ordering::AcqRel);
    }
}

impl Builder {
    /// Without articles.
    fn new() -> Result<Self, TantivyError> {
        Self::over(RamDirectory::create())
    }

    /// With what the engine has in the directory.
    fn over(directory: RamDirectory) -> Result<Self, TantivyError> {
        let fields = IndexFields::new();
        let index = Index::builder()
            .schema(fields.schema.clone())
            .tokenizers(tokenizers())
            .open_or_create(directory.clone())?;
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self {
            index,
            directory,
            reader,
            fields,
            indexed: IndexedArticles::default(),
            stale: Vec::new(),
            lexicon: Arc::default(),
            counts: BeginningCounts::default(),
            next_number: 0,
            unforgotten: 0,
            unsaved: 0,
            is_reopened: false,
            has_lost: false,
        })
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
        let has_no_other = |indexed: &IndexedArticle| snapshot.article(&indexed.article.slug).is_none();
        self.has_lost |= gone.iter().filter_map(|id| self.indexed.get(id)).any(has_no_other);
        let changes = gone.len() + new.len() + self.stale.len();
        if changes == 0 || std::mem::take(&mut self.is_reopened) {
            publish(self.state(snapshot)?);
        }
        if changes == 0 {
            return Ok(true);
        }
        self.unsaved += changes;
        let mut writer = DocumentWriter::new(&self.index).map_err(failed)?;
        let mut terms = TermReader::new();
        for number in std::mem::take(&mut self.stale) {
            writer.delete(self.term(number));
        }
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

    fn term(&self, number: u64) -> Term {
        Term::from_field_u64(self.fields.id, number)
    }

    fn remove(&mut self, writer: &DocumentWriter, id: u64, terms: &mut TermReader) {
        let Some(IndexedArticle { article, document }) = self.indexed.remove(&id) else { return };
        writer.delete(self.term(document.number));
        self.counts -= document.counts;
        if let Ok(revision) = article.unpack() {
            let spelled = &terms.read(&revision, None).spelled;
            Arc::make_mut(&mut self.lexicon).forget(document.number, spelled, &References::of(&revision.article));
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
        let number = self.next_number;
        self.next_number += 1;
        writer.add(self.document(number, terms, &references)).map_err(failed)?;
        self.counts += terms.counts;
        Arc::make_mut(&mut self.lexicon).learn(number, &terms.spelled, &references);
        let document = IndexedDocument { number, fingerprint: fingerprint(article, topic), counts: terms.counts };
        self.indexed.insert(article.id, IndexedArticle { article: Arc::clone(article), document });
        Ok(true)
    }

    fn document(&self, number: u64, terms: &ArticleTerms, references: &References) -> TantivyDocument {
        let fields = &self.fields;
        let mut document = TantivyDocument::new();
        document.add_u64(fields.id, number);
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
    /// Articles whose terms an earlier run made, when this one began.
    pub reused: usize,
    /// Memory of the index.
    pub bytes: usize,
}

impl SearchIndex {
    pub fn indexed(&self, snapshot: &Snapshot) -> Indexed {
        let state = self.state();
        let reused = self.reused.load(Ordering::Relaxed);
        Indexed { articles: state.len(), of: snapshot.len(), reused, bytes: state.bytes }
    }
}
