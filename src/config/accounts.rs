//! The settings of accounts and signing in, and the policy that follows from them.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use url::Url;

use super::email_method::EmailMethod;
use super::empty_as_none;
use super::hooks::HooksConfig;
use super::problem::{ConfigProblem, problem};
use super::provider::ProviderConfig;
use super::tenant::{TenantChoice, TenantConfig};
use crate::domain::Persistence;
use crate::domain::email::Email;
use crate::domain::password;

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
    /// The page offers the first method first. May be empty when there is a provider.
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
    #[serde(flatten)]
    pub hooks: HooksConfig,
    /// How readers choose their tenant.
    pub tenant_choice: TenantChoice,
    /// Whether the page for choosing a tenant offers the default one.
    pub default_tenant_listed: bool,
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
            hooks: HooksConfig::default(),
            tenant_choice: TenantChoice::None,
            default_tenant_listed: true,
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
    /// A mail asks for it, and nothing depends on it.
    Soft,
    /// A mail asks for it, and the pages show nothing else before.
    Hard,
}

/// What happens when a provider vouches for the address of an existing account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AutoLink {
    /// The identity is connected, and the reader enters.
    On,
    /// The reader signs in by an earlier method first, unless the provider is trusted for the domain.
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

/// The rules in force: the settings, completed from the security profile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPolicy {
    pub security_profile: SecurityProfile,
    pub email_privacy: EmailPrivacy,
    /// Minimum length of a password, in characters.
    pub password_min: usize,
    pub access_token: SignedDuration,
    /// A session ends when it is unused for this long.
    pub session_idle: SignedDuration,
    /// A session ends this long after it started.
    pub session_life: SignedDuration,
    pub link_ttl: SignedDuration,
    pub reset_ttl: SignedDuration,
    pub verify_ttl: SignedDuration,
    pub recover_ttl: SignedDuration,
    pub verify_email: VerifyEmail,
    pub auto_link: AutoLink,
    /// Whether a sign-in from a new device is announced by mail.
    pub notify_new_device: bool,
}

impl AccountPolicy {
    pub fn is_protected(&self) -> bool {
        self.email_privacy == EmailPrivacy::Protected
    }
}

const DAY_HOURS: i64 = 24;

fn defaults(profile: SecurityProfile) -> AccountPolicy {
    let (secs, days) = (SignedDuration::from_secs, |days| SignedDuration::from_hours(DAY_HOURS * days));
    let balanced = AccountPolicy {
        security_profile: SecurityProfile::Balanced,
        email_privacy: EmailPrivacy::Compat,
        password_min: 8,
        access_token: secs(900),
        session_idle: days(30),
        session_life: days(90),
        link_ttl: secs(600),
        reset_ttl: secs(1800),
        verify_ttl: days(1),
        recover_ttl: days(7),
        verify_email: VerifyEmail::Soft,
        auto_link: AutoLink::Confirm,
        notify_new_device: true,
    };
    match profile {
        SecurityProfile::Balanced => balanced,
        SecurityProfile::Seed => AccountPolicy {
            security_profile: SecurityProfile::Seed,
            password_min: 6,
            access_token: secs(3600),
            session_idle: days(90),
            // Practically unlimited: no browser keeps a cookie for ten years.
            session_life: days(3650),
            link_ttl: secs(3600),
            reset_ttl: secs(3600),
            verify_email: VerifyEmail::Off,
            auto_link: AutoLink::On,
            notify_new_device: false,
            ..balanced
        },
        SecurityProfile::Strict => AccountPolicy {
            security_profile: SecurityProfile::Strict,
            email_privacy: EmailPrivacy::Protected,
            password_min: 15,
            access_token: secs(600),
            session_idle: days(7),
            session_life: days(30),
            reset_ttl: secs(600),
            verify_ttl: secs(3600),
            verify_email: VerifyEmail::Hard,
            ..balanced
        },
    }
}

impl AccountsConfig {
    pub fn policy(&self) -> AccountPolicy {
        let mut policy = defaults(self.security_profile);
        let set = |place: &mut SignedDuration, secs: u64| {
            if secs > 0 {
                *place = SignedDuration::from_secs(i64::try_from(secs).unwrap_or(i64::MAX));
            }
        };
        set(&mut policy.access_token, self.access_token_secs);
        set(&mut policy.link_ttl, self.link_ttl_secs);
        set(&mut policy.reset_ttl, self.reset_ttl_secs);
        if self.password_min > 0 {
            policy.password_min = usize::try_from(self.password_min).unwrap_or(usize::MAX);
        }
        policy.email_privacy = self.email_privacy.unwrap_or(policy.email_privacy);
        policy.verify_email = self.verify_email.unwrap_or(policy.verify_email);
        policy.auto_link = self.auto_link_verified.unwrap_or(policy.auto_link);
        policy
    }

    pub(super) fn requires_verified_email(&self) -> bool {
        self.policy().verify_email == VerifyEmail::Hard
    }
}

/// Maximum lifetime of an access token: its claims are trusted for this long.
const MAX_ACCESS_TOKEN_SECS: u64 = 3600;
/// Maximum lifetime of a mailed link, one day.
const MAX_LINK_SECS: u64 = 86_400;

pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("accounts.{key}"), reason));
    for (key, value, range) in [
        ("password_min", accounts.password_min, 6..=password::MAX_CHARS as u64 / 4),
        ("access_token_secs", accounts.access_token_secs, 60..=MAX_ACCESS_TOKEN_SECS),
        ("link_ttl_secs", accounts.link_ttl_secs, 60..=MAX_LINK_SECS),
        ("reset_ttl_secs", accounts.reset_ttl_secs, 60..=MAX_LINK_SECS),
    ] {
        if value > 0 && !range.contains(&value) {
            refuse(key, format!("must be 0 or from {} to {}", range.start(), range.end()));
        }
    }
    if accounts.sign_up_per_hour == 0 {
        refuse("sign_up_per_hour", "must be at least 1; set sign_up = false to close sign-up".into());
    }
    check_guests(accounts, &mut refuse);
    check_methods(accounts, &mut refuse);
    check_addresses(accounts, &mut refuse);
    problems.extend(accounts.hooks.problems());
    problems
}

fn check_guests(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if accounts.guests_per_hour == 0 {
        refuse("guests_per_hour", "must be at least 1; set guests = false to have none".into());
    }
    let policy = accounts.policy();
    if accounts.guests && (policy.is_protected() || policy.verify_email == VerifyEmail::Hard) {
        let reason = "needs email_privacy = \"compat\" and verify_email other than \"hard\": a guest has no address";
        refuse("guests", reason.into());
    }
}

fn check_methods(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if accounts.sign_in_methods.is_empty() && accounts.provider.is_empty() {
        refuse("sign_in_methods", "must name password, email_link or both, unless there is a provider".into());
    }
    let has_other = !accounts.sign_in_methods.is_empty() || accounts.provider.len() != 1;
    if accounts.immediate_federated_redirect && (has_other || accounts.sign_in_flow != SignInFlow::Redirect) {
        let reason = "needs sign_in_flow = \"redirect\", one provider and sign_in_methods = []";
        refuse("immediate_federated_redirect", reason.into());
    }
    for (place, method) in accounts.sign_in_methods.iter().enumerate() {
        if accounts.sign_in_methods[..place].contains(method) {
            refuse("sign_in_methods", "names a method twice".into());
        }
    }
}

fn check_addresses(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if !accounts.admin_email.is_empty() && Email::parse(&accounts.admin_email).is_none() {
        refuse("admin_email", "this is not an e-mail address".into());
    }
    let help = Url::parse(&accounts.help_link).ok();
    if !accounts.help_link.is_empty() && help.is_none_or(|url| url.scheme() != "https") {
        refuse("help_link", format!("{:?} is not an address that begins with https://", accounts.help_link));
    }
    for origin in &accounts.continue_origins {
        let url = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        match url.map(|url| url.origin().ascii_serialization()) {
            Some(written) if written == *origin => {}
            Some(written) => refuse("continue_origins", format!("{origin:?} must be written as {written:?}")),
            None => refuse("continue_origins", format!("{origin:?} is not an origin, such as https://example.com")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems_after(change: impl FnOnce(&mut AccountsConfig)) -> Vec<String> {
        let mut config = AccountsConfig::default();
        change(&mut config);
        problems(&config).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_profile_completes_the_settings() {
        let policy = |profile| AccountsConfig { security_profile: profile, ..Default::default() }.policy();
        assert_eq!(policy(SecurityProfile::Seed).password_min, 6);
        assert_eq!(policy(SecurityProfile::Balanced).access_token, SignedDuration::from_secs(900));
        assert!(policy(SecurityProfile::Strict).is_protected());
        let own = AccountsConfig {
            security_profile: SecurityProfile::Strict,
            email_privacy: Some(EmailPrivacy::Compat),
            password_min: 9,
            verify_email: Some(VerifyEmail::Off),
            link_ttl_secs: 61,
            ..Default::default()
        };
        let policy = own.policy();
        assert_eq!((policy.email_privacy, policy.password_min), (EmailPrivacy::Compat, 9));
        assert_eq!((policy.verify_email, policy.link_ttl), (VerifyEmail::Off, SignedDuration::from_secs(61)));
    }

    #[test]
    fn impossible_values_are_refused() {
        assert_eq!(problems_after(|_| {}), [""; 0]);
        let one = |change: fn(&mut AccountsConfig), key: &str| {
            let problems = problems_after(change);
            assert!(problems.len() == 1 && problems[0].starts_with(&format!("accounts.{key}: ")), "{problems:?}");
        };
        one(|c| c.password_min = 5, "password_min");
        one(|c| c.access_token_secs = 5, "access_token_secs");
        one(|c| c.link_ttl_secs = 90_000, "link_ttl_secs");
        one(|c| c.reset_ttl_secs = u64::MAX, "reset_ttl_secs");
        one(|c| c.sign_in_methods = vec![], "sign_in_methods");
        one(|c| c.immediate_federated_redirect = true, "immediate_federated_redirect");
        one(|c| c.sign_in_methods = vec![EmailMethod::Password, EmailMethod::Password], "sign_in_methods");
        one(|c| c.admin_email = "ana".into(), "admin_email");
        one(|c| c.help_link = "javascript:alert(1)".into(), "help_link");
        one(|c| c.sign_up_per_hour = 0, "sign_up_per_hour");
        one(|c| c.guests_per_hour = 0, "guests_per_hour");
        one(|c| (c.guests, c.verify_email) = (true, Some(VerifyEmail::Hard)), "guests");
        one(|c| (c.guests, c.email_privacy) = (true, Some(EmailPrivacy::Protected)), "guests");
        for bad in ["https://p.ro/", "p.ro", "https://P.ro", "javascript:alert(1)", "https://p.ro:443"] {
            let problems = problems_after(|config| config.continue_origins = vec![bad.into()]);
            assert_eq!(problems.len(), 1, "{bad}");
        }
        assert_eq!(problems_after(|config| config.continue_origins = vec!["https://p.ro".into()]), [""; 0]);
    }
}
