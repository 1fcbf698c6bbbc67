//! Extractors of paths, queries and forms, whose rejections are error bodies of the API.

use std::convert::Infallible;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use super::error::{Failure, not_found};
use super::request_body::{body, shown};
use super::state::Web;
use crate::domain::Slug;
use crate::error::{Error, Result};
use crate::identity::federation::MAX_SAML_RESPONSE;

/// The path's parameter, or several in their order; a 404 when one is not valid UTF-8.
pub(super) struct PathParam<T = String>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Path(value) = Path::from_request_parts(parts, state).await.map_err(|_| not_found())?;
        Ok(Self(value))
    }
}

/// Most parameters of a query, far more than any route has.
const MAX_PARAMETERS: usize = 32;

/// The parameters of the query, percent-decoded, each name once.
pub(super) struct Parameters(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Parameters {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self::parse(parts.uri.query().unwrap_or_default())?)
    }
}

impl Parameters {
    fn parse(query: &str) -> Result<Self> {
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            if name.contains(char::REPLACEMENT_CHARACTER) || value.contains(char::REPLACEMENT_CHARACTER) {
                return Err(Error::invalid(shown(&name), "The query is not valid UTF-8."));
            }
            if parameters.len() == MAX_PARAMETERS {
                let message = format!("The query has more than {MAX_PARAMETERS} parameters.");
                return Err(Error::invalid(shown(&name), message));
            }
            if parameters.iter().any(|(earlier, _)| *earlier == name) {
                return Err(Error::invalid(shown(&name), "This parameter is given twice."));
            }
            parameters.push((name.into_owned(), value.into_owned()));
        }
        Ok(Self(parameters))
    }

    /// Calls `take` for each parameter; it returns whether it knows the name.
    ///
    /// # Errors
    /// `invalid` for an unknown name, or what `take` returns.
    pub(super) fn each(self, mut take: impl FnMut(&str, &str) -> Result<bool>) -> Result<()> {
        for (name, value) in &self.0 {
            if !take(name, value)? {
                return Err(Error::invalid(shown(name), "There is no such parameter."));
            }
        }
        Ok(())
    }
}

/// The query of a link that programs and people pass on, such as that of a feed: parameters that the call does not know
/// are ignored, since mailings and social networks add their own.
pub(super) struct LinkParameters(String);

impl<S: Sync> FromRequestParts<S> for LinkParameters {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.uri.query().unwrap_or_default().to_owned()))
    }
}

impl LinkParameters {
    /// Calls `take` for each parameter; it returns whether it knows the name.
    ///
    /// # Errors
    /// `invalid` for a known name that is given twice, or what `take` returns.
    pub(super) fn each(self, mut take: impl FnMut(&str, &str) -> Result<bool>) -> Result<()> {
        let mut known: Vec<String> = Vec::new();
        for (name, value) in url::form_urlencoded::parse(self.0.as_bytes()) {
            if known.iter().any(|earlier| *earlier == name) {
                return Err(Error::invalid(shown(&name), "This parameter is given twice."));
            }
            if take(&name, &value)? {
                known.push(name.into_owned());
            }
        }
        Ok(())
    }
}

/// The query of a call without parameters.
pub(super) struct NoParameters;

impl<S: Sync> FromRequestParts<S> for NoParameters {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        Parameters::from_request_parts(parts, state).await?.each(|_, _| Ok(false))?;
        Ok(Self)
    }
}

/// The parameters of the form that a provider's page posts, percent-decoded, each name once. A SAML response is longer
/// than other bodies.
pub(super) struct ProviderForm(pub Parameters);

/// A SAML response with its percent-encoding, which lengthens Base64 in lines by 15 %, and the other fields.
const MAX_PROVIDER_FORM: u64 = (MAX_SAML_RESPONSE / 4 * 5) as u64;

impl FromRequest<Arc<Web>> for ProviderForm {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        let bytes = body(request, web.app.config.server.max_body_bytes.max(MAX_PROVIDER_FORM)).await?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::invalid("body", "The body is not valid UTF-8."))?;
        Ok(Self(Parameters::parse(text)?))
    }
}

/// Parses a parameter's value.
///
/// # Errors
/// `invalid` in `field`.
pub(super) fn value<T: FromStr>(field: &'static str, text: &str, must_be: &str) -> Result<T> {
    text.parse().map_err(|_| Error::invalid(field, format!("This parameter must be {must_be}.")))
}

/// Parses a parameter's value that is a whole number in `range`.
///
/// # Errors
/// `invalid` in `field`.
pub(super) fn whole_number<T>(field: &'static str, text: &str, range: RangeInclusive<T>) -> Result<T>
where
    T: FromStr + PartialOrd + Display,
{
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| {
        let (least, most) = (range.start(), range.end());
        Error::invalid(field, format!("This parameter must be a whole number from {least} to {most}."))
    })
}

/// Parses an article's slug.
///
/// # Errors
/// `not_found`: a malformed slug names no article.
pub(super) fn slug(text: &str) -> Result<Slug> {
    Slug::parse(text).ok_or_else(|| Error::not_found("There is no such article."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    #[test]
    fn a_query_has_at_most_32_parameters() {
        let query = |count: usize| (0..count).map(|number| format!("n{number}=&")).collect::<String>();
        assert_eq!(Parameters::parse(&query(32)).expect("a query").0.len(), 32);
        let refused = Parameters::parse(&query(10_000)).err().expect("too many");
        assert_eq!((refused.field.as_deref(), refused.code), (Some("n32"), ErrorCode::Invalid));
    }
}
