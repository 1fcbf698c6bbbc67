//! Repeats requests that failed.

use std::time::Duration;

use crate::error::{Error, ErrorCode, Kind};
use crate::sources::fetch::SourceClient;

/// How often a request is sent at most.
const ATTEMPTS: u32 = 4;
/// Longest pause before a request is repeated.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);

/// A failed attempt.
pub(super) struct FailedAttempt {
    pub(super) error: Error,
    /// Whether another attempt may succeed.
    pub(super) is_temporary: bool,
}

impl FailedAttempt {
    pub(super) fn temporary(error: Error) -> Self {
        Self { error, is_temporary: true }
    }

    pub(super) fn permanent(error: Error) -> Self {
        Self { error, is_temporary: false }
    }

    /// A request that got no reply.
    pub(super) fn unsent(error: Error) -> Self {
        Self { is_temporary: error.code != ErrorCode::FetchRefused, error }
    }

    /// A reply with another status than 200.
    pub(super) fn status(status: u16) -> Self {
        Self { error: failed(&format!("answered {status}")), is_temporary: status >= 500 || status == 429 }
    }
}

/// The attempts of one request.
#[derive(Default)]
pub(super) struct Attempts(u32);

impl Attempts {
    /// Waits before the next attempt, longer each time.
    ///
    /// # Errors
    /// The failure's, if it is permanent or this was the last attempt.
    pub(super) async fn after(&mut self, failure: FailedAttempt, client: &SourceClient) -> Result<(), Error> {
        self.0 += 1;
        if !failure.is_temporary || self.0 >= ATTEMPTS {
            return Err(failure.error);
        }
        tracing::debug!(error = failure.error.chain(), attempt = self.0, "asking Portal Legislativ again");
        let pause = client.pause().saturating_mul(2_u32.pow(self.0));
        tokio::time::sleep(pause.min(LONGEST_PAUSE)).await;
        Ok(())
    }
}

pub(super) fn failed(what: &str) -> Error {
    Error::new(Kind::Upstream, ErrorCode::FetchFailed, format!("Portal Legislativ {what}"))
}
