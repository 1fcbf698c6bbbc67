//! One immutable state of the catalogue.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::sync::{Arc, OnceLock};

use jiff::civil::Date;
use rustc_hash::FxHashSet;

use super::article::PublishedArticle;
use super::counts::{CountsMoment, LiveCounts};
use super::packed::Packer;
use super::query::{ListCursor, ListQuery, position};
use crate::domain::article::Revision;
use crate::domain::concern::Criteria;
use crate::domain::duty::Duty;
use crate::domain::law_figure::LawFigures;
use crate::domain::topic::Topic;
use crate::domain::{ArticleCounts, Language, MonthlyOverview, OverviewId, Slug};
use crate::error::Result;

/// The published articles at one moment.
// docs/decisions/0003
#[derive(Debug, Default)]
pub struct Snapshot {
    live: bool,
    /// Grows with each change.
    pub generation: u64,
    /// In the order of [`position`], descending.
    newest: Vec<Arc<PublishedArticle>>,
    by_slug: Vec<Arc<PublishedArticle>>,
    /// The same articles, found without a search among all slugs.
    named: FxHashSet<Named>,
    topics: Arc<[Topic]>,
    duties: Arc<[Duty]>,
    /// The conditions of the duties, in their order.
    duty_criteria: Arc<[Option<Criteria>]>,
    figures: Arc<LawFigures>,
    overviews: Arc<[MonthlyOverview]>,
    /// Articles that readers saw once and see no longer.
    withdrawn: Arc<Withdrawn>,
    counts: Arc<LiveCounts>,
    /// The domains by their keys; made when the first is asked for.
    domains: OnceLock<HashMap<Box<str>, Box<str>>>,
}

/// An article, hashed and compared by its slug.
#[derive(Debug, Clone)]
struct Named(Arc<PublishedArticle>);

impl Borrow<Slug> for Named {
    fn borrow(&self) -> &Slug {
        &self.0.slug
    }
}

impl Hash for Named {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.slug.hash(state);
    }
}

impl PartialEq for Named {
    fn eq(&self, other: &Self) -> bool {
        self.0.slug == other.0.slug
    }
}

impl Eq for Named {}

type Withdrawn = BTreeMap<Slug, Arc<PublishedArticle>>;

/// An article with its current counts.
#[derive(Debug, Clone)]
pub struct ListedArticle {
    pub article: Arc<PublishedArticle>,
    pub counts: ArticleCounts,
}

/// The articles that match a query, or one page of them, newest first.
#[derive(Debug)]
pub struct ArticleList {
    /// The generation of the snapshot it was read from.
    pub generation: u64,
    pub language: Language,
    pub articles: Vec<ListedArticle>,
    /// How many articles match, on all pages.
    pub total: usize,
    /// The start of the next page, if there is one.
    pub next: Option<ListCursor>,
    /// When the counts were read.
    pub counts_read: CountsMoment,
}

/// A topic with its number of published articles.
#[derive(Debug, Clone)]
pub struct TopicSummary {
    pub topic: Topic,
    pub articles: usize,
}

impl ArticleList {
    /// The articles with their contents; for pages, not for the list of all.
    pub fn unpack(&self) -> Result<Vec<Revision>> {
        self.articles.iter().map(|listed| listed.article.unpack()).collect()
    }
}

impl Snapshot {
    /// A state without articles that is not live.
    pub(super) fn empty(counts: Arc<LiveCounts>) -> Self {
        Self { counts, ..Self::default() }
    }

    /// Whether the articles have been loaded.
    pub fn is_live(&self) -> bool {
        self.live
    }

    pub fn len(&self) -> usize {
        self.newest.len()
    }

    pub fn is_empty(&self) -> bool {
        self.newest.is_empty()
    }

    pub fn article(&self, slug: &Slug) -> Option<&Arc<PublishedArticle>> {
        self.named.get(slug).map(|Named(article)| article)
    }

    /// The article with its current counts.
    pub fn listed(&self, slug: &Slug) -> Option<ListedArticle> {
        self.article(slug).map(|article| self.with_counts(article))
    }

    /// The article as readers saw it before it was withdrawn, if it had deadlines.
    pub fn listed_withdrawn(&self, slug: &Slug) -> Option<ListedArticle> {
        self.withdrawn.get(slug).map(|article| self.with_counts(article))
    }

    pub(super) fn with_counts(&self, article: &Arc<PublishedArticle>) -> ListedArticle {
        ListedArticle { article: Arc::clone(article), counts: self.counts.get(&article.slug) }
    }

    /// Packs the contents of further articles as those of this state are packed.
    pub fn packer(&self) -> Result<Packer> {
        let dictionary = self.newest.iter().find_map(|article| article.dictionary());
        Packer::with_dictionary(self.len(), dictionary.cloned())
    }

