//! The published articles in memory, so that public pages never wait for the disk.
//!
//! [`Catalogue`] holds the current [`Snapshot`] behind an atomic pointer. Readers take it without a lock and see one
//! consistent state; a change makes the next snapshot from pointers to the same articles. What lists and searches
//! look at is a field of [`PublishedArticle`]; the rest of an article is [packed](PublishedArticle::unpack).
//! The catalogue knows neither the store, from which `ops::browse` fills it, nor HTTP: `web` turns its
//! views into responses.

mod acts;
mod amended;
mod article;
mod counts;
mod deadlines;
mod dropped;
mod highlights;
mod insights;
mod loading;
mod packed;
mod query;
mod saved_search;
mod search;
mod snapshot;
mod unreadable;
mod volume;

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use arc_swap::ArcSwap;
use jiff::civil::Date;
use tokio::sync::{Mutex, MutexGuard, Notify};

pub use acts::{ActArticles, NamedAct};
pub use amended::{AmendedArticles, AmendedTotal};
pub use article::{ArticleTimes, ArticleView, PublishedArticle};
pub use counts::{CountsMoment, LiveCounts};
pub use deadlines::{Deadline, DeadlineList, DeadlineQuery, Interest, days_ahead};
pub use dropped::DroppedDeadline;
pub use highlights::Highlights;
pub use insights::{Insights, InsightsQuery, MonthCounts};
pub use loading::{LoadedArticle, PackedArticles, pack_all};
pub use packed::Packer;
pub use query::{ListCursor, ListQuery, MAX_FILTER_TEXT, ProvisionFilter};
pub use saved_search::SavedSearch;
pub use search::{
    Citation, Correction, DutyHit, Facets, Fragment, Hit, IndexFile, Indexed, Nearest, Nearness, ReferenceKind,
    SearchAnswer, Suggestion, Understood, UnderstoodReference,
};
pub use snapshot::{ArticleList, ListedArticle, Snapshot, TopicSummary};
pub use volume::{FollowedContent, VOLUME_DAYS};

use crate::clock::Clock;
use crate::domain::act::Act;
use crate::domain::article::Revision;
use crate::domain::duty::Duty;
use crate::domain::law_figure::{LawFigure, LawFigures};
use crate::domain::topic::Topic;
use crate::domain::{ActId, Article, ArticleCounts, Importance, Language, MonthlyOverview, Slug};
use crate::error::{Kind, Result};
use search::SearchIndex;

/// A change of one article.
#[derive(Debug)]
pub enum ArticleChange {
    /// The article is published with this content.
    Publish(Arc<PublishedArticle>, ArticleCounts),
    /// Readers no longer see the article, which is given as they last saw it.
    Withdraw(Arc<PublishedArticle>),
    /// The article is no longer published.
    Remove(Slug),
}

/// The published articles. Empty and not live until [`Catalogue::go_live`].
#[derive(Debug)]
pub struct Catalogue {
    current: ArcSwap<Snapshot>,
    /// Held from reading the store until the result is applied, so that an older reading never
    /// overwrites a newer one.
    refreshing: Mutex<()>,
    counts: Arc<LiveCounts>,
    search: SearchIndex,
    /// Signalled with each new state.
    changed: Notify,
}

impl Catalogue {
    /// An empty catalogue; `clock` measures the age of counts.
    pub fn new(clock: Clock) -> Self {
        let counts = Arc::new(LiveCounts::new(clock));
        Self {
            current: ArcSwap::from_pointee(Snapshot::empty(Arc::clone(&counts))),
            refreshing: Mutex::new(()),
            counts,
            search: SearchIndex::default(),
            changed: Notify::new(),
        }
    }

    /// The current state, to be kept for a whole request.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Reads the current state without touching its reference count; cheaper than [`Catalogue::snapshot`].
    pub fn peek<T>(&self, read: impl FnOnce(&Snapshot) -> T) -> T {
        read(&self.current.load())
    }

    pub fn is_live(&self) -> bool {
        self.peek(Snapshot::is_live)
    }

    pub fn counts(&self) -> &LiveCounts {
        &self.counts
    }

