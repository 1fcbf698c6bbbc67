//! The machinery of authentication and of signed links: keys, tokens, passwords, limits. Knows neither the store
//! nor HTTP; `ops::accounts` and `ops::mail::links` use it.

pub mod captcha;
pub mod claims;
pub mod credential_failures;
pub mod failed_sign_ins;
pub mod federation;
mod hash_queue;
pub mod hooks;
pub mod keyring;
pub mod minimum_latency;
pub mod passkeys;
pub mod password_hashing;
pub mod picture;
pub mod proof_of_work;
pub mod recovery_codes;
pub mod sealing;
pub mod secrets;
pub mod throttle;
pub mod totp;
pub mod user_agent;

use credential_failures::CredentialFailures;
use failed_sign_ins::FailedSignIns;
use minimum_latency::MinimumLatency;
use password_hashing::PasswordHasher;
use sealing::{CookieSealer, FactorSealer, LinkSealer};
use throttle::Throttle;

/// The state of authentication that is kept in memory.
#[derive(Default)]
pub struct Identity {
    pub hasher: PasswordHasher,
    /// Wrong passwords, by tenant and address.
    pub password_failures: CredentialFailures,
    /// Wrong codes of second factors, by uid.
    pub factor_failures: CredentialFailures,
    pub failed_sign_ins: FailedSignIns,
    pub cookies: CookieSealer,
    pub links: LinkSealer,
    pub factors: FactorSealer,
    pub minimum_latency: MinimumLatency,
    /// When keys were read again because of an unknown one.
    pub key_reloads: Throttle,
}
