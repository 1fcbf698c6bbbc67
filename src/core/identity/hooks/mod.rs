//! The client of blocking hooks, which asks the operator's server before accounts, sign-ins, mails and text messages.
//! Requests are limited in time and number, and signed as [Standard Webhooks](https://www.standardwebhooks.com)
//! describes, for which many languages have a library.

mod signature;
mod verdict;

use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

pub use signature::HookKey;
pub use verdict::HookVerdict;

use super::federation::ProviderHttp;
use crate::domain::HookEvent;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Maximum time for one question, from the connection to the last byte.
const TIMEOUT: Duration = Duration::from_secs(7);
/// Maximum number of questions at a time. A reader's request waits for each.
const MAX_ASKED: usize = 32;
/// Seconds after which a client may try again.
const RETRY_SECS: u64 = 10;

/// A question to the hook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    pub event: HookEvent,
    /// The subject of the event, as a JSON object.
    pub subject: Value,
}

/// The client of the operator's hook.
pub struct Hooks {
    url: String,
    key: HookKey,
    http: ProviderHttp,
    asked: Semaphore,
    timeout: Duration,
}

/// The reason why the hook gave no verdict, for the operator.
#[derive(Debug)]
pub struct HookFailure(pub String);

impl Hooks {
    pub fn new(url: String, secret: &str, http: ProviderHttp) -> Self {
        Self { url, key: HookKey::new(secret), http, asked: Semaphore::new(MAX_ASKED), timeout: TIMEOUT }
    }

    /// Asks the hook, and returns its verdict.
    ///
    /// # Errors
    /// When the hook cannot be reached, does not answer in time, or answers without a valid verdict.
    pub async fn ask(&self, id: &str, now: Timestamp, question: &Question) -> Result<HookVerdict, HookFailure> {
        let Ok(_permit) = self.asked.try_acquire() else {
            return Err(HookFailure(format!("it has not answered {MAX_ASKED} questions yet")));
        };
        let request = self.request(id, now, question)?;
        let answer = tokio::time::timeout(self.timeout, self.http.send(request)).await;
        let answer = answer.map_err(|_| HookFailure(format!("it did not answer in {} s", self.timeout.as_secs())))?;
        let answer = answer.map_err(|error| failure_of(&error))?;
        match answer.status().as_u16() {
            200 => HookVerdict::parse(question.event, answer.body()).map_err(HookFailure),
            204 => Ok(HookVerdict::default()),
            status => Err(HookFailure(format!("it answered with status {status}"))),
        }
    }

    fn request(&self, id: &str, now: Timestamp, question: &Question) -> Result<http::Request<Vec<u8>>, HookFailure> {
        let mut body = json!({ "id": id, "event": question.event, "at": now });
        if let (Some(body), Some(subject)) = (body.as_object_mut(), question.subject.as_object()) {
            body.extend(subject.clone());
        }
        let body = body.to_string().into_bytes();
        let seconds = now.as_second();
        http::Request::post(&self.url)
            .header("content-type", "application/json")
            .header("webhook-id", id)
            .header("webhook-timestamp", seconds)
            .header("webhook-signature", self.key.sign(id, seconds, &body))
            .body(body)
            .map_err(|error| HookFailure(error.to_string()))
    }
}

/// Replaces the subject of the HTTP client's errors, which is a sign-in provider.
fn failure_of(error: &Error) -> HookFailure {
    let reason = error.chain();
    let own = reason.strip_prefix("The provider of this sign-in ").map(|rest| format!("it {rest}"));
    HookFailure(own.unwrap_or(reason))
}

/// The error of an action that is refused because the hook gave no verdict.
pub fn unavailable() -> Error {
    let message = "This cannot be decided at the moment; try again later.";
    Error::new(Kind::Unavailable, ErrorCode::HookUnavailable, message).retry_after(RETRY_SECS)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn question() -> Question {
        Question { event: HookEvent::BeforeSignIn, subject: json!({"method": "password"}) }
    }

    fn hooks<F>(send: impl Fn(http::Request<Vec<u8>>) -> F + Send + Sync + 'static) -> Hooks
    where
        F: Future<Output = Result<http::Response<Vec<u8>>>> + Send + 'static,
    {
        Hooks::new("http://127.0.0.1:1/hook".into(), "whsec_MDEyMzQ1Njc4OWFiY2RlZg==", ProviderHttp::new(send))
    }

    fn answer(status: u16, body: &str) -> http::Response<Vec<u8>> {
        http::Response::builder().status(status).body(body.as_bytes().to_vec()).expect("a response")
    }

    #[tokio::test]
    async fn a_hanging_hook_times_out_and_gets_a_limited_number_of_questions_at_once() {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = asked.clone();
        let hanging = hooks(move |_| {
            count.fetch_add(1, Ordering::Relaxed);
            std::future::pending()
        });
        let hanging = Hooks { timeout: Duration::from_millis(50), ..hanging };
        let (question, now) = (question(), Timestamp::UNIX_EPOCH);
        let answers = (0..=MAX_ASKED).map(|_| hanging.ask("1", now, &question));
        let failures = futures_util::future::join_all(answers).await.into_iter().map(|answer| answer.unwrap_err().0);
        let busy = failures.filter(|reason| reason.contains("not answered")).count();
        assert_eq!((asked.load(Ordering::Relaxed), busy), (MAX_ASKED, 1));
        assert!(hanging.ask("2", now, &question).await.unwrap_err().0.contains("in 0 s"), "the places are free again");
    }

    #[tokio::test]
    async fn every_response_without_a_verdict_is_a_failure() {
        for (status, body) in [(500, ""), (302, ""), (404, "{}"), (200, "<html>"), (200, "[]"), (200, "")] {
            let hook = hooks(move |_| std::future::ready(Ok(answer(status, body))));
            assert!(hook.ask("1", Timestamp::UNIX_EPOCH, &question()).await.is_err(), "{status} {body}");
        }
        for (status, body) in [(204, ""), (200, "{}")] {
            let hook = hooks(move |_| std::future::ready(Ok(answer(status, body))));
            let verdict = hook.ask("1", Timestamp::UNIX_EPOCH, &question()).await.expect("a verdict");
            assert_eq!(verdict, HookVerdict::default());
        }
    }
}
