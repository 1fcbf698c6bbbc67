//! The Atom format (RFC 4287).

use jiff::Timestamp;
use quick_xml::events::BytesText;

use super::feed::{Feed, content_html, summary};
use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::error::{Error, Result};
use crate::web::shell::Site;
use crate::web::xml::{Xml, XmlResult, clean, document, text};

const ATOM: &str = "application/atom+xml";

/// A feed without its entries.
pub(super) struct FeedHead<'a> {
    pub language: Language,
    pub id: String,
    pub title: String,
    pub subtitle: &'a str,
    pub updated: Timestamp,
    /// The URL of the feed in a language.
    pub own_url: &'a dyn Fn(Language) -> String,
    /// The URL of the page with the same content.
    pub page_url: String,
}

pub(super) struct FeedEntry<'a> {
    pub language: Language,
    pub id: String,
    pub title: &'a str,
    /// The URL of the page about it.
    pub url: String,
    pub published: Timestamp,
    pub updated: Timestamp,
    pub categories: Vec<&'a str>,
    pub summary: String,
    pub html: String,
}

/// Writes a feed of articles.
pub(super) fn write(feed: &Feed<'_>) -> Result<Vec<u8>> {
    let head = FeedHead {
        language: feed.query.language,
        id: feed.id(),
        title: feed.title(),
        subtitle: feed.subtitle(),
        updated: feed.updated(),
        own_url: &|language| feed.own_url("feed.xml", language),
        page_url: feed.page_url(),
    };
    write_feed(feed.site, &head, feed.articles.iter().map(|article| entry(feed, article)))
}

fn entry<'a>(feed: &Feed<'_>, article: &'a ArticleView<'_>) -> FeedEntry<'a> {
    FeedEntry {
        language: article.language,
        id: feed.article_id(article),
        title: article.title,
        url: feed.article_url(article),
        published: article.published_at(),
        updated: article.modified_at(),
        categories: std::iter::once(article.topic).chain(article.domains.iter().map(String::as_str)).collect(),
        summary: summary(article),
        html: content_html(article),
    }
}

pub(super) fn write_feed<'a>(
    site: &Site,
    head: &FeedHead<'_>,
    entries: impl IntoIterator<Item = FeedEntry<'a>>,
) -> Result<Vec<u8>> {
    let language = head.language;
    let attributes = [("xmlns", "http://www.w3.org/2005/Atom"), ("xml:lang", language.code())];
    let written = document("feed", &attributes, |xml| {
        text(xml, "id", &head.id)?;
        text(xml, "title", &head.title)?;
        text(xml, "subtitle", head.subtitle)?;
        text(xml, "updated", &head.updated.to_string())?;
        text(xml, "icon", &format!("{}/favicon.svg", site.public_url))?;
        link(xml, "self", ATOM, &(head.own_url)(language), language)?;
        for other in Language::ALL.into_iter().filter(|other| *other != language) {
            link(xml, "alternate", ATOM, &(head.own_url)(other), other)?;
        }
        link(xml, "alternate", "text/html", &head.page_url, language)?;
        xml.create_element("author").write_inner_content(|xml| {
            text(xml, "name", site.publisher())?;
            text(xml, "uri", &format!("{}/", site.public_url))
        })?;
        entries.into_iter().try_for_each(|entry| write_entry(xml, &entry))
    });
    written.map_err(|error| Error::internal("writing a feed", error))
}

fn write_entry(xml: &mut Xml, entry: &FeedEntry<'_>) -> XmlResult {
    let element = xml.create_element("entry").with_attribute(("xml:lang", entry.language.code()));
    element.write_inner_content(|xml| {
        text(xml, "id", &entry.id)?;
        text(xml, "title", entry.title)?;
        link(xml, "alternate", "text/html", &entry.url, entry.language)?;
        text(xml, "published", &entry.published.to_string())?;
        text(xml, "updated", &entry.updated.to_string())?;
        for category in &entry.categories {
            xml.create_element("category").with_attribute(("term", &*clean(category))).write_empty()?;
        }
        text(xml, "summary", &entry.summary)?;
        let content = xml.create_element("content").with_attribute(("type", "html"));
        content.write_text_content(BytesText::new(&clean(&entry.html)))?;
        Ok(())
    })?;
    Ok(())
}

fn link(xml: &mut Xml, rel: &str, media_type: &str, href: &str, language: Language) -> XmlResult {
    let attributes = [("rel", rel), ("type", media_type), ("hreflang", language.code()), ("href", href)];
    xml.create_element("link").with_attributes(attributes).write_empty()?;
    Ok(())
}
