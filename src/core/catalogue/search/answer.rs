//! Answers a query: finds, filters and counts articles.

use jiff::civil::Date;

use super::facets::{FacetCounter, Facets};
use super::highlight::{Fragment, Marker};
use super::order::{page, weigh};
use super::parse::ParsedQuery;
use super::retrieve::{ReadQuery, Retriever};
use super::state::{FoundArticle, SearchState};
use super::today::Today;
use super::understood::{self, Nearest, Understood};
use crate::catalogue::article::{ArticleView, PublishedArticle};
use crate::catalogue::query::{FilterKind, ListCursor, ListQuery};
use crate::catalogue::saved_search::SavedSearch;
use crate::catalogue::snapshot::ListedArticle;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::error::Result;
use paragraf_law::lookup::Target;

/// The answer to a query.
#[derive(Debug)]
pub struct SearchAnswer {
    pub language: Language,
    /// The form in which a reader can save the search.
    pub saved: Option<SavedSearch>,
    /// The domain to which the search is restricted, as articles have it.
    pub domain: Option<String>,
    /// The duties that the query names, on its first page.
    pub duties: Vec<DutyHit>,
    pub hits: Vec<Hit>,
    /// How many articles match, on all pages.
    pub total: usize,
    /// How many match without the filters.
    pub without_filters: usize,
    pub facets: Facets,
    pub understood: Understood,
    /// Acts like those that the query names, when nothing is found.
    pub nearest: Vec<Nearest>,
    pub next: Option<ListCursor>,
    /// The number of articles that can be found so far; less than `articles` while the index is being made.
    pub indexed: usize,
    pub articles: usize,
}

/// A found duty, with its next day.
#[derive(Debug)]
pub struct DutyHit {
    pub duty: Duty,
    pub next: Option<Occurrence>,
}

/// A found article.
#[derive(Debug)]
pub struct Hit {
    pub listed: ListedArticle,
    pub revision: Revision,
    pub title: Fragment,
    pub fragment: Fragment,
    pub nearness: Nearness,
}

/// How a found article is related to the query.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nearness {
    /// It is on the act, or in the issue, that the query names.
    Act,
    /// It names the provision.
    Provision,
    /// It names the act.
    Named,
    /// It has the words.
    Words,
}

/// Checks the filters.
///
/// # Errors
/// The filter that the article fails, or `None` if it fails several.
fn judge(query: &ListQuery, article: &PublishedArticle, is_due: bool) -> Result<(), Option<FilterKind>> {
    let mut failing = query.failing(article, || is_due);
    match (failing.next(), failing.next()) {
        (None, _) => Ok(()),
        (Some(only), None) => Err(Some(only)),
        (Some(_), Some(_)) => Err(None),
    }
}

/// Answers a query.
pub(super) fn answer(state: &SearchState, query: &ListQuery, today: Date) -> Result<SearchAnswer> {
    let mut retriever = Retriever::new(state, query.language)?;
    let (read, found) = retriever.search(&query.words)?;
    let nearest = if found.is_empty() { understood::near_acts(state, &read.parsed, query.language) } else { vec![] };
    let today = state.today(today);
    let mut counter = FacetCounter::new(&state.facets);
    let mut matching = Vec::with_capacity(found.len());
    for hit in &found {
        let Some(article) = state.articles.get(hit.place as usize) else { continue };
        let is_due = today.at(hit.place).is_due;
        match judge(query, article, is_due) {
            Ok(()) => {
                counter.add(hit.place, article, is_due, None);
                matching.push(*hit);
            }
            Err(Some(only)) => counter.add(hit.place, article, is_due, Some(only)),
            Err(None) => {}
        }
    }
    weigh(&mut matching, &today);
    let (page, next) = page(state, query, &mut matching);
    let hits = hits(state, query, &read, page)?;
    let duties = if query.after.is_none() { duties(state, query, &read.parsed, today.date) } else { vec![] };
    Ok(SearchAnswer {
        language: query.language,
        saved: SavedSearch::of(query),
        domain: query.domain().and_then(|key| state.snapshot.domain(key)).map(ToOwned::to_owned),
        duties,
        hits,
        total: matching.len(),
        without_filters: found.len(),
        facets: counter.finish(),
        understood: understood::describe(state, read.parsed, read.corrected, read.missing, query.language)?,
        nearest,
        next,
        indexed: state.len(),
        articles: state.snapshot.len(),
    })
}

/// The articles that match, weighed, in no order.
pub(super) fn matching(state: &SearchState, query: &ListQuery, today: Date) -> Result<Vec<FoundArticle>> {
    let today = state.today(today);
    let mut retriever = Retriever::new(state, query.language)?;
    let (_, found) = retriever.search(&query.words)?;
    let mut found = filtered(state, query, &today, found);
    weigh(&mut found, &today);
    Ok(found)
}

/// The articles that have every word as it is typed, not weighed.
pub(super) fn as_typed(state: &SearchState, query: &ListQuery, today: Date) -> Result<Vec<FoundArticle>> {
    let mut retriever = Retriever::as_typed(state, query.language)?;
    let (_, found) = retriever.search(&query.words)?;
    Ok(filtered(state, query, &state.today(today), found))
}

fn filtered(state: &SearchState, query: &ListQuery, today: &Today, mut found: Vec<FoundArticle>) -> Vec<FoundArticle> {
    found.retain(|found| {
        let article = state.articles.get(found.place as usize);
        article.is_some_and(|article| judge(query, article, today.at(found.place).is_due).is_ok())
    });
    found
}

/// The duties that the query names, of its topic and role.
fn duties(state: &SearchState, query: &ListQuery, parsed: &ParsedQuery, today: Date) -> Vec<DutyHit> {
    let all = state.snapshot.duties();
    let wanted = |place: usize| {
        all.get(place).is_some_and(|duty| {
            query.topic.as_deref().is_none_or(|topic| duty.topic == topic)
                && query.role.is_none_or(|role| duty.roles.contains(&role))
        })
    };
    let found = state.duty_words.find(parsed, wanted).into_iter().filter_map(|place| all.get(place));
    found.map(|duty| DutyHit { duty: duty.clone(), next: duty.next_day(today) }).collect()
}

fn hits(state: &SearchState, query: &ListQuery, read: &ReadQuery, page: &[FoundArticle]) -> Result<Vec<Hit>> {
    let mut marker = Marker::new(&read.parsed);
    let names_provision =
        read.parsed.references.iter().any(|reference| matches!(reference.target, Target::Provision(..)));
    let mut hits = Vec::with_capacity(page.len());
    for found in page {
        let Some(article) = state.articles.get(found.place as usize) else { continue };
        let revision = article.unpack()?;
        let title = marker.title(&ArticleView::new(&revision, query.language));
        let fragment = marker.fragment(&revision, query.language);
        let nearness = match found.relevance.tier {
            0 => Nearness::Words,
            1 => Nearness::Named,
            2 => Nearness::Act,
            _ if names_provision => Nearness::Provision,
            _ => Nearness::Act,
        };
        hits.push(Hit { listed: state.snapshot.with_counts(article), revision, title, fragment, nearness });
    }
    Ok(hits)
}
