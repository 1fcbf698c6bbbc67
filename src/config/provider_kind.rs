//! The kinds of sign-in providers, and what is usual for each.

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

/// The settings of a kind. An empty text means that the operator must set it, or that it does not exist.
pub(super) struct Usual {
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

const NOTHING: Usual = Usual {
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

const GOOGLE: Usual = Usual {
    id: "google.com",
    name: "Google",
    issuer: "https://accounts.google.com",
    fedcm_config: "https://accounts.google.com/gsi/fedcm.json",
    trusted_domains: &["gmail.com", "googlemail.com"],
    picture_hosts: &["*.googleusercontent.com"],
    ..NOTHING
};

const MICROSOFT: Usual = Usual {
    id: "microsoft.com",
    name: "Microsoft",
    issuer: "https://login.microsoftonline.com/{tenant}/v2.0",
    ..NOTHING
};

const APPLE: Usual = Usual {
    id: "apple.com",
    name: "Apple",
    issuer: "https://appleid.apple.com",
    scopes: &["openid", "email", "name"],
    // Apple returns a name or an address only in a form.
    parameters: &[("response_mode", "form_post")],
    trusted_domains: &["icloud.com", "me.com", "mac.com", "privaterelay.appleid.com"],
    ..NOTHING
};

const YAHOO: Usual = Usual { id: "yahoo.com", name: "Yahoo", issuer: "https://api.login.yahoo.com", ..NOTHING };

const GITHUB: Usual = Usual {
    id: "github.com",
    name: "GitHub",
    issuer: "https://github.com/login/oauth",
    authorization: "https://github.com/login/oauth/authorize",
    token: "https://github.com/login/oauth/access_token",
    userinfo: "https://api.github.com/user",
    emails: "https://api.github.com/user/emails",
    scopes: &["read:user", "user:email"],
    ..NOTHING
};

const FACEBOOK: Usual = Usual {
    id: "facebook.com",
    name: "Facebook",
    issuer: "https://www.facebook.com",
    authorization: "https://www.facebook.com/v23.0/dialog/oauth",
    token: "https://graph.facebook.com/v23.0/oauth/access_token",
    userinfo: "https://graph.facebook.com/v23.0/me?fields=id,name,email",
    scopes: &["email", "public_profile"],
    ..NOTHING
};

const X: Usual = Usual {
    id: "twitter.com",
    name: "X",
    issuer: "https://x.com",
    authorization: "https://x.com/i/oauth2/authorize",
    token: "https://api.x.com/2/oauth2/token",
    userinfo: "https://api.x.com/2/users/me?user.fields=confirmed_email,name",
    scopes: &["users.read", "users.email", "tweet.read"],
    ..NOTHING
};

const OAUTH2: Usual = Usual { scopes: &["email"], ..NOTHING };

const SAML: Usual = Usual { scopes: &[], ..NOTHING };

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

    /// Whether the provider speaks OpenID Connect, and not only OAuth 2.
    pub fn is_oidc(self) -> bool {
        matches!(self, Self::Google | Self::Microsoft | Self::Apple | Self::Yahoo | Self::Oidc)
    }

    pub(super) fn usual(self) -> &'static Usual {
        match self {
            Self::Google => &GOOGLE,
            Self::Microsoft => &MICROSOFT,
            Self::Apple => &APPLE,
            Self::Yahoo => &YAHOO,
            Self::Oidc => &NOTHING,
            Self::Github => &GITHUB,
            Self::Facebook => &FACEBOOK,
            Self::X => &X,
            Self::Oauth2 => &OAUTH2,
            Self::Saml => &SAML,
        }
    }
}
