//! Signing in through providers: one [`Federation`] for each, whatever protocol it speaks.
//!
//! Requests are sent through a [`ProviderHttp`] that the caller supplies. No token of a provider is kept, only the
//! profile of the user.

mod client;
mod credential;
mod errors;
mod oauth2;
mod oidc;
mod oidc_issuer;
mod profile;

pub use self::client::{
    AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, Federation, Federations, ProviderHttp,
    Registration, RequestAdditions,
};
pub use self::credential::Credential;
pub use self::oauth2::{Addresses, OAuth2};
pub use self::oidc::Oidc;
pub use self::oidc_issuer::OidcIssuer;
pub use self::profile::{FieldNames, ProfileFormat};
