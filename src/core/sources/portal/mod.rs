//! Portal Legislativ: acts of the Ministry of Justice's web service ("FreeWebService"), and forms of acts from its
//! [pages].
//!
//! The service needs a token, which it stops accepting after some searches; it then answers 500. It returns ten
//! records a page, newest first, but in no stable order within a day, and replaces ș and ț in names with `?`. See
//! <http://legislatie.just.ro/ServiciulWebLegislatie.htm>.

mod attempt;
mod clean;
mod envelope;
mod form_page;
mod heading;
pub mod pages;
mod query;
mod record;
mod reply;

use std::time::Duration;

use tokio::time::Instant;

use self::attempt::{Attempts, FailedAttempt, failed};
pub use self::envelope::PAGE_SIZE;
pub use self::form_page::{FormLink, FormPage};
pub use self::query::PortalQuery;
use self::reply::Reply;
use super::fetch::{SourceClient, SourceReply};
use super::found_act::Delivery;
use crate::clock::Clock;
use crate::error::{Error, Result};

/// The service has refused a token after 114 searches.
const TOKEN_SEARCHES: u32 = 100;
/// The service has refused a token after five minutes.
const TOKEN_AGE: Duration = Duration::from_secs(4 * 60);

/// Client of the web service, with its token.
pub struct Portal<'a> {
    client: &'a SourceClient,
    url: &'a str,
    clock: &'a Clock,
    token: Option<PortalToken>,
}

struct PortalToken {
    value: String,
    searches: u32,
    since: Instant,
}

/// A page of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PortalPage {
    /// The reply, and the acts in it.
    pub delivery: Delivery,
    /// The number of records, with the refused ones; none after the last page.
    pub records: usize,
    /// The reasons for which records were refused.
    pub refused: Vec<String>,
}

impl<'a> Portal<'a> {
    pub fn new(client: &'a SourceClient, url: &'a str, clock: &'a Clock) -> Self {
        Self { client, url, clock, token: None }
    }

    /// Fetches a page of a search; pages are counted from 1. A failed request is repeated with growing pauses, and
    /// with a new token if the service may have refused the old one.
    ///
    /// # Errors
    /// `fetch_failed`, `fetch_refused`, `timeout`.
    pub async fn page(&mut self, query: &PortalQuery, page: u32) -> Result<PortalPage> {
        let mut attempts = Attempts::default();
        loop {
            match self.try_page(query, page).await {
                Ok(page) => return Ok(page),
                Err(failure) => attempts.after(failure, self.client).await?,
            }
        }
    }

    async fn try_page(&mut self, query: &PortalQuery, page: u32) -> Result<PortalPage, FailedAttempt> {
        let token = self.token().await?;
        let fetched_at = self.clock.now();
        let reply = self.exchange(envelope::SEARCH, envelope::search(query, page, &token)).await?;
        match self.read(&reply)? {
            Reply::Records(records) => Ok(self.found(reply, &records, fetched_at)),
            Reply::Token(_) | Reply::Fault(_) => {
                Err(FailedAttempt::temporary(failed("answered a search with something else")))
            }
        }
    }

    fn found(&self, reply: SourceReply, records: &[reply::PortalRecord], fetched_at: jiff::Timestamp) -> PortalPage {
        let today = self.clock.today();
        let (mut acts, mut refused) = (Vec::new(), Vec::new());
        for record in records {
            match record::read(record, today) {
                Ok(act) => acts.push(act),
                Err(reason) => refused.push(reason),
            }
        }
        let SourceReply { media_type, bytes, .. } = reply;
        let delivery = Delivery { url: self.url.to_owned(), media_type, fetched_at, bytes, issue: None, acts };
        PortalPage { delivery, records: records.len(), refused }
    }

    /// A token for one more search.
    async fn token(&mut self) -> Result<String, FailedAttempt> {
        let is_fresh = |token: &&mut PortalToken| token.searches < TOKEN_SEARCHES && token.since.elapsed() < TOKEN_AGE;
        if let Some(token) = self.token.as_mut().filter(is_fresh) {
            token.searches += 1;
            return Ok(token.value.clone());
        }
        let reply = self.exchange(envelope::GET_TOKEN, envelope::get_token()).await?;
        let Reply::Token(value) = self.read(&reply)? else {
            return Err(FailedAttempt::temporary(failed("issued no token")));
        };
        self.token = Some(PortalToken { value: value.clone(), searches: 1, since: Instant::now() });
        Ok(value)
    }

    async fn exchange(&self, action: &str, body: String) -> Result<SourceReply, FailedAttempt> {
        let request = http::Request::post(self.url)
            .header("content-type", "text/xml; charset=utf-8")
            .header("soapaction", format!("\"{action}\""))
            .body(body.into_bytes());
        let request = request.map_err(|error| FailedAttempt::permanent(Error::internal("writing a request", error)))?;
        self.client.send(request).await.map_err(FailedAttempt::unsent)
    }

    /// Reads a reply. After a fault or status 500 the token may have expired, so that the next attempt gets a new one.
    fn read(&mut self, reply: &SourceReply) -> Result<Reply, FailedAttempt> {
        let read = reply::read(&reply.bytes);
        match (reply.status, read) {
            (200, Ok(Reply::Fault(message))) | (500, Ok(Reply::Fault(message))) => {
                self.token = None;
                Err(FailedAttempt::temporary(failed(&format!(
                    "reports: {}",
                    crate::domain::text::shorten(&message, 300)
                ))))
            }
            (200, read) => read.map_err(FailedAttempt::temporary),
            (500, _) => {
                self.token = None;
                Err(FailedAttempt::temporary(failed("answered 500")))
            }
            (status, _) => Err(FailedAttempt::status(status)),
        }
    }
}
