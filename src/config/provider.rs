//! The sign-in providers of the configuration, `[[accounts.provider]]`, completed from what is known of their kind.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::certificates;
use super::provider_kind::ProviderKind;
use crate::domain::email::Email;

pub(super) const KEY: &str = "accounts.provider";

/// A provider as written in the configuration. An empty text or a missing list takes what is usual for the kind.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProviderConfig {
    pub kind: ProviderKind,
    /// Such as `google.com` or `oidc.firma`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Whole text of the button.
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
    /// The configuration of FedCM, with which browsers offer accounts at the provider by themselves.
    pub fedcm_config_url: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// Additional parameters of the authorization request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// Domains for whose addresses the provider's word is enough to enter an existing account; `*` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trusted_domains: Option<Vec<String>>,
    /// OpenID Connect: hosts from which the pictures of the users are fetched; `*.` stands for subdomains.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture_hosts: Option<Vec<String>>,
}

/// Names of the fields of a profile. An empty name means that there is no such field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProfileFields {
    pub subject: String,
    pub email: String,
    pub email_verified: String,
    pub name: String,
}

impl Default for ProfileFields {
    fn default() -> Self {
        let [subject, email, name] = ["id", "email", "name"].map(str::to_owned);
        Self { subject, email, email_verified: String::new(), name }
    }
}

/// The identifier of a user that a SAML provider is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameIdFormat {
    /// An identifier of the user that is never given to another.
    #[default]
    Persistent,
    Email,
    /// Whatever the provider is configured to send.
    Unspecified,
}

/// Names of the attributes of a SAML user. An empty name takes the usual ones; without a name for the subject, the
/// provider's identifier (NameID) is it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SamlAttributes {
    pub subject: String,
    pub email: String,
    pub name: String,
}

/// How a provider is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Endpoints {
    /// OpenID Connect: the discovery document of the issuer has the rest.
    Discovered { issuer: String },
    /// OAuth 2.
    Fixed { issuer: String, authorization: String, token: String, userinfo: String, emails: String },
    /// SAML.
    Saml { entity_id: String, sso_url: String },
}

/// A sign-in provider with all its settings.
#[derive(Clone, PartialEq, Eq)]
pub struct Provider {
    pub id: String,
    pub kind: ProviderKind,
    /// Display name.
    pub name: String,
    /// Whole text of the button, if it is not the usual one.
    pub label: Option<String>,
    pub button_color: Option<String>,
    pub text_color: Option<String>,
    pub client_id: String,
    pub client_secret: String,
    pub team_id: String,
    pub key_id: String,
    pub endpoints: Endpoints,
    pub fields: ProfileFields,
    /// Base64 of the certificates of a SAML provider.
    pub certificates: Vec<String>,
    pub name_id_format: NameIdFormat,
    pub attributes: SamlAttributes,
    /// Empty where browsers cannot offer accounts at the provider by themselves.
    pub fedcm_config_url: String,
    pub scopes: Vec<String>,
    pub parameters: Vec<(String, String)>,
    pub trusted_domains: Vec<String>,
    pub picture_hosts: Vec<String>,
    /// Whether all users belong to one organization, which assigns their addresses.
    pub is_single_tenant: bool,
}

impl std::fmt::Debug for ProviderConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ProviderConfig").field("kind", &self.kind).field("id", &self.id).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("id", &self.id).field("endpoints", &self.endpoints).finish_non_exhaustive()
    }
}

/// The first text that is not empty.
fn either(text: &str, usual: &str) -> String {
    if text.is_empty() { usual.to_owned() } else { text.to_owned() }
}

/// The ID without the kind before it.
fn bare(id: &str) -> &str {
    id.split_once('.').map_or(id, |(_, name)| name)
}

fn given(text: &str) -> Option<String> {
    Some(text.to_owned()).filter(|text| !text.is_empty())
}

impl ProviderConfig {
    /// The ID, or the usual one of the kind.
    pub fn id(&self) -> String {
        either(&self.id, self.kind.usual().id)
    }

