//! PDF files of articles, fetched from their publisher.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::FetchedFile;

/// Fetches the file at `url`, which must be the `file_url` of a published article.
///
/// # Errors
/// `fetch_refused` for another URL or a forbidden address; `fetch_failed` and `timeout` if the publisher fails.
pub async fn fetch_pdf(app: &App, actor: &Actor, url: &str) -> Result<FetchedFile> {
    policy::authorize(actor, Action::FetchFile)?;
    if !app.catalogue.peek(|snapshot| snapshot.has_file(url)) {
        return Err(Error::new(Kind::Forbidden, ErrorCode::FetchRefused, "No published article names this file."));
    }
    app.fetcher.pdf(url).await
}
