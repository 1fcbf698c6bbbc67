//! The types that keys are made of.
//!
//! Numbers are big-endian, dates are days since [`Date::MIN`], instants are milliseconds since the epoch.

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use uuid::Uuid;

use super::key::{KeyPart, ToPart};
use crate::domain::email::Email;
use crate::domain::message_address::MessageAddress;
use crate::domain::{CampaignId, Slug, Uid};

macro_rules! text_parts {
    ($($type:ty: $as_str:expr, $parse:expr;)*) => {$(
        impl KeyPart for $type {
            const LEN: Option<usize> = None;

            fn push(&self, key: &mut Vec<u8>) {
                let as_str: fn(&Self) -> &str = $as_str;
                key.extend_from_slice(as_str(self).as_bytes());
            }

            fn parse(bytes: &[u8]) -> Option<Self> {
                let parse: fn(&str) -> Option<Self> = $parse;
                parse(std::str::from_utf8(bytes).ok()?)
            }
        }
    )*};
}

text_parts! {
    String: Self::as_str, |text| Some(text.to_owned());
    Slug: Self::as_str, Self::parse;
    CampaignId: Self::as_str, Self::parse;
}

impl ToPart<String> for str {
    fn push_part(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.as_bytes());
    }
}

/// `None` is the empty text, so its keys sort before those of all campaigns.
impl KeyPart for Option<CampaignId> {
    const LEN: Option<usize> = None;

    fn push(&self, key: &mut Vec<u8>) {
        if let Some(id) = self {
            id.push(key);
        }
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        if bytes.is_empty() { Some(None) } else { CampaignId::parse(std::str::from_utf8(bytes).ok()?).map(Some) }
    }
}

impl ToPart<Option<CampaignId>> for Option<&CampaignId> {
    fn push_part(&self, key: &mut Vec<u8>) {
        if let Some(id) = self {
            id.push(key);
        }
    }
}

/// An e-mail address in lower case ([`Email::key`]), or a telephone number.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Address(pub(super) String);

impl KeyPart for Address {
    const LEN: Option<usize> = None;

    fn push(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.0.as_bytes());
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        std::str::from_utf8(bytes).ok().map(|text| Self(text.to_owned()))
    }

    fn show(_: &[u8]) -> String {
        "(an address)".to_owned()
    }
}

impl ToPart<Address> for Email {
    fn push_part(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.key().as_bytes());
    }
}

impl ToPart<Address> for MessageAddress {
    fn push_part(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.key().as_bytes());
    }
}

macro_rules! fixed_parts {
    ($($type:ty: $len:expr, $bytes:expr, $parse:expr;)*) => {$(
        impl KeyPart for $type {
            const LEN: Option<usize> = Some($len);

            fn push(&self, key: &mut Vec<u8>) {
                let bytes: fn(&Self) -> [u8; $len] = $bytes;
                key.extend_from_slice(&bytes(self));
            }

            fn parse(bytes: &[u8]) -> Option<Self> {
                let parse: fn([u8; $len]) -> Option<Self> = $parse;
                parse(bytes.try_into().ok()?)
            }

            fn show(bytes: &[u8]) -> String {
                let parsed = <Self as KeyPart>::parse(bytes).map(|part| part.to_string());
                parsed.unwrap_or_else(|| bytes.escape_ascii().to_string())
            }
        }
    )*};
}

fixed_parts! {
    u8: 1, |number| [*number], |bytes| Some(bytes[0]);
    u32: 4, |number| number.to_be_bytes(), |bytes| Some(Self::from_be_bytes(bytes));
    u64: 8, |number| number.to_be_bytes(), |bytes| Some(Self::from_be_bytes(bytes));
    Uuid: 16, |id| *id.as_bytes(), |bytes| Some(Self::from_bytes(bytes));
    Date: 4, days, date;
    Timestamp: 8, millis, instant;
}

/// A uid has a fixed length, so no NUL follows it.
impl KeyPart for Uid {
    const LEN: Option<usize> = Some(Self::LEN);

    fn push(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.as_str().as_bytes());
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        Self::parse(std::str::from_utf8(bytes).ok()?)
    }
}

fn days(date: &Date) -> [u8; 4] {
    u32::try_from((*date - Date::MIN).get_days()).unwrap_or(0).to_be_bytes()
}

fn date(days: [u8; 4]) -> Option<Date> {
    Date::MIN.checked_add(Span::new().try_days(u32::from_be_bytes(days)).ok()?).ok()
}

fn millis(at: &Timestamp) -> [u8; 8] {
    u64::try_from(at.as_millisecond()).unwrap_or_default().to_be_bytes()
}

fn instant(millis: [u8; 8]) -> Option<Timestamp> {
    Timestamp::from_millisecond(i64::try_from(u64::from_be_bytes(millis)).ok()?).ok()
}
