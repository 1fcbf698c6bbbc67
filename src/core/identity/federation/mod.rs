//! Signing in through providers: one [`Federation`] for each, whatever protocol it speaks.
//!
//! Requests are sent through a [`ProviderHttp`] that the caller supplies. No token of a provider is kept, only the
//! profile of the user.

mod client;
mod code_exchange;
mod credential;
mod errors;
mod id_token;
mod json_values;
mod oauth2;
mod oidc;
mod oidc_issuer;
mod oidc_metadata;
mod profile;
mod required_claims;
mod saml;
mod saml_errors;
mod signed_token;

pub use self::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, AuthorizationResponse,
    BrowserToken, Federation, Federations, ProviderHttp, Registration, RequestAdditions, SingleUse,
};
pub use self::credential::Credential;
pub use self::oauth2::{OAuth2, ProviderAddresses};
pub use self::oidc::Oidc;
pub use self::oidc_issuer::OidcIssuer;
pub use self::profile::{FieldNames, ProfileFormat};
pub use self::required_claims::RequiredClaims;
pub use self::saml::{AttributeNames, MAX_ENCODED_BYTES as MAX_SAML_RESPONSE, NameIdFormat, Saml, too_long};
