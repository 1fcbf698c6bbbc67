//! E-mail addresses: checked once at the edge, then a type that cannot be wrong.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A normalised address: trimmed, domain in its ASCII form, local part as given, no display name.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email(String);

impl Email {
    /// RFC 5321 4.5.3.1.3: a path holds 256 octets with its angle brackets.
    pub const MAX_LEN: usize = 254;

    pub fn parse(text: &str) -> Option<Self> {
        let (local, domain) = text.trim().rsplit_once('@').filter(|_| text.len() <= 4 * Self::MAX_LEN)?;
        // The form that name servers know (RFC 5891), which stays the same when it is made again.
        let url::Host::Domain(domain) = url::Host::parse(domain).ok()? else { return None };
        let text = format!("{local}@{domain}");
        // A domain without a dot is a machine of a local network, where no subscriber lives.
        if text.len() > Self::MAX_LEN || !domain.contains('.') {
            return None;
        }
        garde::rules::email::parse_email(&text).ok()?;
        Some(Self(text))
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
        assert_eq!(Email::parse("ana@Știri.ro").expect("a good address").as_str(), "ana@xn--tiri-pxb.ro");
    }

    #[test]
    fn what_was_taken_once_is_taken_again() {
        for domain in ["İ".repeat(60), "Ⱥ".repeat(60), "ß".repeat(60), "x".repeat(60)] {
            let address = format!("{}@{domain}.ro", "a".repeat(60));
            if let Some(email) = Email::parse(&address) {
                assert_eq!(Email::parse(email.as_str()).as_ref(), Some(&email), "{address}");
            }
        }
    }
}
