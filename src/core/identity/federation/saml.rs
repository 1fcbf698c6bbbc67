//! The service provider of SAML 2.0: the profile "Web Browser SSO", with the request by redirect and the response by
//! form. Only responses to our own requests are accepted.
//!
//! `saml_rs` builds the request and checks the response: signature, references, issuer, audience, recipient, request
//! and times. This module sets its requirements, and reads the profile from the verified parts.

use std::time::{Duration, SystemTime};

use data_encoding::BASE64;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::{SignedDuration, Timestamp};
use saml_rs::metadata::{Endpoint, IdpMetadataConfig, generate_idp_metadata};
use saml_rs::{
    AcsEndpoint, AssertionSignaturePolicy, AudienceValidationPolicy, AuthnRequest, BrowserInput, ClockSkew, EntityId,
    ForceAuthn, FormField, IdpDescriptor, MetadataTrustPolicy, NameIdCreationPolicy, Pending, PendingAuthnRequest,
    PendingSnapshot, RelayStateParam, ReplayCache, ReplayKey, ReplayPolicy, SamlError, SamlValidationContext, Sp,
    SpConfig, SpValidationPolicy, SsoResponse, SsoSession, StartSso, XmlPolicy, XmlSignatureProfile, constants,
};
use url::Url;

use super::client::{
    Authentication, AuthorizationGrant, AuthorizationOptions, AuthorizationRequest, Federation, SingleUse,
};
use super::errors::{invalid, unsuitable};
use super::json_values::shown;
use super::profile::UncheckedProfile;
use super::required_claims::RequiredClaims;
use super::saml_errors::refused;
use crate::error::{Error, Result};
use crate::identity::secrets;

pub use saml_rs::NameIdFormat;

/// How far the provider's clock may differ from ours (SAML 2.0 Errata, E92).
const MAX_CLOCK_SKEW: SignedDuration = SignedDuration::from_mins(3);
/// Maximum time for which a response is remembered. The request that it answers expires sooner.
const MAX_REPLAY: Duration = Duration::from_secs(24 * 60 * 60);
/// Maximum length of a response: members of many hundred groups have one of 100 KiB.
const MAX_XML_BYTES: usize = 256 << 10;
/// Maximum length of a response in Base64, which may be in lines of 76 characters.
pub const MAX_ENCODED_BYTES: usize = MAX_XML_BYTES.div_ceil(3) * 4 / 76 * 78 + 80;
const MAX_XML_DEPTH: usize = 50;
const ENCRYPTED: &str = "the assertion is encrypted; turn encryption off at the provider";

/// The usual names of the attribute with the address: without a format, LDAP (RFC 4524), PKCS #9 as Keycloak, and
/// WS-Federation. Their case does not matter.
const EMAIL: [&str; 6] = [
    "email",
    "mail",
    "emailAddress",
    "urn:oid:0.9.2342.19200300.100.1.3",
    "urn:oid:1.2.840.113549.1.9.1",
    "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
/// The usual names of the attribute with the display name: without a format, LDAP (RFC 2798, RFC 4519), Microsoft.
const NAME: [&str; 5] = [
    "displayName",
    "urn:oid:2.16.840.1.113730.3.1.241",
    "http://schemas.microsoft.com/identity/claims/displayname",
    "cn",
    "urn:oid:2.5.4.3",
];

/// Names of the attributes of a user; an empty name stands for the usual ones, or for the NameID as the subject.
#[derive(Debug, Clone, Default)]
pub struct AttributeNames {
    pub subject: String,
    pub email: String,
    pub name: String,
}

/// A provider of SAML.
#[derive(Debug, Clone)]
pub struct Saml {
    pub entity_id: String,
    pub sso_url: String,
    /// The certificates of its signatures, in Base64.
    pub certificates: Vec<String>,
    /// The name under which the provider knows us; empty for the address of our metadata.
    pub own_entity_id: String,
    pub name_id_format: NameIdFormat,
    pub attributes: AttributeNames,
    /// Domains whose addresses the provider assigns; `*` for all. Only these addresses count as verified.
    pub own_domains: Vec<String>,
    /// What the attributes must state about a user.
    pub required: RequiredClaims,
}

impl Federation for Saml {
    fn authorize<'a>(
        &'a self,
        options: &'a AuthorizationOptions,
        _: Timestamp,
    ) -> BoxFuture<'a, Result<AuthorizationRequest>> {
        let unusable = |error| unsuitable().caused_by(error);
        async move { self.authentication_request(options).map_err(unusable) }.boxed()
    }

    fn exchange<'a>(&'a self, grant: &'a AuthorizationGrant, now: Timestamp) -> BoxFuture<'a, Result<Authentication>> {
        async move { self.authentication(grant, now) }.boxed()
    }

    fn metadata(&self, redirect_uri: &str) -> Result<Option<String>> {
        let us = self.service_provider(redirect_uri).map_err(|error| unsuitable().caused_by(error))?;
        Ok(Some(us.metadata_xml().to_owned()))
    }
}

