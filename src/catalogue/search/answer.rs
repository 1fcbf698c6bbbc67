//! Answers a query: finds, filters and counts articles.

use jiff::civil::Date;

use super::analysis::Stems;
use super::compile::{TIER, WordTerms, compile, reference_terms};
use super::facets::{FacetCounter, Facets};
use super::highlight::{Fragment, Marker};
use super::order::{page, weigh};
use super::parse::ParsedQuery;
use super::state::{FoundArticle, SearchState};
use super::today::Today;
use super::understood::{self, Nearest, Understood};
use crate::catalogue::article::{ArticleView, PublishedArticle};
use crate::catalogue::query::{FilterKind, ListCursor, ListQuery};
use crate::catalogue::snapshot::ListedArticle;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::error::Result;
use crate::law::lookup::Target;
use tantivy::Term;

/// Other queries that are offered.
const MOST_NEAREST: usize = 3;
/// Most shorter queries that are tried.
const MOST_TRIED: usize = 8;

/// The answer to a query.
#[derive(Debug)]
pub struct SearchAnswer {
    pub language: Language,
    pub hits: Vec<Hit>,
    /// How many articles match, on all pages.
    pub total: usize,
    /// How many match without the filters.
    pub without_filters: usize,
    pub facets: Facets,
    pub understood: Understood,
    /// Queries with results, when this one has none.
    pub nearest: Vec<Nearest>,
    pub next: Option<ListCursor>,
    /// The number of articles that can be found so far; less than `articles` while the index is being made.
    pub indexed: usize,
    pub articles: usize,
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

/// The articles that a query finds before its filters, and how it was read.
struct Retrieved {
    parsed: ParsedQuery,
    understood: Understood,
    /// In no order.
    found: Vec<FoundArticle>,
    query: Option<Box<dyn tantivy::query::Query>>,
}

/// Finds the articles for a query before its filters; without words, all articles in the order of lists.
fn find(state: &SearchState, query: &ListQuery) -> Result<Retrieved> {
    let fields = state.fields()?;
    let mut stems = Stems::new();
    let mut parsed = ParsedQuery::new(&query.words, &state.lexicon);
    take_unknown_as_words(state, &mut parsed)?;
    let corrected = correct(state, query.language, &mut parsed, &mut stems)?;
    let compiled = compile(&parsed, query.language, fields, &mut stems);
    let found = match &compiled {
        Some(compiled) => state.find(&**compiled)?,
        None if query.words.is_empty() => {
            let all = 0..u32::try_from(state.len()).unwrap_or(u32::MAX);
            all.map(|place| FoundArticle { place, score: 0.0 }).collect()
        }
        // The query has signs only.
        None => vec![],
    };
    let understood = understood::describe(state, &parsed, corrected, query.language)?;
    Ok(Retrieved { parsed, understood, found, query: compiled })
}

/// Takes doubtful references, such as `legea 40`, as words if no article has them.
fn take_unknown_as_words(state: &SearchState, parsed: &mut ParsedQuery) -> Result<()> {
    let field = state.fields()?.references;
    let mut at = 0;
    while let Some(reference) = parsed.references.get(at) {
        let is_weak = match &reference.target {
            Target::Act(act) => act.year.is_none(),
            Target::Issue(issue) => issue.year.is_none(),
            Target::Provision(_, act) => act.is_none(),
        };
        let terms = reference_terms(&reference.target);
        if is_weak && !state.has_any(terms.iter().map(|(text, _)| Term::from_field_text(field, text)))? {
            parsed.take_reference_as_words(at);
        } else {
            at += 1;
        }
    }
    Ok(())
}

/// Replaces words that no article has with those that were most likely meant.
fn correct(
    state: &SearchState,
    language: Language,
    parsed: &mut ParsedQuery,
    stems: &mut Stems,
) -> Result<Vec<understood::Correction>> {
    let fields = state.fields()?;
    let mut corrected = Vec::new();
    for word in &mut parsed.words {
        let terms = WordTerms::new(&word.folded, language, fields, stems);
        if state.has_any(terms.terms().cloned())? {
            continue;
        }
        if let Some(nearest) = state.lexicon.nearest(&word.folded) {
            let written = state.lexicon.written(nearest).to_owned();
            corrected.push(understood::Correction { from: word.text.clone(), to: written.clone() });
            word.folded = nearest.to_owned();
            word.text = written;
        }
    }
    Ok(corrected)
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
    let retrieved = find(state, query)?;
    let today = state.today(today);
    let mut counter = FacetCounter::new(&state.facets);
    let mut matching = Vec::with_capacity(retrieved.found.len());
    for found in &retrieved.found {
        let Some(article) = state.articles.get(found.place as usize) else { continue };
        let is_due = today.at(found.place).is_due;
        match judge(query, article, is_due) {
            Ok(()) => {
                counter.add(found.place, article, is_due, None);
                matching.push(*found);
            }
            Err(Some(only)) => counter.add(found.place, article, is_due, Some(only)),
            Err(None) => {}
        }
    }
    weigh(&mut matching, &today);
    let (page, next) = page(state, query, &mut matching);
    let hits = hits(state, query, &retrieved, page)?;
    let nearest = if retrieved.found.is_empty() { nearest(state, query, &retrieved)? } else { vec![] };
    Ok(SearchAnswer {
        language: query.language,
        hits,
        total: matching.len(),
        without_filters: retrieved.found.len(),
        facets: counter.finish(),
        understood: retrieved.understood,
        nearest,
        next,
        indexed: state.len(),
        articles: state.snapshot.len(),
    })
}

/// The articles that match, weighed, in no order.
pub(super) fn matching(state: &SearchState, query: &ListQuery, today: Date) -> Result<Vec<FoundArticle>> {
    let today = state.today(today);
    let mut found = filtered(state, query, &today, find(state, query)?.found);
    weigh(&mut found, &today);
    Ok(found)
}

/// As [`matching`], not weighed; none if a word would have to be replaced.
pub(super) fn as_typed(state: &SearchState, query: &ListQuery, today: Date) -> Result<Vec<FoundArticle>> {
    let retrieved = find(state, query)?;
    let found = if retrieved.understood.corrected.is_empty() { retrieved.found } else { vec![] };
    Ok(filtered(state, query, &state.today(today), found))
}

fn filtered(state: &SearchState, query: &ListQuery, today: &Today, mut found: Vec<FoundArticle>) -> Vec<FoundArticle> {
    found.retain(|found| {
        let article = state.articles.get(found.place as usize);
        article.is_some_and(|article| judge(query, article, today.at(found.place).is_due).is_ok())
    });
    found
}

fn hits(state: &SearchState, query: &ListQuery, retrieved: &Retrieved, page: &[FoundArticle]) -> Result<Vec<Hit>> {
    let mut marker = Marker::new(&retrieved.parsed);
    let names_provision =
        retrieved.parsed.references.iter().any(|reference| matches!(reference.target, Target::Provision(..)));
    let mut hits = Vec::with_capacity(page.len());
    for found in page {
        let Some(article) = state.articles.get(found.place as usize) else { continue };
        let revision = article.unpack()?;
        let title = marker.title(&ArticleView::new(&revision, query.language));
        let fragment = marker.fragment(&revision, query.language);
        let nearness = match (found.score / TIER).floor() as u32 {
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

/// Queries like this one that have results: fewer words, or an act with a number like it.
fn nearest(state: &SearchState, query: &ListQuery, retrieved: &Retrieved) -> Result<Vec<Nearest>> {
    let mut nearest = understood::near_acts(state, &retrieved.parsed, query.language);
    if retrieved.query.is_some() {
        for text in understood::shorter(&retrieved.parsed).into_iter().take(MOST_TRIED) {
            let shorter = ListQuery::searching(query.language, &text);
            let articles = find(state, &shorter)?.found.len();
            if articles > 0 && nearest.iter().all(|known| known.query != text) {
                nearest.push(Nearest { query: text, articles });
            }
        }
    }
    nearest.truncate(MOST_NEAREST);
    Ok(nearest)
}
