//! Searches that readers save, in one canonical form.

use super::query::{ListQuery, MAX_FILTER_TEXT};
use crate::domain::{AudienceRole, Importance};

/// Longest canonical form, in bytes.
const MAX_QUERY: usize = 1_000;

/// A search that a reader can save: words, filters, or both. Saved searches with the same meaning are equal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct SavedSearch(ListQuery);

impl SavedSearch {
    /// Reads the query of an address, in any order. `None` for one without words and filters, with an unknown
    /// parameter, or that is too long.
    pub fn parse(query: &str) -> Option<Self> {
        // Percent signs and letters of other alphabets make an address longer than its canonical form.
        if query.len() > 3 * MAX_QUERY {
            return None;
        }
        let mut read = ListQuery::default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            let value = value.trim();
            let is_long = value.chars().count() > MAX_FILTER_TEXT;
            if value.is_empty() || is_long || value.chars().any(char::is_control) {
                return None;
            }
            match &*name {
                "q" => read = read.with_words(&value.to_lowercase()),
                "domain" => read = read.with_domain(value),
                "topic" => read.topic = Some(value.to_owned()),
                "act_type" => read.act_type = Some(value.to_owned()),
                "issuer" => read.issuer = Some(value.to_owned()),
                "importance" => read.importance = Some(Importance::new(value.parse().ok()?)?),
                "role" => read.role = Some(value.parse::<AudienceRole>().ok()?),
                "year" => read.year = Some(value.parse().ok().filter(|year| (1..=9999).contains(year))?),
                "duty_ahead" => read.duty_ahead = value.parse().ok()?,
                _ => return None,
            }
        }
        let search = Self(read);
        let length = search.to_string().len();
        (1..=MAX_QUERY).contains(&length).then_some(search)
    }

    /// The saved form of a search; `None` if it cannot be saved.
    pub fn of(query: &ListQuery) -> Option<Self> {
        Self::parse(&address(query))
    }

    pub fn query(&self) -> &ListQuery {
        &self.0
    }
}

/// The canonical form: the parameters in the order of their names, the words in lower case with single spaces.
impl std::fmt::Display for SavedSearch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&address(&self.0))
    }
}

/// The words and filters of a query, in the order of their names.
fn address(query: &ListQuery) -> String {
    let mut filters: Vec<_> = query.filters().collect();
    filters.sort_unstable();
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(filters).finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_has_one_canonical_form() {
        let form = |query: &str| SavedSearch::parse(query).map(|search| search.to_string());
        for (query, canonical) in [
            ("q=chirie", "q=chirie"),
            ("q=++Salariu%20%20minim+", "q=salariu+minim"),
            ("topic=munca&q=TVA&importance=4", "importance=4&q=tva&topic=munca"),
            ("q=TVA&importance=4&topic=munca", "importance=4&q=tva&topic=munca"),
            ("domain=Protec%C8%9Bia+datelor", "domain=protectia+datelor"),
            ("q=%C8%98coal%C4%83", "q=%C8%99coal%C4%83"),
            ("duty_ahead=true&year=2026&role=employer", "duty_ahead=true&role=employer&year=2026"),
        ] {
            assert_eq!(form(query).as_deref(), Some(canonical), "{query}");
            assert_eq!(form(canonical).as_deref(), Some(canonical), "{canonical}");
        }
        let long = format!("q={}", "a".repeat(201));
        let longest = format!("q={}", "a".repeat(10_000));
        for bad in [
            "",
            "q=",
            "q=+",
            "lang=ro",
            "q=a&cursor=x",
            "importance=9",
            "year=x",
            "duty_ahead=false",
            "provision=lege-1-2025:art. 1",
        ] {
            assert_eq!(form(bad), None, "{bad}");
        }
        assert_eq!([form(&long), form(&longest), form("q=a%00b")], [None, None, None]);
    }
}