    /// The article with the latest publish date.
    pub fn newest(&self) -> Option<&Arc<PublishedArticle>> {
        self.newest.first()
    }

    /// All articles in the order of their slugs.
    pub fn by_slug(&self) -> &[Arc<PublishedArticle>] {
        &self.by_slug
    }

    /// The topic with this id.
    pub fn topic(&self, id: &str) -> Option<&Topic> {
        self.topics.iter().find(|topic| topic.id == id)
    }

    pub(super) fn withdrawn(&self) -> &Withdrawn {
        &self.withdrawn
    }

    /// The conditions of the duties, in their order.
    pub fn duty_criteria(&self) -> &[Option<Criteria>] {
        &self.duty_criteria
    }

    /// The conditions of the duty with this id.
    pub fn criteria_of_duty(&self, id: &str) -> Option<&Criteria> {
        let mut all = self.duties.iter().zip(self.duty_criteria.iter());
        all.find(|(duty, _)| duty.id == id).and_then(|(_, criteria)| criteria.as_ref())
    }

    /// The recurring duties, in display order.
    pub fn duties(&self) -> &[Duty] {
        &self.duties
    }

    /// The figures of the law.
    pub fn figures(&self) -> &Arc<LawFigures> {
        &self.figures
    }

    /// The published monthly overviews, the newest month first; of a month that of all topics first.
    pub fn overviews(&self) -> &[MonthlyOverview] {
        &self.overviews
    }

    pub fn monthly_overview(&self, id: &OverviewId) -> Option<&MonthlyOverview> {
        self.overviews.iter().find(|overview| overview.id == *id)
    }

    /// All topics in display order, each with its number of articles.
    pub fn topics(&self) -> Vec<TopicSummary> {
        self.topics_of(|_| true)
    }