    pub(super) fn endpoints(&self) -> Endpoints {
        let usual = self.kind.usual();
        let issuer = either(&self.issuer, &usual.issuer.replace("{tenant}", &self.tenant_id()));
        if self.kind.is_oidc() {
            return Endpoints::Discovered { issuer };
        }
        if self.kind == ProviderKind::Saml {
            return Endpoints::Saml { entity_id: self.entity_id.clone(), sso_url: self.sso_url.clone() };
        }
        Endpoints::Fixed {
            issuer,
            authorization: either(&self.authorization_endpoint, usual.authorization),
            token: either(&self.token_endpoint, usual.token),
            userinfo: either(&self.userinfo_endpoint, usual.userinfo),
            emails: either(&self.emails_endpoint, usual.emails),
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
        let usual = || self.kind.usual().scopes.iter().map(|scope| (*scope).to_owned()).collect();
        self.scopes.clone().unwrap_or_else(usual)
    }

    /// The settings with what is usual for the kind.
    pub(super) fn complete(&self) -> Provider {
        let usual = self.kind.usual();
        let domains = || usual.trusted_domains.iter().map(|domain| (*domain).to_owned()).collect();
        let hosts = || usual.picture_hosts.iter().map(|host| (*host).to_owned()).collect();
        let parameters = usual.parameters.iter().filter(|(name, _)| !self.parameters.contains_key(*name));
        let parameters = parameters.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        let is_shared = matches!(self.tenant.as_str(), "" | "common" | "organizations" | "consumers");
        Provider {
            id: self.id(),
            kind: self.kind,
            name: either(&self.name, &either(usual.name, bare(&self.id))),
            label: given(&self.label),
            button_color: given(&self.button_color),
            text_color: given(&self.text_color),
            client_id: self.client_id.clone(),
            client_secret: self.client_secret.clone(),
            team_id: self.team_id.clone(),
            key_id: self.key_id.clone(),
            endpoints: self.endpoints(),
            fields: self.fields.clone(),
            certificates: self.certificates(),
            name_id_format: self.name_id_format,
            attributes: self.attributes.clone(),
            fedcm_config_url: either(&self.fedcm_config_url, usual.fedcm_config),
            scopes: self.scopes().into_iter().filter(|scope| scope != "openid").collect(),
            parameters: parameters.chain(self.parameters.clone()).collect(),
            trusted_domains: self.trusted_domains.clone().unwrap_or_else(domains),
            picture_hosts: self.picture_hosts.clone().unwrap_or_else(hosts),
            is_single_tenant: self.kind == ProviderKind::Microsoft && !is_shared,
        }
    }
}

impl Provider {
    /// Whether the provider asks which account to use, even a user who has only one.
    pub fn lets_choose_account(&self) -> bool {
        self.parameters
            .iter()
            .any(|(name, value)| name == "prompt" && value.split(' ').any(|one| one == "select_account"))
    }

    /// Whether the provider's word about this address is enough to enter an existing account.
    pub fn trusts(&self, email: &Email) -> bool {
        let key = email.key();
        let domain = key.rsplit_once('@').map(|(_, domain)| domain);
        self.trusted_domains.iter().any(|trusted| trusted == "*" || Some(trusted.as_str()) == domain)
    }
}

/// Whether the URL's host is this machine.
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Environment, Secrets, merge};
    use super::*;

    fn providers(text: &str) -> Vec<Provider> {
        let config = merge(text, &Environment::new(), Secrets::Read).expect("good");
        config.accounts.providers().collect()
    }

    const GOOGLE: &str = "[[accounts.provider]]\nkind = 'google'\nclient_id = 'legi'\nclient_secret = 's3cret'\n";

    #[test]
    fn what_is_missing_is_usual_for_the_kind() {
        let all = providers(&format!(
            "{GOOGLE}[[accounts.provider]]\nkind = 'microsoft'\ntenant = 'common'\nclient_id = 'x'\n\
             client_secret = 'y'\ntrusted_domains = ['firma.ro']\nparameters = {{ domain_hint = 'firma.ro' }}\n\
             [[accounts.provider]]\nkind = 'github'\nid = 'github.firma'\nclient_id = 'x'\nclient_secret = 'y'\n\
             token_endpoint = 'https://git.firma.ro/token'\nscopes = []\n"
        ));
        let [google, microsoft, github] = &all[..] else { panic!("{all:?}") };
        assert_eq!((google.id.as_str(), google.name.as_str()), ("google.com", "Google"));
        assert_eq!(google.endpoints, Endpoints::Discovered { issuer: "https://accounts.google.com".into() });
        assert_eq!(
            (google.scopes.join(" "), google.trusted_domains[0].as_str()),
            ("email profile".into(), "gmail.com")
        );
        let issuer = "https://login.microsoftonline.com/common/v2.0".to_owned();
        assert_eq!(microsoft.endpoints, Endpoints::Discovered { issuer });
        assert_eq!((microsoft.trusted_domains.len(), microsoft.is_single_tenant), (1, false));
        assert_eq!(microsoft.parameters, [("domain_hint".to_owned(), "firma.ro".to_owned())]);
        let Endpoints::Fixed { authorization, token, .. } = &github.endpoints else { panic!("{github:?}") };
        assert_eq!(authorization, "https://github.com/login/oauth/authorize");
        assert_eq!((token.as_str(), github.scopes.len()), ("https://git.firma.ro/token", 0));
    }

    #[test]
    fn a_provider_is_trusted_for_its_domains_only() {
        let trusts = |domains: &str, email: &str| {
            let all = providers(&format!("{GOOGLE}{domains}\n"));
            all[0].trusts(&Email::parse(email).expect("an address"))
        };
        assert!(trusts("", "Ana@GMail.com") && trusts("trusted_domains = ['*']", "ana@x.ro"));
        for email in ["ana@x.ro", "ana@gmail.com.x.ro", "ana@x.gmail.com"] {
            assert!(!trusts("", email), "{email}");
        }
        assert!(!trusts("trusted_domains = []", "ana@gmail.com"));
    }

    #[test]
    fn what_is_shown_of_a_provider_can_be_read_again_and_has_no_secret() {
        let text = format!("{GOOGLE}parameters = {{ hd = 'firma.ro' }}\ntrusted_domains = []\n");
        let config = merge(&text, &Environment::new(), Secrets::Read).expect("good");
        assert!(!format!("{config:?} {:?}", config.accounts.providers().next()).contains("s3cret"));
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new(), Secrets::Read).expect("good"), config);
        assert_eq!(config.without_secrets().accounts.provider[0].client_secret, "(hidden)");
        assert_eq!(Config::default().accounts.providers().count(), 0);
    }
}
