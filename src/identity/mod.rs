//! The machinery of signing in and of signed links: keys, tokens, passwords, limits. Knows neither the
//! store nor HTTP; `ops::accounts` and `ops::mail::links` use it.

pub mod claims;
pub mod device;
pub mod floor;
pub mod keyring;
pub mod links;
pub mod oidc;
pub mod password_failures;
pub mod passwords;
pub mod sealed;
pub mod secrets;

use floor::Floor;
use links::LinkSealer;
use oidc::Issuer;
use password_failures::PasswordFailures;
use passwords::Passwords;
use sealed::Sealer;

/// What signing in and links keep in memory.
#[derive(Default)]
pub struct Identity {
    pub passwords: Passwords,
    pub password_failures: PasswordFailures,
    pub sealer: Sealer,
    pub links: LinkSealer,
    pub floor: Floor,
    pub issuer: Issuer,
}
