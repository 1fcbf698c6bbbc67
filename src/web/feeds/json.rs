//! Writing JSON Feed (version 1.1, jsonfeed.org).

use serde_json::{Value, json};

use super::entry::{Entry, Feed};
use crate::error::{Error, Result};
use crate::ops::browse::SITE_NAME;
use crate::web::shell::image_url;

pub(super) fn write(feed: &Feed<'_>) -> Result<Vec<u8>> {
    let name = if feed.site.developer_name.is_empty() { SITE_NAME } else { &feed.site.developer_name };
    let items: Vec<Value> = feed.entries.iter().map(|entry| item(feed, entry)).collect();
    let value = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title(),
        "description": feed.subtitle(),
        "home_page_url": feed.page_url(),
        "feed_url": feed.own_url("feed.json", feed.query.language),
        "favicon": format!("{}/favicon.svg", feed.site.public_url),
        "language": feed.query.language.code(),
        "authors": [{ "name": name, "url": format!("{}/", feed.site.public_url) }],
        "items": items,
    });
    serde_json::to_vec(&value).map_err(|error| Error::internal("writing a feed", error))
}

fn item(feed: &Feed<'_>, entry: &Entry) -> Value {
    let tags: Vec<&str> = std::iter::once(&entry.topic).chain(&entry.domains).map(String::as_str).collect();
    json!({
        "id": feed.entry_id(entry),
        "url": feed.entry_url(entry),
        "title": entry.title,
        "summary": entry.summary(),
        "content_html": entry.content(),
        "image": image_url(&feed.site.public_url, Some(&entry.slug), entry.lang),
        "date_published": entry.published().to_string(),
        "date_modified": entry.updated().to_string(),
        "language": entry.lang.code(),
        "tags": tags,
        "_paragraf": { "importance": entry.importance.level() },
    })
}
