//! The addresses of messages: mail addresses and telephone numbers.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::email::Email;
use super::phone::Phone;

/// The address of a mail, or the number of a text message.
// docs/decisions/0216
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum MessageAddress {
    Email(Email),
    Phone(Phone),
}

impl MessageAddress {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Email(email) => email.as_str(),
            Self::Phone(phone) => phone.as_str(),
        }
    }

    /// The key of uniqueness, see [`Email::key`]. No e-mail address begins with a `+`.
    pub fn key(&self) -> String {
        match self {
            Self::Email(email) => email.key(),
            Self::Phone(phone) => phone.as_str().to_owned(),
        }
    }

    pub fn email(&self) -> Option<&Email> {
        match self {
            Self::Email(email) => Some(email),
            Self::Phone(_) => None,
        }
    }
}

impl fmt::Display for MessageAddress {
    /// Masks the address or number, so that logs contain neither.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Email(email) => email.fmt(f),
            Self::Phone(phone) => phone.fmt(f),
        }
    }
}

impl From<Email> for MessageAddress {
    fn from(email: Email) -> Self {
        Self::Email(email)
    }
}

impl TryFrom<String> for MessageAddress {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        if text.starts_with('+') {
            Phone::try_from(text).map(Self::Phone)
        } else {
            Email::try_from(text).map(Self::Email)
        }
    }
}

impl From<MessageAddress> for String {
    fn from(address: MessageAddress) -> Self {
        match address {
            MessageAddress::Email(email) => email.into(),
            MessageAddress::Phone(phone) => phone.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_and_a_number_differ_in_their_text() {
        let read = |text: &str| serde_json::from_value::<MessageAddress>(text.into());
        assert!(matches!(read("ana@example.ro"), Ok(MessageAddress::Email(_))));
        assert!(matches!(read("+40722123456"), Ok(MessageAddress::Phone(_))));
        assert!(read("+ana@example.ro").is_err() && read("0722123456").is_err());
        let shown = read("+40722123456").expect("a number").to_string();
        assert_eq!(shown, "+*******3456");
    }
}
