//! The places of the app. Every page that the server writes lists the same ones as the app's navigation.

use maud::{Markup, html};

use super::address::address;
use super::icons::{BELL, BUBBLE, HOUSE, INFO, Icon, KINDS, MENU, SEARCH, SLIDERS, USER, icon};
use crate::domain::Language;
use crate::web::page_words::{PageWords, Text, page_words};

/// The places that everybody has, in the app's order.
const COMMON: [(&str, Icon); 6] = [
    ("/app", HOUSE),
    ("/app?screen=search", SEARCH),
    ("/app?screen=deadlines", KINDS[0]),
    ("/app?screen=notifications", BELL),
    ("/app?screen=chat", BUBBLE),
    ("/app?screen=about", INFO),
];
/// The places of a visitor's own.
const OWN: [(&str, Icon); 2] = [("/app?screen=options", SLIDERS), ("/app?screen=auth", USER)];
/// The id of the list at the end of a page.
const LIST: &str = "places";

page_words! {
    struct PlaceWords {
        pub label: Text = "common.nav.label",
        pub menu: Text = "common.nav.menu",
        pub common: [Text; 6] = [
            "common.nav.home",
            "common.nav.search",
            "common.nav.deadlines",
            "common.nav.notifications",
            "common.nav.chat",
            "common.nav.about",
        ],
        pub own: [Text; 2] = ["common.nav.options", "common.nav.sign_in"],
    }
}

fn words(language: Language) -> &'static PlaceWords {
    PlaceWords::of(language)
}

/// The navigation beside a wide page, with a link to Home above it. `path` is the page's own, without a language.
pub(super) fn rail(home_link: &Markup, path: &str, language: Language) -> Markup {
    html! { nav.nav aria-label=(words(language).label) { (home_link) (lists(path, language)) } }
}

/// The navigation at the end of a page; on wide screens its styles set it beside the text.
pub(super) fn list(path: &str, language: Language) -> Markup {
    html! { nav #(LIST) .shell-places aria-label=(words(language).label) { (lists(path, language)) } }
}

/// The link to [`list`] in the bar of narrow screens.
pub(in crate::web) fn menu(language: Language) -> Markup {
    html! {
        a.bar-menu href={ "#" (LIST) } data-print="hide" {
            (icon(MENU))
            span.visually-hidden { (words(language).menu) }
        }
    }
}

fn lists(path: &str, language: Language) -> Markup {
    let words = words(language);
    html! {
        (items(COMMON.iter().zip(words.common), path, language))
        (items(OWN.iter().zip(words.own), path, language))
    }
}

fn items<'p>(
    places: impl Iterator<Item = (&'p (&'p str, Icon), &'static str)>,
    path: &str,
    language: Language,
) -> Markup {
    html! {
        ul.nav-list {
            @for ((place, sign), name) in places {
                li {
                    a.nav-item href=(address("", place, language)) aria-current=[is_at(path, place).then_some("page")] {
                        span.nav-icon aria-hidden="true" { (icon(*sign)) }
                        (name)
                    }
                }
            }
        }
    }
}

/// Whether a page is that place, with or without more parameters.
fn is_at(path: &str, place: &str) -> bool {
    path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || (place.contains('?') && rest.starts_with('&')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_at_one_place_at_most() {
        for (path, expected) in [
            ("/app", &["/app"][..]),
            ("/app?screen=search&q=x", &["/app?screen=search"]),
            ("/app?articleId=x", &[]),
            ("/act/lege-1-2026", &[]),
        ] {
            let places = COMMON.iter().chain(&OWN).map(|(place, _)| *place);
            assert_eq!(places.filter(|place| is_at(path, place)).collect::<Vec<_>>(), expected, "{path}");
        }
    }
}
