//! How a campaign shows an article.

use std::collections::HashMap;
use std::sync::Arc;

use crate::catalogue::{ArticleView, PublishedArticle};
use crate::domain::{Language, Slug, date};
use crate::web::markdown::{beginning, escape, to_text};
use crate::web::shell::{Site, address, article_path};

/// Characters of a card's text, as in the mail.
const SUMMARY: usize = 280;

/// What articles become.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Look {
    /// Importance, day, title and the beginning of the text.
    Card,
    /// The title alone, for feed readers, which have no styles of ours.
    Link,
}

/// The published articles that campaigns name.
pub(super) type Articles = HashMap<Slug, Arc<PublishedArticle>>;

/// An article as HTML, with a link for readers of `language`; a card's title is a heading of this level.
pub(super) fn html(site: &Site, article: &ArticleView<'_>, language: Language, look: Look, level: u8) -> String {
    let href = address(&site.public_url, &article_path(article.slug.as_str()), language);
    let link = format!("<a href=\"{}\">{}</a>", escape(&href), escape(article.title));
    if look == Look::Link {
        return format!("<p>{link}</p>\n");
    }
    let (own, importance, day) = (article.language, article.importance, article.publish_date);
    format!(
        "<article class=\"document-card\" lang=\"{own}\">\n\
         <p><strong class=\"shell-importance\" data-level=\"{importance}\">{}</strong> · <time datetime=\"{day}\">{}</time></p>\n\
         <h{level}>{link}</h{level}>\n<p>{}</p>\n</article>\n",
        importance.label(own),
        date::long(day, own),
        escape(&beginning(&to_text(article.simple_explanation), SUMMARY))
    )
}
