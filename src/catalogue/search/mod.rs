//! Full-text search over the published articles.
//!
//! [`SearchIndex`] follows the catalogue. [`Catalogue::search`](super::Catalogue::search) reads what a reader typed
//! (`parse`), makes a query of the index (`compile`), ranks and counts (`answer`), and marks the words in the texts
//! (`highlight`).

mod analysis;
mod answer;
mod compile;
mod facets;
mod fields;
mod highlight;
mod index;
mod lexicon;
mod parse;
mod references;
mod state;
mod suggest;
mod understood;
mod words;

use std::collections::HashSet;

use jiff::civil::Date;

pub use answer::{Hit, Nearness, SearchAnswer};
pub use facets::Facets;
pub use highlight::Fragment;
pub use index::{Indexed, SearchIndex};
pub use suggest::Suggestion;
pub use understood::{Correction, Nearest, ReferenceKind, Understood, UnderstoodReference};

use super::counts::CountsMoment;
use super::query::ListQuery;
use super::snapshot::ArticleList;
use crate::domain::Language;
use crate::error::Result;

impl SearchIndex {
    /// The answer to a query. While the index is being made, of the articles that it has.
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
        let matching = answer::matching(&state, query, today)?;
        let (page, next) = answer::page(&state, query, &matching);
        let articles = page.iter().filter_map(|found| state.articles.get(found.place as usize));
        Ok(ArticleList {
            generation: state.snapshot.generation,
            language: query.language,
            articles: articles.map(|article| state.snapshot.with_counts(article)).collect(),
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

    fn complete(&self) -> Result<std::sync::Arc<state::State>> {
        let state = self.state();
        if state.is_complete() { Ok(state) } else { Err(state::preparing()) }
    }
}