impl Saml {
    fn authentication_request(&self, options: &AuthorizationOptions) -> anyhow::Result<AuthorizationRequest> {
        let (us, provider) = (self.service_provider(&options.redirect_uri)?, self.provider()?);
        let state = secrets::generate_token();
        let start = StartSso::redirect()
            .relay_state(RelayStateParam::try_from_option(Some(state.clone()))?)
            .apply_web_browser_sso_generation_rules();
        let start = if options.is_reauthentication { start.force_authn(ForceAuthn::Required) } else { start };
        let started = us.start_sso(&provider, start)?;
        let mut url = Url::parse(started.outbound.redirect_url()?)?;
        // SAML defines no such parameter, but common providers read it, and others ignore it.
        if let Some(hint) = &options.login_hint {
            url.query_pairs_mut().append_pair("login_hint", hint);
        }
        let nonce = started.pending.request_id().as_str().to_owned();
        Ok(AuthorizationRequest { url: url.into(), state, nonce, pkce_verifier: String::new() })
    }

    // docs/decisions/0224
    fn authentication(&self, grant: &AuthorizationGrant, now: Timestamp) -> Result<Authentication> {
        let (response, unusable) = (grant.saml_response()?, |error| unsuitable().caused_by(error));
        if response.len() > MAX_ENCODED_BYTES {
            return Err(too_long(response.len()));
        }
        let us = self.service_provider(&grant.redirect_uri).map_err(unusable)?;
        let (provider, pending) = (self.provider().map_err(unusable)?, self.pending(grant).map_err(unusable)?);
        let form = BrowserInput::<SsoResponse>::post(vec![FormField::new("SAMLResponse", response)]);
        let skew = i64::try_from(MAX_CLOCK_SKEW.as_millis()).expect("converting the skew cannot fail: it is minutes");
        let mut seen = Seen::default();
        let validation = SamlValidationContext::new(SystemTime::from(now), ReplayPolicy::RequireCache(&mut seen))
            .with_clock_skew(ClockSkew::from_millis(-skew, skew));
        let session = us
            .finish_sso(&provider, &pending, form, validation)
            .map_err(|error| if is_encrypted(response) { invalid(ENCRYPTED) } else { refused(&error) })?;
        if seen.assertions != 1 {
            return Err(invalid("the response has several assertions"));
        }
        if let Some(since) = grant.authenticated_since {
            require_authenticated_since(&session, since)?;
        }
        let profile = self.profile(&session)?.check()?;
        let latest = now.saturating_add(MAX_REPLAY).unwrap_or(now);
        let until = |until: SystemTime| Timestamp::try_from(until).unwrap_or(latest).min(latest);
        let once = seen.keys.into_iter().map(|(id, expires_at)| SingleUse { id, until: until(expires_at) });
        Ok(Authentication { profile, once: once.collect() })
    }

    fn profile(&self, session: &SsoSession) -> Result<UncheckedProfile> {
        let names = &self.attributes;
        let attributes = session.attributes().as_slice();
        // An attribute may come in several parts.
        let values = |is_meant: &dyn Fn(&str) -> bool| {
            let meant = attributes.iter().filter(|attribute| is_meant(attribute.name()));
            let values = meant.flat_map(|attribute| attribute.values()).map(|value| value.as_str().trim().to_owned());
            values.filter(|value| !value.is_empty()).collect::<Vec<_>>()
        };
        let named = |name: &str| values(&|own| own == name);
        let of = |configured: &str, usual: &[&str]| match configured {
            "" => usual.iter().find_map(|name| values(&|own| own.eq_ignore_ascii_case(name)).into_iter().next()),
            name => named(name).into_iter().next(),
        };
        self.required.check(named)?;
        let listed = || attributes.iter().map(|attribute| shown(attribute.name())).collect::<Vec<_>>().join(", ");
        let name_id = session.name_id();
        let subject = match names.subject.as_str() {
            "" if name_id.format() == Some(&NameIdFormat::Transient) => {
                return Err(invalid("the NameID is transient and identifies nobody"));
            }
            "" => name_id.value().to_owned(),
            name => named(name).into_iter().next().ok_or_else(|| {
                invalid(&format!("the attribute of the subject is missing; the response has: {}", listed()))
            })?,
        };
        let is_address = name_id.format() == Some(&NameIdFormat::EmailAddress);
        let email = of(&names.email, &EMAIL).or_else(|| is_address.then(|| name_id.value().trim().to_owned()));
        if email.is_none() {
            tracing::warn!(attributes = listed(), "a SAML response has no attribute with an address");
        }
        let email_verified = email.as_deref().is_some_and(|email| self.is_own(email));
        let name = of(&names.name, &NAME);
        Ok(UncheckedProfile { subject, email, email_verified, name, picture: None })
    }

