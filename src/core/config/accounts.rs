//! The settings of accounts and signing in.

use serde::{Deserialize, Serialize};

use super::email_method::EmailMethod;
use super::empty_as_none;
use super::hooks::HooksConfig;
use super::provider_config::ProviderConfig;
use super::second_factor_policy::SecondFactorPolicy;
use super::tenant::{TenantChoice, TenantConfig};
use crate::domain::Persistence;

/// Settings of accounts and signing in. An empty text or 0 takes the value of the security profile.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountsConfig {
    pub security_profile: SecurityProfile,
    #[serde(with = "empty_as_none")]
    pub email_privacy: Option<EmailPrivacy>,
    /// Minimum length of a password, in characters.
    pub password_min: u64,
    pub access_token_secs: u64,
    /// Lifetime of a sign-in link.
    pub link_ttl_secs: u64,
    /// Lifetime of a password reset link.
    pub reset_ttl_secs: u64,
    #[serde(with = "empty_as_none")]
    pub verify_email: Option<VerifyEmail>,
    /// What happens when a provider vouches for the address of an existing account.
    #[serde(with = "empty_as_none")]
    pub auto_link_verified: Option<AutoLink>,
    /// In the order in which the page offers them. May be empty when there is a provider or `phone`.
    pub sign_in_methods: Vec<EmailMethod>,
    pub sign_in_flow: SignInFlow,
    /// Whether the page of the only provider opens at once, when there is no other sign-in method.
    pub immediate_federated_redirect: bool,
    pub require_display_name: bool,
    /// Default for clients that do not choose.
    pub persistence: Persistence,
    /// Whether a sign-in link works only in the browser that requested it.
    pub force_same_device: bool,
    /// Whether readers may create accounts.
    pub sign_up: bool,
    /// Contact for readers who cannot create an account.
    pub admin_email: String,
    pub help_link: String,
    /// Origins allowed in continue URLs, in addition to the site's own.
    pub continue_origins: Vec<String>,
    /// New accounts per network.
    pub sign_up_per_hour: u32,
    /// Whether readers may use an account without signing up.
    pub guests: bool,
    /// New guests per network.
    pub guests_per_hour: u32,
    /// Whether accounts may or must have a second factor.
    #[serde(with = "empty_as_none")]
    pub second_factor: Option<SecondFactorPolicy>,
    #[serde(flatten)]
    pub hooks: HooksConfig,
    /// How readers choose their tenant.
    pub tenant_choice: TenantChoice,
    /// Whether the page for choosing a tenant offers the default one.
    pub default_tenant_listed: bool,
    /// Whether readers may sign in with passkeys, where the address of the site allows them.
    pub passkeys: bool,
    /// What the sign-in page offers before the reader chooses a method.
    pub credential_helper: CredentialHelper,
    /// Whether readers may sign in with a code sent to their phone.
    pub phone: bool,
    /// The sign-in providers, in the order of their buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provider: Vec<ProviderConfig>,
    /// The tenants other than the default one, in the order of their buttons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tenant: Vec<TenantConfig>,
}

impl std::fmt::Debug for AccountsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (profile, providers) = (&self.security_profile, &self.provider);
        let mut debug = f.debug_struct("AccountsConfig");
        debug.field("security_profile", profile).field("provider", providers).finish_non_exhaustive()
    }
}

impl Default for AccountsConfig {
    fn default() -> Self {
        Self {
            security_profile: SecurityProfile::Balanced,
            email_privacy: None,
            password_min: 0,
            access_token_secs: 0,
            link_ttl_secs: 0,
            reset_ttl_secs: 0,
            verify_email: None,
            auto_link_verified: None,
            sign_in_methods: vec![EmailMethod::Password],
            sign_in_flow: SignInFlow::Popup,
            immediate_federated_redirect: false,
            require_display_name: true,
            persistence: Persistence::Local,
            force_same_device: false,
            sign_up: true,
            admin_email: String::new(),
            help_link: String::new(),
            continue_origins: vec![],
            sign_up_per_hour: 10,
            guests: false,
            guests_per_hour: 10,
            second_factor: None,
            hooks: HooksConfig::default(),
            tenant_choice: TenantChoice::None,
            default_tenant_listed: true,
            passkeys: true,
            credential_helper: CredentialHelper::None,
            phone: false,
            provider: vec![],
            tenant: vec![],
        }
    }
}

/// A set of defaults for the account policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecurityProfile {
    Seed,
    Balanced,
    Strict,
}

/// Whether responses reveal that an address has an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailPrivacy {
    Compat,
    Protected,
}

/// Whether new accounts must verify their address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerifyEmail {
    Off,
    /// A mail asks for verification; nothing depends on it.
    Soft,
    /// A mail asks for verification; until then, the pages show nothing else.
    Hard,
}

/// What happens when a provider vouches for the address of an existing account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutoLink {
    /// The identity is connected and the reader is signed in.
    On,
    /// The reader must first sign in by an earlier method, unless the provider is trusted for the domain.
    Confirm,
}

/// How the page of a provider opens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SignInFlow {
    /// In a popup window, which closes after the callback.
    #[default]
    Popup,
    /// In place of the current page.
    Redirect,
}

/// What the sign-in page offers before the reader chooses a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum CredentialHelper {
    None,
    /// The browser offers passkeys in the field for the address.
    Passkey,
    /// The browser offers its accounts at a provider (FedCM). The name is that of Google's former library.
    Googleyolo,
}
