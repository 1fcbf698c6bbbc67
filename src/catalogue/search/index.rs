//! The index in memory, which is updated from the catalogue.
//!
//! [`SearchIndex::update`] delays no search: readers search the last state that was published.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arc_swap::ArcSwap;
use tantivy::directory::RamDirectory;
use tantivy::indexer::{IndexWriterOptions, LogMergePolicy};
use tantivy::{Index, IndexReader, IndexWriter, ReloadPolicy, TantivyDocument, TantivyError, Term};

use super::analysis::tokenizers;
use super::fields::IndexFields;
use super::lexicon::Lexicon;
use super::pipeline::{Pipeline, QueuedDocument};
use super::references::References;
use super::state::{SearchState, failed};
use super::synonyms::english_of;
use super::words::words;
use crate::catalogue::article::{ArticleView, PublishedArticle};
use crate::catalogue::snapshot::Snapshot;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::topic::Topic;
use crate::error::Result;
use paragraf_law::lookup::names_of;

/// Memory of a writer while it writes; the minimum of tantivy.
const WRITER_BYTES: usize = 15_000_000;
/// Larger segments are not merged: a merge holds both what it reads and what it writes.
const MERGED_BELOW: usize = 10_000;
/// A first index is published after this many of the newest articles.
const FIRST_STAGE: usize = 250;
/// Each later stage of a first index has this many times the articles of the one before.
const STAGE_FACTOR: usize = 8;
/// Number of words at the start of a title that count more than the rest.
const HEAD: usize = 4;

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
    pipeline: Pipeline,
    /// What the index contains, by id.
    indexed: HashMap<u64, Arc<PublishedArticle>>,
    lexicon: Arc<Lexicon>,
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

    /// Updates the index to the articles of `snapshot`. Blocks for seconds when many of them are new.
    ///
    /// After an error or when `is_stopping` ended it early, the next call builds the whole index.
    ///
    /// # Errors
    /// `internal`.
    pub fn update(&self, snapshot: &Arc<Snapshot>, is_stopping: &dyn Fn() -> bool) -> Result<()> {
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
        if builder.update(snapshot, &publish, is_stopping)? {
            *guard = Some(builder);
        }
        Ok(())
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
        Ok(Self {
            index,
            directory,
            reader,
            fields,
            pipeline: Pipeline::default(),
            indexed: HashMap::new(),
            lexicon: Arc::default(),
        })
    }

    /// Returns false if `is_stopping` ended it early.
    fn update(
        &mut self,
        snapshot: &Arc<Snapshot>,
        publish: &dyn Fn(SearchState),
        is_stopping: &dyn Fn() -> bool,
    ) -> Result<bool> {
        let wanted: HashSet<u64> = snapshot.articles().iter().map(|article| article.id).collect();
        let gone: Vec<_> = self.indexed.keys().copied().filter(|id| !wanted.contains(id)).collect();
        let is_new = |article: &&Arc<PublishedArticle>| !self.indexed.contains_key(&article.id);
        let new: Vec<_> = snapshot.articles().iter().filter(is_new).cloned().collect();
        if gone.is_empty() && new.is_empty() {
            publish(self.state(snapshot)?);
            return Ok(true);
        }
        let options = IndexWriterOptions::builder()
            .num_worker_threads(1)
            .num_merge_threads(1)
            .memory_budget_per_thread(WRITER_BYTES)
            .build();
        let mut writer: IndexWriter<QueuedDocument> = self.index.writer_with_options(options).map_err(failed)?;
        let mut merging = LogMergePolicy::default();
        merging.set_max_docs_before_merge(MERGED_BELOW);
        writer.set_merge_policy(Box::new(merging));
        for id in gone {
            self.remove(&writer, id)?;
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
            self.add(&writer, article, snapshot.topic(&article.topic))?;
        }
        writer.commit().map_err(failed)?;
        publish(self.state(snapshot)?);
        writer.wait_merging_threads().map_err(failed)?;
        // The previous state still holds the segments from before the merge.
        publish(self.state(snapshot)?);
        Ok(true)
    }

    fn remove(&mut self, writer: &IndexWriter<QueuedDocument>, id: u64) -> Result<()> {
        writer.delete_term(Term::from_field_u64(self.fields.id, id));
        if let Some(article) = self.indexed.remove(&id) {
            let revision = article.unpack()?;
            Arc::make_mut(&mut self.lexicon).forget(id, &revision, &References::of(&revision.article));
        }
        Ok(())
    }

    fn add(
        &mut self,
        writer: &IndexWriter<QueuedDocument>,
        article: &Arc<PublishedArticle>,
        topic: Option<&Topic>,
    ) -> Result<()> {
        let revision = article.unpack()?;
        let references = References::of(&revision.article);
        let document = self.pipeline.queued(self.document(article.id, &revision, &references, topic));
        writer.add_document(document).map_err(failed)?;
        Arc::make_mut(&mut self.lexicon).learn(article.id, &revision, &references);
        self.indexed.insert(article.id, Arc::clone(article));
        Ok(())
    }

    fn document(
        &self,
        id: u64,
        revision: &Revision,
        references: &References,
        topic: Option<&Topic>,
    ) -> TantivyDocument {
        let fields = &self.fields;
        let mut document = TantivyDocument::new();
        document.add_u64(fields.id, id);
        for language in revision.article.languages() {
            let view = ArticleView::new(revision, language);
            let text = text(&view);
            document.add_text(fields.titles[language as usize], view.title);
            document.add_text(fields.heads[language as usize], head(view.title));
            document.add_text(fields.title_beginnings, view.title);
            document.add_text(fields.typed, view.title);
            document.add_text(fields.texts[language as usize], &text);
            document.add_text(fields.beginnings, &text);
        }
        if !revision.article.languages().contains(&Language::En) {
            let english = english_words(&ArticleView::new(revision, Language::En), topic);
            document.add_text(fields.texts[Language::En as usize], &english);
        }
        for term in &references.terms {
            document.add_text(fields.references, term);
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
            Arc::clone(&self.lexicon),
            self.directory.total_mem_usage(),
        )
    }
}

