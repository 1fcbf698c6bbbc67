//! The errors of a sign-in at a provider.

use crate::error::{Error, ErrorCode, Kind};

/// The response does not authenticate a user.
pub(super) fn invalid(why: &str) -> Error {
    let error = Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The response of the provider is not valid.");
    error.caused_by(anyhow::anyhow!("{why}"))
}

/// The provider does not do what its protocol requires, or its settings are wrong.
pub(super) fn unsuitable() -> Error {
    Error::new(Kind::Upstream, ErrorCode::ProviderUnavailable, "The provider of this sign-in cannot be used.")
}
