//! The frame of the app's pages: the bar or the rail with the navigation, the notice of a demonstration, the footer.

use maud::{Markup, html};

use crate::domain::Language;
use crate::ops::browse::SITE_NAME;
use crate::web::shell::address::address;
use crate::web::shell::consent::consent;
use crate::web::shell::foot;
use crate::web::shell::places;
use crate::web::shell::site::Site;
use crate::web::shell::words::words;

/// The frame around Home. The app adds what depends on the session or needs scripts.
///
/// `path` is the page's own, without a language.
pub(super) fn framed(site: &Site, path: &str, language: Language, content: &Markup) -> Markup {
    html! {
        div.shell-home {
            (consent(site, language))
            header.bar data-print="hide" { (places::menu(language)) (home_link("bar-mark", language)) }
            div.frame {
                div.frame-rail data-print="hide" { (places::rail(&home_link("nav-mark", language), path, language)) }
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
