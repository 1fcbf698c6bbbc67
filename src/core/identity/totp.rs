//! Time-based one-time codes (RFC 6238) with the parameters that every authenticator app supports: HMAC-SHA-1, six
//! digits, thirty seconds.

use jiff::Timestamp;
use totp_rs::{Builder, Secret, Totp};

use crate::domain::text::typed_code;
use crate::error::{Error, Result};

/// Number of accepted steps before and after the current one, because clocks differ.
const SKEW_STEPS: u16 = 1;
pub const STEP_SECS: u64 = 30;
pub const DIGITS: u32 = 6;
/// 160 bits, as RFC 4226 recommends.
const SECRET_LEN: usize = 20;

/// The secret that an authenticator app shares with the server.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; SECRET_LEN]);

impl TotpSecret {
    pub fn generate() -> Self {
        Self(rand::random())
    }

    /// Parses what [`TotpSecret::to_base32`] returned.
    pub fn parse(text: &str) -> Option<Self> {
        Some(Self(Secret::try_from_base32(text).ok()?.as_bytes().try_into().ok()?))
    }

    /// Returns the secret for an app that cannot read the QR code.
    pub fn to_base32(&self) -> String {
        Secret::from(self.0).to_base32()
    }

    /// Returns the address in the QR code: `otpauth://totp/...`.
    pub fn url(&self, issuer: &str, account: &str) -> Result<String> {
        // The format separates issuer and account by a colon.
        let [issuer, account] = [issuer, account].map(|text| text.replace(':', " "));
        let totp = self.builder().with_account_name(account).with_issuer(Some(issuer)).build();
        totp.and_then(|totp| totp.to_url()).map_err(|error| Error::internal("writing an otpauth address", error))
    }

    /// Returns the step of a valid code, unless this step or a later one was used before: an observed code must not
    /// work again. The caller stores the step with the factor.
    pub fn accept(&self, code: &str, now: Timestamp, last_used: Option<u64>) -> Option<u64> {
        let digits = typed_code(code);
        if digits.len() != DIGITS as usize || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let step = self.totp().check(&digits, u64::try_from(now.as_second()).ok()?)?;
        last_used.is_none_or(|last| step > last).then_some(step)
    }

    fn totp(&self) -> Totp {
        self.builder().build_noncompliant()
    }

    fn builder(&self) -> Builder {
        Builder::new().with_secret(self.0).with_skew(SKEW_STEPS).with_step_duration(STEP_SECS)
    }
}

/// The secret stays out of logs.
impl std::fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TotpSecret")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    /// The secret of RFC 6238, appendix B.
    fn known() -> TotpSecret {
        TotpSecret(*b"12345678901234567890")
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (second, code) in [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")] {
            let step = u64::try_from(second / 30).expect("a step");
            assert_eq!(known().accept(code, at(second), None), Some(step), "{second}");
        }
        assert_eq!(known().accept("081 804", at(1_111_111_109), None), Some(37_037_036), "as apps show it");
    }

    #[test]
    fn a_code_holds_for_one_step_before_and_after() {
        let (code, step) = ("081804", 37_037_036);
        let start = 30 * 37_037_036;
        for (second, expected) in [(-31, None), (-30, Some(step)), (59, Some(step)), (60, None)] {
            assert_eq!(known().accept(code, at(start + second), None), expected, "{second}");
        }
    }

    #[test]
    fn a_used_step_and_earlier_ones_are_refused() {
        let (now, step) = (at(1_111_111_109), 37_037_036);
        for (last, expected) in [(step - 1, Some(step)), (step, None), (step + 1, None)] {
            assert_eq!(known().accept("081804", now, Some(last)), expected);
        }
    }

    #[test]
    fn other_texts_are_no_codes() {
        assert!(
            ["081 804", "081\u{202f}804", "\u{200e}081-804", "081–804"]
                .iter()
                .all(|code| known().accept(code, at(1_111_111_109), None).is_some())
        );
        for bad in ["", "08180", "0818041", "08180a", "٠٨١٨٠٤", "-81804", "+81804"] {
            assert_eq!(known().accept(bad, at(1_111_111_109), None), None, "{bad}");
        }
        assert_eq!(known().accept("081804", at(-1), None), None);
    }

    #[test]
    fn a_secret_is_random_and_parses_from_its_text() {
        let secret = TotpSecret::generate();
        assert_ne!(secret, TotpSecret::generate());
        assert_eq!(TotpSecret::parse(&secret.to_base32()), Some(secret.clone()));
        assert_eq!((TotpSecret::parse("A"), TotpSecret::parse("ABCD")), (None, None));
        assert_eq!(format!("{secret:?}"), "TotpSecret");
        let url = secret.url("Paragraf: test", "ana@x.ro").expect("an address");
        assert!(url.starts_with("otpauth://totp/") && url.contains(&secret.to_base32()), "{url}");
    }
}
