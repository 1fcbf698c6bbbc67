//! The JSON Feed format (version 1.1, jsonfeed.org).

use serde_json::{Value, json};

use super::feed::{Feed, content_html, summary};
use crate::catalogue::ArticleView;
use crate::error::{Error, Result};
use crate::web::shell::image_url;

pub(super) fn write(feed: &Feed<'_>) -> Result<Vec<u8>> {
    let items: Vec<Value> = feed.articles.iter().map(|article| item(feed, article)).collect();
    let value = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title(),
        "description": feed.subtitle(),
        "home_page_url": feed.page_url(),
        "feed_url": feed.own_url("feed.json", feed.query.language),
        "favicon": format!("{}/favicon.svg", feed.site.public_url),
        "language": feed.query.language.code(),
        "authors": [{ "name": feed.site.publisher(), "url": format!("{}/", feed.site.public_url) }],
        "items": items,
    });
    serde_json::to_vec(&value).map_err(|error| Error::internal("writing a feed", error))
}

fn item(feed: &Feed<'_>, article: &ArticleView<'_>) -> Value {
    let tags: Vec<&str> = std::iter::once(article.topic).chain(article.domains.iter().map(String::as_str)).collect();
    json!({
        "id": feed.article_id(article),
        "url": feed.article_url(article),
        "title": article.title,
        "summary": summary(article),
        "content_html": content_html(article),
        "image": image_url(&feed.site.public_url, Some(article.slug.as_str()), article.language),
        "date_published": article.published_at().to_string(),
        "date_modified": article.modified_at().to_string(),
        "language": article.language.code(),
        "tags": tags,
        "_paragraf": { "importance": article.importance.level() },
    })
}
