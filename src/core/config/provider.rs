//! The sign-in providers with all their settings.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::{Host, Url};

use super::provider_kind::ProviderKind;
use crate::domain::email::Email;

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
    /// Any identifier that the provider is configured to send.
    Unspecified,
}

/// Names of a SAML user's attributes. An empty name means the usual names; an empty subject means the identifier that
/// the provider sends (NameID).
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
    /// OpenID Connect: the issuer's discovery document names the endpoints.
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
    /// Label of the button; replaces the default one.
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
    /// Address of the FedCM configuration; empty: browsers do not offer accounts at the provider by themselves.
    pub fedcm_config_url: String,
    pub scopes: Vec<String>,
    pub parameters: Vec<(String, String)>,
    /// Claims that a user must have, with the accepted values.
    pub required_claims: BTreeMap<String, Vec<String>>,
    /// Other clients of the provider for which ID tokens may be too.
    pub trusted_audiences: Vec<String>,
    pub trusted_domains: Vec<String>,
    pub picture_hosts: Vec<String>,
    /// Whether all users belong to one organisation, which assigns their addresses.
    pub is_single_tenant: bool,
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("id", &self.id).field("endpoints", &self.endpoints).finish_non_exhaustive()
    }
}

impl Provider {
    /// Whether the provider asks which account to use, even a user who has only one.
    pub fn lets_choose_account(&self) -> bool {
        self.parameters
            .iter()
            .any(|(name, value)| name == "prompt" && value.split(' ').any(|one| one == "select_account"))
    }

    /// Whether the provider is trusted to vouch for this address, to sign in to an existing account.
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
    fn missing_settings_are_the_defaults_of_the_kind() {
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
        assert!(microsoft.required_claims.is_empty(), "Microsoft has no claim of this name");
        let Endpoints::Fixed { authorization, token, .. } = &github.endpoints else { panic!("{github:?}") };
        assert_eq!(authorization, "https://github.com/login/oauth/authorize");
        assert_eq!((token.as_str(), github.scopes.len()), ("https://git.firma.ro/token", 0));
    }

    #[test]
    fn the_domain_that_google_filters_by_is_required_here_too() {
        let required = |keys: &str| {
            let all = providers(&format!("{GOOGLE}{keys}\n"));
            all[0].required_claims.get("hd").cloned()
        };
        assert_eq!(required("parameters = { hd = 'firma.ro' }"), Some(vec!["firma.ro".to_owned()]));
        assert_eq!(required("parameters = { hd = '*' }"), Some(vec!["*".to_owned()]));
        let both = "parameters = { hd = 'firma.ro' }\nrequired_claims = { hd = ['firma.ro', 'firma.com'] }";
        assert_eq!(required(both), Some(vec!["firma.ro".to_owned(), "firma.com".to_owned()]));
        assert_eq!(required(""), None);
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
    fn a_shown_provider_can_be_read_again_and_has_no_secret() {
        let text = format!("{GOOGLE}parameters = {{ hd = 'firma.ro' }}\ntrusted_domains = []\n");
        let config = merge(&text, &Environment::new(), Secrets::Read).expect("good");
        assert!(!format!("{config:?} {:?}", config.accounts.providers().next()).contains("s3cret"));
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new(), Secrets::Read).expect("good"), config);
        assert_eq!(config.without_secrets().accounts.provider[0].client_secret, "(hidden)");
        assert_eq!(Config::default().accounts.providers().count(), 0);
    }
}
