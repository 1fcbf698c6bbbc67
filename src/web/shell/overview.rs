//! A monthly overview, for readers without JavaScript.

use maud::{Markup, html};

use super::address::{address, overview_path};
use super::consent::consent;
use super::foot;
use super::labels::{deadline_line, headlines};
use super::page::{LinkPreview, Page};
use super::places;
use super::screens::base;
use super::site::Site;
use crate::domain::Language;
use crate::domain::monthly_overview::month_name;
use crate::domain::text::{DESCRIPTION_CHARS, shorten};
use crate::ops::browse::SITE_NAME;
use crate::ops::overviews::{ListedOverview, OverviewPage};
use crate::web::page_words::{PageWords, Text, fill, page_words};

page_words! {
    struct OverviewWords {
        /// The description of a page without an introduction, by its title.
        pub about: Text = "served.overview.about",
        pub next: Text = "overview.next",
        pub more: Text = "served.overview.more",
        pub others: Text = "served.overview.others",
    }
}

fn words(language: Language) -> &'static OverviewWords {
    OverviewWords::of(language)
}

/// The page of an overview.
pub(in crate::web) fn page(site: &Site, language: Language, page: &OverviewPage) -> Page {
    let (id, words) = (&page.overview.id, words(language));
    let path = overview_path(id);
    let title = id.title(page.topic.as_ref().map(|topic| topic.name(language)), language);
    let introduction = page.overview.introduction.get(&language);
    let description =
        introduction.map_or_else(|| fill(words.about, &[("title", &title)]), |text| shorten(text, DESCRIPTION_CHARS));
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (title) }
            @if let Some(text) = introduction { @for paragraph in text.split("\n\n") { p { (paragraph) } } }
            (headlines(&page.articles, language))
            @if !page.next.is_empty() {
                h2 { (fill(words.next, &[("month", &month_name(id.month.after(), language))])) }
                ul.shell-headlines { @for deadline in &page.next { (deadline_line(deadline, language)) } }
                @if page.next.len() < page.next_total { p { (fill(words.more, &[("count", &page.next_total.to_string())])) } }
            }
            @if !page.others.is_empty() {
                h2 { (words.others) }
                (list(&page.others, language))
            }
            (foot::foot(site, &path, language))
        }
    };
    let preview = LinkPreview { topic: id.topic.clone(), ..LinkPreview::default() };
    Page { content, preview, ..base(language, format!("{title} · {SITE_NAME}"), description, Some(&path)) }
}

/// Links to overviews.
pub(super) fn list(overviews: &[ListedOverview], language: Language) -> Markup {
    html! {
        ul.shell-headlines {
            @for listed in overviews {
                li {
                    a href=(address("", &overview_path(&listed.id), language)) {
                        (listed.id.title(listed.topic.as_ref().map(|topic| topic.name(language)), language))
                    }
                }
            }
        }
    }
}
