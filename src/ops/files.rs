//! The PDF files that articles name, fetched from their publisher.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::FetchedFile;

/// Gives the file at `url`, which must be the `file_url` of a published article.
///
/// Errors: `fetch_refused` when it is not or the guard says no; `fetch_failed` and `timeout` when
/// the publisher does not deliver.
pub async fn fetch_pdf(app: &App, actor: &Actor, url: &str) -> Result<FetchedFile> {
    policy::authorize(actor, Action::FetchFile)?;
    if !app.catalogue.peek(|snapshot| snapshot.has_file(url)) {
        return Err(Error::new(Kind::Forbidden, ErrorCode::FetchRefused, "No published article names this file."));
    }
    app.fetcher.pdf(url).await
}
