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
mod oidc_metadata;
mod profile;
mod saml;
mod saml_errors;

pub use self::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, AuthorizationResponse,
    BrowserToken, Federation, Federations, ProviderHttp, Registration, RequestAdditions, SingleUse,
};
pub use self::credential::Credential;
pub use self::oauth2::{OAuth2, ProviderAddresses};
pub use self::oidc::Oidc;
pub use self::oidc_issuer::OidcIssuer;
pub use self::profile::{FieldNames, ProfileFormat};
pub use self::saml::{AttributeNames, NameIdFormat, Saml};
