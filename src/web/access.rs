//! Who may call a route, and the calls that an account can make before it verifies its address or adds a second factor.

/// Who may call a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everyone, without signing in.
    Everyone,
    /// The holder of an access token. Calls that change something, except [`BEFORE_VERIFICATION`], also require a
    /// verified address when `verify_email` is `hard`.
    Account,
    /// As `Account`, with the role of editor or operator.
    Editor,
    /// As `Account`, with the role of operator and a second factor.
    Operator,
    /// A program with the secret `mail.bounce_token` of the configuration.
    Secret,
    /// A page of this site: the request has the header `X-Requested-With: paragraf`.
    OwnPage,
}

impl Access {
    /// Whether the call needs the access token of an account.
    pub fn needs_account(self) -> bool {
        matches!(self, Self::Account | Self::Editor | Self::Operator)
    }
}

/// The calls that change something and that an account can make before it verifies its address, with the reason.
// docs/decisions/0171
pub const BEFORE_VERIFICATION: &[(&str, &str)] = &[
    ("POST /auth/v1/link", "the provider may vouch for the address, which verifies it"),
    ("POST /auth/v1/reauth/idp", "correcting the address and deleting the account require a recent sign-in"),
    ("POST /auth/v1/reauth/password", "the same"),
    ("POST /auth/v1/reauth/email-link", "the same, and the link verifies the address"),
    ("POST /auth/v1/reauth/passkey/start", "the same"),
    ("POST /auth/v1/reauth/passkey", "the same"),
    ("POST /auth/v1/reauth/phone", "the same"),
    ("DELETE /auth/v1/me", "an account that cannot be used can still be deleted"),
    ("POST /auth/v1/revoke", "ends access, and gives none"),
    ("DELETE /auth/v1/sessions/{id}", "ends access, and gives none"),
];

/// The calls, in addition to [`BEFORE_VERIFICATION`], that an account can make before it adds a second factor.
pub const BEFORE_SECOND_FACTOR: &[(&str, &str)] = &[
    ("GET /auth/v1/me", "shows whose account it is"),
    ("GET /auth/v1/me/export", "the reader's right to the data does not depend on a factor, and nobody has added one"),
    ("GET /auth/v1/mfa", "shows what can be added"),
    ("POST /auth/v1/mfa/enroll/start", "adds the second factor"),
    ("POST /auth/v1/mfa/enroll/finalize", "the same"),
];

/// The calls of [`BEFORE_VERIFICATION`] that an account cannot make before it adds a second factor, with the reason.
pub const AFTER_SECOND_FACTOR: &[(&str, &str)] =
    &[("POST /auth/v1/link", "the password alone must not add another way to sign in")];
