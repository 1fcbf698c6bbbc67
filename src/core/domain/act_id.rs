//! Names of acts in addresses.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::act_key::ActKey;
use super::text_form::text_form;
use paragraf_law::act::Act;
use paragraf_law::date::YEARS;

/// The name of an act in an address: kind, number and year, and the issuer where several bodies number acts of the
/// kind. `oug-156-2024`, `ordin-1783-2021-agentia-nationala-de-administrare-fiscala`.
// docs/decisions/0131
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ActId {
    text: String,
    /// The end of the year.
    year_end: usize,
}

impl ActId {
    pub const MAX_LEN: usize = 200;

    /// The name of an act; `None` for one without a number.
    pub fn of(act: &Act) -> Option<Self> {
        let key = ActKey::of(act)?;
        let mut parts = key.as_str().split('/');
        let (kind, year, number) = (parts.next()?, parts.next()?, parts.next()?);
        let mut text = format!("{kind}-{number}-{year}");
        for word in parts.flat_map(|issuer| issuer.split('-')) {
            if text.len() + 1 + word.len() > Self::MAX_LEN {
                break;
            }
            text.push('-');
            text.push_str(word);
        }
        Self::parse(&text)
    }

    /// Reads a name; `None` if no act can have it.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() > Self::MAX_LEN {
            return None;
        }
        let (mut at, mut digits, mut year_end) = (0, 0, 0);
        for part in text.split('-') {
            if part.is_empty() || !part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()) {
                return None;
            }
            let has_digit = part.bytes().any(|byte| byte.is_ascii_digit());
            if has_digit && at == 0 {
                return None;
            }
            digits += usize::from(has_digit);
            at += part.len();
            let is_year = part.len() == 4 && part.parse().is_ok_and(|year| YEARS.contains(&year));
            if is_year && digits > 1 {
                year_end = at;
            }
            at += 1;
        }
        (year_end > 0).then(|| Self { text: text.to_owned(), year_end })
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Kind, number and year.
    pub fn without_issuer(&self) -> &str {
        &self.text[..self.year_end]
    }

    /// The words of the issuer, if the name has it.
    pub fn issuer(&self) -> Option<String> {
        let issuer = self.text[self.year_end..].replace('-', " ");
        (!issuer.is_empty()).then(|| issuer.trim().to_owned())
    }
}

impl fmt::Display for ActId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

text_form! {
    ActId, &'static str;
    from text => Self::parse(&text).ok_or("an act is named by kind, number and year, such as lege-141-2025");
    into id => id.text;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(kind: &str, number: &str, issuer: Option<&str>) -> Option<String> {
        let act = Act { kind: kind.into(), number: Some(number.into()), year: 2024, issuer: issuer.map(Into::into) };
        ActId::of(&act).map(String::from)
    }

    #[test]
    fn an_act_is_named_as_readers_cite_it() {
        assert_eq!(id("OUG", "156", Some("Guvernul României")).as_deref(), Some("oug-156-2024"));
        assert_eq!(id("HG", "1.506", None).as_deref(), Some("hg-1506-2024"));
        assert_eq!(id("REGULAMENT UE", "1028", None).as_deref(), Some("regulament-ue-1028-2024"));
        assert_eq!(id("DECRET-LEGE", "61", None).as_deref(), Some("decret-lege-61-2024"));
        assert_eq!(
            id("ORDIN", "1574/3246", Some("Ministerul Culturii")).as_deref(),
            Some("ordin-1574-3246-2024-ministerul-culturii")
        );
        let long = id("ORDIN", "5", Some(&"Ministerul ".repeat(30))).expect("a name");
        assert!(long.len() <= ActId::MAX_LEN && long.starts_with("ordin-5-2024-ministerul"), "{long}");
    }

    #[test]
    fn a_name_is_read_with_its_issuer() {
        let id = ActId::parse("ordin-1574-3246-2024-ministerul-culturii").expect("a name");
        assert_eq!(id.without_issuer(), "ordin-1574-3246-2024");
        assert_eq!(id.issuer().as_deref(), Some("ministerul culturii"));
        assert_eq!(ActId::parse("lege-2020-2024").expect("a name").without_issuer(), "lege-2020-2024");
        assert_eq!(ActId::parse("oug-156-2024").expect("a name").issuer(), None);
        let long = "a".repeat(10_000);
        for text in ["", "oug", "oug-156", "oug-2024", "156-2024", "OUG-156-2024", "oug--156-2024", "oug/156", &long] {
            assert_eq!(ActId::parse(text), None, "{text}");
        }
    }
}
