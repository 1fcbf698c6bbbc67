//! The question whether visits may be counted, as the app asks it.

use maud::{Markup, html};

use super::address::address;
use super::site::Site;
use crate::domain::Language;
use crate::web::page_words::{PageWords, Text, page_words};

page_words! {
    struct ConsentWords {
        pub label: Text = "consent.label",
        pub text: Text = "consent.text",
        pub privacy: Text = "consent.privacy",
        pub accept: Text = "consent.accept",
        pub reject: Text = "consent.reject",
    }
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
    ConsentWords::of(language)
}
