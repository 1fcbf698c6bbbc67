//! Readers' reports about articles.

use paragraf_law::language::Language;
use serde::{Deserialize, Serialize};

use super::email::Email;

/// The kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReportKind {
    Wrong,
    Outdated,
    Unclear,
    Source,
    Other,
}

impl ReportKind {
    pub fn code(self) -> &'static str {
        match self {
            Self::Wrong => "wrong",
            Self::Outdated => "outdated",
            Self::Unclear => "unclear",
            Self::Source => "source",
            Self::Other => "other",
        }
    }

    /// The words that readers choose it by (`ui/src/i18n/locales/*/reader.json`, `report.kinds`).
    pub fn words(self, language: Language) -> &'static str {
        let (ro, en) = match self {
            Self::Wrong => ("Ceva este greșit", "Something is wrong"),
            Self::Outdated => ("Nu mai este de actualitate", "It is out of date"),
            Self::Unclear => ("Textul nu se înțelege", "I do not understand it"),
            Self::Source => ("Sursa sau PDF-ul este greșit", "The source or the PDF is wrong"),
            Self::Other => ("Altceva", "Something else"),
        };
        language.pick(ro, en)
    }
}

/// Whether the operator has still to review a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    Open,
    Closed,
}

/// Maximum length of a message, in characters.
pub const MAX_MESSAGE: usize = 2000;

/// Stands for an address that an erasure removed from a message.
const REMOVED: &str = "[…]";

/// The message without this address, wherever it names it, in any case. A longer address that ends with it may lose
/// that part.
pub fn without_address(message: &str, email: &Email) -> String {
    let (lower, key) = (message.to_ascii_lowercase(), email.key());
    let mut kept = String::with_capacity(message.len());
    let mut end = 0;
    for (start, found) in lower.match_indices(&key) {
        let (before, after) = (&lower[..start], &lower[start + found.len()..]);
        // Such as ana@example.ro in diana@example.ro and in ana@example.rocks.
        if before.ends_with(char::is_alphanumeric) || after.starts_with(char::is_alphanumeric) {
            continue;
        }
        kept.push_str(&message[end..start]);
        kept.push_str(REMOVED);
        end = start + found.len();
    }
    kept.push_str(&message[end..]);
    kept
}

/// Trims a message and normalises its line breaks.
///
/// Returns `None` for a message that is empty, too long, or contains control characters.
pub fn message(text: &str) -> Option<String> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    let plain = text.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control());
    (plain && (1..=MAX_MESSAGE).contains(&text.chars().count())).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_has_the_words_of_the_screens() {
        use ReportKind::{Other, Outdated, Source, Unclear, Wrong};
        for (language, screens) in [
            (Language::Ro, include_str!("../../../ui/src/i18n/locales/ro/reader.json")),
            (Language::En, include_str!("../../../ui/src/i18n/locales/en/reader.json")),
        ] {
            let screens: serde_json::Value = serde_json::from_str(screens).expect("JSON");
            for kind in [Wrong, Outdated, Unclear, Source, Other] {
                assert_eq!(screens["report"]["kinds"][kind.code()], kind.words(language));
            }
        }
    }

    #[test]
    fn an_address_is_removed_from_a_message_in_any_case() {
        let email = Email::parse("Ana@example.ro").expect("an address");
        for (message, kept) in [
            ("Scrie-mi la ANA@example.ro. Mulțumesc!", "Scrie-mi la […]. Mulțumesc!"),
            ("ană: ana@example.ro", "ană: […]"),
            ("<ana@example.ro>,mailto:ana@Example.ro-", "<[…]>,mailto:[…]-"),
            ("diana@example.ro, ana@example.rocks, ana@", "diana@example.ro, ana@example.rocks, ana@"),
        ] {
            assert_eq!(without_address(message, &email), kept);
        }
    }

    #[test]
    fn a_message_is_plain_text() {
        assert_eq!(message("  Art. 5\r\neste altul.\t").as_deref(), Some("Art. 5\neste altul."));
        assert_eq!(message(&"ș".repeat(MAX_MESSAGE)).map(|text| text.chars().count()), Some(MAX_MESSAGE));
        for bad in ["", " \n ", "a\u{0}b", "a\rb", "a\u{1b}[2J", "a\u{85}b"] {
            assert_eq!(message(bad), None, "{bad:?}");
        }
        assert_eq!(message(&"a".repeat(MAX_MESSAGE + 1)), None);
    }
}
