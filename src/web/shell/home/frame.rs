//! The frame of the app's pages: the bar or the rail with the navigation, the notice of a demonstration, the footer.

use maud::{Markup, html};

use super::icons::{BELL, BUBBLE, HOUSE, INFO, SEARCH, icon};
use super::words::home_words;
use crate::domain::Language;
use crate::ops::browse::SITE_NAME;
use crate::web::shell::address::address;
use crate::web::shell::consent::consent;
use crate::web::shell::foot;
use crate::web::shell::site::Site;
use crate::web::shell::words::words;

/// The frame around Home. The app adds what depends on the session or needs scripts.
///
/// `path` is the page's own, without a language.
pub(super) fn framed(site: &Site, path: &str, language: Language, content: &Markup) -> Markup {
    html! {
        div.shell-home {
            (consent(site, language))
            header.bar data-print="hide" { (home_link("bar-mark", language)) }
            div.frame {
                div.frame-rail data-print="hide" { (navigation(language)) }
                div.frame-page {
                    main.frame-main {
                        div.frame-screen { (content) }
                        @if site.demo { p.frame-demo { (words(language).demo) } }
                    }
                    (foot::foot(site, path, language))
                }
            }
        }
    }
}

fn home_link(class: &str, language: Language) -> Markup {
    html! {
        a class=(class) href=(address("", "/app", language)) {
            span.mark { span.mark-sign aria-hidden="true" { "§" } (SITE_NAME) }
        }
    }
}

fn navigation(language: Language) -> Markup {
    let words = home_words(language);
    let icons = [HOUSE, SEARCH, BELL, BUBBLE, INFO];
    let paths = ["/app", "/app", "/app?screen=notifications", "/app?screen=chat", "/app?screen=about"];
    let places = words.places.into_iter().zip(icons).zip(paths);
    html! {
        nav.nav aria-label=(words.navigation) {
            (home_link("nav-mark", language))
            ul.nav-list {
                @for (index, ((name, sign), path)) in places.enumerate() {
                    // Search and notifications are of no use without scripts.
                    li class=[(1..4).contains(&index).then_some("needs-script")] {
                        a.nav-item href=(address("", path, language)) aria-current=[(index == 0).then_some("page")] {
                            span.nav-icon aria-hidden="true" { (icon(sign)) }
                            (name)
                        }
                    }
                }
            }
        }
    }
}
