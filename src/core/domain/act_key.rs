//! Identities of acts.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::text;
use super::text_form::text_form;
use paragraf_law::act::Act;

/// Types whose acts one body issues and numbers, so that the issuer adds nothing. `HG` names the Government; a decision
/// of another body has the type `HOTĂRÂRE`.
const ONE_ISSUER: [&str; 5] = ["LEGE", "OUG", "OG", "HG", "DECRET"];

/// The identity of an act: `type/year/number`, and the issuer where others number acts of this type too.
///
/// Number and year alone name several acts: 190/2018 is a law, a decree, an order and a decision of the Government.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ActKey(String);

impl ActKey {
    const MAX_LEN: usize = 400;

    /// The identity of an act; `None` for one without a number, see [`ActKey::of_document`].
    pub fn of(act: &Act) -> Option<Self> {
        let number = words(&act.number.as_ref()?.replace('.', ""));
        let key = Self(format!("{}/{}/{number}", words(&act.kind), act.year));
        let names_issuer = !ONE_ISSUER.contains(&act.kind.as_str()) && !act.kind.ends_with(" UE");
        let issuer = act.issuer.as_deref().map(words).filter(|issuer| names_issuer && !issuer.is_empty());
        let key = issuer.map_or(key.clone(), |issuer| Self(format!("{key}/{issuer}")));
        (!number.is_empty() && key.0.len() <= Self::MAX_LEN).then_some(key)
    }

    /// The identity of an act that has no number, or that shares the number of another act: the type and the
    /// id of the portal's document.
    pub fn of_document(act: &Act, portal_id: u64) -> Self {
        let numbered = Self::of(act).map_or_else(|| format!("{}/{}", words(&act.kind), act.year), String::from);
        Self(format!("{numbered}/id-{portal_id}"))
    }

    pub fn parse(text: &str) -> Option<Self> {
        let is_part = |part: &str| !part.is_empty() && part.bytes().all(is_allowed);
        let is_key = (3..=5).contains(&text.split('/').count()) && text.split('/').all(is_part);
        (is_key && text.len() <= Self::MAX_LEN + 30).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text without diacritics, in lower case, with hyphens between its words.
fn words(text: &str) -> String {
    let folded = text::fold(text);
    let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn is_allowed(byte: u8) -> bool {
    byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'
}

impl fmt::Display for ActKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

text_form! {
    ActKey, &'static str;
    from text => Self::parse(&text).ok_or("an act is named by type/year/number, such as lege/2025/141");
    into key => key.0;
}

impl std::str::FromStr for ActKey {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        text.to_owned().try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(kind: &str, number: &str, issuer: &str) -> Act {
        Act { kind: kind.into(), number: Some(number.into()), year: 2018, issuer: Some(issuer.into()) }
    }

    fn key(kind: &str, number: &str, issuer: &str) -> String {
        ActKey::of(&act(kind, number, issuer)).expect("a key").into()
    }

    #[test]
    fn acts_of_one_number_and_year_have_different_keys() {
        assert_eq!(key("LEGE", "190", "Parlamentul"), "lege/2018/190");
        assert_eq!(key("DECRET", "190", "Președintele României"), "decret/2018/190");
        assert_eq!(key("HG", "190", "Guvernul"), "hg/2018/190");
        assert_eq!(
            key("ORDIN", "190", "Agenția Națională de Cadastru"),
            "ordin/2018/190/agentia-nationala-de-cadastru"
        );
        assert_eq!(key("ORDIN", "1.574/3.246", "Ministerul Culturii"), "ordin/2018/1574-3246/ministerul-culturii");
    }

    #[test]
    fn an_act_without_a_number_of_its_own_is_named_by_its_document() {
        let mut procedure = act("PROCEDURĂ", "0", "ANAF");
        assert_eq!(ActKey::of_document(&procedure, 7).as_str(), "procedura/2018/0/anaf/id-7");
        procedure.number = None;
        assert_eq!(ActKey::of(&procedure), None);
        assert_eq!(ActKey::of_document(&procedure, 288_696).as_str(), "procedura/2018/id-288696");
    }

    #[test]
    fn a_key_is_read_as_it_was_written() {
        for text in ["lege/2018/190", "procedura/2018/id-288696", "ordin/2018/190/anaf/id-7"] {
            assert_eq!(text.parse::<ActKey>().expect("a key").as_str(), text);
        }
        for text in ["", "lege", "lege/2018", "lege/2018/", "Lege/2018/190", "lege/2018/190/../x"] {
            assert!(ActKey::parse(text).is_none(), "{text}");
        }
    }
}
