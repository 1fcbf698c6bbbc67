//! The keys that find an account.

use super::key::{KeyPart, push, split};
use super::key_parts::Address;

/// The value by which an account is found, as the last part of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AccountKey {
    Email(Address),
    /// A telephone number in E.164 format.
    Phone(String),
    /// A provider and the id that it gives its user.
    Identity {
        provider: String,
        subject: String,
    },
    /// The digest of a credential ID.
    Passkey(String),
    /// A telephone number that is a second factor, in E.164 format.
    FactorPhone(String),
}

/// First bytes of [`AccountKey`].
const EMAIL: u8 = b'e';
const PHONE: u8 = b'p';
const IDENTITY: u8 = b'i';
const PASSKEY: u8 = b'k';
const FACTOR_PHONE: u8 = b's';

impl KeyPart for AccountKey {
    const LEN: Option<usize> = None;

    fn push(&self, key: &mut Vec<u8>) {
        match self {
            Self::Email(address) => {
                key.push(EMAIL);
                address.push(key);
            }
            Self::Phone(number) => {
                key.push(PHONE);
                KeyPart::push(number, key);
            }
            Self::Identity { provider, subject } => {
                key.push(IDENTITY);
                push::<String, String>(provider, key);
                KeyPart::push(subject, key);
            }
            Self::Passkey(id) => {
                key.push(PASSKEY);
                KeyPart::push(id, key);
            }
            Self::FactorPhone(number) => {
                key.push(FACTOR_PHONE);
                KeyPart::push(number, key);
            }
        }
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let (kind, value) = bytes.split_first()?;
        match *kind {
            EMAIL => Address::parse(value).map(Self::Email),
            PHONE => KeyPart::parse(value).map(Self::Phone),
            IDENTITY => {
                let (provider, subject) = split::<String>(value)?;
                Some(Self::Identity { provider: KeyPart::parse(provider)?, subject: KeyPart::parse(subject)? })
            }
            PASSKEY => KeyPart::parse(value).map(Self::Passkey),
            FACTOR_PHONE => KeyPart::parse(value).map(Self::FactorPhone),
            _ => None,
        }
    }

    fn show(bytes: &[u8]) -> String {
        match KeyPart::parse(bytes) {
            Some(Self::Email(_)) => "(an address)".to_owned(),
            Some(Self::Phone(_) | Self::FactorPhone(_)) => "(a telephone number)".to_owned(),
            Some(Self::Identity { provider, .. }) => format!("(an identity at {provider})"),
            Some(Self::Passkey(id)) => format!("(the passkey {id})"),
            None => bytes.escape_ascii().to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::key::{Key, ToKey};

    #[test]
    fn accounts_are_found_by_keys_of_different_kinds() {
        let identity = |provider: &str, subject: &str| AccountKey::Identity {
            provider: provider.to_owned(),
            subject: subject.to_owned(),
        };
        let email = AccountKey::Email(Address("ana@example.ro".to_owned()));
        let phone = AccountKey::Phone("+40722123456".to_owned());
        let all = [
            email,
            phone,
            identity("google.com", "1"),
            identity("google.com", "11"),
            identity("google.co", "m1"),
            AccountKey::Passkey("1".to_owned()),
            AccountKey::FactorPhone("+40722123456".to_owned()),
        ];
        let keys: Vec<_> = all.iter().map(|part| ToKey::<(String, AccountKey)>::to_key(&("", part))).collect();
        for (part, bytes) in all.iter().zip(&keys) {
            assert_eq!(<(String, AccountKey)>::decode(bytes), Some((String::new(), part.clone())));
            assert_eq!(keys.iter().filter(|other| *other == bytes).count(), 1);
        }
        assert_eq!(<(String, AccountKey)>::show(&keys[0]), " (an address)");
        assert_eq!(<(String, AccountKey)>::show(&keys[1]), " (a telephone number)");
    }
}
