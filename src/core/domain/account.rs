//! The values of accounts: identifier, display name, sign-in method, session persistence, role, action codes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::text::is_hidden;
use super::text_form::text_form;

/// The identifier of an account: 28 random characters of `[0-9A-Za-z]`, never reused.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Uid(String);

impl Uid {
    /// Length in characters.
    pub const LEN: usize = 28;

    pub fn parse(text: &str) -> Option<Self> {
        let is_uid = text.len() == Self::LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        is_uid.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

text_form! {
    Uid, &'static str;
    from text => Self::parse(&text).ok_or("not the uid of an account");
    into uid => uid.0;
}

/// Maximum length of a display name, in characters.
pub const MAX_NAME: usize = 80;

/// Returns a display name trimmed and otherwise as typed; it is escaped only for display.
///
/// `None` for more than [`MAX_NAME`] characters, and for line breaks, control, bidirectional and invisible characters,
/// which would break mails and pages or imitate another name.
pub fn display_name(text: &str) -> Option<String> {
    let name = text.trim();
    let is_valid = name.chars().count() <= MAX_NAME && !name.contains(is_hidden);
    is_valid.then(|| name.to_owned())
}

/// How long a browser keeps a session.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Persistence {
    /// Until the session expires.
    #[default]
    Local,
    /// Until the browser is closed.
    Session,
    /// Until the page is closed or reloaded.
    None,
}

/// A sign-in method: a credential of our own, or an identity provider by its ID.
///
/// In JSON `password`, `emailLink`, `phone`, `passkey`, `anonymous`, or the provider's ID, such as `google.com`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum SignInMethod {
    Password,
    EmailLink,
    /// A code sent to a telephone number.
    Phone,
    Passkey,
    /// None: the session of a guest.
    Anonymous,
    Provider(String),
}

impl SignInMethod {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Password => "password",
            Self::EmailLink => "emailLink",
            Self::Phone => "phone",
            Self::Passkey => "passkey",
            Self::Anonymous => "anonymous",
            Self::Provider(id) => id,
        }
    }
}

impl From<String> for SignInMethod {
    fn from(text: String) -> Self {
        match text.as_str() {
            "password" => Self::Password,
            "emailLink" => Self::EmailLink,
            "phone" => Self::Phone,
            "passkey" => Self::Passkey,
            "anonymous" => Self::Anonymous,
            _ => Self::Provider(text),
        }
    }
}

impl From<SignInMethod> for String {
    fn from(method: SignInMethod) -> Self {
        method.as_str().to_owned()
    }
}

/// What an action code does: a single-use secret in a mailed link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CodeKind {
    PasswordReset,
    EmailSignIn,
    VerifyEmail,
    VerifyAndChangeEmail,
    /// Restores the address before a change.
    RecoverEmail,
    /// Removes a second factor that was just enrolled.
    RevertSecondFactorAddition,
}

impl CodeKind {
    /// The name in keys of the store.
    pub fn name(self) -> &'static str {
        match self {
            Self::PasswordReset => "password_reset",
            Self::EmailSignIn => "email_sign_in",
            Self::VerifyEmail => "verify_email",
            Self::VerifyAndChangeEmail => "verify_and_change_email",
            Self::RecoverEmail => "recover_email",
            Self::RevertSecondFactorAddition => "revert_second_factor_addition",
        }
    }
}

/// What an account may do beyond reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    #[default]
    Reader,
    Editor,
    /// May do what an editor may, and sees the operator's page.
    Operator,
}

impl Role {
    const ALL: [Self; 3] = [Self::Reader, Self::Editor, Self::Operator];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Editor => "editor",
            Self::Operator => "operator",
        }
    }

    /// Whether the role gives the desk.
    pub fn is_editor(self) -> bool {
        matches!(self, Self::Editor | Self::Operator)
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|role| role.as_str() == text);
        found.ok_or_else(|| "the roles are reader, editor and operator".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn display_names_are_trimmed_and_hidden_characters_are_refused() {
        assert_eq!(display_name(" Ana ").as_deref(), Some("Ana"));
        assert_eq!(display_name("<b>O'Neil</b>").as_deref(), Some("<b>O'Neil</b>"));
        assert_eq!(display_name("  ").as_deref(), Some(""));
        for bad in [
            "Ana\r\nBcc: x@y.ro",
            "a\0",
            "\u{202e}anA",
            "a\u{2028}b",
            "\u{200b}",
            "\u{3164}",
            "A\u{61c}na",
            "An\u{feff}a",
            &"a".repeat(81),
        ] {
            assert_eq!(display_name(bad), None, "{bad:?}");
        }
    }
}