/// The first words of a title, which name its subject.
fn head(title: &str) -> &str {
    let end = words(title).take(HEAD).last().map_or(0, |word| word.range.end);
    &title[..end]
}

/// The searched text without the title. A line break between two parts keeps their words apart.
fn text(view: &ArticleView<'_>) -> String {
    let mut text = [view.simple_explanation, view.technical_summary].join("\n");
    let mut add = |part: &str| {
        text.push('\n');
        text.push_str(part);
    };
    view.in_short.into_iter().for_each(&mut add);
    view.steps().iter().for_each(|step| add(&step.text));
    for entry in view.deadlines.iter() {
        add(&entry.what);
        [&entry.who, &entry.rule].into_iter().flatten().for_each(|part| add(part));
    }
    view.domains.iter().chain(view.audience).for_each(|part| add(part));
    view.roles.iter().for_each(|role| add(role.label(view.language)));
    view.act_citation().iter().for_each(|part| add(part));
    // The slug has the essential words, and often the number of a form.
    add(view.slug.as_str());
    view.act.and_then(|act| act.issuer.as_deref()).into_iter().for_each(&mut add);
    text
}

/// What an article without an English translation says in English: its act, its topic, its domains and its readers.
fn english_words(view: &ArticleView<'_>, topic: Option<&Topic>) -> String {
    let mut text = String::new();
    let mut add = |part: &str| {
        text.push_str(part);
        text.push('\n');
    };
    if let Some(act) = view.act {
        add(&act.citation(Language::En));
        names_of(act).for_each(&mut add);
    }
    topic.map(|topic| topic.name(Language::En)).into_iter().for_each(&mut add);
    view.domains.iter().flat_map(|domain| english_of(domain)).for_each(&mut add);
    view.roles.iter().for_each(|role| add(role.label(Language::En)));
    text
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::topic;

    #[test]
    fn an_article_without_english_has_english_words() {
        let article = serde_json::json!({
            "slug": "arenda", "title": "Arenda se declară", "technical_summary": "", "simple_explanation": "",
            "importance": 3, "publish_date": "2026-11-02", "topic": "terenuri", "domains": ["terenuri agricole"],
            "act": {"type": "LEGE", "number": "227", "year": 2015}, "roles": ["land_owner"],
        });
        let article = serde_json::from_value(article).expect("an article");
        let revision = Revision { revision: 1, updated_at: jiff::Timestamp::UNIX_EPOCH, article };
        let topics = topic::defaults();
        let topic = topics.iter().find(|topic| topic.id == "terenuri");
        let english = english_words(&ArticleView::new(&revision, Language::En), topic);
        for words in ["Law no. 227/2015", "fiscal code", "Farmland", "farm land", "Land owners"] {
            assert!(english.contains(words), "{words}: {english}");
        }
    }
}
