//! The captcha for requests of text messages: a proof of work by the browser, or the token of a vendor.

use http::header::CONTENT_TYPE;
use jiff::Timestamp;
use serde::Deserialize;
use url::form_urlencoded::Serializer;

use super::federation::ProviderHttp;
use super::proof_of_work::{AltchaChallenge, ChallengeEffort, ProofOfWork, SolvedChallenge};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Maximum length of a token.
const MAX_TOKEN: usize = 8192;

/// The configured captcha.
pub struct Captcha(Check);

enum Check {
    ProofOfWork(ProofOfWork),
    Hosted { address: String, secret: String, http: ProviderHttp },
}

/// A vendor's response, in the format that reCAPTCHA, hCaptcha and Turnstile share.
#[derive(Deserialize)]
struct CaptchaResponse {
    success: bool,
}

impl Captcha {
    pub fn proof_of_work(effort: ChallengeEffort) -> Self {
        Self(Check::ProofOfWork(ProofOfWork::new(effort)))
    }

    /// Tokens are checked at the vendor's `address`.
    pub fn hosted(address: &str, secret: &str, http: ProviderHttp) -> Self {
        Self(Check::Hosted { address: address.to_owned(), secret: secret.to_owned(), http })
    }

    /// Issues a challenge; `None` if a vendor issues them.
    pub fn challenge(&self, now: Timestamp) -> Result<Option<AltchaChallenge>> {
        match &self.0 {
            Check::ProofOfWork(work) => work.challenge(now).map(Some),
            Check::Hosted { .. } => Ok(None),
        }
    }

    /// Signs challenges with this key, which several processes share; without effect on those of a vendor.
    pub fn share_key(&self, key: &[u8; 32]) {
        if let Check::ProofOfWork(work) = &self.0 {
            work.share_key(key);
        }
    }

    /// The challenge of a valid solution, which the caller uses up; `None` if a vendor checks tokens.
    ///
    /// # Errors
    /// `captcha_check_failed`.
    pub fn solved(&self, token: &str, now: Timestamp) -> Result<Option<SolvedChallenge>> {
        match &self.0 {
            Check::Hosted { .. } => Ok(None),
            Check::ProofOfWork(_) if token.len() > MAX_TOKEN => Err(check_failed()),
            Check::ProofOfWork(work) => work.solved(token, now).map(Some).ok_or_else(check_failed),
        }
    }

    /// Verifies a token, and uses it up.
    ///
    /// # Errors
    /// `captcha_check_failed`, `provider_unavailable`.
    pub async fn verify(&self, token: &str, now: Timestamp) -> Result<()> {
        let is_plausible = !token.is_empty() && token.len() <= MAX_TOKEN;
        let is_valid = is_plausible
            && match &self.0 {
                Check::ProofOfWork(work) => work.redeem(token, now),
                Check::Hosted { address, secret, http } => is_accepted(address, secret, http, token).await?,
            };
        if is_valid { Ok(()) } else { Err(check_failed()) }
    }
}

/// The error for a captcha that was not solved.
pub fn check_failed() -> Error {
    let message = "The captcha was not solved, or its solution has expired or was used before.";
    Error::new(Kind::Invalid, ErrorCode::CaptchaCheckFailed, message).in_field("captcha")
}

/// Asks the vendor whether a token is valid. The reader's network address is not sent.
async fn is_accepted(address: &str, secret: &str, http: &ProviderHttp, token: &str) -> Result<bool> {
    let body = Serializer::new(String::new()).append_pair("secret", secret).append_pair("response", token).finish();
    let request = http::Request::post(address).header(CONTENT_TYPE, "application/x-www-form-urlencoded");
    let request = request.body(body.into_bytes()).map_err(|error| Error::internal("asking about a captcha", error))?;
    let response = http.send(request).await?;
    let verdict =
        serde_json::from_slice::<CaptchaResponse>(response.body()).ok().filter(|_| response.status().is_success());
    let unclear =
        || Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, "The captcha cannot be checked at the moment.");
    Ok(verdict.ok_or_else(unclear)?.success)
}
