//! The footer of pages without JavaScript: places, languages, site pages, feeds, contact.

use maud::{Markup, html};

use super::address::address;
use super::places;
use super::site::Site;
use super::words::words;
use crate::domain::Language;

/// Links to the places of the app, to the page in each language and to the pages of the site.
///
/// `path` is the page's own, without a language.
pub(in crate::web) fn foot(site: &Site, path: &str, language: Language) -> Markup {
    let words = words(language);
    let query = if path.contains('?') { '&' } else { '?' };
    html! {
        footer.shell-foot data-print="hide" {
            (places::list(path, language))
            nav.shell-pages aria-label=(words.site_pages) {
                @for (other, name) in [(Language::En, "English"), (Language::Ro, "Română")] {
                    a href={ (path) (query) "lang=" (other) } lang=(other) hreflang=(other)
                        aria-current=[(other == language).then_some("true")] { (name) }
                }
                @for (path, name) in
                    [("/", "Paragraf"), ("/app", words.all), ("/privacy", words.privacy), ("/terms", words.terms)] {
                    a href=(address("", path, language)) { (name) }
                }
                a href={ "/feed.xml?lang=" (language) } { (words.feed) }
            }
            (contact(site, language))
        }
    }
}

/// The operator's e-mail address and phone number; empty when neither is configured.
pub(in crate::web) fn contact(site: &Site, language: Language) -> Markup {
    let (email, phone) = (&site.contact_email, &site.contact_phone);
    let dialled: String = phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect();
    html! {
        @if !(email.is_empty() && phone.is_empty()) {
            p {
                (words(language).contact) ": "
                @if !email.is_empty() { a href={ "mailto:" (email) } { (email) } }
                @if !email.is_empty() && !phone.is_empty() { ", " }
                @if !phone.is_empty() { a href={ "tel:" (dialled) } { (phone) } }
                @if site.has_sample_details { " (" (words(language).samples) ")" }
            }
        }
    }
}
