//! The tenants of the configuration, `[[accounts.tenant]]`: pools of accounts with their own sign-in methods.

use serde::{Deserialize, Serialize};
use toml::Value;

use super::accounts::{AccountsConfig, EmailMethod};
use super::problem::{ConfigProblem, kind, problem, unknown};
use super::provider::Provider;
use crate::domain::TenantId;

pub(super) const KEY: &str = "accounts.tenant";

/// Maximum number of characters of a name.
const MAX_NAME: usize = 40;
const MAX_TENANTS: usize = 50;

/// A tenant as written in the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TenantConfig {
    pub id: String,
    /// Display name.
    pub name: String,
    /// Whole text of the button.
    pub label: String,
    /// Background of the button, `#rrggbb`.
    pub button_color: String,
    /// Text of the button, `#rrggbb`.
    pub text_color: String,
    /// Path on this site of the button's picture.
    pub icon: String,
    /// In the order in which they are offered.
    pub sign_in_methods: Vec<EmailMethod>,
    /// IDs of providers in `[[accounts.provider]]`, in the order of their buttons.
    pub providers: Vec<String>,
    /// Domains whose addresses belong here, when readers choose by their address; empty for all.
    pub email_domains: Vec<String>,
    /// Whether readers may create accounts.
    pub sign_up: bool,
    pub guests: bool,
    /// Whether the page for choosing a tenant offers this one.
    pub listed: bool,
    /// Nobody signs in or uses an account.
    pub disabled: bool,
}

impl Default for TenantConfig {
    fn default() -> Self {
        let empty = String::new;
        Self {
            id: empty(),
            name: empty(),
            label: empty(),
            button_color: empty(),
            text_color: empty(),
            icon: empty(),
            sign_in_methods: vec![],
            providers: vec![],
            email_domains: vec![],
            sign_up: true,
            guests: false,
            listed: true,
            disabled: false,
        }
    }
}

/// How readers choose their tenant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TenantChoice {
    /// They do not: a tenant has its own address, and the sign-in page is that of the default tenant.
    #[default]
    None,
    /// By a button for each.
    OptionFirst,
    /// By their e-mail address.
    IdentifierFirst,
}

/// The rules of a tenant.
#[derive(Debug, Clone, Copy)]
pub struct TenantRules<'a> {
    accounts: &'a AccountsConfig,
    /// `None` for the default tenant.
    tenant: Option<&'a TenantConfig>,
}

impl TenantConfig {
    /// The ID; the default one only in a configuration that was not checked.
    pub fn tenant_id(&self) -> TenantId {
        TenantId::parse(&self.id).unwrap_or_default()
    }
}

impl AccountsConfig {
    /// The rules of a tenant; `None` when it is not configured.
    pub fn rules(&self, id: &TenantId) -> Option<TenantRules<'_>> {
        if id.is_default() {
            return Some(TenantRules { accounts: self, tenant: None });
        }
        let tenant = self.tenant.iter().find(|tenant| tenant.id == id.as_str())?;
        Some(TenantRules { accounts: self, tenant: Some(tenant) })
    }
}

impl<'a> TenantRules<'a> {
    pub fn is_disabled(self) -> bool {
        self.tenant.is_some_and(|tenant| tenant.disabled)
    }

    /// In the order in which they are offered.
    pub fn email_methods(self) -> &'a [EmailMethod] {
        self.tenant.map_or(&self.accounts.sign_in_methods, |tenant| &tenant.sign_in_methods)
    }

    pub fn offers(self, method: EmailMethod) -> bool {
        self.email_methods().contains(&method)
    }

    /// The providers, in the order of their buttons.
    pub fn providers(self) -> Vec<Provider> {
        let mut all: Vec<_> = self.accounts.providers().collect();
        let Some(tenant) = self.tenant else { return all };
        let place = |provider: &Provider| tenant.providers.iter().position(|id| *id == provider.id);
        all.retain(|provider| place(provider).is_some());
        all.sort_by_key(place);
        all
    }

    /// Whether readers may create accounts.
    pub fn sign_up(self) -> bool {
        self.tenant.map_or(self.accounts.sign_up, |tenant| tenant.sign_up)
    }

    pub fn guests(self) -> bool {
        self.tenant.map_or(self.accounts.guests, |tenant| tenant.guests)
    }

    /// Display name, if the tenant has one.
    pub fn name(self) -> Option<&'a str> {
        self.tenant.map(|tenant| tenant.name.as_str())
    }
}

