//! The list of sign-in providers.

use super::accounts::{AccountsConfig, CredentialHelper};
use super::provider::Provider;
use super::provider_config::ProviderConfig;

impl AccountsConfig {
    /// The sign-in providers, in the order of their buttons.
    pub fn providers(&self) -> impl Iterator<Item = Provider> + '_ {
        self.provider.iter().map(ProviderConfig::complete)
    }

    /// The provider whose accounts browsers offer by themselves, if that is configured.
    pub fn fedcm_provider(&self) -> Option<Provider> {
        let is_on = self.credential_helper == CredentialHelper::Googleyolo;
        self.providers().find(|provider| is_on && !provider.fedcm_config_url.is_empty())
    }

    /// The display name of a provider; its ID if it is not configured.
    pub fn provider_name(&self, id: &str) -> String {
        self.providers().find(|provider| provider.id == id).map_or_else(|| id.to_owned(), |provider| provider.name)
    }
}
