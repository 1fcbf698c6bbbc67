//! The sign-in providers as written in `[[accounts.provider]]`, and their completion with the defaults of their kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::certificates;
use super::provider::{Endpoints, NameIdFormat, ProfileFields, Provider, SamlAttributes};
use super::provider_kind::ProviderKind;

pub(super) const KEY: &str = "accounts.provider";
/// Google's parameter for the domain of a company, and its claim of the same name.
const HOSTED_DOMAIN: &str = "hd";

/// A provider as written in the configuration. An empty text or a missing list means the default of the kind.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProviderConfig {
    pub kind: ProviderKind,
    /// Such as `google.com` or `oidc.firma`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Label of the button; replaces the default one.
    pub label: String,
    /// Background of the button, `#rrggbb`.
    pub button_color: String,
    /// Text of the button, `#rrggbb`.
    pub text_color: String,
    pub client_id: String,
    /// For Apple the private key in PEM. Never shown.
    pub client_secret: String,
    /// File that holds the secret instead.
    pub client_secret_file: String,
    /// Exactly as in the provider's discovery document.
    pub issuer: String,
    /// Microsoft: the ID of the tenant, `common`, `organizations` or `consumers`.
    pub tenant: String,
    /// Apple: the ID of the team.
    pub team_id: String,
    /// Apple: the ID of the private key.
    pub key_id: String,
    pub authorization_endpoint: String,
    pub token_endpoint: String,
    /// Returns the user's profile.
    pub userinfo_endpoint: String,
    /// GitHub: returns the user's addresses.
    pub emails_endpoint: String,
    /// Fields of the profile that another OAuth 2 provider returns.
    pub fields: ProfileFields,
    /// SAML: the name of the provider, exactly as in its metadata.
    pub entity_id: String,
    /// SAML: where the browser is sent to sign in.
    pub sso_url: String,
    /// SAML: certificates of the provider's signatures, in PEM or base64. Several while the provider replaces one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<String>,
    /// SAML: files with more certificates, in PEM.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub certificate_files: Vec<String>,
    /// The certificates of the files.
    #[serde(skip)]
    pub certificates_read: Vec<String>,
    /// SAML: the format of the identifier that the provider is asked for.
    pub name_id_format: NameIdFormat,
    /// SAML: names of the attributes of the user.
    pub attributes: SamlAttributes,
    /// Address of the FedCM configuration, with which browsers offer accounts at the provider by themselves.
    pub fedcm_config_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// Additional parameters of the authorization request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// Claims that a user must have to be let in, each with its accepted values; `*` for any.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub required_claims: BTreeMap<String, Vec<String>>,
    /// OpenID Connect: other clients of the provider for which ID tokens may be too; `*` for all.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trusted_audiences: Vec<String>,
    /// Domains for whose addresses the provider may vouch, to sign in to an existing account; `*` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted_domains: Option<Vec<String>>,
    /// OpenID Connect: hosts from which the pictures of the users are fetched; `*.` stands for subdomains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_hosts: Option<Vec<String>>,
}

impl std::fmt::Debug for ProviderConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderConfig").field("kind", &self.kind).field("id", &self.id).finish_non_exhaustive()
    }
}

impl ProviderConfig {
    /// The ID, or the default of the kind.
    pub fn id(&self) -> String {
        either(&self.id, self.kind.defaults().id)
    }

    pub(super) fn endpoints(&self) -> Endpoints {
        let defaults = self.kind.defaults();
        let issuer = either(&self.issuer, &defaults.issuer.replace("{tenant}", &self.tenant_id()));
        if self.kind.is_oidc() {
            return Endpoints::Discovered { issuer };
        }
        if self.kind == ProviderKind::Saml {
            return Endpoints::Saml { entity_id: self.entity_id.clone(), sso_url: self.sso_url.clone() };
        }
        Endpoints::Fixed {
            issuer,
            authorization: either(&self.authorization_endpoint, defaults.authorization),
            token: either(&self.token_endpoint, defaults.token),
            userinfo: either(&self.userinfo_endpoint, defaults.userinfo),
            emails: either(&self.emails_endpoint, defaults.emails),
        }
    }

    /// The base64 of all certificates that can be read.
    fn certificates(&self) -> Vec<String> {
        let own = self.certificates.iter().flat_map(|text| certificates::parse(text).unwrap_or_default());
        own.chain(self.certificates_read.iter().cloned()).collect()
    }

    /// The tenant in the issuer. Personal accounts of Microsoft have a tenant of their own.
    fn tenant_id(&self) -> String {
        const CONSUMERS: &str = "9188040d-6c67-4c5b-b112-36a304b66dad";
        if self.tenant == "consumers" { CONSUMERS.to_owned() } else { self.tenant.clone() }
    }

    pub(super) fn scopes(&self) -> Vec<String> {
        let defaults = || self.kind.defaults().scopes.iter().map(|scope| (*scope).to_owned()).collect();
        self.scopes.clone().unwrap_or_else(defaults)
    }

    /// The configured claims. Google's parameter `hd` only filters Google's page, so it also requires the claim.
    fn required_claims(&self) -> BTreeMap<String, Vec<String>> {
        let mut required = self.required_claims.clone();
        if self.kind == ProviderKind::Google
            && let Some(domain) = self.parameters.get(HOSTED_DOMAIN)
        {
            required.entry(HOSTED_DOMAIN.to_owned()).or_insert_with(|| vec![domain.clone()]);
        }
        required
    }

    /// The settings, completed with the defaults of the kind.
    pub(super) fn complete(&self) -> Provider {
        let defaults = self.kind.defaults();
        let domains = || defaults.trusted_domains.iter().map(|domain| (*domain).to_owned()).collect();
        let hosts = || defaults.picture_hosts.iter().map(|host| (*host).to_owned()).collect();
        let parameters = defaults.parameters.iter().filter(|(name, _)| !self.parameters.contains_key(*name));
        let parameters = parameters.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let is_shared = matches!(self.tenant.as_str(), "" | "common" | "organizations" | "consumers");
        Provider {
            id: self.id(),
            kind: self.kind,
            name: either(&self.name, &either(defaults.name, bare(&self.id))),
            label: non_empty(&self.label),
            button_color: non_empty(&self.button_color),
            text_color: non_empty(&self.text_color),
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            team_id: self.team_id.clone(),
            key_id: self.key_id.clone(),
            endpoints: self.endpoints(),
            fields: self.fields.clone(),
            certificates: self.certificates(),
            name_id_format: self.name_id_format,
            attributes: self.attributes.clone(),
            fedcm_config_url: either(&self.fedcm_config_url, defaults.fedcm_config),
            scopes: self.scopes().into_iter().filter(|scope| scope != "openid").collect(),
            parameters: parameters.chain(self.parameters.clone()).collect(),
            required_claims: self.required_claims(),
            trusted_audiences: self.trusted_audiences.clone(),
            trusted_domains: self.trusted_domains.clone().unwrap_or_else(domains),
            picture_hosts: self.picture_hosts.clone().unwrap_or_else(hosts),
            is_single_tenant: self.kind == ProviderKind::Microsoft && !is_shared,
        }
    }
}

/// The text, or the default if it is empty.
fn either(text: &str, default: &str) -> String {
    if text.is_empty() { default.to_owned() } else { text.to_owned() }
}

/// The ID without the kind that it begins with.
fn bare(id: &str) -> &str {
    id.split_once('.').map_or(id, |(_, name)| name)
}

fn non_empty(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}
