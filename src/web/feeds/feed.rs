//! The content of a feed, independent of its format.

use jiff::Timestamp;
use jiff::civil::Date;
use maud::html;

use super::cache::FeedQuery;
use crate::catalogue::ArticleView;
use crate::domain::text::shorten;
use crate::domain::{DatedEntry, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::{to_html, to_text};
use crate::web::shell::article::entry_on_html;
use crate::web::shell::{Site, address, article_path, topic_path, words};

/// Longest summary, in characters.
const SUMMARY_CHARS: usize = 300;
/// The date in tag URIs (RFC 4151, 2.1).
const TAG_YEAR: &str = "2026";

/// A feed of articles.
pub(super) struct Feed<'a> {
    pub site: &'a Site,
    pub query: &'a FeedQuery,
    /// The topic's name.
    pub topic: Option<String>,
    pub articles: Vec<ArticleView<'a>>,
}

/// A tag URI, which stays the same when addresses change (RFC 4151).
pub(super) fn tag(site: &Site, specific: &str) -> String {
    format!("tag:{},{TAG_YEAR}:{specific}", site.id_base)
}

impl Feed<'_> {
    pub(super) fn title(&self) -> String {
        let words = words(self.query.language);
        let parts =
            [self.topic.clone(), self.query.importance.map(|level| level.label(self.query.language).to_owned())];
        let narrowed: Vec<String> = parts.into_iter().flatten().collect();
        if narrowed.is_empty() {
            format!("{SITE_NAME}: {}", words.newest)
        } else {
            format!("{SITE_NAME}: {} ({})", words.newest, narrowed.join(", "))
        }
    }

    pub(super) fn subtitle(&self) -> &'static str {
        words(self.query.language).about
    }

    /// The URL of this feed as `file` in a language.
    pub(super) fn own_url(&self, file: &str, language: Language) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("lang", language.code());
        if let Some(topic) = &self.query.topic {
            query.append_pair("topic", topic);
        }
        if let Some(importance) = self.query.importance {
            query.append_pair("importance", &importance.to_string());
        }
        format!("{}/{file}?{}", self.site.public_url, query.finish())
    }

    /// The URL of the page with the same articles.
    pub(super) fn page_url(&self) -> String {
        let path = self.query.topic.as_ref().map_or("/app".to_owned(), |topic| topic_path(topic));
        address(&self.site.public_url, &path, self.query.language)
    }

    /// The tag URI of the feed.
    pub(super) fn id(&self) -> String {
        let topic = self.query.topic.as_deref().unwrap_or("all");
        let importance = self.query.importance.map_or("all".to_owned(), |level| level.to_string());
        self.tag(&format!("feed/{}/{topic}/{importance}", self.query.language))
    }

    fn tag(&self, specific: &str) -> String {
        tag(self.site, specific)
    }

    /// The last change of any article.
    pub(super) fn updated(&self) -> Timestamp {
        self.articles.iter().map(ArticleView::modified_at).max().unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// The tag URI of an article; each language is an entry of its own.
    pub(super) fn article_id(&self, article: &ArticleView<'_>) -> String {
        self.tag(&format!("article/{}/{}", article.slug, article.language))
    }

    pub(super) fn article_url(&self, article: &ArticleView<'_>) -> String {
        address(&self.site.public_url, &article_path(article.slug.as_str()), article.language)
    }
}

/// The beginning of the explanation, as plain text.
pub(super) fn summary(article: &ArticleView<'_>) -> String {
    shorten(&to_text(article.simple_explanation), SUMMARY_CHARS)
}

/// The day of an entry with a single day, and the words before it. Next days of recurring entries are left out: a feed
/// must not change because a day ends.
fn fixed_day(entry: &DatedEntry, language: Language) -> Option<(&'static str, Date)> {
    let day = entry.date.filter(|_| entry.recurs.is_none())?;
    Some((entry.kind.before_day(language), day))
}

/// The article as HTML.
pub(super) fn content_html(article: &ArticleView<'_>) -> String {
    let (language, words) = (article.language, words(article.language));
    let html = html! {
        p {
            strong { (article.importance.label(language)) }
            " · " (date::long(article.publish_date, language))
            @for citation in [article.act_citation(), article.gazette_citation()].into_iter().flatten() {
                " · " (citation)
            }
        }
        @if let Some(text) = article.in_short { p { (text) } }
        h2 { (words.explanation) }
        (to_html(article.simple_explanation))
        h2 { (words.summary) }
        (to_html(article.technical_summary))
        @if !article.deadlines.is_empty() {
            h2 { (words.deadlines) }
            ul { @for entry in article.deadlines.iter() { li { (entry_on_html(entry, fixed_day(entry, language), language)) } } }
        }
    };
    html.into_string()
}
