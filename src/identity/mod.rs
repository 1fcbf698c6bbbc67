//! The machinery of signing in: keys and tokens. Knows neither the store nor HTTP; `ops::accounts` uses it.

pub mod claims;
pub mod keyring;
