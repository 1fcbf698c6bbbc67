//! The page about a PDF file that could not be opened.

use maud::html;
use url::Url;

use super::address::{address, article_path};
use super::page::{LinkPreview, Page};
use super::screens::framed_bare;
use super::words::words;
use crate::domain::Language;
use crate::domain::article::Revision;
use crate::error::Kind;
use crate::ops::browse::SITE_NAME;

/// The page: why the file was not opened, a link back to the article that names it, and the article's source.
pub(in crate::web) fn failure(kind: Kind, article: Option<&Revision>, language: Language) -> Page {
    let words = words(language);
    let text = match kind {
        Kind::Invalid | Kind::Forbidden => words.file_refused,
        Kind::TooMany => words.file_too_many,
        _ => words.file_failed,
    };
    let content = html! {
        h1 { (words.file_title) }
        p { (text) }
        @if let Some(Revision { article, .. }) = article {
            @let texts = article.texts(language);
            p {
                (words.file_article) ": "
                a href=(address("", &article_path(article.slug.as_str()), language)) lang=(texts.language) { (texts.title) }
            }
            @if let Some((url, host)) = article.source_url().or(article.file_url.as_deref()).and_then(with_host) {
                p { (words.file_source) ": " a href=(url) rel="noreferrer" { (host) } }
            }
        } @else {
            p { a href=(address("", "/app", language)) { (words.all) } }
        }
    };
    framed_bare(Page {
        language,
        title: format!("{} · {SITE_NAME}", words.file_title),
        description: text.to_owned(),
        path: None,
        languages: vec![],
        preview: LinkPreview::default(),
        data: vec![],
        content,
    })
}

fn with_host(url: &str) -> Option<(&str, String)> {
    let parsed = Url::parse(url).ok().filter(|parsed| matches!(parsed.scheme(), "https" | "http"))?;
    Some((url, parsed.host_str()?.to_owned()))
}
