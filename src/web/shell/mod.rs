//! The pages of the UI's bundle, filled for a URL: head, language, and the text itself for readers
//! without JavaScript.
//!
//! A [`Template`] has two places to fill. A [`Page`] is what fills them: [`article`] and
//! [`screens`] make pages, [`head`] writes what link previews and search engines read of them.

pub(super) mod article;
mod data;
mod foot;
mod head;
pub(super) mod mail;
mod mail_words;
pub(super) mod screens;
mod words;

use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::Value;

use crate::config::Config;
use crate::domain::Language;
use crate::error::{Error, ErrorCode, Kind, Result};

pub(super) use foot::contact;
pub(super) use head::image_url;
pub(super) use words::{Words, words};

const HEAD: &str = "<!--paragraf:head-->";
const CONTENT: &str = "<!--paragraf:content-->";
const LANG: &str = "<html lang=\"";

/// The page cut at the places to fill.
pub(super) struct Template {
    /// Up to the language, up to the head's end, up to the content, the rest.
    parts: [String; 4],
}

/// What fills a page.
pub(super) struct Page {
    pub language: Language,
    pub title: String,
    pub description: String,
    /// Path and query without `lang`, such as `/app?articleId=x`; `None` keeps the page out of indexes.
    pub path: Option<String>,
    /// The languages in which the page has its own text.
    pub languages: Vec<Language>,
    pub preview: Preview,
    /// What the page is about, as schema.org says it.
    pub data: Vec<Value>,
    /// HTML.
    pub content: String,
}

/// What link previews show beside title and description.
#[derive(Default)]
pub(super) struct Preview {
    /// The article whose picture it is; without one the site's own.
    pub slug: Option<String>,
    pub article: Option<ArticleFacts>,
    /// The id of the topic whose feed belongs to the page.
    pub topic: Option<String>,
    /// Whether the feed of campaigns belongs to the page.
    pub campaigns: bool,
}

/// The facts of an article that Open Graph has names for.
pub(super) struct ArticleFacts {
    pub published: Date,
    pub modified: Timestamp,
    pub section: String,
    pub tags: Vec<String>,
}

/// What every page says of the site.
#[derive(Debug, Clone)]
pub(super) struct Site {
    /// The address readers type, without a slash at its end.
    pub public_url: String,
    pub contact_email: String,
    pub contact_phone: String,
    pub developer_name: String,
}

impl Site {
    pub(super) fn new(config: &Config, public_url: String) -> Self {
        let config = &config.site;
        Self {
            public_url,
            contact_email: config.contact_email.clone(),
            contact_phone: config.contact_phone.clone(),
            developer_name: config.developer_name.clone(),
        }
    }
}

impl Template {
    /// Errors: `ui_bundle` when a place to fill is missing; the bundle was built from something else.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self> {
        let missing =
            |mark: &str| Error::new(Kind::Internal, ErrorCode::UiBundle, format!("the UI's {name} has no {mark}"));
        let (a, rest) = text.split_once(LANG).ok_or_else(|| missing(LANG))?;
        let (_, rest) = rest.split_once('"').ok_or_else(|| missing(LANG))?;
        let (b, rest) = rest.split_once(HEAD).ok_or_else(|| missing(HEAD))?;
        let (c, d) = rest.split_once(CONTENT).ok_or_else(|| missing(CONTENT))?;
        Ok(Self { parts: [a, b, c, d].map(str::to_owned) })
    }

    pub(super) fn fill(&self, page: &Page, site: &Site) -> String {
        let [a, b, c, d] = &self.parts;
        let (lang, head, content) = (page.language.code(), head::head(page, site), &page.content);
        format!("{a}{LANG}{lang}\"{b}{head}{c}{content}{d}")
    }
}

/// A page's address in a language; English, the default, is not named in it.
pub(super) fn address(public_url: &str, path: &str, language: Language) -> String {
    let mark = if path.contains('?') { '&' } else { '?' };
    match language {
        Language::En => format!("{public_url}{path}"),
        Language::Ro => format!("{public_url}{path}{mark}lang=ro"),
    }
}

/// The path of an article's page, without a language.
pub(super) fn article_path(slug: &str) -> String {
    format!("/app?articleId={slug}")
}

/// The path of a topic's list, without a language.
pub(super) fn topic_path(id: &str) -> String {
    format!("/app?topic={id}")
}
