//! Searching published articles.

use std::sync::Arc;

use super::blocking::blocking;
use super::browse::live;
use super::policy::{self, Action, Actor};
use super::provision_changes::articles_on_changes;
use crate::app::App;
use crate::catalogue::{ListQuery, ProvisionFilter, SearchAnswer, Suggestion};
use crate::domain::Language;
use crate::error::Result;

/// Answers a query, with marked words and the choices of filters. Blocks.
///
/// # Errors
/// `unavailable` until the first articles are indexed.
pub fn search(app: &App, actor: &Actor, query: &ListQuery) -> Result<SearchAnswer> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    let today = app.clock.today();
    let Some(ProvisionFilter { name, .. }) = &query.provision else { return app.catalogue.search(query, today) };
    let articles = app.store.read_blocking(|tx| articles_on_changes(tx, &app.catalogue, name, today))?;
    let mut filled = query.clone();
    filled.provision = Some(ProvisionFilter { name: name.clone(), articles });
    app.catalogue.search(&filled, today)
}

/// Suggests acts, topics and articles for the beginning of a query. Blocks.
///
/// # Errors
/// As [`search`].
pub fn suggest(app: &App, actor: &Actor, typed: &str, language: Language) -> Result<Vec<Suggestion>> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    app.catalogue.suggest(typed, language, app.clock.today())
}

/// Updates the search index from the catalogue. Ends early when the app stops.
pub async fn update_index(app: &App) -> Result<()> {
    let (catalogue, stop) = (Arc::clone(&app.catalogue), app.stop.clone());
    blocking("indexing articles", move || catalogue.update_search(&|| stop.is_cancelled())).await?
}
