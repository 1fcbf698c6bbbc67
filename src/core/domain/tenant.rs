//! Tenants: pools of accounts.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::text::is_trimmed_id;
use super::text_form::text_form;

/// The ID of a tenant: a pool of accounts with its own sign-in methods. The default tenant has the empty ID.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TenantId(String);

impl TenantId {
    /// Most characters of an ID.
    pub const MAX_LEN: usize = 40;

    /// Parses the ID of a tenant other than the default one: a to z, digits and inner hyphens.
    pub fn parse(text: &str) -> Option<Self> {
        is_trimmed_id(text, Self::MAX_LEN).then(|| Self(text.to_owned()))
    }

    pub fn is_default(&self) -> bool {
        self.0.is_empty()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for TenantId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl FromStr for TenantId {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::parse(text)
            .ok_or_else(|| format!("the ID of a tenant has at most {} characters of a-z, 0-9 and -", Self::MAX_LEN))
    }
}

text_form! {
    TenantId, String;
    from text => if text.is_empty() { Ok(Self::default()) } else { text.parse() };
    into id => id.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_short_and_plain() {
        for good in ["firma", "a", "firma-2", &"a".repeat(40)] {
            assert_eq!(TenantId::parse(good).map(String::from).as_deref(), Some(good));
        }
        for bad in ["", "-a", "a-", "Firma", "a b", "ș", "a/b", &"a".repeat(41)] {
            assert_eq!(TenantId::parse(bad), None, "{bad}");
        }
        assert!(TenantId::try_from(String::new()).expect("the default tenant").is_default());
    }
}
