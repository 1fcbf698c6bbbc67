//! The portal's pages of documents.

use jiff::civil::Date;
use url::Url;

use super::attempt::{Attempts, FailedAttempt, failed};
use super::form_page::{self, FormPage};
use crate::error::{Error, Result};
use crate::sources::fetch::{SourceClient, SourceReply};

/// Fetches pages of documents from the host of the web service.
pub struct PortalPages<'a> {
    client: &'a SourceClient,
    service: &'a str,
}

/// A page that was fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FetchedPage {
    pub url: String,
    pub media_type: String,
    pub bytes: Vec<u8>,
    /// The form, or why the page shows none.
    pub page: Result<FormPage, String>,
}

impl<'a> PortalPages<'a> {
    /// `service` is the address of the web service.
    pub fn new(client: &'a SourceClient, service: &'a str) -> Self {
        Self { client, service }
    }

    /// Fetches the page of a document; that of an act shows its newest form.
    ///
    /// # Errors
    /// `fetch_failed`, `fetch_refused`, `timeout`.
    pub async fn document(&self, portal_id: u64) -> Result<FetchedPage> {
        self.fetch("DetaliiDocument", portal_id, None).await
    }

    /// Fetches the text of exactly this document, which is the form of this day.
    ///
    /// # Errors
    /// As for [`PortalPages::document`].
    pub async fn form(&self, portal_id: u64, date: Date) -> Result<FetchedPage> {
        self.fetch("DetaliiDocumentAfis", portal_id, Some(date)).await
    }

    async fn fetch(&self, kind: &str, portal_id: u64, date: Option<Date>) -> Result<FetchedPage> {
        let base = Url::parse(self.service).and_then(|url| url.join(&format!("/Public/{kind}/{portal_id}")));
        let url = base.map_err(|error| Error::internal("making the address of a page", error))?.to_string();
        let mut attempts = Attempts::default();
        let SourceReply { media_type, bytes, .. } = loop {
            match self.attempt(&url).await {
                Ok(reply) => break reply,
                Err(failure) => attempts.after(failure, self.client).await?,
            }
        };
        let read = tokio::task::spawn_blocking(move || {
            let page = match std::str::from_utf8(&bytes) {
                Ok(html) => form_page::read(html, portal_id, &url, date),
                Err(_) => Err("the page is not UTF-8".to_owned()),
            };
            FetchedPage { url, media_type, bytes, page }
        });
        read.await.map_err(|error| Error::internal("reading a page", error))
    }

    async fn attempt(&self, url: &str) -> Result<SourceReply, FailedAttempt> {
        let request = http::Request::get(url).header("accept", "text/html").body(Vec::new());
        let request = request.map_err(|error| FailedAttempt::permanent(Error::internal("writing a request", error)))?;
        let reply = self.client.send(request).await.map_err(FailedAttempt::unsent)?;
        match reply.status {
            200 if reply.media_type.starts_with("text/html") => Ok(reply),
            200 => Err(FailedAttempt::permanent(failed(&format!("sent {} instead of a page", reply.media_type)))),
            status => Err(FailedAttempt::status(status)),
        }
    }
}
