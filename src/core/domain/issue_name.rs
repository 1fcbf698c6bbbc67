//! Names of the gazette's issues and supplements, as in the addresses of its files.

use std::fmt;

use serde::{Deserialize, Serialize};

use paragraf_law::gazette::Gazette;

/// Where the gazette publishes the files of Parts I and II.
const SITE: &str = "https://monitoruloficial.ro";
/// The beginning of the last part of each address.
const PREFIX: &str = "Monitorul-Oficial--P";

/// An issue of the gazette or a supplement of one: `Monitorul-Oficial--PI--456Bis--2026.html`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct IssueName {
    /// In roman numbers.
    pub part: String,
    pub year: u32,
    pub number: u32,
    /// The letters after the number, such as `Bis`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplement: Option<String>,
}

impl IssueName {
    /// The name of the issue that a reference names; `None` if its number is no number.
    pub fn of(gazette: &Gazette) -> Option<Self> {
        Some(Self {
            part: gazette.part.clone(),
            year: u32::try_from(gazette.date.year()).ok()?,
            number: gazette.number.parse().ok()?,
            supplement: gazette.bis.then(|| "Bis".to_owned()),
        })
    }

    /// Reads the last part of an address.
    pub fn read(address: &str) -> Option<Self> {
        let name = address.rsplit('/').next()?.strip_prefix(PREFIX)?.strip_suffix(".html")?;
        let [part, issue, year] = <[&str; 3]>::try_from(name.split("--").collect::<Vec<_>>()).ok()?;
        let letters = issue.find(|c: char| !c.is_ascii_digit()).unwrap_or(issue.len());
        let (number, supplement) = issue.split_at(letters);
        let is_part = (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_uppercase());
        let is_supplement = supplement.len() <= 8 && supplement.bytes().all(|byte| byte.is_ascii_alphabetic());
        let name = Self {
            part: part.to_owned(),
            year: year.parse().ok().filter(|year| (1989..2200).contains(year))?,
            number: number.parse().ok().filter(|number| (1..100_000).contains(number))?,
            supplement: (!supplement.is_empty()).then(|| supplement.to_owned()),
        };
        (is_part && is_supplement).then_some(name)
    }

    /// The last part of the address.
    pub fn file_name(&self) -> String {
        let supplement = self.supplement.as_deref().unwrap_or_default();
        format!("{PREFIX}{}--{}{supplement}--{}.html", self.part, self.number, self.year)
    }

    /// The official address of the PDF file, although it ends in `.html`.
    pub fn url(&self) -> String {
        format!("{SITE}/{}", self.file_name())
    }

    /// Whether a reference names this issue. References name no supplements other than `bis`.
    pub fn is_of(&self, gazette: &Gazette) -> bool {
        let is_same = |of: &Self| (&of.part, of.year, of.number) == (&self.part, self.year, self.number);
        let is_bis = self.supplement.as_ref().is_some_and(|supplement| supplement.eq_ignore_ascii_case("bis"));
        Self::of(gazette).is_some_and(|of| is_same(&of)) && gazette.bis == is_bis
    }
}

impl fmt::Display for IssueName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Part {}, nr. {}", self.part, self.number)?;
        if let Some(supplement) = &self.supplement {
            write!(f, " {}", supplement.to_ascii_lowercase())?;
        }
        write!(f, "/{}", self.year)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for (name, shown) in [
            ("Monitorul-Oficial--PI--456--2026.html", "Part I, nr. 456/2026"),
            ("Monitorul-Oficial--PII--75--2021.html", "Part II, nr. 75/2021"),
            ("Monitorul-Oficial--PI--520Bis--2021.html", "Part I, nr. 520 bis/2021"),
            ("Monitorul-Oficial--PI--1200c--2025.html", "Part I, nr. 1200 c/2025"),
        ] {
            let read = IssueName::read(&format!("/{name}")).expect("a name");
            assert_eq!((read.file_name().as_str(), read.to_string().as_str()), (name, shown));
            assert_eq!(IssueName::read(&read.url()), Some(read));
        }
    }

    #[test]
    fn other_addresses_name_no_issue() {
        for address in [
            "",
            "/e-monitor/",
            "/Monitorul-Oficial--PI--x--2026.html",
            "/Monitorul-Oficial--PI--456--26.html",
            "/Monitorul-Oficial--PI--456--2026.pdf",
            "/Monitorul-Oficial--PI--456-bis--2026.html",
            "/Monitorul-Oficial--P--456--2026.html",
            "/Monitorul-Oficial--PI--456--2026--x.html",
        ] {
            assert_eq!(IssueName::read(address), None, "{address}");
        }
    }

    #[test]
    fn a_reference_names_its_issue_or_its_supplement() {
        let gazette =
            |bis| Gazette { part: "I".into(), number: "456".into(), bis, date: jiff::civil::date(2026, 5, 28) };
        let name = IssueName::of(&gazette(true)).expect("a name");
        assert_eq!(name.file_name(), "Monitorul-Oficial--PI--456Bis--2026.html");
        assert!(name.is_of(&gazette(true)) && !name.is_of(&gazette(false)));
    }
}
