//! The machinery of signing in and of signed links: keys, tokens, passwords, limits. Knows neither the
//! store nor HTTP; `ops::accounts` and `ops::mail::links` use it.

pub mod attempts;
pub mod claims;
pub mod device;
pub mod floor;
pub mod keyring;
pub mod links;
pub mod oidc;
pub mod passwords;
pub mod sealed;
pub mod secrets;

use attempts::Attempts;
use floor::Floor;
use links::LinkSealer;
use oidc::Issuer;
use passwords::Passwords;
use sealed::Sealer;

/// What signing in and links keep in memory.
#[derive(Default)]
pub struct Identity {
    pub passwords: Passwords,
    pub attempts: Attempts,
    pub sealer: Sealer,
    pub links: LinkSealer,
    pub floor: Floor,
    pub issuer: Issuer,
}
