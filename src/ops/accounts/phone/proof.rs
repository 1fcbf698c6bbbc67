//! Checking the credential that proves a telephone number: a code, or the proof that replaced one.

use jiff::{SignedDuration, Timestamp};

use super::code::{DIGITS, code_digest};
use crate::app::App;
use crate::domain::Phone;
use crate::domain::text::typed_code;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::invalid_field;
use crate::rate_limit::Limit;
use crate::store::WriteTx;
use crate::store::phone_codes::{self, CodePurpose, PhoneCodeRecord};

/// Number of wrong codes after which a code is void.
const MAX_FAILURES: u32 = 5;
/// How long a proof replaces the code, for a number that belongs to another account.
pub(super) const PROOF_VALID: SignedDuration = SignedDuration::from_hours(1);

/// The credential that proves that the user has a telephone number.
#[derive(Debug, Clone)]
pub enum PhoneCredential {
    /// The code of a text message, and the secret with which it was requested.
    Code { session_info: String, code: String },
    /// The number, and the proof that replaced an earlier code.
    Proof { phone: String, temporary_proof: String },
}

/// A well-formed credential.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct ParsedCredential {
    hash: String,
    /// Digest of the code; `None` for a proof.
    code_hash: Option<String>,
    phone: Option<String>,
    now: Timestamp,
}

/// The result of checking a credential.
pub(in crate::ops::accounts) enum CredentialCheck {
    Valid(PhoneCodeRecord),
    /// The code is wrong. The failure was counted.
    WrongCode,
}

impl ParsedCredential {
    /// Checks the form of the credential, and the rate limit of the network.
    ///
    /// # Errors
    /// `missing_verification_code`, `invalid_verification_code`, `invalid_verification_id`, `invalid_credential`,
    /// `too_many_requests`.
    pub(in crate::ops::accounts) fn parse(
        app: &App,
        client: &ClientInfo,
        credential: &PhoneCredential,
    ) -> Result<Self> {
        app.rate_limiter.take(Limit::ActionCode, client.network, app.clock.steady())?;
        let now = app.clock.now();
        match credential {
            PhoneCredential::Code { session_info, code } => {
                let code = typed_code(code);
                if code.is_empty() {
                    return Err(invalid_field(ErrorCode::MissingVerificationCode, "code", "Enter the code."));
                }
                if code.len() != DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
                    return Err(wrong_code());
                }
                if !secrets::is_token(session_info) {
                    let message = "This is not the session info of a code that was sent.";
                    return Err(invalid_field(ErrorCode::InvalidVerificationId, "session_info", message));
                }
                let code_hash = Some(code_digest(session_info, &code));
                Ok(Self { hash: secrets::digest(session_info), code_hash, phone: None, now })
            }
            PhoneCredential::Proof { phone, temporary_proof } => {
                if !secrets::is_token(temporary_proof) {
                    return Err(invalid_proof());
                }
                let phone = Some(phone.clone());
                Ok(Self { hash: secrets::digest(temporary_proof), code_hash: None, phone, now })
            }
        }
    }

    /// Checks the credential against the stored one. Counts a wrong code; the fifth voids the right one.
    ///
    /// # Errors
    /// `code_expired`, also for a code that is void, used or for another purpose; `invalid_credential` for such a
    /// proof.
    pub(in crate::ops::accounts) fn check(&self, tx: &WriteTx, purpose: &CodePurpose) -> Result<CredentialCheck> {
        let stored = phone_codes::get(tx, &self.hash)?;
        let stored = stored.filter(|record| self.now < record.expires_at && record.purpose == *purpose);
        match (stored, &self.code_hash) {
            (Some(record), None)
                if record.code_hash.is_none() && self.phone.as_deref() == Some(record.phone.as_str()) =>
            {
                Ok(CredentialCheck::Valid(record))
            }
            (_, None) => Err(invalid_proof()),
            (Some(record), Some(code)) if record.code_hash.as_ref().is_some_and(|right| is_equal(right, code)) => {
                Ok(CredentialCheck::Valid(record))
            }
            (Some(PhoneCodeRecord { code_hash: None, .. }) | None, Some(_)) => Err(code_expired()),
            (Some(mut record), Some(_)) => {
                record.failures += 1;
                if record.failures < MAX_FAILURES {
                    phone_codes::put(tx, &record)?;
                } else {
                    phone_codes::remove(tx, &record.hash)?;
                }
                Ok(CredentialCheck::WrongCode)
            }
        }
    }
}

/// Stores a proof in place of a used code; `secret` is generated before the transaction.
pub(super) fn put_proof(tx: &WriteTx, phone: &Phone, secret: &str, now: Timestamp) -> Result<()> {
    let record = PhoneCodeRecord {
        hash: secrets::digest(secret),
        phone: phone.clone(),
        purpose: CodePurpose::FirstFactor,
        code_hash: None,
        expires_at: now.saturating_add(PROOF_VALID).unwrap_or(now),
        failures: 0,
    };
    Ok(phone_codes::put(tx, &record)?)
}

fn is_equal(left: &str, right: &str) -> bool {
    use subtle::ConstantTimeEq;
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

pub(in crate::ops::accounts) fn wrong_code() -> Error {
    invalid_field(ErrorCode::InvalidVerificationCode, "code", "This is not the code that was sent.")
}

fn code_expired() -> Error {
    Error::new(Kind::Invalid, ErrorCode::CodeExpired, "This code is no longer valid; request another one.")
}

fn invalid_proof() -> Error {
    Error::new(Kind::Unauthenticated, ErrorCode::InvalidCredential, "This proof is no longer valid.")
}
