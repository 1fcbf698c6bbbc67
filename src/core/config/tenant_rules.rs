//! The rules of each tenant. Those of the default tenant are the settings of `[accounts]`.

use super::account_policy::AccountPolicy;
use super::accounts::AccountsConfig;
use super::email_method::EmailMethod;
use super::provider::Provider;
use super::tenant::TenantConfig;
use crate::domain::TenantId;

/// The rules of a tenant.
#[derive(Debug, Clone, Copy)]
pub struct TenantRules<'a> {
    accounts: &'a AccountsConfig,
    /// `None` for the default tenant.
    tenant: Option<&'a TenantConfig>,
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

    /// The policy for accounts of a tenant; that of `[accounts]` when the tenant is not configured.
    pub fn policy_of(&self, id: &TenantId) -> AccountPolicy {
        self.rules(id).map_or_else(|| self.policy(), TenantRules::policy)
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

    /// Whether readers may sign in by telephone, which tenants do not offer.
    pub fn offers_phone(self) -> bool {
        self.tenant.is_none() && self.accounts.phone
    }

    pub fn guests(self) -> bool {
        self.tenant.map_or(self.accounts.guests, |tenant| tenant.guests)
    }

    /// Whether readers may sign in with passkeys, where the address of the site allows them.
    pub fn passkeys(self) -> bool {
        self.accounts.passkeys && self.tenant.is_none_or(|tenant| tenant.passkeys)
    }

    /// The policy of `[accounts]`, with the tenant's own settings.
    pub fn policy(self) -> AccountPolicy {
        let policy = self.accounts.policy();
        let second_factor = self.tenant.and_then(|tenant| tenant.second_factor).unwrap_or(policy.second_factor);
        AccountPolicy { second_factor, ..policy }
    }

    /// Display name, if the tenant has one.
    pub fn name(self) -> Option<&'a str> {
        self.tenant.map(|tenant| tenant.name.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::super::SecondFactorPolicy;
    use super::super::samples::{FIRMA, merged};
    use super::*;

    #[test]
    fn a_tenant_has_its_own_methods_and_the_default_one_those_of_the_section() {
        let config = merged(&format!(
            "[accounts]\nguests = true\nsign_in_methods = ['email_link']\ntenant_choice = 'option_first'\n{FIRMA}\
             providers = ['github.com']\nsign_up = false\npasskeys = false\nsecond_factor = 'mandatory'\n[[accounts.provider]]\nkind = 'google'\nclient_id = 'x'\n\
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
        assert!(own.passkeys() && !firma.passkeys());
        let second_factor = |id: &str| {
            let id = TenantId::try_from(id.to_owned()).expect("an ID");
            config.accounts.policy_of(&id).second_factor
        };
        assert_eq!(second_factor("firma"), SecondFactorPolicy::Mandatory);
        assert_eq!(second_factor(""), config.accounts.policy().second_factor);
        assert!(rules("alta").is_none());
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merged(&shown).expect("good"), config);
    }
}
