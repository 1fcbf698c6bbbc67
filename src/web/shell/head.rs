//! The head of a page: title, description, canonical URL, languages, feeds, Open Graph, JSON-LD.

use maud::{Markup, html};

use super::address::{address, image_url};
use super::data;
use super::page::Page;
use super::site::Site;
use super::words::words;
use crate::domain::Language;
use crate::ops::browse::SITE_NAME;

/// The page colours of the two themes, as in the UI's tokens.
const THEME_COLORS: [(&str, &str); 2] = [("light", "#faf8f3"), ("dark", "#14130f")];

pub(super) fn head(page: &Page, site: &Site) -> Markup {
    html! {
        title { (page.title) }
        meta name="description" content=(page.description);
        @for (scheme, color) in THEME_COLORS {
            meta media={ "(prefers-color-scheme: " (scheme) ")" } name="theme-color" content=(color);
        }
        @if let Some(path) = &page.path {
            (indexed(page, site, path))
        } @else {
            meta name="robots" content="noindex";
        }
    }
}

/// What search engines and link previews read.
fn indexed(page: &Page, site: &Site, path: &str) -> Markup {
    // A page shown in a language that it lacks is a copy of the one in its own.
    let own = if page.languages.contains(&page.language) { page.language } else { Language::Ro };
    let default = if page.languages.contains(&Language::En) { Language::En } else { own };
    let url = |language| address(&site.public_url, path, language);
    html! {
        link rel="canonical" href=(url(own));
        @for language in &page.languages {
            link rel="alternate" hreflang=(language) href=(url(*language));
        }
        link rel="alternate" hreflang="x-default" href=(url(default));
        (feeds(page))
        (open_graph(page, site, own, &url(own)))
        @for value in &page.data { (data::script(value)) }
    }
}

fn feeds(page: &Page) -> Markup {
    let (language, words) = (page.language, words(page.language));
    let atom = |title: &str, href: &str| {
        html! {
            link rel="alternate" type="application/atom+xml" title=(title) href=(href);
        }
    };
    html! {
        @if let Some(topic) = &page.preview.topic {
            (atom(&page.title, &format!("/feed.xml?lang={language}&topic={topic}")))
        }
        @if page.preview.campaigns {
            (atom(&format!("{SITE_NAME}: {}", words.archive_title), &format!("/campaigns.xml?lang={language}")))
        }
        (atom(&format!("{SITE_NAME}: {}", words.newest), &format!("/feed.xml?lang={language}")))
        link rel="alternate" type="application/feed+json" href={ "/feed.json?lang=" (language) };
    }
}

fn open_graph(page: &Page, site: &Site, own: Language, url: &str) -> Markup {
    let kind = if page.preview.article.is_some() { "article" } else { "website" };
    let image = image_url(&site.public_url, page.preview.slug.as_deref(), own);
    let properties = [
        ("og:site_name", SITE_NAME),
        ("og:type", kind),
        ("og:title", &*page.title),
        ("og:description", &*page.description),
        ("og:url", url),
        ("og:image", &*image),
        ("og:image:type", "image/png"),
        ("og:image:width", "1200"),
        ("og:image:height", "630"),
        ("og:image:alt", &*page.title),
        ("og:locale", locale(own)),
    ];
    html! {
        @for (property, content) in properties { meta property=(property) content=(content); }
        @for other in page.languages.iter().filter(|language| **language != own) {
            meta property="og:locale:alternate" content=(locale(*other));
        }
        @if let Some(facts) = &page.preview.article {
            @if let Some(day) = facts.published { meta property="article:published_time" content=(day); }
            meta property="article:modified_time" content=(facts.modified);
            meta property="article:section" content=(facts.section);
            @for tag in &facts.tags { meta property="article:tag" content=(tag); }
        }
        meta name="twitter:card" content="summary_large_image";
    }
}

fn locale(language: Language) -> &'static str {
    language.pick("ro_RO", "en_GB")
}
