//! The head of a page: title, description, canonical address and languages, previews, feeds.

use super::{Page, Site, address, data};
use crate::domain::Language;
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::escape;

/// The page colours of the two themes, as in the UI's tokens.
const THEME_COLORS: [(&str, &str); 2] = [("light", "#faf8f3"), ("dark", "#14130f")];

pub(super) fn head(page: &Page, site: &Site) -> String {
    let mut head = format!("<title>{}</title>\n", escape(&page.title));
    meta(&mut head, "name", "description", &page.description);
    for (scheme, color) in THEME_COLORS {
        let attribute = format!("media=\"(prefers-color-scheme: {scheme})\" name");
        meta(&mut head, &attribute, "theme-color", color);
    }
    let Some(path) = &page.path else {
        head.push_str("<meta name=\"robots\" content=\"noindex\">");
        return head;
    };
    // A page shown in a language that it lacks is a copy of the one in its own.
    let own = if page.languages.contains(&page.language) { page.language } else { Language::Ro };
    let url = |language| address(&site.public_url, path, language);
    languages(&mut head, page, own, url);
    feeds(&mut head, page);
    open_graph(&mut head, page, site, own, &url(own));
    for value in &page.data {
        head.push_str(&data::script(value));
    }
    head
}

fn languages(head: &mut String, page: &Page, own: Language, url: impl Fn(Language) -> String) {
    link(head, "rel=\"canonical\"", &url(own));
    for language in &page.languages {
        link(head, &format!("rel=\"alternate\" hreflang=\"{language}\""), &url(*language));
    }
    let default = if page.languages.contains(&Language::En) { Language::En } else { own };
    link(head, "rel=\"alternate\" hreflang=\"x-default\"", &url(default));
}

fn feeds(head: &mut String, page: &Page) {
    let (lang, title) = (page.language, super::words(page.language).newest);
    let atom = |head: &mut String, title: &str, query: &str| {
        let rel = format!("rel=\"alternate\" type=\"application/atom+xml\" title=\"{}\"", escape(title));
        link(head, &rel, &format!("/feed.xml?lang={lang}{query}"));
    };
    if let Some(topic) = &page.preview.topic {
        atom(head, &page.title, &format!("&topic={topic}"));
    }
    if page.preview.campaigns {
        let title = format!("{SITE_NAME}: {}", super::words(lang).archive_title);
        let rel = format!("rel=\"alternate\" type=\"application/atom+xml\" title=\"{}\"", escape(&title));
        link(head, &rel, &format!("/campaigns.xml?lang={lang}"));
    }
    atom(head, &format!("{SITE_NAME}: {title}"), "");
    link(head, "rel=\"alternate\" type=\"application/feed+json\"", &format!("/feed.json?lang={lang}"));
}

fn open_graph(head: &mut String, page: &Page, site: &Site, own: Language, url: &str) {
    let kind = if page.preview.article.is_some() { "article" } else { "website" };
    let image = image_url(&site.public_url, page.preview.slug.as_deref(), own);
    for (property, content) in [
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
    ] {
        meta(head, "property", property, content);
    }
    for other in page.languages.iter().filter(|language| **language != own) {
        meta(head, "property", "og:locale:alternate", locale(*other));
    }
    if let Some(facts) = &page.preview.article {
        meta(head, "property", "article:published_time", &facts.published.to_string());
        meta(head, "property", "article:modified_time", &facts.modified.to_string());
        meta(head, "property", "article:section", &facts.section);
        for tag in &facts.tags {
            meta(head, "property", "article:tag", tag);
        }
    }
    meta(head, "name", "twitter:card", "summary_large_image");
}

/// The address of the picture that previews show.
pub(in crate::web) fn image_url(public_url: &str, slug: Option<&str>, language: Language) -> String {
    match slug {
        Some(slug) => format!("{public_url}/og/{slug}.png?lang={language}"),
        None => format!("{public_url}/og.png?lang={language}"),
    }
}

fn locale(language: Language) -> &'static str {
    match language {
        Language::Ro => "ro_RO",
        Language::En => "en_GB",
    }
}

fn link(head: &mut String, rel: &str, href: &str) {
    head.push_str(&format!("<link {rel} href=\"{}\">\n", escape(href)));
}

fn meta(head: &mut String, key: &str, name: &str, content: &str) {
    head.push_str(&format!("<meta {key}=\"{name}\" content=\"{}\">\n", escape(content)));
}