    /// Waits for a running refresh; take this before reading what will be applied.
    pub async fn refreshing(&self) -> MutexGuard<'_, ()> {
        self.refreshing.lock().await
    }

    /// Starts serving these articles.
    pub fn go_live(
        &self,
        articles: Vec<Arc<PublishedArticle>>,
        counts: &HashMap<Slug, ArticleCounts>,
        topics: Vec<Topic>,
    ) {
        counts.iter().for_each(|(slug, counts)| self.counts.update(slug, *counts));
        self.current.rcu(|current| Snapshot::live(current, articles.clone(), topics.clone()));
        self.changed.notify_one();
    }

    /// Applies the changes; of several changes of one article, the last one counts.
    pub fn apply(&self, changes: Vec<ArticleChange>) {
        if changes.is_empty() {
            return;
        }
        let (mut articles, mut withdrawn) = (BTreeMap::new(), BTreeMap::new());
        for change in changes {
            let slug = match &change {
                ArticleChange::Publish(article, _) | ArticleChange::Withdraw(article) => &article.slug,
                ArticleChange::Remove(slug) => slug,
            };
            withdrawn.remove(slug);
            match change {
                ArticleChange::Publish(article, counts) => {
                    self.counts.update(&article.slug, counts);
                    articles.insert(article.slug.clone(), Some(article));
                }
                ArticleChange::Withdraw(article) => {
                    articles.insert(article.slug.clone(), None);
                    withdrawn.insert(article.slug.clone(), article);
                }
                ArticleChange::Remove(slug) => drop(articles.insert(slug, None)),
            }
        }
        self.current.rcu(|current| current.with_articles(&articles).with_withdrawn(&articles, &withdrawn));
        let removed = articles.iter().filter(|(_, article)| article.is_none());
        removed.for_each(|(slug, _)| self.counts.remove(slug));
        self.changed.notify_one();
    }

    /// Stores an article's counts after their commit.
    pub fn set_counts(&self, slug: &Slug, counts: ArticleCounts) {
        self.counts.update(slug, counts);
    }

    pub fn set_topics(&self, topics: Vec<Topic>) {
        self.current.rcu(|current| current.with_topics(topics.clone()));
        self.changed.notify_one();
    }

    /// Sets the articles that readers saw once and see no longer, before the catalogue is live.
    pub fn set_withdrawn(&self, articles: Vec<Arc<PublishedArticle>>) {
        let articles = articles.into_iter().map(|article| (article.slug.clone(), article)).collect();
        self.current.rcu(|current| current.with_articles(&BTreeMap::new()).with_withdrawn(&BTreeMap::new(), &articles));
    }

    /// Replaces the recurring duties, also before the catalogue is live.
    pub fn set_duties(&self, duties: Vec<Duty>) {
        self.current.rcu(|current| current.with_duties(duties.clone()));
        self.changed.notify_one();
    }

    /// Replaces the figures of the law, also before the catalogue is live.
    pub fn set_figures(&self, figures: Vec<LawFigure>) {
        let figures = Arc::new(LawFigures::new(figures));
        self.current.rcu(|current| current.with_figures(Arc::clone(&figures)));
        self.changed.notify_one();
    }

    /// Replaces the published monthly overviews, the newest month first.
    pub fn set_overviews(&self, overviews: Vec<MonthlyOverview>) {
        let overviews: Arc<[MonthlyOverview]> = overviews.into();
        self.current.rcu(|current| current.with_overviews(Arc::clone(&overviews)));
    }

    /// The articles that match the query, or one page of them: the newest first, or with words the most relevant. Takes
    /// milliseconds with many articles.
    ///
    /// # Errors
    /// For a query with words, `unavailable` until all articles are indexed.
    pub fn list(&self, query: &ListQuery, today: Date) -> Result<ArticleList> {
        if query.words.is_empty() {
            return Ok(self.snapshot().list(query, today));
        }
        self.search.list(query, today, self.counts.moment())
    }

    /// The days of the articles' entries that match the query: soonest first, then the most important, then the newest
    /// article.
    ///
    /// # Errors
    /// As [`Catalogue::list`].
    pub fn deadlines(&self, query: &DeadlineQuery, today: Date) -> Result<DeadlineList> {
        let words = (!query.articles.words.is_empty()).then(|| self.search.matching(&query.articles, today));
        Ok(self.snapshot().deadlines(query, today, words.transpose()?.as_ref()))
    }

    /// The days that no longer stand, of the articles that match the query.
    ///
    /// # Errors
    /// As [`Catalogue::list`].
    pub fn dropped_deadlines(&self, query: &DeadlineQuery, today: Date) -> Result<Vec<DroppedDeadline>> {
        let words = (!query.articles.words.is_empty()).then(|| self.search.matching(&query.articles, today));
        self.snapshot().dropped(query, today, words.transpose()?.as_ref())
    }

    /// The newest articles that name this form, at most `most`; none until all articles are indexed.
    ///
    /// # Errors
    /// `internal`.
    pub fn naming_form(&self, form: &str, language: Language, most: usize, today: Date) -> Result<Vec<Revision>> {
        let query = ListQuery::searching(language, form);
        let found = match self.search.matching(&query, today) {
            Err(error) if error.kind == Kind::Unavailable => return Ok(vec![]),
            found => found?,
        };
        let snapshot = self.snapshot();
        let articles = snapshot.articles().iter().filter(|article| found.contains(&article.id));
        articles.take(most).map(|article| article.unpack()).collect()
    }

    /// The answer to a query, with marked words and the choices of filters. Takes milliseconds.
    ///
    /// # Errors
    /// `unavailable` until the first articles are indexed.
    pub fn search(&self, query: &ListQuery, today: Date) -> Result<SearchAnswer> {
        self.search.search(query, today)
    }

    /// Suggestions for the beginning of a query. Takes milliseconds.
    ///
    /// # Errors
    /// As [`Catalogue::search`].
    pub fn suggest(&self, typed: &str, language: Language, today: Date) -> Result<Vec<Suggestion>> {
        self.search.suggest(typed, language, today)
    }

    /// What the name of an act stands for.
    ///
    /// # Errors
    /// `unavailable` until all articles are indexed.
    pub fn named_act(&self, id: &ActId) -> Result<NamedAct> {
        self.search.named_act(id)
    }

    /// The act of this name, with its articles.
    ///
    /// # Errors
    /// As [`Catalogue::named_act`].
    pub fn act(&self, id: &ActId) -> Result<Option<ActArticles>> {
        self.search.act(id)
    }

    /// The slugs of the articles on these acts.
    ///
    /// # Errors
    /// As [`Catalogue::named_act`].
    pub fn slugs_on_acts(&self, acts: &[ActId]) -> Result<Vec<Slug>> {
        let mut slugs = Vec::new();
        for id in acts {
            let own = self.search.act(id)?.map(|act| act.own).unwrap_or_default();
            slugs.extend(own.iter().map(|article| article.slug.clone()));
        }
        Ok(slugs)
    }

    /// Of these articles, those that a saved search finds. `None` until the index has all of them in these revisions,
    /// or newer ones.
    ///
    /// # Errors
    /// `internal`.
    pub fn found_by(&self, search: &SavedSearch, articles: &[(Slug, u32)], today: Date) -> Result<Option<Vec<Slug>>> {
        self.search.found_among(search.query(), articles, today)
    }

    /// The number of articles of the last [`VOLUME_DAYS`], from this importance on, that a follow is about. Takes
    /// milliseconds.
    ///
    /// # Errors
    /// `unavailable` until all articles are indexed, for an act or a search.
    pub fn volume(&self, content: &FollowedContent, from: Importance, today: Date) -> Result<usize> {
        volume::volume(&self.snapshot(), &self.search, content, from, today)
    }

    /// The name of an act in addresses, if it has a page.
    pub fn act_id(&self, act: &Act) -> Option<ActId> {
        self.search.act_id(act)
    }

    /// The acts that an article is on or names, with their names in addresses. An act without a page has one too.
    pub fn named_acts(&self, article: &Article) -> Vec<(ActId, Act)> {
        let named = |act: Act| Some((self.act_id(&act).or_else(|| ActId::of(&act))?, act));
        search::acts_of(article).into_iter().filter_map(named).collect()
    }

    /// The names of all acts that have a page.
    pub fn act_ids(&self) -> Vec<ActId> {
        self.search.act_ids()
    }

    /// The pieces of the article's texts that name an act with a page.
    pub fn citations(&self, article: &ArticleView<'_>) -> Vec<Citation> {
        self.search.citations(article)
    }

    /// Grows when acts or their articles may have changed.
    pub fn acts_generation(&self) -> u64 {
        self.search.generation()
    }

    /// Brings the index of words up to the current state. Blocks, for seconds after a start; ends early, without a
    /// complete index, when `is_stopping`.
    ///
    /// # Errors
    /// `internal`; the next call then makes the whole index.
    pub fn update_search(&self, is_stopping: &dyn Fn() -> bool) -> Result<()> {
        let snapshot = self.snapshot();
        if snapshot.is_live() {
            self.leave_out(&self.search.update(&snapshot, is_stopping)?);
        }
        Ok(())
    }

    /// Keeps the index of words in this file across starts. Call it before the first [`Catalogue::update_search`].
    pub fn keep_index(&self, file: IndexFile) {
        self.search.keep(file);
    }

    /// Changes of articles that the file of the index does not have.
    pub fn unsaved_changes(&self) -> usize {
        self.search.unsaved()
    }

    /// Saves the index of words for the next start, if it is complete and changed; returns whether it did. Blocks.
    ///
    /// # Errors
    /// `internal`.
    pub fn save_index(&self) -> Result<bool> {
        self.search.save()
    }

    /// How much of the current state can be searched.
    pub fn indexed(&self) -> Indexed {
        self.peek(|snapshot| self.search.indexed(snapshot))
    }

    /// Waits for the next state; a change before the call counts.
    pub async fn changed(&self) {
        self.changed.notified().await;
    }
}
