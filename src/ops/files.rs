//! PDF files of articles, from the archive or fetched from their publisher.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::IssueName;
use crate::domain::article::Revision;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::FetchedFile;
use crate::store::{archive, gazette_issues};

/// Returns the file at `url`, which must be the `file_url` of a published article, and the newest such article. The
/// file of an archived issue of the gazette comes from the archive.
///
/// # Errors
/// `fetch_refused` for another URL or a forbidden address; `fetch_failed` and `timeout` if the publisher fails.
pub async fn fetch_pdf(app: &App, actor: &Actor, url: &str) -> Result<(FetchedFile, Revision)> {
    policy::authorize(actor, Action::FetchFile)?;
    let article = article_with(app, actor, url)?
        .ok_or_else(|| Error::new(Kind::Forbidden, ErrorCode::FetchRefused, "No published article names this file."))?;
    if !app.fetcher.has(url).await
        && let Some(bytes) = archived(app, url).await?
    {
        app.fetcher.keep_archived(url, bytes).await?;
    }
    Ok((app.fetcher.pdf(url).await?, article))
}

/// The archived file of the gazette's issue with this address.
async fn archived(app: &App, url: &str) -> Result<Option<Vec<u8>>> {
    let Some(name) = IssueName::read(url).filter(|name| name.url() == url) else { return Ok(None) };
    let read = app.store.read(move |tx| {
        let sha256 = gazette_issues::file(tx, &name)?.and_then(|file| file.sha256);
        Ok(match sha256 {
            Some(sha256) => archive::get(tx, &sha256)?.map(|document| document.bytes),
            None => None,
        })
    });
    read.await
}

/// Returns the newest published article that names the file at `url`.
pub fn article_with(app: &App, actor: &Actor, url: &str) -> Result<Option<Revision>> {
    policy::authorize(actor, Action::FetchFile)?;
    app.catalogue.peek(|snapshot| snapshot.with_file(url)).map(|article| article.unpack()).transpose()
}
