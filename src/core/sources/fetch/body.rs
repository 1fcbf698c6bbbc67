//! Reads a response body up to a maximum size.

use bytes::Bytes;
use reqwest::Response;

/// Reason why a body was not read completely.
pub(super) enum BodyFailure {
    TooLarge,
    BrokeOff(reqwest::Error),
}

/// A response body, read in chunks.
pub(super) struct LimitedBody {
    response: Response,
    /// Bytes that may still be read.
    left: u64,
}

impl LimitedBody {
    pub(super) fn new(response: Response, max_bytes: u64) -> Self {
        Self { response, left: max_bytes }
    }

    /// Returns the next chunk; `None` at the end. The declared length is not trusted.
    pub(super) async fn next(&mut self) -> Result<Option<Bytes>, BodyFailure> {
        let Some(chunk) = self.response.chunk().await.map_err(BodyFailure::BrokeOff)? else { return Ok(None) };
        self.left = self.left.checked_sub(chunk.len() as u64).ok_or(BodyFailure::TooLarge)?;
        Ok(Some(chunk))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_body_may_have_exactly_the_maximum_size() {
        for (max_bytes, is_taken) in [(3, false), (4, true), (5, true)] {
            let mut body = LimitedBody::new(http::Response::new("four").into(), max_bytes);
            let mut read = Vec::new();
            let ended = loop {
                match body.next().await {
                    Ok(Some(chunk)) => read.extend_from_slice(&chunk),
                    ended => break ended,
                }
            };
            assert_eq!(ended.is_ok(), is_taken, "{max_bytes}");
            assert_eq!(read, if is_taken { &b"four"[..] } else { b"" });
        }
    }
}
