//! The identity provider of the configuration: at most one, enabled by `oidc_provider`.

use url::{Host, Url};

use super::accounts::AccountsConfig;
use super::problem::{ConfigProblem, problem};

/// Google's ID and issuer. The other known providers have no common issuer.
const GOOGLE: (&str, &str) = ("google.com", "https://accounts.google.com");
/// IDs of well-known OpenID Connect providers.
const KNOWN: [&str; 3] = [GOOGLE.0, "microsoft.com", "yahoo.com"];
/// Prefix of the IDs of other providers.
const PREFIX: &str = "oidc.";
/// Maximum length of the ID after the prefix, and of the display name.
const MAX_NAME: usize = 40;

/// A configured OpenID Connect provider.
#[derive(Clone, PartialEq, Eq)]
pub struct Provider {
    /// Such as `google.com` or `oidc.firma`.
    pub id: String,
    /// Display name; `None` for the usual one.
    pub name: Option<String>,
    /// Exactly as in its discovery document.
    pub issuer: String,
    pub client_id: String,
    pub client_secret: String,
    /// In addition to `openid`.
    pub scopes: Vec<String>,
}

impl Provider {
    /// The display name, or the ID.
    pub fn label(&self) -> String {
        self.name.clone().unwrap_or_else(|| if self.id == GOOGLE.0 { "Google".into() } else { self.id.clone() })
    }
}

impl std::fmt::Debug for Provider {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Provider").field("id", &self.id).field("issuer", &self.issuer).finish_non_exhaustive()
    }
}

impl AccountsConfig {
    pub fn provider(&self) -> Option<Provider> {
        if self.oidc_provider.is_empty() {
            return None;
        }
        Some(Provider {
            id: self.oidc_provider.clone(),
            name: Some(self.oidc_name.clone()).filter(|name| !name.is_empty()),
            issuer: issuer(self).to_owned(),
            client_id: self.oidc_client_id.clone(),
            client_secret: self.oidc_client_secret.clone(),
            scopes: self.oidc_scopes.iter().filter(|scope| *scope != "openid").cloned().collect(),
        })
    }
}

fn issuer(accounts: &AccountsConfig) -> &str {
    let is_google = accounts.oidc_provider == GOOGLE.0;
    if accounts.oidc_issuer.is_empty() && is_google { GOOGLE.1 } else { &accounts.oidc_issuer }
}

/// Everything that is wrong with the settings of a provider that is to be used.
pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    if accounts.oidc_provider.is_empty() {
        return vec![];
    }
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("accounts.{key}"), reason));
    if !is_id(&accounts.oidc_provider) {
        let known = KNOWN.join(", ");
        let id = &accounts.oidc_provider;
        refuse("oidc_provider", format!("{id:?} is not one of {known}, oidc.NAME with NAME of a-z, 0-9 and -"));
    }
    if accounts.oidc_name.chars().any(char::is_control) || accounts.oidc_name.chars().count() > MAX_NAME {
        refuse("oidc_name", format!("write one line of at most {MAX_NAME} characters"));
    }
    if let Err(reason) = check_issuer(issuer(accounts)) {
        refuse("oidc_issuer", reason);
    }
    if accounts.oidc_client_id.is_empty() {
        refuse("oidc_client_id", "give the name under which the provider knows this site".into());
    }
    for scope in &accounts.oidc_scopes {
        // RFC 6749 3.3.
        let is_scope = scope.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"' && byte != b'\\');
        if scope.is_empty() || !is_scope {
            refuse("oidc_scopes", format!("{scope:?} is not a scope, such as email"));
        }
    }
    if !accounts.oidc_scopes.iter().any(|scope| scope == "email") {
        refuse("oidc_scopes", "accounts have addresses, so \"email\" must be among them".into());
    }
    problems
}

/// The problem of the provider's secret, if a provider is used without one.
pub(super) fn secret_problem(accounts: &AccountsConfig) -> Option<ConfigProblem> {
    let missing = !accounts.oidc_provider.is_empty() && accounts.oidc_client_secret.is_empty();
    let reason = "set it, or oidc_client_secret_file, to the secret that the provider issued with oidc_client_id";
    missing.then(|| problem("accounts.oidc_client_secret", reason.to_owned()))
}

