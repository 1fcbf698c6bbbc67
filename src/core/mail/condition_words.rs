//! What a condition is in the language of a mail: in Romanian, the words of the page Administration.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::words::moment;
use crate::conditions::shown;
use crate::domain::Language;
use crate::domain::message::ConditionText;
use crate::domain::template::{BRACES, fill};

/// The page's sentences by the name of a finding. A test compares the names and their values with the source.
#[derive(Debug, Deserialize)]
struct FindingWords {
    finding: BTreeMap<String, String>,
    remedy: BTreeMap<String, String>,
}

// docs/decisions/0588
static ROMANIAN: LazyLock<FindingWords> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../ui/src/i18n/locales/ro/operator.json"))
        .expect("reading the words cannot fail: they are part of the program")
});

/// What happens, and why; in English if the finding has no name.
pub(super) fn message(condition: &ConditionText, language: Language) -> String {
    in_words(&ROMANIAN.finding, condition, language).unwrap_or_else(|| condition.message.clone())
}

/// What the operator can do; in English if the finding has no name.
pub(super) fn remedy(condition: &ConditionText, language: Language) -> String {
    in_words(&ROMANIAN.remedy, condition, language).unwrap_or_else(|| condition.remedy.clone())
}

fn in_words(texts: &BTreeMap<String, String>, condition: &ConditionText, language: Language) -> Option<String> {
    let ConditionText { words, values, .. } = condition;
    let text = texts.get(words).filter(|_| language == Language::Ro)?;
    let in_romanian = |name: &str| Some(shown(name, values.get(name)?, |at| moment(at, Language::Ro), ','));
    fill(text, BRACES, in_romanian)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn condition(words: &str, values: &[(&str, &str)]) -> ConditionText {
        ConditionText {
            code: words.to_owned(),
            words: words.to_owned(),
            values: values.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect(),
            message: "something happens".to_owned(),
            remedy: "do something".to_owned(),
            since: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_mail_has_the_words_of_the_page_and_the_values_in_the_form_of_its_language() {
        let disk = condition("disk_nearly_full", &[("free_bytes", "900000000"), ("total_bytes", "20000000000")]);
        assert_eq!(message(&disk, Language::Ro), "Discul este aproape plin: sunt liberi 900 MB din 20,0 GB.");
        assert!(remedy(&disk, Language::Ro).starts_with("Mută copiile vechi pe alt calculator"));
        assert_eq!(message(&disk, Language::En), "something happens");
        let end = [("url", "https://p.ro"), ("end_at", "2026-12-10T09:00:00Z")];
        let expected = "Certificatul pentru https://p.ro expiră la 10 decembrie 2026, ora 11:00 (ora României).";
        assert_eq!(message(&condition("certificate_ends", &end), Language::Ro), expected);
    }

    #[test]
    fn a_finding_without_words_or_values_is_in_english() {
        for unknown in [condition("", &[]), condition("a_new_one", &[]), condition("disk_nearly_full", &[])] {
            assert_eq!(message(&unknown, Language::Ro), "something happens");
        }
        assert_eq!(remedy(&condition("", &[]), Language::Ro), "do something");
    }
}
