//! E-mail addresses: checked once at the edge, then a type that cannot be wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A normalised address: trimmed, domain in lower case, local part as given, no display name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email(String);

impl Email {
    /// RFC 5321 4.5.3.1.3: a path holds 256 octets with its angle brackets.
    pub const MAX_LEN: usize = 254;

    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if text.len() > Self::MAX_LEN {
            return None;
        }
        garde::rules::email::parse_email(text).ok()?;
        let (local, domain) = text.rsplit_once('@')?;
        // A domain without a dot is a machine of a local network, where no subscriber lives.
        domain.contains('.').then(|| Self(format!("{local}@{}", domain.to_lowercase())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What uniqueness is decided on: mail providers treat the local part without regard to case.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for Email {
    /// First and last character of the local part, the rest starred: an address never reaches a log whole.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        let count = local.chars().count();
        for (index, c) in local.chars().enumerate() {
            write!(f, "{}", if index == 0 || index + 1 == count { c } else { '*' })?;
        }
        write!(f, "@{domain}")
    }
}

impl TryFrom<String> for Email {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or_else(|| "this is not an e-mail address".to_owned())
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_normalised_and_masked() {
        let email = Email::parse("  Ana.Pop@Example.RO ").expect("a good address");
        assert_eq!(email.as_str(), "Ana.Pop@example.ro");
        assert_eq!(email.key(), "ana.pop@example.ro");
        assert_eq!(email.to_string(), "A*****p@example.ro");
        for bad in ["", "ana", "ana@", "@x.ro", "ana@local", "a b@x.ro", "ana@x.ro\r\nBcc: y@z.ro", "a@b@c.ro"] {
            assert_eq!(Email::parse(bad), None, "{bad:?}");
        }
        assert_eq!(Email::parse(&format!("{}@x.ro", "a".repeat(10_000))), None);
    }
}
