//! An article in the text of a campaign.

use std::collections::HashMap;

use maud::{Markup, html};

use crate::catalogue::ArticleView;
use crate::domain::article::Revision;
use crate::domain::text::{CARD_SUMMARY_CHARS, shorten};
use crate::domain::{Language, Slug};
use crate::web::markdown::to_text;
use crate::web::shell::labels::{day_html, importance_html};
use crate::web::shell::{Site, address, article_path};

/// How an article is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArticleStyle {
    /// Importance, day, title and the beginning of the text.
    Card,
    /// The title alone, for feed readers, which have no stylesheet.
    Link,
}

/// The published articles that campaigns name.
pub(super) type Articles = HashMap<Slug, Revision>;

/// An article with a link for readers of `language`; a card's title is a heading of this level.
pub(super) fn article(
    site: &Site,
    article: &ArticleView<'_>,
    language: Language,
    style: ArticleStyle,
    level: u8,
) -> Markup {
    let href = address(&site.public_url, &article_path(article.slug.as_str()), language);
    let link = html! { a href=(href) { (article.title) } };
    if style == ArticleStyle::Link {
        return html! { p { (link) } };
    }
    let own = article.language;
    html! {
        article.document-card lang=(own) {
            p { (importance_html(article.importance, own)) " · " (day_html(article.publish_date, own)) }
            (heading(level, &link))
            p { (shorten(&to_text(article.simple_explanation), CARD_SUMMARY_CHARS)) }
        }
    }
}

/// A heading of a level from 1 to 6.
pub(super) fn heading(level: u8, content: &Markup) -> Markup {
    match level {
        1 => html! { h1 { (content) } },
        2 => html! { h2 { (content) } },
        3 => html! { h3 { (content) } },
        4 => html! { h4 { (content) } },
        5 => html! { h5 { (content) } },
        _ => html! { h6 { (content) } },
    }
}
