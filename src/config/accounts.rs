//! Accounts: what the operator sets, and the rules that follow from it (sign-in.md 8.1).

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use url::Url;

use super::problem::{ConfigProblem, problem};
use crate::domain::Persistence;
use crate::domain::email::Email;
use crate::domain::password;

/// Signing in. An empty text or 0 means: as the profile has it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountsConfig {
    /// `seed`, `balanced` or `strict`.
    pub security_profile: String,
    /// `compat` tells whether an address has an account, `protected` never does.
    pub email_privacy: String,
    pub password_min: u64,
    pub access_token_secs: u64,
    /// How long a link that signs in is good.
    pub link_ttl_secs: u64,
    /// How long a link to choose a new password is good.
    pub reset_ttl_secs: u64,
    /// `off`, `soft` or `hard`.
    pub verify_email: String,
    /// `password`, `email_link`; the first is offered first.
    pub sign_in_methods: Vec<String>,
    pub require_display_name: bool,
    /// `local`, `session` or `none`: how long a session outlives its browser.
    pub persistence: String,
    /// Whether a link that signs in counts only in the browser that asked for it.
    pub force_same_device: bool,
    /// Whether new accounts may be made.
    pub sign_up: bool,
    /// Whom those may ask who cannot make an account.
    pub admin_email: String,
    pub help_link: String,
    /// Origins, besides our own, to which the pages of mailed links may lead on.
    pub continue_origins: Vec<String>,
    /// New accounts that one network may make.
    pub sign_up_per_hour: u32,
    /// The provider through which readers may sign in, such as `google.com` or `oidc.firma`; empty: none.
    pub oidc_provider: String,
    /// How its button names it; empty: by its id.
    pub oidc_name: String,
    /// Empty: Google's.
    pub oidc_issuer: String,
    pub oidc_client_id: String,
    /// Never shown.
    pub oidc_client_secret: String,
    /// What the provider is asked for.
    pub oidc_scopes: Vec<String>,
}

impl std::fmt::Debug for AccountsConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (profile, provider) = (&self.security_profile, &self.oidc_provider);
        let mut shown = f.debug_struct("AccountsConfig");
        shown.field("security_profile", profile).field("oidc_provider", provider).finish_non_exhaustive()
    }
}

impl Default for AccountsConfig {
    fn default() -> Self {
        Self {
            security_profile: "balanced".into(),
            email_privacy: String::new(),
            password_min: 0,
            access_token_secs: 0,
            link_ttl_secs: 0,
            reset_ttl_secs: 0,
            verify_email: String::new(),
            sign_in_methods: vec!["password".into()],
            require_display_name: true,
            persistence: "local".into(),
            force_same_device: false,
            sign_up: true,
            admin_email: String::new(),
            help_link: String::new(),
            continue_origins: vec![],
            sign_up_per_hour: 10,
            oidc_provider: String::new(),
            oidc_name: String::new(),
            oidc_issuer: String::new(),
            oidc_client_id: String::new(),
            oidc_client_secret: String::new(),
            oidc_scopes: ["openid", "email", "profile"].map(Into::into).to_vec(),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SecurityProfile {
    Seed,
    Balanced,
    Strict,
}

/// Whether answers tell if an address has an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EmailPrivacy {
    Compat,
    Protected,
}

/// What a new account is asked about its address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerifyEmail {
    /// Nothing.
    Off,
    /// A mail asks; nothing depends on the answer.
    Soft,
    /// A mail asks; until it is answered the pages show nothing else.
    Hard,
}

/// How somebody may sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignInMethod {
    Password,
    EmailLink,
}

impl SignInMethod {
    fn parse(name: &str) -> Option<Self> {
        match name {
            "password" => Some(Self::Password),
            "email_link" => Some(Self::EmailLink),
            _ => None,
        }
    }

    /// As clients know it.
    pub fn code(self) -> &'static str {
        match self {
            Self::Password => "password",
            Self::EmailLink => "emailLink",
        }
    }
}

