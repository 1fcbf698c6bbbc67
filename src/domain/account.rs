//! Who signs in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How many characters name an account.
const UID_LEN: usize = 28;

/// The name of an account: 28 of `[0-9A-Za-z]`, drawn at random, never given twice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Uid(String);

impl Uid {
    pub fn parse(text: &str) -> Option<Self> {
        let sound = text.len() == UID_LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        sound.then(|| Self(text.to_owned()))
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

impl TryFrom<String> for Uid {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not the name of an account")
    }
}

impl From<Uid> for String {
    fn from(uid: Uid) -> Self {
        uid.0
    }
}

/// What an account may do beyond reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    #[default]
    Reader,
    Editor,
}
