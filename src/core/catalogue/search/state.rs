//! One state of the index, with the articles that it was made of.

use std::sync::Arc;

use arc_swap::ArcSwapOption;
use jiff::civil::Date;
use rustc_hash::FxHashMap;
use tantivy::collector::{Collector, SegmentCollector};
use tantivy::query::Query;
use tantivy::{DocId, Score, Searcher, SegmentOrdinal, SegmentReader, TantivyError, Term};

use super::duties::DutyWords;
use super::facets::FacetValues;
use super::fields::IndexFields;
use super::indexed::IndexedArticles;
use super::lexicon::Lexicon;
use super::references::issue_term;
use super::relevance::Relevance;
use super::statistics::{BeginningCounts, IndexStatistics};
use super::today::Today;
use crate::catalogue::article::PublishedArticle;
use crate::catalogue::snapshot::Snapshot;
use crate::error::{Error, Result};
use paragraf_law::lookup::IssuePattern;

/// A document without an article: removed, and not yet merged away.
const NO_PLACE: u32 = u32::MAX;

#[derive(Default)]
pub(super) struct SearchState {
    /// The snapshot that the index follows.
    pub snapshot: Arc<Snapshot>,
    /// Indexed articles of the snapshot.
    pub articles: Vec<Arc<PublishedArticle>>,
    pub lexicon: Arc<Lexicon>,
    pub bytes: usize,
    /// The place in `articles` of each document, by its number.
    place_of: FxHashMap<u64, u32>,
    searched: Option<(Searcher, IndexFields)>,
    counts: BeginningCounts,
    /// The place in `articles` of each document of each segment.
    places: Vec<Vec<u32>>,
    /// The values of `articles` that filters count.
    pub facets: FacetValues,
    /// The words of the duties of the snapshot.
    pub duty_words: DutyWords,
    today: ArcSwapOption<Today>,
}

/// A found article.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundArticle {
    /// In [`SearchState::articles`].
    pub place: u32,
    pub relevance: Relevance,
}

impl SearchState {
    pub(super) fn new(
        snapshot: Arc<Snapshot>,
        searcher: Searcher,
        fields: IndexFields,
        indexed: &IndexedArticles,
        (lexicon, counts): (Arc<Lexicon>, BeginningCounts),
        bytes: usize,
    ) -> Result<Self> {
        let found = snapshot.articles().iter().filter_map(|article| Some((article, indexed.get(&article.id)?)));
        let (articles, numbers): (Vec<_>, Vec<u64>) =
            found.map(|(article, indexed)| (Arc::clone(article), indexed.document.number)).unzip();
        let place_of: FxHashMap<u64, u32> = numbers.into_iter().zip(0..).collect();
        let places = searcher.segment_readers().iter().map(|segment| places(segment, &place_of));
        Ok(Self {
            places: places.collect::<tantivy::Result<_>>().map_err(failed)?,
            facets: FacetValues::of(articles.iter().map(|article| &**article)),
            duty_words: DutyWords::of(snapshot.duties()),
            snapshot,
            articles,
            lexicon,
            bytes,
            place_of,
            searched: Some((searcher, fields)),
            counts,
            today: ArcSwapOption::empty(),
        })
    }

    pub(super) fn len(&self) -> usize {
        self.articles.len()
    }

    /// The articles of these documents, newest first.
    pub(super) fn of_documents(&self, numbers: &[u64]) -> Vec<Arc<PublishedArticle>> {
        let mut places: Vec<u32> = numbers.iter().filter_map(|number| self.place_of.get(number).copied()).collect();
        places.sort_unstable();
        places.iter().filter_map(|place| self.articles.get(*place as usize).cloned()).collect()
    }

    /// Whether every article of the snapshot can be found.
    pub(super) fn is_complete(&self) -> bool {
        self.snapshot.is_live() && self.articles.len() == self.snapshot.len()
    }

    /// The fields, if anything is indexed.
    pub(super) fn fields(&self) -> Result<&IndexFields> {
        match &self.searched {
            Some((_, fields)) => Ok(fields),
            None => Err(preparing()),
        }
    }

