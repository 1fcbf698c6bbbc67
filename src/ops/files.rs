//! PDF files of articles, fetched from their publisher.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::article::Revision;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::FetchedFile;

/// Fetches the file at `url`, which must be the `file_url` of a published article. Returns the newest one too.
///
/// # Errors
/// `fetch_refused` for another URL or a forbidden address; `fetch_failed` and `timeout` if the publisher fails.
pub async fn fetch_pdf(app: &App, actor: &Actor, url: &str) -> Result<(FetchedFile, Revision)> {
    policy::authorize(actor, Action::FetchFile)?;
    let article = article_with(app, actor, url)?
        .ok_or_else(|| Error::new(Kind::Forbidden, ErrorCode::FetchRefused, "No published article names this file."))?;
    Ok((app.fetcher.pdf(url).await?, article))
}

/// The newest published article that names the file at `url`.
pub fn article_with(app: &App, actor: &Actor, url: &str) -> Result<Option<Revision>> {
    policy::authorize(actor, Action::FetchFile)?;
    app.catalogue.peek(|snapshot| snapshot.with_file(url)).map(|article| article.unpack()).transpose()
}