/// Checks the keys and types of a table in the list.
pub(super) fn check_shape(name: &str, item: &Value, problems: &mut Vec<ConfigProblem>) {
    let Value::Table(given) = item else {
        problems.push(problem(name, format!("is {}, must be a table: write [[{KEY}]]", kind(item))));
        return;
    };
    let Ok(Value::Table(known)) = Value::try_from(TenantConfig::default()) else { return };
    for (key, value) in given {
        let name = format!("{name}.{key}");
        match known.get(key) {
            None => {
                let keys: Vec<_> = known.keys().cloned().collect();
                problems.push(problem(&name, unknown("key", key, &keys)));
            }
            Some(default) if default.type_str() != value.type_str() => {
                problems.push(problem(&name, format!("is {}, must be {}", kind(value), kind(default))));
            }
            Some(Value::Array(_)) => {
                for text in value.as_array().into_iter().flatten().filter(|text| !text.is_str()) {
                    problems.push(problem(&name, format!("has {}, must have texts in quotes", kind(text))));
                }
            }
            Some(_) => {}
        }
    }
}

/// Everything that is wrong with the tenants.
pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if accounts.tenant.len() > MAX_TENANTS {
        problems.push(problem(KEY, format!("are more than {MAX_TENANTS} tenants; remove some")));
    }
    if accounts.tenant_choice != TenantChoice::None && accounts.tenant.iter().all(|tenant| !tenant.listed) {
        let reason = format!("needs at least one [[{KEY}]] with listed = true");
        problems.push(problem("accounts.tenant_choice", reason));
    }
    for (place, tenant) in accounts.tenant.iter().enumerate() {
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{KEY}[{place}].{key}"), reason));
        if accounts.tenant[..place].iter().any(|other| other.id == tenant.id) {
            refuse("id", format!("{:?} is the ID of another tenant too", tenant.id));
        }
        check_names(tenant, &mut refuse);
        check_methods(accounts, tenant, &mut refuse);
    }
    problems
}

fn check_names(tenant: &TenantConfig, refuse: &mut impl FnMut(&str, String)) {
    if let Err(reason) = tenant.id.parse::<TenantId>() {
        refuse("id", format!("{:?}: {reason}", tenant.id));
    }
    if tenant.name.is_empty() {
        refuse("name", "write the name that readers see".into());
    }
    for (key, text) in [("name", &tenant.name), ("label", &tenant.label)] {
        if text.chars().any(char::is_control) || text.chars().count() > MAX_NAME {
            refuse(key, format!("write one line of at most {MAX_NAME} characters"));
        }
    }
    for (key, color) in [("button_color", &tenant.button_color), ("text_color", &tenant.text_color)] {
        let digits = color.strip_prefix('#').filter(|digits| digits.len() == 6);
        if !color.is_empty() && digits.is_none_or(|digits| !digits.bytes().all(|byte| byte.is_ascii_hexdigit())) {
            refuse(key, format!("{color:?} is not a color, such as #1f6feb"));
        }
    }
    if tenant.button_color.is_empty() != tenant.text_color.is_empty() {
        refuse("text_color", "set button_color and text_color together, or neither".into());
    }
    let is_path = tenant.icon.starts_with('/') && !tenant.icon.starts_with("//") && !tenant.icon.contains('\\');
    if !tenant.icon.is_empty() && !is_path {
        refuse("icon", "write a path on this site, such as /firma.svg".into());
    }
    for domain in &tenant.email_domains {
        let is_char = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
        if !domain.contains('.') || !domain.bytes().all(is_char) || domain.starts_with('.') || domain.ends_with('.') {
            refuse("email_domains", format!("{domain:?} is not a domain in small letters, such as firma.example"));
        }
    }
}

