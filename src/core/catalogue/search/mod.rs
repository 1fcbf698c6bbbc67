//! Full-text search over the published articles.
//!
//! [`SearchIndex`] follows the catalogue. [`Catalogue::search`](super::Catalogue::search) reads what a reader typed
//! (`parse`), makes a query of the index (`compile`, `retrieve`), filters and counts the articles (`answer`), orders them
//! (`order`), and marks the words in their texts (`highlight`).

mod acts;
mod analysis;
mod answer;
mod citations;
mod compile;
mod coverage;
mod duties;
mod facets;
mod fields;
mod highlight;
mod index;
mod index_file;
mod indexed;
mod known_words;
mod lexicon;
mod order;
mod parse;
mod pipeline;
mod references;
mod relevance;
mod retrieve;
mod spellings;
mod state;
mod statistics;
mod suggest;
mod synonyms;
mod terms;
mod today;
mod understood;
mod words;

use std::collections::HashSet;

use jiff::civil::Date;

pub use answer::{DutyHit, Hit, Nearness, SearchAnswer};
pub use citations::Citation;
pub use facets::Facets;
pub use highlight::Fragment;
pub use index::{Indexed, SearchIndex};
pub use index_file::IndexFile;
pub use suggest::Suggestion;
pub use understood::{Correction, Nearest, ReferenceKind, Understood, UnderstoodReference};

use super::acts::{ActArticles, NamedAct};
use super::article::ArticleView;
use super::counts::CountsMoment;
use super::query::ListQuery;
use super::snapshot::ArticleList;
use crate::domain::act::Act;
use crate::domain::{ActId, Article, Importance, Language, Slug};
use crate::error::Result;
use paragraf_law::citation::CitedAct;
use references::References;

/// The acts that an article is on or names.
pub(super) fn acts_of(article: &Article) -> Vec<Act> {
    let references = References::of(article);
    let cited = references.cited.iter().filter_map(CitedAct::to_act);
    references.own.iter().cloned().chain(cited).collect()
}

impl SearchIndex {
    /// The answer to a query, from the articles that are indexed so far.
    ///
    /// # Errors
    /// `unavailable` before the first articles are indexed.
    pub fn search(&self, query: &ListQuery, today: Date) -> Result<SearchAnswer> {
        answer::answer(&self.state(), query, today)
    }

    /// Suggestions for the beginning of a query.
    ///
    /// # Errors
    /// As [`SearchIndex::search`].
    pub fn suggest(&self, typed: &str, language: Language, today: Date) -> Result<Vec<Suggestion>> {
        suggest::suggest(&self.state(), typed, language, today)
    }

    /// The list for a query with words, the most relevant first.
    ///
    /// # Errors
    /// `unavailable` until all articles are indexed, because a list cannot tell that it is incomplete.
    pub fn list(&self, query: &ListQuery, today: Date, counts_read: CountsMoment) -> Result<ArticleList> {
        let state = self.complete()?;
        let mut matching = answer::matching(&state, query, today)?;
        let (page, next) = order::page(&state, query, &mut matching);
        let articles = page.iter().filter_map(|found| state.articles.get(found.place as usize));
        let articles = articles.map(|article| state.snapshot.with_counts(article)).collect();
        Ok(ArticleList {
            generation: state.snapshot.generation,
            language: query.language,
            articles,
            total: matching.len(),
            next,
            counts_read,
        })
    }

    /// The ids of the articles that match a query with words.
    ///
    /// # Errors
    /// As [`SearchIndex::list`].
    pub fn matching(&self, query: &ListQuery, today: Date) -> Result<HashSet<u64>> {
        let state = self.complete()?;
        let matching = answer::matching(&state, query, today)?;
        Ok(matching.iter().filter_map(|found| Some(state.articles.get(found.place as usize)?.id)).collect())
    }

    /// Of these articles, those that have every word of the query, as it is typed. `None` until these
    /// revisions, or newer ones, are indexed.
    ///
    /// # Errors
    /// `internal`.
    pub fn found_among(&self, query: &ListQuery, articles: &[(Slug, u32)], today: Date) -> Result<Option<Vec<Slug>>> {
        let state = self.state();
        let is_indexed = |(slug, revision): &(Slug, u32)| {
            state.snapshot.article(slug).is_some_and(|article| article.revision >= *revision)
        };
        if !state.is_complete() || !articles.iter().all(is_indexed) {
            return Ok(None);
        }
        let found = answer::as_typed(&state, query, today)?;
        let slugs: HashSet<&Slug> =
            found.iter().filter_map(|found| Some(&state.articles.get(found.place as usize)?.slug)).collect();
        Ok(Some(articles.iter().map(|(slug, _)| slug).filter(|slug| slugs.contains(slug)).cloned().collect()))
    }

    /// How many articles from this day and this importance on match; words as in [`SearchIndex::found_among`].
    ///
    /// # Errors
    /// As [`SearchIndex::list`].
    pub fn count_since(&self, query: &ListQuery, since: Date, from: Importance, today: Date) -> Result<usize> {
        let state = self.complete()?;
        let found = answer::as_typed(&state, query, today)?;
        let articles = found.iter().filter_map(|found| state.articles.get(found.place as usize));
        Ok(articles.filter(|article| article.publish_date >= since && article.importance >= from).count())
    }

    /// What the name of an act stands for.
    ///
    /// # Errors
    /// As [`SearchIndex::list`].
    pub fn named_act(&self, id: &ActId) -> Result<NamedAct> {
        let state = self.complete()?;
        let acts = state.lexicon.known_acts();
        let named = acts.named(id).and_then(|known| known.id.cloned()).map(NamedAct::One);
        Ok(named.unwrap_or(if acts.count(id) > 1 { NamedAct::Several } else { NamedAct::Unknown }))
    }

    /// The act of this name, with its articles.
    ///
    /// # Errors
    /// As [`SearchIndex::list`].
    pub fn act(&self, id: &ActId) -> Result<Option<ActArticles>> {
        let state = self.complete()?;
        let named = state.lexicon.known_acts().named(id);
        Ok(named.and_then(|known| {
            Some(ActArticles {
                id: known.id?.clone(),
                act: known.act.clone(),
                own: state.of_documents(&known.own()),
                citing: state.of_documents(&known.citing()),
            })
        }))
    }

    /// The name of an act that articles are on or name; `None` if it may be one of several.
    pub fn act_id(&self, act: &Act) -> Option<ActId> {
        self.state().lexicon.known_acts().find(act)?.id.cloned()
    }

    /// The names of all acts, in their order.
    pub fn act_ids(&self) -> Vec<ActId> {
        self.state().lexicon.acts().filter_map(|known| known.id.cloned()).collect()
    }

    /// The pieces of the article's texts that name an act.
    pub fn citations(&self, article: &ArticleView<'_>) -> Vec<Citation> {
        citations::citations(&self.state().lexicon, article)
    }

    /// The state, if all articles are indexed.
    fn complete(&self) -> Result<std::sync::Arc<state::SearchState>> {
        let state = self.state();
        if state.is_complete() { Ok(state) } else { Err(state::preparing()) }
    }
}