    /// All topics in display order, each with the number of its `wanted` articles.
    pub(super) fn topics_of(&self, wanted: impl Fn(&PublishedArticle) -> bool) -> Vec<TopicSummary> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for article in self.newest.iter().filter(|article| wanted(article)) {
            *counts.entry(&article.topic).or_default() += 1;
        }
        let summary = |topic: &Topic| {
            let articles = counts.get(topic.id.as_str()).copied().unwrap_or(0);
            TopicSummary { topic: topic.clone(), articles }
        };
        self.topics.iter().map(summary).collect()
    }

    /// The newest article that names this file. Not indexed: requests for files are rare and rate limited.
    pub fn with_file(&self, url: &str) -> Option<Arc<PublishedArticle>> {
        self.newest.iter().find(|article| article.file_url.as_deref() == Some(url)).cloned()
    }

    /// The domain with this key, as the newest article with it has it.
    pub fn domain(&self, key: &str) -> Option<&str> {
        let domains = self.domains.get_or_init(|| {
            let mut domains: HashMap<Box<str>, Box<str>> = HashMap::new();
            for (key, domain) in self.newest.iter().flat_map(|article| article.domains()) {
                if !domains.contains_key(key) {
                    domains.insert(key.into(), domain.into());
                }
            }
            domains
        });
        domains.get(key).map(|domain| &**domain)
    }

    /// The articles that match the query, which has no words; takes milliseconds with many articles.
    pub(super) fn list(&self, query: &ListQuery, today: Date) -> ArticleList {
        let counts_read = self.counts.moment();
        let matching: Vec<_> = self.newest.iter().filter(|article| query.matches(article, today)).collect();
        let rest = match &query.after {
            Some(ListCursor::Place(place)) => {
                &matching[matching.partition_point(|article| !place.is_before(article))..]
            }
            Some(ListCursor::Rank { .. }) | None => &matching[..],
        };
        let page = &rest[..query.limit.map_or(rest.len(), |limit| rest.len().min(limit.into()))];
        let last = page.last().filter(|_| page.len() < rest.len());
        ArticleList {
            generation: self.generation,
            language: query.language,
            articles: page.iter().map(|article| self.with_counts(article)).collect(),
            total: matching.len(),
            next: last.map(|last| ListCursor::of(last)),
            counts_read,
        }
    }

    /// All articles, newest first.
    pub fn articles(&self) -> &[Arc<PublishedArticle>] {
        &self.newest
    }

    /// The first live state, later than `before`.
    pub(super) fn live(before: &Self, articles: Vec<Arc<PublishedArticle>>, topics: Vec<Topic>) -> Self {
        let mut by_slug = articles;
        // A stable sort merges the runs in order that the threads which pack hand over.
        by_slug.sort_by(|a, b| a.slug.cmp(&b.slug));
        Self {
            live: true,
            generation: before.generation + 1,
            named: by_slug.iter().cloned().map(Named).collect(),
            newest: newest_first(&by_slug),
            by_slug,
            topics: topics.into(),
            duties: Arc::clone(&before.duties),
            duty_criteria: Arc::clone(&before.duty_criteria),
            figures: Arc::clone(&before.figures),
            overviews: Arc::clone(&before.overviews),
            withdrawn: Arc::clone(&before.withdrawn),
            counts: Arc::clone(&before.counts),
            domains: OnceLock::new(),
        }
    }

    /// The next state; `None` removes an article. Clones pointers only.
    pub(super) fn with_articles(&self, changes: &BTreeMap<Slug, Option<Arc<PublishedArticle>>>) -> Self {
        let replaced: HashSet<u64> = changes.keys().filter_map(|slug| Some(self.article(slug)?.id)).collect();
        let added: Vec<_> = changes.values().flatten().cloned().collect();
        let mut named = self.named.clone();
        changes.keys().for_each(|slug| drop(named.take(slug)));
        named.extend(added.iter().cloned().map(Named));
        Self {
            live: self.live,
            generation: self.generation + 1,
            newest: merge(&self.newest, &replaced, added.clone(), |a, b| position(b).cmp(&position(a))),
            by_slug: merge(&self.by_slug, &replaced, added, |a, b| a.slug.cmp(&b.slug)),
            named,
            topics: Arc::clone(&self.topics),
            duties: Arc::clone(&self.duties),
            duty_criteria: Arc::clone(&self.duty_criteria),
            figures: Arc::clone(&self.figures),
            overviews: Arc::clone(&self.overviews),
            withdrawn: Arc::clone(&self.withdrawn),
            counts: Arc::clone(&self.counts),
            domains: OnceLock::new(),
        }
    }

    /// The next state, with the same articles and other topics.
    pub(super) fn with_topics(&self, topics: Vec<Topic>) -> Self {
        Self { topics: topics.into(), ..self.with_articles(&BTreeMap::new()) }
    }

    /// The same state with the withdrawn articles after these changes: `added` are withdrawn, `changed` no longer are.
    pub(super) fn with_withdrawn(
        self,
        changed: &BTreeMap<Slug, Option<Arc<PublishedArticle>>>,
        added: &Withdrawn,
    ) -> Self {
        if added.is_empty() && !changed.keys().any(|slug| self.withdrawn.contains_key(slug)) {
            return self;
        }
        let mut withdrawn = Withdrawn::clone(&self.withdrawn);
        withdrawn.retain(|slug, _| !changed.contains_key(slug));
        withdrawn.extend(added.iter().map(|(slug, article)| (slug.clone(), Arc::clone(article))));
        Self { withdrawn: Arc::new(withdrawn), ..self }
    }

    /// The next state, with the same articles and other duties.
    pub(super) fn with_duties(&self, duties: Vec<Duty>) -> Self {
        let duty_criteria = duties.iter().map(Duty::criteria).collect();
        Self { duties: duties.into(), duty_criteria, ..self.with_articles(&BTreeMap::new()) }
    }

    /// The next state, with the same articles and other figures of the law.
    pub(super) fn with_figures(&self, figures: Arc<LawFigures>) -> Self {
        Self { figures, ..self.with_articles(&BTreeMap::new()) }
    }

    /// The next state, with the same articles and other monthly overviews.
    pub(super) fn with_overviews(&self, overviews: Arc<[MonthlyOverview]>) -> Self {
        Self { overviews, ..self.with_articles(&BTreeMap::new()) }
    }
}

/// The articles, which are in the order of their slugs, in that of [`position`], descending.
fn newest_first(by_slug: &[Arc<PublishedArticle>]) -> Vec<Arc<PublishedArticle>> {
    // Comparing keys that stand together is several times as fast as comparing the articles.
    let keys = by_slug.iter().enumerate().map(|(place, article)| {
        let (date, importance, arrived_at, _) = position(article);
        (date, importance, arrived_at, place)
    });
    let mut keys: Vec<_> = keys.collect();
    keys.sort_unstable_by(|one, other| other.cmp(one));
    keys.into_iter().filter_map(|(.., place)| by_slug.get(place).cloned()).collect()
}

/// `old` without the `replaced` articles and with the `added` ones, in order.
fn merge(
    old: &[Arc<PublishedArticle>],
    replaced: &HashSet<u64>,
    mut added: Vec<Arc<PublishedArticle>>,
    order: impl Fn(&PublishedArticle, &PublishedArticle) -> std::cmp::Ordering,
) -> Vec<Arc<PublishedArticle>> {
    added.sort_by(|a, b| order(a, b));
    let mut merged = Vec::with_capacity(old.len() + added.len());
    let mut added = added.into_iter().peekable();
    for article in old.iter().filter(|article| replaced.is_empty() || !replaced.contains(&article.id)) {
        while let Some(earlier) = added.next_if(|candidate| order(candidate, article).is_lt()) {
            merged.push(earlier);
        }
        merged.push(Arc::clone(article));
    }
    merged.extend(added);
    merged
}
