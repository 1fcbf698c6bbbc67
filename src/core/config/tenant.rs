//! The tenants of the configuration, `[[accounts.tenant]]`: pools of accounts with their own sign-in methods.

use serde::{Deserialize, Serialize};
use toml::Value;

use super::email_method::EmailMethod;
use super::empty_as_none;
use super::problem::{ConfigProblem, kind, problem, unknown};
use super::second_factor_policy::SecondFactorPolicy;
use crate::domain::TenantId;

pub(super) const KEY: &str = "accounts.tenant";

/// A tenant as written in the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TenantConfig {
    pub id: String,
    /// Display name.
    pub name: String,
    /// Label of the button; replaces the default one.
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
    /// Whether accounts may or must have a second factor; empty: as for the default tenant.
    #[serde(with = "empty_as_none")]
    pub second_factor: Option<SecondFactorPolicy>,
    /// Whether readers may sign in with passkeys, where the site allows them at all.
    pub passkeys: bool,
    /// Whether the page for choosing a tenant offers this one.
    pub listed: bool,
    /// Whether nobody may sign in or use an account.
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
            second_factor: None,
            passkeys: true,
            listed: true,
            disabled: false,
        }
    }
}

/// How readers choose their tenant.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TenantChoice {
    /// By the address: each tenant has its own, and the sign-in page is that of the default tenant.
    #[default]
    None,
    /// By a button for each.
    OptionFirst,
    /// By their e-mail address.
    IdentifierFirst,
}

impl TenantConfig {
    /// The ID; the default one only in a configuration that was not checked.
    pub fn tenant_id(&self) -> TenantId {
        TenantId::parse(&self.id).unwrap_or_default()
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
