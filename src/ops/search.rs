//! Searching published articles.

use std::sync::Arc;

use super::blocking::blocking;
use super::browse::live;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{ListQuery, SearchAnswer, Suggestion};
use crate::domain::Language;
use crate::error::Result;

/// Answers a query, with marked words and the choices of filters.
///
/// # Errors
/// `unavailable` until the first articles are indexed.
pub async fn search(app: &App, actor: &Actor, query: ListQuery) -> Result<SearchAnswer> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    let (catalogue, today) = (Arc::clone(&app.catalogue), app.clock.today());
    blocking("searching", move || catalogue.search(&query, today)).await?
}

/// Suggests acts, topics and articles for the beginning of a query.
///
/// # Errors
/// As [`search`].
pub async fn suggest(app: &App, actor: &Actor, typed: String, language: Language) -> Result<Vec<Suggestion>> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    let (catalogue, today) = (Arc::clone(&app.catalogue), app.clock.today());
    blocking("suggesting", move || catalogue.suggest(&typed, language, today)).await?
}

/// Updates the search index from the catalogue. Ends early when the app stops.
pub async fn update_index(app: &App) -> Result<()> {
    let (catalogue, stop) = (Arc::clone(&app.catalogue), app.stop.clone());
    blocking("indexing articles", move || catalogue.update_search(&|| stop.is_cancelled())).await?
}
