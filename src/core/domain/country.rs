//! Countries with a telephone numbering plan, by their ISO 3166 code.

use std::fmt;

use phonenumber::country::Id;
use serde::{Deserialize, Serialize};

use super::text_form::text_form;

/// A country or territory with telephone numbers of its own, such as `RO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Country([u8; 2]);

impl Country {
    pub const ROMANIA: Self = Self(*b"RO");

    /// Parses two capital letters of ISO 3166.
    ///
    /// Does not consult the numbering plans, because loading them would add 0.1 s to every command.
    pub fn parse(code: &str) -> Option<Self> {
        let letters: [u8; 2] = code.as_bytes().try_into().ok()?;
        code.parse::<Id>().ok().map(|_| Self(letters))
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

text_form! {
    Country, String;
    from text => {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a country; use two capital letters, such as RO"))
    };
    into country => country.as_str().to_owned();
}

#[cfg(test)]
mod tests {
    use phonenumber::metadata::DATABASE;

    use super::*;

    /// Every country with a numbering plan, by its code.
    fn all() -> Vec<String> {
        let mut all: Vec<_> = DATABASE.iter().map(|plan| plan.id().to_owned()).filter(|id| id != "001").collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn countries_are_known_by_their_code() {
        assert_eq!(Country::parse("RO"), Some(Country::ROMANIA));
        for bad in ["", "ro", "Ro", "ROU", "ZZ", "00", "001", "Ș"] {
            assert_eq!(Country::parse(bad), None, "{bad:?}");
        }
        let letters = || ('A'..='Z').map(String::from);
        let codes = letters().flat_map(|first| letters().map(move |second| first.clone() + &second));
        let known: Vec<_> = codes.filter(|code| Country::parse(code).is_some()).collect();
        assert_eq!(known, all());
    }

    #[test]
    fn the_table_of_the_pages_has_the_same_codes_and_the_main_country_first() {
        let table = include_str!("../../../ui/src/parts/phone/calling-codes.json");
        let table: serde_json::Map<String, serde_json::Value> = serde_json::from_str(table).expect("JSON");
        let mut codes = Vec::new();
        for (id, listed) in &table {
            let code = DATABASE.by_id(id).expect("a numbering plan").country_code();
            assert_eq!(*listed, code.to_string(), "{id}");
            // The first of the countries that share a code is its main one.
            let main = DATABASE.region(&code).and_then(|ids| ids.first().copied());
            assert_eq!(!codes.contains(&code), main == Some(id), "{id}");
            codes.push(code);
        }
        let mut listed: Vec<&String> = table.keys().collect();
        listed.sort_unstable();
        assert_eq!(listed, all().iter().collect::<Vec<_>>());
    }
}
