//! Searching published articles.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use super::blocking::blocking;
use super::browse::live;
use super::machine::free_space;
use super::policy::{self, Action, Actor};
use super::provision_changes::articles_on_changes;
use crate::app::App;
use crate::catalogue::{IndexFile, Indexed, ListQuery, ProvisionFilter, SearchAnswer, Suggestion};
use crate::domain::Language;
use crate::error::Result;
use crate::program;

/// The file of the data folder that keeps the index across starts.
const INDEX_FILE: &str = "search-index";
/// The index of fewer articles is made as fast as it is opened.
const LEAST_KEPT: usize = 250;
/// Space of the disk that is left to the store, in bytes.
const LEFT_TO_STORE: u64 = 1 << 30;

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

/// Keeps the index across starts, in a file of the data folder. Call it before the first [`update_index`].
///
/// A program whose own file cannot be read keeps none.
pub fn keep_index(app: &App) {
    match running_program() {
        Ok(program) => app.catalogue.keep_index(index_file(&app.data_dir, program)),
        Err(error) => tracing::warn!(%error, "the search index is made again at each start"),
    }
}

/// Saves the index for the next start if it changed, is worth it and fits on the disk. A failure is logged: the next
/// start then makes the index again.
pub async fn save_index(app: &App) {
    let Indexed { articles, bytes, .. } = app.catalogue.indexed();
    let needed = LEFT_TO_STORE + 2 * bytes as u64;
    let fits = || free_space(app).is_ok_and(|found| found.free_bytes > needed);
    if articles < LEAST_KEPT || !app.store.takes_writes() || !fits() {
        return;
    }
    let catalogue = Arc::clone(&app.catalogue);
    let saved = blocking("saving the search index", move || catalogue.save_index()).await.flatten();
    match saved {
        Ok(true) => tracing::info!(articles, "the search index is saved for the next start"),
        Ok(false) => {}
        Err(error) => tracing::warn!(error = error.chain(), "the search index is not saved for the next start"),
    }
}

/// Removes the index that was kept for a store that is being replaced.
pub fn forget_index(data_dir: &Path) {
    if let Err(error) = index_file(data_dir, String::new()).remove() {
        tracing::warn!(%error, "the file of the search index cannot be removed");
    }
}

fn index_file(data_dir: &Path, program: String) -> IndexFile {
    IndexFile::new(data_dir.join(INDEX_FILE), program)
}

/// The build of the running program: its version, and the size and time of its file, since builds of one commit may
/// differ.
fn running_program() -> std::io::Result<String> {
    // On Linux the file that runs, also when another one has its name by now.
    let linux = Path::new("/proc/self/exe");
    let path = if linux.exists() { PathBuf::from(linux) } else { std::env::current_exe()? };
    let file = fs::metadata(path)?;
    let modified = file.modified()?.duration_since(UNIX_EPOCH).map_err(std::io::Error::other)?;
    Ok(format!("{}, {} bytes, {} ns", program::long_version(), file.len(), modified.as_nanos()))
}
