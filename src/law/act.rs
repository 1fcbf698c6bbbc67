//! Legal acts: the texts that change the law.

use serde::{Deserialize, Serialize};

use super::act_kind::ActKind;
use super::language::Language;

/// A legal act, such as Legea nr. 239/2025.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Act {
    /// The kind, in capitals: `LEGE`, `OUG`, `OG`, `HG`, `ORDIN`, `REGULAMENT UE`, ...
    #[serde(rename = "type")]
    pub kind: String,
    /// Text, since some numbers have a suffix; announcements have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    pub year: i16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
}

impl Act {
    /// The citation in the form usual in `language`.
    pub fn citation(&self, language: Language) -> String {
        let name = match (ActKind::of_name(&self.kind), self.kind.as_str(), language) {
            (Some(kind), ..) => kind.title(language),
            (None, "ANUNȚ APIA", Language::Ro) => "Anunț APIA",
            (None, "ANUNȚ APIA", Language::En) => "APIA announcement",
            (None, other, _) => other,
        };
        match (&self.number, language) {
            (None, Language::Ro) => format!("{name} din {}", self.year),
            (None, Language::En) => format!("{name} of {}", self.year),
            // European Union acts are numbered year first (Interinstitutional style guide, 1.2.2).
            (Some(number), _) if self.kind.ends_with(" UE") => format!("{name} {}/{number}", self.year),
            (Some(number), Language::Ro) => format!("{name} nr. {number}/{}", self.year),
            (Some(number), Language::En) => format!("{name} no. {number}/{}", self.year),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acts_are_cited_in_the_usual_form() {
        let check = |kind: &str, number: Option<&str>, ro: &str, en: &str| {
            let act = Act { kind: kind.into(), number: number.map(Into::into), year: 2025, issuer: None };
            assert_eq!(act.citation(Language::Ro), ro);
            assert_eq!(act.citation(Language::En), en);
        };
        check("LEGE", Some("239"), "Legea nr. 239/2025", "Law no. 239/2025");
        check("OUG", Some("89"), "OUG nr. 89/2025", "GEO no. 89/2025");
        check("REGULAMENT UE", Some("1028"), "Regulamentul (UE) 2025/1028", "Regulation (EU) 2025/1028");
        check("ANUNȚ APIA", None, "Anunț APIA din 2025", "APIA announcement of 2025");
    }
}