    /// The articles that match, in no order.
    pub(super) fn find(&self, query: &dyn Query) -> Result<Vec<FoundArticle>> {
        let Some((searcher, fields)) = &self.searched else { return Err(preparing()) };
        let statistics = IndexStatistics { searcher, fields, counts: self.counts, articles: self.len() };
        let by_segment = searcher.search_with_statistics_provider(query, &Documents, &statistics).map_err(failed)?;
        let mut found = Vec::with_capacity(by_segment.iter().map(|(_, documents)| documents.len()).sum());
        for (segment, documents) in by_segment {
            let places = self.places.get(segment as usize).map(Vec::as_slice).unwrap_or_default();
            let placed = documents.into_iter().map(|(document, score)| FoundArticle {
                place: places.get(document as usize).copied().unwrap_or(NO_PLACE),
                relevance: Relevance::of_score(score),
            });
            found.extend(placed.filter(|found| found.place != NO_PLACE));
        }
        Ok(found)
    }

    /// The number of entries of these terms in the index: one for each document and term.
    pub(super) fn entries<'t>(&self, terms: impl IntoIterator<Item = &'t Term>) -> Result<u64> {
        let Some((searcher, _)) = &self.searched else { return Err(preparing()) };
        terms.into_iter().map(|term| searcher.doc_freq(term).map_err(failed)).sum()
    }

    /// Whether any document has the term.
    fn has(&self, term: &Term) -> Result<bool> {
        Ok(self.entries([term])? > 0)
    }

    /// Whether any document has one of the terms.
    pub(super) fn has_any(&self, terms: impl IntoIterator<Item = Term>) -> Result<bool> {
        for term in terms {
            if self.has(&term)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether an article was published in the issue.
    pub(super) fn has_issue(&self, issue: &IssuePattern) -> Result<bool> {
        self.has(&Term::from_field_text(self.fields()?.references, &issue_term(issue)))
    }

    /// The standings of the articles on a day. They are kept for the day, since recurring days take time to compute.
    pub(super) fn today(&self, date: Date) -> Arc<Today> {
        if let Some(today) = self.today.load_full().filter(|today| today.date == date) {
            return today;
        }
        let today = Arc::new(Today::of(self.articles.iter().map(|article| &**article), date));
        self.today.store(Some(Arc::clone(&today)));
        today
    }
}

/// The error for a failure of the search engine.
pub(super) fn failed(error: TantivyError) -> Error {
    Error::internal("searching", error)
}

/// The error while there is no complete index.
pub(super) fn preparing() -> Error {
    Error::unavailable("The search is being prepared.").retry_after(1)
}

fn places(segment: &SegmentReader, place_of: &FxHashMap<u64, u32>) -> tantivy::Result<Vec<u32>> {
    let ids = segment.fast_fields().u64("id")?;
    let place = |document: DocId| ids.first(document).and_then(|id| place_of.get(&id)).copied().unwrap_or(NO_PLACE);
    Ok((0..segment.max_doc()).map(place).collect())
}

/// Collects every matching document with its score.
struct Documents;

struct SegmentDocuments {
    segment: SegmentOrdinal,
    documents: Vec<(DocId, Score)>,
}

impl Collector for Documents {
    type Fruit = Vec<(SegmentOrdinal, Vec<(DocId, Score)>)>;
    type Child = SegmentDocuments;

    fn for_segment(&self, segment: SegmentOrdinal, _: &SegmentReader) -> tantivy::Result<SegmentDocuments> {
        Ok(SegmentDocuments { segment, documents: Vec::new() })
    }

    fn requires_scoring(&self) -> bool {
        true
    }

    fn merge_fruits(&self, segments: Vec<(SegmentOrdinal, Vec<(DocId, Score)>)>) -> tantivy::Result<Self::Fruit> {
        Ok(segments)
    }
}

impl SegmentCollector for SegmentDocuments {
    type Fruit = (SegmentOrdinal, Vec<(DocId, Score)>);

    fn collect(&mut self, document: DocId, score: Score) {
        self.documents.push((document, score));
    }

    fn harvest(self) -> Self::Fruit {
        (self.segment, self.documents)
    }
}
