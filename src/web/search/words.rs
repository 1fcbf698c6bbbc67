//! The words of the search screen without scripts; all others are in the UI.

use crate::domain::Language;
use crate::web::shell::counted::counted;

pub(super) struct SearchWords {
    pub title: &'static str,
    pub about: &'static str,
    /// What to type, as on the app's screen.
    pub lead: &'static str,
    pub label: &'static str,
    pub button: &'static str,
    pub found: fn(usize) -> String,
    pub without_filters: fn(usize) -> String,
    pub duties: &'static str,
    pub due: &'static str,
    pub nearest: &'static str,
    pub more: &'static str,
    pub not_found: &'static str,
    pub corrected: &'static str,
    /// Before what was searched beside the typed words, and before those.
    pub also: [&'static str; 2],
    pub instead_of: &'static str,
    /// Before the words that nothing has.
    pub missing: &'static str,
    pub preparing: &'static str,
    pub too_long: &'static str,
}

pub(super) fn words(language: Language) -> &'static SearchWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

fn changes_ro(count: usize) -> String {
    counted(["o schimbare", "{{count}} schimbări", "{{count}} de schimbări"], count, Language::Ro)
}

fn changes_en(count: usize) -> String {
    counted(["1 change", "{{count}} changes", "{{count}} changes"], count, Language::En)
}

static RO: SearchWords = SearchWords {
    title: "Căutare",
    about: "Caută în schimbările legislative: cuvinte, acte, articole de lege sau numere din Monitorul Oficial.",
    lead: "Scrie cuvinte, un act („OUG 156/2024”), un articol de lege („art. 166 Codul muncii”) sau un număr din Monitorul Oficial („MO 1139/2024”). Ghilimelele țin cuvintele împreună.",
    label: "Caută în schimbările legislative",
    button: "Caută",
    found: |count| match count {
        0 => "Nu am găsit nicio schimbare.".to_owned(),
        _ => format!("Am găsit {}.", changes_ro(count)),
    },
    without_filters: |count| format!("Fără filtre: {}", changes_ro(count)),
    duties: "Termene",
    due: "Termen până la",
    nearest: "Încearcă",
    more: "Mai multe rezultate",
    not_found: "niciun articol nu menționează exact asta",
    corrected: "Am căutat",
    also: ["Am căutat și", "pe lângă"],
    instead_of: "în loc de",
    missing: "Nu apare în niciun articol:",
    preparing: "Căutarea se pregătește. Încearcă din nou peste câteva secunde.",
    too_long: "Textul căutat este prea lung. Scrie cel mult 200 de litere.",
};

static EN: SearchWords = SearchWords {
    title: "Search",
    about: "Search the law changes: words, acts, provisions or issues of the Official Gazette.",
    lead: "Type words, an act (“GEO 156/2024”), a provision (“art. 166 Labour Code”) or an issue of the Official Gazette (“MO 1139/2024”). Quotation marks keep words together.",
    label: "Search the law changes",
    button: "Search",
    found: |count| match count {
        0 => "No change was found.".to_owned(),
        1 => "1 change was found.".to_owned(),
        _ => format!("{} were found.", changes_en(count)),
    },
    without_filters: |count| format!("Without filters: {}", changes_en(count)),
    duties: "Deadlines",
    due: "Due by",
    nearest: "Try",
    more: "More results",
    not_found: "no article mentions exactly this",
    corrected: "Searched for",
    also: ["Also searched for", "beside"],
    instead_of: "instead of",
    missing: "In no article:",
    preparing: "The search is being prepared. Try again in a few seconds.",
    too_long: "The search is too long. Write at most 200 letters.",
};

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    #[test]
    fn the_lead_is_that_of_the_app() {
        let texts = [
            (Language::Ro, include_str!("../../../ui/src/i18n/locales/ro/search.json")),
            (Language::En, include_str!("../../../ui/src/i18n/locales/en/search.json")),
        ];
        for (language, text) in texts {
            let texts: Value = serde_json::from_str(text).expect("JSON");
            assert_eq!(texts["lead"], words(language).lead);
        }
    }
}
