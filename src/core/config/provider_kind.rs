//! The kinds of sign-in providers and their default settings.

use serde::{Deserialize, Serialize};

/// The kind of a sign-in provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProviderKind {
    Google,
    Microsoft,
    Apple,
    Yahoo,
    /// Any other provider of OpenID Connect.
    #[default]
    Oidc,
    Github,
    Facebook,
    X,
    /// Any other provider of OAuth 2.
    Oauth2,
    /// An identity provider of SAML 2.0.
    Saml,
}

/// The default settings of a kind. An empty text means that the operator must set it, or that it does not exist.
pub(super) struct KindDefaults {
    pub id: &'static str,
    pub name: &'static str,
    /// `{tenant}` stands for the configured tenant.
    pub issuer: &'static str,
    pub authorization: &'static str,
    pub token: &'static str,
    pub userinfo: &'static str,
    pub emails: &'static str,
    /// The configuration of FedCM.
    pub fedcm_config: &'static str,
    pub scopes: &'static [&'static str],
    pub parameters: &'static [(&'static str, &'static str)],
    /// Domains whose mailboxes the provider itself runs.
    pub trusted_domains: &'static [&'static str],
    /// Hosts of the pictures of its users; `*.` stands for subdomains.
    pub picture_hosts: &'static [&'static str],
}

/// The defaults of a provider of OpenID Connect without any of its own.
const GENERIC: KindDefaults = KindDefaults {
    id: "",
    name: "",
    issuer: "",
    authorization: "",
    token: "",
    userinfo: "",
    emails: "",
    fedcm_config: "",
    scopes: &["openid", "email", "profile"],
    parameters: &[],
    trusted_domains: &[],
    picture_hosts: &[],
};

const GOOGLE: KindDefaults = KindDefaults {
    id: "google.com",
    name: "Google",
    issuer: "https://accounts.google.com",
    fedcm_config: "https://accounts.google.com/gsi/fedcm.json",
    trusted_domains: &["gmail.com", "googlemail.com"],
    picture_hosts: &["*.googleusercontent.com"],
    ..GENERIC
};

const MICROSOFT: KindDefaults = KindDefaults {
    id: "microsoft.com",
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/{tenant}/v2.0",
    ..GENERIC
};

const APPLE: KindDefaults = KindDefaults {
    id: "apple.com",
    name: "Apple",
    issuer: "https://appleid.apple.com",
    scopes: &["openid", "email", "name"],
    // Apple returns a name or an address only in a form.
    parameters: &[("response_mode", "form_post")],
    trusted_domains: &["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"],
    ..GENERIC
};

const YAHOO: KindDefaults =
    KindDefaults { id: "yahoo.com", name: "Yahoo", issuer: "https://api.login.yahoo.com", ..GENERIC };

const GITHUB: KindDefaults = KindDefaults {
    id: "github.com",
    name: "GitHub",
    issuer: "https://github.com/login/oauth",
    authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    userinfo: "https://api.github.com/user",
    emails: "https://api.github.com/user/emails",
    scopes: &["read:user", "user:email"],
    ..GENERIC
};

const FACEBOOK: KindDefaults = KindDefaults {
    id: "facebook.com",
    name: "Facebook",
    issuer: "https://www.facebook.com",
    authorization: "https://www.facebook.com/v23.0/dialog/oauth",
    token: "https://graph.facebook.com/v23.0/oauth/access_token",
    userinfo: "https://graph.facebook.com/v23.0/me?fields=id,name,email",
    scopes: &["email", "public_profile"],
    ..GENERIC
};

const X: KindDefaults = KindDefaults {
    id: "twitter.com",
    name: "X",
    issuer: "https://x.com",
    authorization: "https://x.com/i/oauth2/authorize",
    token: "https://api.x.com/2/oauth2/token",
    userinfo: "https://api.x.com/2/users/me?user.fields=confirmed_email,name",
    scopes: &["users.read", "users.email", "tweet.read"],
    ..GENERIC
};

const OAUTH2: KindDefaults = KindDefaults { scopes: &["email"], ..GENERIC };

const SAML: KindDefaults = KindDefaults { scopes: &[], ..GENERIC };

impl ProviderKind {
    pub(super) const ALL: [(&str, Self); 10] = [
        ("google", Self::Google),
        ("microsoft", Self::Microsoft),
        ("apple", Self::Apple),
        ("yahoo", Self::Yahoo),
        ("oidc", Self::Oidc),
        ("github", Self::Github),
        ("facebook", Self::Facebook),
        ("x", Self::X),
        ("oauth2", Self::Oauth2),
        ("saml", Self::Saml),
    ];

    /// The name in the configuration.
    pub fn as_str(self) -> &'static str {
        Self::ALL.into_iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }

    /// Whether the provider speaks OpenID Connect.
    pub fn is_oidc(self) -> bool {
        matches!(self, Self::Google | Self::Microsoft | Self::Apple | Self::Yahoo | Self::Oidc)
    }

    pub(super) fn defaults(self) -> &'static KindDefaults {
        match self {
            Self::Google => &GOOGLE,
            Self::Microsoft => &MICROSOFT,
            Self::Apple => &APPLE,
            Self::Yahoo => &YAHOO,
            Self::Oidc => &GENERIC,
            Self::Github => &GITHUB,
            Self::Facebook => &FACEBOOK,
            Self::X => &X,
            Self::Oauth2 => &OAUTH2,
            Self::Saml => &SAML,
        }
    }
}