fn check_methods(accounts: &AccountsConfig, tenant: &TenantConfig, refuse: &mut impl FnMut(&str, String)) {
    if tenant.sign_in_methods.is_empty() && tenant.providers.is_empty() && !tenant.disabled {
        refuse("sign_in_methods", "must name password, email_link or both, unless there are providers".into());
    }
    for (place, method) in tenant.sign_in_methods.iter().enumerate() {
        if tenant.sign_in_methods[..place].contains(method) {
            refuse("sign_in_methods", "names a method twice".into());
        }
    }
    for (place, id) in tenant.providers.iter().enumerate() {
        if !accounts.provider.iter().any(|provider| provider.id() == *id) {
            refuse("providers", format!("{id:?} is not the ID of a provider in [[accounts.provider]]"));
        }
        if tenant.providers[..place].contains(id) {
            refuse("providers", format!("names {id:?} twice"));
        }
    }
    if tenant.guests && (accounts.policy().is_protected() || accounts.requires_verified_email()) {
        let reason = "needs email_privacy = \"compat\" and verify_email other than \"hard\": a guest has no address";
        refuse("guests", reason.into());
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Config, Environment, Secrets, merge};
    use super::*;

    const FIRMA: &str = "[[accounts.tenant]]\nid = 'firma'\nname = 'Firma'\nsign_in_methods = ['password']\n";

    fn merged(text: &str) -> Result<Config, Vec<String>> {
        let merged = merge(text, &Environment::new(), Secrets::Read);
        merged.map_err(|problems| problems.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn a_tenant_has_its_own_methods_and_the_default_one_those_of_the_section() {
        let config = merged(&format!(
            "[accounts]\nguests = true\nsign_in_methods = ['email_link']\ntenant_choice = 'option_first'\n{FIRMA}\
             providers = ['github.com']\nsign_up = false\n[[accounts.provider]]\nkind = 'google'\nclient_id = 'x'\n\
             client_secret = 'y'\n[[accounts.provider]]\nkind = 'github'\nclient_id = 'x'\nclient_secret = 'y'\n"
        ))
        .expect("good");
        let rules = |id: &str| config.accounts.rules(&TenantId::try_from(id.to_owned()).expect("an ID"));
        let ids = |rules: TenantRules<'_>| rules.providers().into_iter().map(|one| one.id).collect::<Vec<_>>();
        let (own, firma) = (rules("").expect("rules"), rules("firma").expect("rules"));
        assert!(own.offers(EmailMethod::EmailLink) && !own.offers(EmailMethod::Password));
        assert!(own.guests() && own.sign_up() && own.name().is_none());
        assert_eq!(ids(own), ["google.com", "github.com"]);
        assert!(firma.offers(EmailMethod::Password) && !firma.offers(EmailMethod::EmailLink));
        assert!(!firma.guests() && !firma.sign_up() && !firma.is_disabled());
        assert_eq!((ids(firma), firma.name()), (vec!["github.com".to_owned()], Some("Firma")));
        assert!(rules("alta").is_none());
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merged(&shown).expect("good"), config);
    }

    #[test]
    fn impossible_tenants_are_refused() {
        for (text, problem) in [
            (FIRMA.replace("'firma'", "'Firma SRL'"), "accounts.tenant[0].id: \"Firma SRL\""),
            (FIRMA.replace("name = 'Firma'\n", ""), "accounts.tenant[0].name: write"),
            (FIRMA.replace("['password']", "[]"), "accounts.tenant[0].sign_in_methods: must name"),
            (FIRMA.replace("['password']", "['password', 'password']"), "accounts.tenant[0].sign_in_methods: names"),
            (format!("{FIRMA}{FIRMA}"), "accounts.tenant[1].id: \"firma\" is the ID of another"),
            (format!("{FIRMA}providers = ['x.com']\n"), "accounts.tenant[0].providers: \"x.com\""),
            (format!("{FIRMA}email_domains = ['Firma']\n"), "accounts.tenant[0].email_domains: "),
            (format!("{FIRMA}button_color = 'red'\ntext_color = '#ffffff'\n"), "accounts.tenant[0].button_color: "),
            (format!("{FIRMA}icon = 'https://x.ro/a.svg'\n"), "accounts.tenant[0].icon: write a path"),
            (format!("{FIRMA}sign_ups = true\n"), "accounts.tenant[0].sign_ups: unknown key; did you mean sign_up"),
            (format!("{FIRMA}sign_up = 'no'\n"), "accounts.tenant[0].sign_up: is a text in quotes, must be true"),
            (format!("{FIRMA}providers = [1]\n"), "accounts.tenant[0].providers: has a whole number"),
            ("[accounts]\ntenant_choice = 'option_first'\n".into(), "accounts.tenant_choice: needs at least one"),
            (format!("[accounts]\nverify_email = 'hard'\n{FIRMA}guests = true\n"), "accounts.tenant[0].guests: needs"),
        ] {
            let problems = merged(&text).expect_err(&text);
            assert!(problems.iter().any(|one| one.starts_with(problem)), "{problem}: {problems:?}");
        }
        assert!(merged(&FIRMA.replace("['password']", "[]\ndisabled = true")).is_ok());
    }
}
