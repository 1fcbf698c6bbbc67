//! Exchanging an authorization code for tokens (RFC 6749), for OAuth 2 and OpenID Connect.

use ::oauth2::basic::{BasicRevocationErrorResponse, BasicTokenIntrospectionResponse, BasicTokenType};
use ::oauth2::{
    AccessToken, AsyncHttpClient, AuthType, AuthUrl, AuthorizationCode, Client, ClientId, ClientSecret, EndpointNotSet,
    EndpointSet, ErrorResponse, HttpRequest, HttpResponse, PkceCodeVerifier, RedirectUrl, RefreshToken,
    RequestTokenError, Scope, StandardRevocableToken, TokenResponse, TokenUrl,
};
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use http::{StatusCode, header};
use jiff::Timestamp;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::client::{AuthorizationGrant, ProviderHttp, Registration};
use super::errors::{invalid, unsuitable};
use super::json_values::{JsonObject, shown, text};
use crate::error::{Error, Result};

/// A client that asks for a code, and exchanges it.
pub(super) type CodeClient = Client<
    CodeRefusal,
    ProviderTokens,
    BasicTokenIntrospectionResponse,
    StandardRevocableToken,
    BasicRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointSet,
>;

/// The endpoints of a provider, and how the client authenticates at them.
pub(super) struct CodeEndpoints<'a> {
    pub authorization: &'a str,
    pub token: &'a str,
    /// Whether the secret is sent in the header `Authorization` instead of the body.
    pub has_basic_auth: bool,
}

/// The tokens of a response. Its other fields are ignored, whatever they are.
#[derive(Debug, Serialize)]
pub(super) struct ProviderTokens {
    access_token: AccessToken,
    #[serde(skip)]
    pub id_token: Option<String>,
    /// Some providers refuse with the status of success.
    #[serde(skip)]
    error: Option<String>,
}

/// A response that refuses a code.
#[derive(Debug, Serialize)]
pub(super) struct CodeRefusal(String);

impl<'de> Deserialize<'de> for ProviderTokens {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let fields = object(deserializer)?;
        let access_token = AccessToken::new(text(&fields, "access_token").unwrap_or_default());
        Ok(Self { access_token, id_token: text(&fields, "id_token"), error: text(&fields, "error") })
    }
}

impl<'de> Deserialize<'de> for CodeRefusal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(text(&object(deserializer)?, "error").unwrap_or_default()))
    }
}

/// Reads an object. Its errors quote no value, which may be personal.
fn object<'de, D: Deserializer<'de>>(deserializer: D) -> Result<JsonObject, D::Error> {
    match Value::deserialize(deserializer)? {
        Value::Object(fields) => Ok(fields),
        _ => Err(D::Error::custom("it is not an object")),
    }
}

impl TokenResponse for ProviderTokens {
    type TokenType = BasicTokenType;

    fn access_token(&self) -> &AccessToken {
        &self.access_token
    }

    fn token_type(&self) -> &BasicTokenType {
        &BasicTokenType::Bearer
    }

    fn expires_in(&self) -> Option<std::time::Duration> {
        None
    }

    fn refresh_token(&self) -> Option<&RefreshToken> {
        None
    }

    fn scopes(&self) -> Option<&Vec<Scope>> {
        None
    }
}

impl ErrorResponse for CodeRefusal {}

impl std::fmt::Display for CodeRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&shown(&self.0))
    }
}

/// Creates the client of a provider.
///
/// # Errors
/// `provider_unavailable` when an address or the credential cannot be used.
pub(super) fn client(
    registration: &Registration,
    endpoints: &CodeEndpoints<'_>,
    redirect_uri: &str,
    now: Timestamp,
) -> Result<CodeClient> {
    let unusable = |error| unsuitable().caused_by(error);
    let secret = registration.credential.secret(&registration.client_id, now)?;
    Ok(Client::new(ClientId::new(registration.client_id.clone()))
        .set_client_secret(ClientSecret::new(secret))
        .set_auth_type(if endpoints.has_basic_auth { AuthType::BasicAuth } else { AuthType::RequestBody })
        .set_auth_uri(AuthUrl::new(endpoints.authorization.to_owned()).map_err(unusable)?)
        .set_token_uri(TokenUrl::new(endpoints.token.to_owned()).map_err(unusable)?)
        .set_redirect_uri(RedirectUrl::new(redirect_uri.to_owned()).map_err(unusable)?))
}

/// Exchanges the code of a response.
///
/// # Errors
/// `invalid_idp_response`, `provider_unavailable`.
pub(super) async fn exchange(
    client: &CodeClient,
    grant: &AuthorizationGrant,
    http: &ProviderHttp,
) -> Result<ProviderTokens> {
    let request = client
        .exchange_code(AuthorizationCode::new(grant.code()?.to_owned()))
        .set_pkce_verifier(PkceCodeVerifier::new(grant.pkce_verifier.clone()));
    let tokens = request.request_async(&LenientHttp(http)).await.map_err(|error| match error {
        RequestTokenError::Request(error) => error,
        RequestTokenError::ServerResponse(refusal) => refused(&refusal),
        RequestTokenError::Parse(error, _) => {
            invalid(&format!("the token response cannot be read: {}", error.into_inner()))
        }
        RequestTokenError::Other(why) => invalid(&format!("the token response cannot be read: {}", shown(&why))),
    })?;
    match &tokens.error {
        Some(error) => Err(refused(&CodeRefusal(error.clone()))),
        None => Ok(tokens),
    }
}

/// Sends the request of the library, which refuses other media types than JSON, and other statuses of success than 200.
struct LenientHttp<'a>(&'a ProviderHttp);

impl<'c> AsyncHttpClient<'c> for LenientHttp<'_> {
    type Error = Error;
    type Future = BoxFuture<'c, Result<HttpResponse>>;

    fn call(&'c self, request: HttpRequest) -> Self::Future {
        async move {
            let mut response = self.0.send(request).await?;
            response.headers_mut().remove(header::CONTENT_TYPE);
            if response.status().is_success() {
                *response.status_mut() = StatusCode::OK;
            }
            Ok(response)
        }
        .boxed()
    }
}

fn refused(refusal: &CodeRefusal) -> Error {
    invalid(&format!("the code was refused: {refusal}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_tokens_of_a_response_are_read() {
        let read = |text: &str| serde_json::from_str::<ProviderTokens>(text);
        let odd =
            r#"{"access_token":"a","id_token":"b.c.d","expires_in":"soon","scope":["a"],"token_type":null,"x":{}}"#;
        let tokens = read(odd).expect("tokens");
        assert_eq!((tokens.access_token().secret().as_str(), tokens.id_token.as_deref()), ("a", Some("b.c.d")));
        assert_eq!(read(r#"{"error":"bad_code"}"#).expect("an answer").error.as_deref(), Some("bad_code"));
        let refused = read(r#""ana@x.ro""#).expect_err("no object").to_string();
        assert!(!refused.contains("ana"), "{refused}");
    }
}
