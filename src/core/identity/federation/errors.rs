//! The errors of a sign-in at a provider.

use crate::error::{Error, ErrorCode, Kind};

/// The error of a response that does not authenticate a user. The reason is logged, and contains nothing personal.
pub(super) fn invalid(why: &str) -> Error {
    let error = Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The response of the provider is not valid.");
    error.caused_by(anyhow::anyhow!("{why}"))
}

/// The error of a provider that violates its protocol, or whose settings are wrong.
pub(super) fn unsuitable() -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, "The provider of this sign-in cannot be used.")
}