    fn is_own(&self, email: &str) -> bool {
        let domain = email.rsplit_once('@').map(|(_, domain)| domain.to_ascii_lowercase());
        self.own_domains.iter().any(|own| own == "*" || Some(own) == domain.as_ref())
    }

    fn service_provider(&self, redirect_uri: &str) -> Result<saml_rs::Saml<Sp>, SamlError> {
        let own =
            if self.own_entity_id.is_empty() { metadata_address(redirect_uri) } else { self.own_entity_id.clone() };
        let mut xml = XmlPolicy::default();
        xml.limits.max_bytes = MAX_XML_BYTES;
        xml.limits.max_depth = MAX_XML_DEPTH;
        let validation = SpValidationPolicy {
            assertions: AssertionSignaturePolicy::RequireSigned,
            xml_signatures: XmlSignatureProfile::StrictRsaSha2,
            audience: AudienceValidationPolicy::Validate,
            // A provider that identifies users by persistent identifiers may have to create one.
            name_id_creation: NameIdCreationPolicy::AllowCreate,
            ..SpValidationPolicy::recommended()
        };
        let config = SpConfig::builder(EntityId::try_new(own)?)
            .acs_endpoint(AcsEndpoint::post(redirect_uri)?)
            .name_id_format(self.name_id_format.clone())
            .validation(validation)
            .xml(xml);
        saml_rs::Saml::sp(config.build()?)
    }

    /// The provider's descriptor, from metadata that is generated from the configuration.
    fn provider(&self) -> Result<IdpDescriptor, SamlError> {
        let metadata = generate_idp_metadata(&IdpMetadataConfig {
            entity_id: self.entity_id.clone(),
            signing_certs: self.certificates.clone(),
            single_sign_on_service: vec![Endpoint::new(constants::Binding::Redirect, self.sso_url.clone())],
            ..IdpMetadataConfig::default()
        });
        let expected = EntityId::try_new(self.entity_id.clone())?;
        IdpDescriptor::from_metadata_xml_for(expected, &metadata, MetadataTrustPolicy::UnsignedForCompatibility)
    }

    /// The request that the response must answer. The caller has checked the relay state.
    fn pending(&self, grant: &AuthorizationGrant) -> Result<PendingAuthnRequest, SamlError> {
        Pending::<AuthnRequest>::from_snapshot(PendingSnapshot::authn_request(
            grant.nonce.clone(),
            RelayStateParam::absent(),
            self.entity_id.clone(),
            "post",
            grant.redirect_uri.clone(),
            "post",
        ))
    }
}

/// The error of a response that is longer than [`MAX_ENCODED_BYTES`].
pub fn too_long(len: usize) -> Error {
    let limit = MAX_XML_BYTES >> 10;
    invalid(&format!("the SAML response has {len} characters of Base64, more than {limit} KiB of XML"))
}

/// The address of our metadata, next to the callback.
fn metadata_address(redirect_uri: &str) -> String {
    format!("{}/metadata", redirect_uri.strip_suffix("/callback").unwrap_or(redirect_uri))
}

/// Whether the response has an encrypted assertion. The library reports such a response as one without an assertion.
fn is_encrypted(response: &str) -> bool {
    const ELEMENT: &[u8] = b"EncryptedAssertion";
    let bare: String = response.split_whitespace().collect();
    BASE64.decode(bare.as_bytes()).is_ok_and(|xml| xml.windows(ELEMENT.len()).any(|part| part == ELEMENT))
}

/// Refuses an authentication before this time: a provider may ignore the request for a new one.
fn require_authenticated_since(session: &SsoSession, since: Timestamp) -> Result<()> {
    let instants = session.authn_sessions().iter().filter_map(|statement| statement.authn_instant());
    let latest = instants.filter_map(|instant| instant.as_str().parse::<Timestamp>().ok()).max();
    let earliest = since.saturating_sub(MAX_CLOCK_SKEW).unwrap_or(since);
    match latest {
        Some(latest) if latest >= earliest => Ok(()),
        _ => Err(invalid("the user did not authenticate again")),
    }
}

/// Collects the identifiers of a response. The caller, which has the store, refuses used ones.
#[derive(Default)]
struct Seen {
    keys: Vec<(String, SystemTime)>,
    assertions: usize,
}

impl ReplayCache for Seen {
    fn check_and_store(&mut self, key: ReplayKey, expires_at: SystemTime) -> Result<(), SamlError> {
        self.assertions += usize::from(matches!(key, ReplayKey::AssertionId(_)));
        self.keys.push((key.cache_key(), expires_at));
        Ok(())
    }
}
