//! Countries by their ISO 3166 code, as far as they have a numbering plan.

use std::fmt;

use phonenumber::metadata::DATABASE;
use serde::{Deserialize, Serialize};

/// A country or territory with telephone numbers of its own, such as `RO`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Country([u8; 2]);

impl Country {
    pub const ROMANIA: Self = Self(*b"RO");

    /// Parses two capital letters of ISO 3166.
    pub fn parse(code: &str) -> Option<Self> {
        let letters: [u8; 2] = code.as_bytes().try_into().ok()?;
        let is_code = letters.iter().all(u8::is_ascii_uppercase);
        (is_code && DATABASE.by_id(code).is_some()).then_some(Self(letters))
    }

    /// Every country, by its code.
    pub fn all() -> Vec<Self> {
        let mut all: Vec<_> = DATABASE.iter().filter_map(|plan| Self::parse(plan.id())).collect();
        all.sort_unstable();
        all
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// The number that follows the `+`, such as 40. Some countries share one.
    pub fn calling_code(self) -> u16 {
        DATABASE.by_id(self.as_str()).map(phonenumber::Metadata::country_code).unwrap_or_default()
    }

    /// Whether this is the first of the countries that share its calling code.
    pub fn is_main_of_code(self) -> bool {
        DATABASE.region(&self.calling_code()).and_then(|ids| ids.first().copied()) == Some(self.as_str())
    }
}

impl fmt::Display for Country {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl TryFrom<String> for Country {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or_else(|| format!("{text:?} is not a country; use two capital letters, such as RO"))
    }
}

impl From<Country> for String {
    fn from(country: Country) -> Self {
        country.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_are_known_by_their_code() {
        assert_eq!(Country::parse("RO"), Some(Country::ROMANIA));
        assert_eq!(Country::ROMANIA.calling_code(), 40);
        for bad in ["", "ro", "Ro", "ROU", "ZZ", "00", "001", "Ș"] {
            assert_eq!(Country::parse(bad), None, "{bad:?}");
        }
        assert!(Country::all().len() > 240);
    }

    #[test]
    fn one_of_the_countries_that_share_a_code_is_the_main_one() {
        let main = |code: u16| {
            let of_code = Country::all().into_iter().filter(|country| country.calling_code() == code);
            of_code.filter(|country| country.is_main_of_code()).map(String::from).collect::<Vec<_>>()
        };
        assert_eq!(main(1), ["US"]);
        assert_eq!(main(7), ["RU"]);
        assert_eq!(main(44), ["GB"]);
        assert_eq!(main(40), ["RO"]);
    }

    #[test]
    fn the_table_of_the_pages_has_the_same_codes_and_the_main_country_first() {
        let table = include_str!("../../ui/src/parts/phone/calling-codes.json");
        let table: serde_json::Map<String, serde_json::Value> = serde_json::from_str(table).expect("JSON");
        let mut listed: Vec<Country> = table.keys().map(|code| Country::parse(code).expect("a country")).collect();
        let mut codes = Vec::new();
        for country in &listed {
            let code = country.calling_code();
            assert_eq!(table[country.as_str()], code.to_string(), "{country}");
            assert_eq!(!codes.contains(&code), country.is_main_of_code(), "{country}");
            codes.push(code);
        }
        listed.sort_unstable();
        assert_eq!(listed, Country::all());
    }
}