fn is_id(id: &str) -> bool {
    let is_name = |name: &str| {
        let is_valid = name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        is_valid && !name.is_empty() && name.len() <= MAX_NAME
    };
    KNOWN.contains(&id) || id.strip_prefix(PREFIX).is_some_and(is_name)
}

fn check_issuer(issuer: &str) -> Result<(), String> {
    if issuer.is_empty() {
        return Err("is missing: the provider's issuer, such as https://login.example.com".into());
    }
    let url = Url::parse(issuer).ok().filter(|url| url.host().is_some());
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https"));
    let url = url.ok_or_else(|| format!("{issuer:?} is not an https:// URL"))?;
    let is_plain = url.username().is_empty() && url.password().is_none();
    if !is_plain || url.query().is_some() || url.fragment().is_some() {
        return Err(format!("{issuer:?} must be a URL without user name, query or fragment"));
    }
    if url.scheme() == "http" && !is_loopback(&url) {
        return Err("must use https; http is allowed only on this machine (localhost, 127.0.0.1, ::1)".into());
    }
    Ok(())
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
    use super::super::Config;
    use super::*;

    fn google() -> AccountsConfig {
        AccountsConfig {
            oidc_provider: "google.com".into(),
            oidc_client_id: "legi".into(),
            oidc_client_secret: "s3cret".into(),
            ..AccountsConfig::default()
        }
    }

    fn problems_after(change: impl FnOnce(&mut AccountsConfig)) -> Vec<String> {
        let mut accounts = google();
        change(&mut accounts);
        let problems = super::problems(&accounts).into_iter().chain(secret_problem(&accounts));
        problems.map(|problem| problem.to_string().replacen("accounts.", "", 1)).collect()
    }

    #[test]
    fn google_needs_only_a_client_and_other_providers_their_issuer() {
        assert_eq!(problems_after(|_| {}), [""; 0]);
        let provider = google().provider().expect("a provider");
        assert_eq!((provider.issuer.as_str(), provider.name), ("https://accounts.google.com", None));
        assert_eq!(provider.scopes, ["email", "profile"]);
        assert_eq!(AccountsConfig::default().provider(), None);
        let own = |issuer: &str| {
            problems_after(|accounts| {
                accounts.oidc_provider = "oidc.firma-2".into();
                accounts.oidc_issuer = issuer.into();
            })
        };
        for good in ["https://login.example.com", "https://login.example.com/realms/a", "http://127.0.0.1:9"] {
            assert_eq!(own(good), [""; 0], "{good}");
        }
        for bad in ["", "login.example.com", "ftp://a.ro", "https://a:b@c.ro", "https://c.ro?a=1", "http://c.ro"] {
            let problems = own(bad);
            assert!(problems.len() == 1 && problems[0].starts_with("oidc_issuer: "), "{bad}: {problems:?}");
        }
    }

    #[test]
    fn invalid_provider_settings_are_reported() {
        let one = |change: fn(&mut AccountsConfig), key: &str| {
            let problems = problems_after(change);
            assert!(problems.len() == 1 && problems[0].starts_with(&format!("{key}: ")), "{key}: {problems:?}");
        };
        for bad in ["oidc.", "oidc.A", "github.com", "saml.firma", "oidc.a/b"] {
            let problems = problems_after(|accounts| {
                accounts.oidc_provider = bad.into();
                accounts.oidc_issuer = "https://a.ro".into();
            });
            assert!(problems.len() == 1 && problems[0].starts_with("oidc_provider: "), "{bad}: {problems:?}");
        }
        one(|accounts| accounts.oidc_name = "Firma\nmea".into(), "oidc_name");
        one(|accounts| accounts.oidc_client_id.clear(), "oidc_client_id");
        one(|accounts| accounts.oidc_client_secret.clear(), "oidc_client_secret");
        one(|accounts| accounts.oidc_scopes = vec!["email".into(), "a b".into()], "oidc_scopes");
        one(|accounts| accounts.oidc_scopes = vec!["profile".into()], "oidc_scopes");
    }

    #[test]
    fn the_client_secret_is_never_shown() {
        let config = Config { accounts: google(), ..Config::default() };
        assert!(!format!("{config:?} {:?}", config.accounts.provider()).contains("s3cret"));
        assert_eq!(config.without_secrets().accounts.oidc_client_secret, "(hidden)");
    }
}
