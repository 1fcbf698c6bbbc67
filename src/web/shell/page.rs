//! What the server writes into a page.

use jiff::Timestamp;
use jiff::civil::Date;
use maud::Markup;
use serde_json::Value;

use crate::domain::Language;

/// The content of a page.
pub(in crate::web) struct Page {
    pub language: Language,
    pub title: String,
    pub description: String,
    /// Path and query without `lang`, such as `/app?articleId=x`; `None` keeps the page out of indexes.
    pub path: Option<String>,
    /// The languages in which the page has its own text.
    pub languages: Vec<Language>,
    pub preview: LinkPreview,
    /// Structured data of schema.org.
    pub data: Vec<Value>,
    pub content: Markup,
}

/// The facts for link previews and feed readers, apart from title and description.
#[derive(Default)]
pub(in crate::web) struct LinkPreview {
    /// The article whose image is shown; the site's own without one.
    pub slug: Option<String>,
    pub article: Option<ArticleFacts>,
    /// The id of the topic whose feed belongs to the page.
    pub topic: Option<String>,
    /// Whether the feed of campaigns belongs to the page.
    pub campaigns: bool,
}

/// An article's Open Graph properties.
pub(in crate::web) struct ArticleFacts {
    pub published: Option<Date>,
    pub modified: Timestamp,
    pub section: String,
    pub tags: Vec<String>,
}