/// The rules in force: the profile's, where the operator set nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountPolicy {
    pub security_profile: SecurityProfile,
    pub email_privacy: EmailPrivacy,
    /// In characters.
    pub password_min: usize,
    pub access_token: SignedDuration,
    /// A session that was not used for so long has ended.
    pub session_idle: SignedDuration,
    /// A session ends after so long, used or not.
    pub session_life: SignedDuration,
    pub link_ttl: SignedDuration,
    pub reset_ttl: SignedDuration,
    pub verify_ttl: SignedDuration,
    pub recover_ttl: SignedDuration,
    pub verify_email: VerifyEmail,
    /// Whether a sign-in from a browser that was not seen before is told by mail.
    pub notify_new_device: bool,
}

impl AccountPolicy {
    pub fn is_protected(&self) -> bool {
        self.email_privacy == EmailPrivacy::Protected
    }
}

const DAY_HOURS: i64 = 24;

fn profile(name: &str) -> Option<SecurityProfile> {
    Some(match name {
        "seed" => SecurityProfile::Seed,
        "balanced" => SecurityProfile::Balanced,
        "strict" => SecurityProfile::Strict,
        _ => return None,
    })
}

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
        notify_new_device: true,
    };
    match profile {
        SecurityProfile::Balanced => balanced,
        SecurityProfile::Seed => AccountPolicy {
            security_profile: SecurityProfile::Seed,
            password_min: 6,
            access_token: secs(3600),
            session_idle: days(90),
            // Sliding without an end: ten years are past every browser.
            session_life: days(3650),
            link_ttl: secs(3600),
            reset_ttl: secs(3600),
            verify_email: VerifyEmail::Off,
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

fn email_privacy(name: &str) -> Option<EmailPrivacy> {
    Some(match name {
        "compat" => EmailPrivacy::Compat,
        "protected" => EmailPrivacy::Protected,
        _ => return None,
    })
}

fn verify_email(name: &str) -> Option<VerifyEmail> {
    Some(match name {
        "off" => VerifyEmail::Off,
        "soft" => VerifyEmail::Soft,
        "hard" => VerifyEmail::Hard,
        _ => return None,
    })
}

impl AccountsConfig {
    /// The rules in force; what is not known was refused when the configuration was read.
    pub fn policy(&self) -> AccountPolicy {
        let mut policy = defaults(profile(&self.security_profile).unwrap_or(SecurityProfile::Strict));
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
        policy.email_privacy = email_privacy(&self.email_privacy).unwrap_or(policy.email_privacy);
        policy.verify_email = verify_email(&self.verify_email).unwrap_or(policy.verify_email);
        policy
    }

    /// The ways in, the first one first.
    pub fn methods(&self) -> Vec<SignInMethod> {
        self.sign_in_methods.iter().filter_map(|name| SignInMethod::parse(name)).collect()
    }

    /// [`AccountsConfig::persistence`] as a value; the shortest for a text that was never checked.
    pub fn persistence(&self) -> Persistence {
        Persistence::parse(&self.persistence).unwrap_or(Persistence::None)
    }

    pub fn offers(&self, method: SignInMethod) -> bool {
        self.methods().contains(&method)
    }
}

/// Longest life of an access token: what it says is believed for so long.
const MAX_ACCESS_TOKEN_SECS: u64 = 3600;
/// Longest life of a mailed link, a day.
const MAX_LINK_SECS: u64 = 86_400;

pub(super) fn problems(accounts: &AccountsConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("accounts.{key}"), reason));
    if profile(&accounts.security_profile).is_none() {
        refuse("security_profile", format!("{:?} is not one of seed, balanced, strict", accounts.security_profile));
    }
    if !accounts.email_privacy.is_empty() && email_privacy(&accounts.email_privacy).is_none() {
        refuse("email_privacy", format!("{:?} is not one of compat, protected", accounts.email_privacy));
    }
    if !accounts.verify_email.is_empty() && verify_email(&accounts.verify_email).is_none() {
        refuse("verify_email", format!("{:?} is not one of off, soft, hard", accounts.verify_email));
    }
    if Persistence::parse(&accounts.persistence).is_none() {
        refuse("persistence", format!("{:?} is not one of local, session, none", accounts.persistence));
    }
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
        refuse("sign_up_per_hour", "must be at least 1; to let nobody in, set sign_up = false".into());
    }
    ways_in(accounts, &mut refuse);
    addresses(accounts, &mut refuse);
    problems
}

