//! The settings of the captcha that a reader solves before a text message is sent.

use std::fmt;

use serde::{Deserialize, Serialize};
use url::Url;

use super::problem::{ConfigProblem, problem};
use super::provider::is_loopback;

/// The check that a person, not a program, requests a text message.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaptchaConfig {
    pub kind: CaptchaKind,
    /// The public key of the site at the vendor.
    pub site_key: String,
    /// Never displayed.
    pub secret: String,
    /// File that holds the secret instead.
    pub secret_file: String,
    /// Address at which tokens are checked; empty: the vendor's address.
    pub verify_url: String,
}

/// The vendor of the captcha.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CaptchaKind {
    /// No vendor: this server issues a proof of work, which the browser computes.
    #[default]
    ProofOfWork,
    Recaptcha,
    Hcaptcha,
    Turnstile,
}

impl CaptchaKind {
    /// The vendor's address for checking tokens.
    fn verify_url(self) -> &'static str {
        match self {
            Self::ProofOfWork => "",
            Self::Recaptcha => "https://www.google.com/recaptcha/api/siteverify",
            Self::Hcaptcha => "https://api.hcaptcha.com/siteverify",
            Self::Turnstile => "https://challenges.cloudflare.com/turnstile/v0/siteverify",
        }
    }

    /// The hosts that may check tokens.
    fn verify_hosts(self) -> &'static [&'static str] {
        match self {
            Self::ProofOfWork => &[],
            Self::Recaptcha => &["www.google.com", "www.recaptcha.net"],
            Self::Hcaptcha => &["api.hcaptcha.com", "hcaptcha.com"],
            Self::Turnstile => &["challenges.cloudflare.com"],
        }
    }
}

impl fmt::Debug for CaptchaConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CaptchaConfig").field("kind", &self.kind).finish_non_exhaustive()
    }
}

impl CaptchaConfig {
    /// Address at which tokens are checked; empty without a vendor.
    pub fn verify_address(&self) -> &str {
        if self.verify_url.is_empty() { self.kind.verify_url() } else { &self.verify_url }
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("captcha.{key}"), reason));
        if self.kind == CaptchaKind::ProofOfWork {
            return problems;
        }
        if self.site_key.is_empty() {
            refuse("site_key", "set the site key that the vendor shows".into());
        }
        let url = Url::parse(self.verify_address()).ok();
        let is_vendor = |url: &Url| {
            url.scheme() == "https" && url.host_str().is_some_and(|host| self.kind.verify_hosts().contains(&host))
        };
        if !url.is_some_and(|url| is_vendor(&url) || is_loopback(&url)) {
            let hosts = self.kind.verify_hosts().join(" or ");
            refuse("verify_url", format!("must be an https:// address at {hosts}, or one on this machine"));
        }
        problems
    }

    /// Problems of the secret, after its file was read.
    pub(super) fn secret_problems(&self) -> Vec<ConfigProblem> {
        let is_missing = self.kind != CaptchaKind::ProofOfWork && self.secret.is_empty();
        let reason = "set captcha.secret or captcha.secret_file to the secret key that the vendor shows";
        is_missing.then(|| problem("captcha.secret", reason.into())).into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(kind: CaptchaKind, verify_url: &str) -> Vec<String> {
        let whole = CaptchaConfig { kind, site_key: "k".into(), secret: "s".into(), ..CaptchaConfig::default() };
        let config = CaptchaConfig { verify_url: verify_url.into(), ..whole };
        [config.problems(), config.secret_problems()].concat().into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn tokens_are_checked_at_the_vendors_hosts_only() {
        for kind in [CaptchaKind::Recaptcha, CaptchaKind::Hcaptcha, CaptchaKind::Turnstile] {
            assert_eq!(keys(kind, ""), [""; 0]);
            assert_eq!(keys(kind, "http://127.0.0.1:9/siteverify"), [""; 0]);
            for bad in ["https://example.com/siteverify", "http://www.google.com/x", "x"] {
                assert_eq!(keys(kind, bad), ["captcha.verify_url"], "{bad}");
            }
        }
        assert_eq!(keys(CaptchaKind::Recaptcha, "https://www.recaptcha.net/recaptcha/api/siteverify"), [""; 0]);
    }

    #[test]
    fn a_vendor_needs_both_keys_and_our_own_captcha_none() {
        let of = |kind| CaptchaConfig { kind, ..CaptchaConfig::default() };
        assert_eq!(of(CaptchaKind::ProofOfWork).problems(), []);
        let missing = [of(CaptchaKind::Turnstile).problems(), of(CaptchaKind::Turnstile).secret_problems()].concat();
        assert_eq!(
            missing.iter().map(|problem| problem.key.as_str()).collect::<Vec<_>>(),
            ["captcha.site_key", "captcha.secret"]
        );
        assert!(
            !format!("{:?}", CaptchaConfig { secret: "s3cret".into(), ..of(CaptchaKind::Hcaptcha) }).contains("s3cret")
        );
    }
}
