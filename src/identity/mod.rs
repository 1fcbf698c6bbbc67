//! The machinery of signing in: keys, tokens, passwords, limits. Knows neither the store nor HTTP;
//! `ops::accounts` uses it.

pub mod attempts;
pub mod claims;
pub mod device;
pub mod floor;
pub mod keyring;
pub mod oidc;
pub mod passwords;
pub mod sealed;
pub mod secrets;

use attempts::Attempts;
use floor::Floor;
use oidc::Issuer;
use passwords::Passwords;
use sealed::Sealer;

/// What signing in keeps in memory.
#[derive(Default)]
pub struct Identity {
    pub passwords: Passwords,
    pub attempts: Attempts,
    pub sealer: Sealer,
    pub floor: Floor,
    pub issuer: Issuer,
}
