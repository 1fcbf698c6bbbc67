//! Paths and URLs of pages.

use crate::domain::{ActId, Language, OverviewId};

/// The path of the questions about the reader.
pub(super) const QUESTIONS: &str = "/app?screen=questions";
/// The path of the figures of the law.
pub(super) const FIGURES: &str = "/app?screen=figures";

/// A page's address in a language. English is the default, so its addresses have no `lang`.
pub(in crate::web) fn address(public_url: &str, path: &str, language: Language) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    match language {
        Language::En => format!("{public_url}{path}"),
        Language::Ro => format!("{public_url}{path}{mark}lang=ro"),
    }
}

/// The path of an article's page, without a language.
pub(in crate::web) fn article_path(slug: &str) -> String {
    format!("/app?articleId={slug}")
}

/// The path of the search for a domain, without a language.
pub(in crate::web) fn domain_path(domain: &str) -> String {
    let domain: String = url::form_urlencoded::byte_serialize(domain.as_bytes()).collect();
    format!("/app?screen=search&domain={domain}")
}

/// The path of an act's page, without a language.
pub(in crate::web) fn act_path(id: &ActId) -> String {
    format!("/act/{id}")
}

/// The path of a monthly overview's page, without a language.
pub(in crate::web) fn overview_path(id: &OverviewId) -> String {
    format!("/overview/{id}")
}

/// The path of a topic's page, without a language.
pub(in crate::web) fn topic_path(id: &str) -> String {
    format!("/topic/{id}")
}

/// The URL of the image that link previews show.
pub(in crate::web) fn image_url(public_url: &str, slug: Option<&str>, language: Language) -> String {
    match slug {
        Some(slug) => format!("{public_url}/og/{slug}.png?lang={language}"),
        None => format!("{public_url}/og.png?lang={language}"),
    }
}
