//! Asks the gazette's site for the index of a day and for the PDF files of issues.

use std::time::Duration;

use jiff::civil::Date;

use super::day_index;
use crate::domain::IssueName;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::fetch::{SourceClient, SourceReply};

const INDEX: &str = "ramo_customs/emonitor/get_mo.php";
/// The page that shows the index. The site answers no request without it as the referrer.
const PAGE: &str = "e-monitor/";
/// The site bans clients that ask often, so that a failed request is repeated only once.
const ATTEMPTS: u32 = 2;
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// Client of the gazette's site.
pub struct GazetteSite<'a> {
    client: &'a SourceClient,
    /// Without a slash at its end.
    base: &'a str,
}

/// The file of an announced issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IssueFetch {
    Pdf(Vec<u8>),
    /// The site has no file yet, although it announced the issue; the reason.
    NotYet(String),
}

impl<'a> GazetteSite<'a> {
    pub fn new(client: &'a SourceClient, base: &'a str) -> Self {
        Self { client, base: base.trim_end_matches('/') }
    }

    /// The issues of Parts I and II of a day.
    ///
    /// # Errors
    /// `fetch_failed`, `fetch_refused`, `timeout`.
    pub async fn day(&self, day: Date) -> Result<Vec<IssueName>> {
        let reply = self.repeated(|| self.index_request(day)).await?;
        if reply.status != 200 {
            return Err(failed(&format!("answered {} to the index of {day}", reply.status)));
        }
        let issues = day_index::read(&String::from_utf8_lossy(&reply.bytes));
        issues.ok_or_else(|| failed(&format!("sent no index of {day}, but another page")))
    }

    /// The PDF file of an issue.
    ///
    /// # Errors
    /// `fetch_failed`, `fetch_refused`, `timeout`.
    pub async fn issue(&self, name: &IssueName) -> Result<IssueFetch> {
        let address = format!("{}/{}", self.base, name.file_name());
        let request = || http::Request::get(&address).header("accept", "application/pdf").body(vec![]);
        let SourceReply { status, media_type, bytes, .. } = self.repeated(request).await?;
        let is_pdf =
            media_type.split(';').next().is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/pdf"));
        match status {
            200 if is_pdf && bytes.starts_with(b"%PDF-") => Ok(IssueFetch::Pdf(bytes)),
            200 => Ok(IssueFetch::NotYet(format!("the site sent {media_type:?} in place of a PDF file"))),
            404 => Ok(IssueFetch::NotYet("the site answered 404".to_owned())),
            status => Err(failed(&format!("answered {status} to {name}"))),
        }
    }

    fn index_request(&self, day: Date) -> http::Result<http::Request<Vec<u8>>> {
        http::Request::post(format!("{}/{INDEX}", self.base))
            .header("content-type", "application/x-www-form-urlencoded")
            .header("referer", format!("{}/{PAGE}", self.base))
            // The second field only avoids answers from caches.
            .body(format!("today={day}&rand=0.{}", day.day_of_year()).into_bytes())
    }

    /// Sends a request, and once more after a pause if it failed or the site was busy.
    async fn repeated(&self, request: impl Fn() -> http::Result<http::Request<Vec<u8>>>) -> Result<SourceReply> {
        let mut attempt = 1;
        loop {
            let request = request().map_err(|error| Error::internal("writing a request", error))?;
            let sent = self.client.send(request).await;
            let is_temporary = match &sent {
                Ok(reply) => reply.status >= 500 || reply.status == 429,
                Err(error) => error.code != ErrorCode::FetchRefused,
            };
            if !is_temporary || attempt == ATTEMPTS {
                return sent;
            }
            tokio::time::sleep(self.client.pause().saturating_mul(4).min(LONGEST_PAUSE)).await;
            attempt += 1;
        }
    }
}

fn failed(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::FetchFailed, format!("Monitorul Oficial {what}"))
}
