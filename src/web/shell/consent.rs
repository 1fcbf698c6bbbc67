//! The question whether visits may be counted, as the app asks it.

use maud::{Markup, html};

use super::address::address;
use super::site::Site;
use crate::domain::Language;

/// The texts of the UI under the same names; a test compares them.
struct ConsentWords {
    label: &'static str,
    text: &'static str,
    privacy: &'static str,
    accept: &'static str,
    reject: &'static str,
}

/// The banner, where visits are counted. `theme.js` hides it from a reader who has chosen; `main.ts` stores a choice.
pub(in crate::web) fn consent(site: &Site, language: Language) -> Markup {
    let words = words(language);
    html! {
        @if site.analytics {
            section.consent.needs-script aria-label=(words.label) data-print="hide" {
                p.consent-text {
                    (words.text) " " a href=(address("", "/privacy", language)) { (words.privacy) }
                }
                div.consent-buttons {
                    button.consent-button type="button" data-consent="rejected" { (words.reject) }
                    button.consent-button type="button" data-consent="accepted" { (words.accept) }
                }
            }
        }
    }
}

fn words(language: Language) -> &'static ConsentWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

const RO: ConsentWords = ConsentWords {
    label: "Numărarea vizitelor",
    text: "Putem număra vizitele? Doar cât de des se citește ceva, fără cookie-uri, fără adresa ta, pe serverul nostru.",
    privacy: "Politica de confidențialitate",
    accept: "Accept",
    reject: "Refuz",
};

const EN: ConsentWords = ConsentWords {
    label: "Counting visits",
    text: "May we count visits? Only how often something is read, without cookies, without your address, on our own server.",
    privacy: "Privacy Policy",
    accept: "Accept",
    reject: "Reject",
};

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_banner_has_the_words_of_the_app() {
        let texts = [
            (Language::Ro, include_str!("../../../ui/src/i18n/locales/ro/consent.json")),
            (Language::En, include_str!("../../../ui/src/i18n/locales/en/consent.json")),
        ];
        for (language, text) in texts {
            let ConsentWords { label, text: question, privacy, accept, reject } = words(language);
            let written = json!({
                "label": label, "text": question, "privacy": privacy, "accept": accept, "reject": reject,
            });
            assert_eq!(serde_json::from_str::<Value>(text).expect("JSON"), written);
        }
    }
}