fn ways_in(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
    if accounts.sign_in_methods.is_empty() {
        refuse("sign_in_methods", "nobody could sign in; name password, email_link or both".into());
    }
    for (place, name) in accounts.sign_in_methods.iter().enumerate() {
        if SignInMethod::parse(name).is_none() {
            refuse("sign_in_methods", format!("{name:?} is not one of password, email_link"));
        } else if accounts.sign_in_methods[..place].contains(name) {
            refuse("sign_in_methods", format!("{name:?} is named twice"));
        }
    }
}

fn addresses(accounts: &AccountsConfig, refuse: &mut impl FnMut(&str, String)) {
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

    fn told(change: impl FnOnce(&mut AccountsConfig)) -> Vec<String> {
        let mut config = AccountsConfig::default();
        change(&mut config);
        problems(&config).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_profile_sets_what_the_operator_did_not() {
        let policy = |profile: &str| AccountsConfig { security_profile: profile.into(), ..Default::default() }.policy();
        assert_eq!(policy("seed").password_min, 6);
        assert_eq!(policy("balanced").access_token, SignedDuration::from_secs(900));
        assert!(policy("strict").is_protected());
        let own = AccountsConfig {
            security_profile: "strict".into(),
            email_privacy: "compat".into(),
            password_min: 9,
            verify_email: "off".into(),
            link_ttl_secs: 61,
            ..Default::default()
        };
        let policy = own.policy();
        assert_eq!((policy.email_privacy, policy.password_min), (EmailPrivacy::Compat, 9));
        assert_eq!((policy.verify_email, policy.link_ttl), (VerifyEmail::Off, SignedDuration::from_secs(61)));
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert_eq!(told(|_| {}), [""; 0]);
        let one = |change: fn(&mut AccountsConfig), key: &str| {
            let told = told(change);
            assert!(told.len() == 1 && told[0].starts_with(&format!("accounts.{key}: ")), "{key}: {told:?}");
        };
        one(|c| c.security_profile = "lax".into(), "security_profile");
        one(|c| c.email_privacy = "maybe".into(), "email_privacy");
        one(|c| c.verify_email = "perhaps".into(), "verify_email");
        one(|c| c.persistence = "forever".into(), "persistence");
        one(|c| c.password_min = 5, "password_min");
        one(|c| c.access_token_secs = 5, "access_token_secs");
        one(|c| c.link_ttl_secs = 90_000, "link_ttl_secs");
        one(|c| c.reset_ttl_secs = u64::MAX, "reset_ttl_secs");
        one(|c| c.sign_in_methods = vec![], "sign_in_methods");
        one(|c| c.sign_in_methods = vec!["fax".into()], "sign_in_methods");
        one(|c| c.sign_in_methods = vec!["password".into(), "password".into()], "sign_in_methods");
        one(|c| c.admin_email = "ana".into(), "admin_email");
        one(|c| c.help_link = "javascript:alert(1)".into(), "help_link");
        one(|c| c.sign_up_per_hour = 0, "sign_up_per_hour");
        for bad in ["https://p.ro/", "p.ro", "https://P.ro", "javascript:alert(1)", "https://p.ro:443"] {
            let told = told(|config| config.continue_origins = vec![bad.into()]);
            assert_eq!(told.len(), 1, "{bad}");
        }
        assert_eq!(told(|config| config.continue_origins = vec!["https://p.ro".into()]), [""; 0]);
    }
}
