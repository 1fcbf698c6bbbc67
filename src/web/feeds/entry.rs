//! What both forms of a feed say.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use super::FeedQuery;
use crate::domain::{Importance, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::{beginning, escape, to_html, to_text};
use crate::web::shell::article::{ShellDeadline, modified, published_at};
use crate::web::shell::{Site, address, article_path, topic_path, words};

/// Characters of a summary.
const SUMMARY: usize = 300;
/// The year since which names of ours are given (RFC 4151 wants a date at which the host was ours).
const SINCE: &str = "2026";

/// A feed before it is written.
pub(super) struct Feed<'a> {
    pub site: &'a Site,
    pub query: &'a FeedQuery,
    /// The topic's name.
    pub topic: Option<String>,
    pub entries: Vec<Entry>,
}

/// An article of the list, read from the catalogue's JSON.
#[derive(Deserialize)]
pub(super) struct Entry {
    pub slug: String,
    pub title: String,
    technical_summary: String,
    simple_explanation: String,
    pub importance: Importance,
    publish_date: Date,
    updated_at: Timestamp,
    pub lang: Language,
    pub topic: String,
    pub domains: Vec<String>,
    act: Option<Cited>,
    gazette: Option<Cited>,
    deadlines: Vec<ShellDeadline>,
}

#[derive(Deserialize)]
struct Cited {
    citation: String,
}

/// A name that stays when addresses change (RFC 4151).
pub(super) fn tag(site: &Site, specific: &str) -> String {
    let host = site.public_url.split("://").last().unwrap_or_default();
    let host = host.split(['/', ':']).next().unwrap_or_default();
    format!("tag:{host},{SINCE}:{specific}")
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

    /// The address of this feed in one of its forms, in a language.
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

    /// The page that shows the same.
    pub(super) fn page_url(&self) -> String {
        let path = self.query.topic.as_ref().map_or("/app".to_owned(), |topic| topic_path(topic));
        address(&self.site.public_url, &path, self.query.language)
    }

    /// A name that stays when addresses change.
    pub(super) fn id(&self) -> String {
        let topic = self.query.topic.as_deref().unwrap_or("all");
        let importance = self.query.importance.map_or("all".to_owned(), |level| level.to_string());
        self.tag(&format!("feed/{}/{topic}/{importance}", self.query.language))
    }

    fn tag(&self, specific: &str) -> String {
        tag(self.site, specific)
    }

    /// The last change of any entry.
    pub(super) fn updated(&self) -> Timestamp {
        self.entries.iter().map(Entry::updated).max().unwrap_or(Timestamp::UNIX_EPOCH)
    }

    /// An article's name; its languages are different texts.
    pub(super) fn entry_id(&self, entry: &Entry) -> String {
        self.tag(&format!("article/{}/{}", entry.slug, entry.lang))
    }

    pub(super) fn entry_url(&self, entry: &Entry) -> String {
        address(&self.site.public_url, &article_path(&entry.slug), entry.lang)
    }
}

impl Entry {
    pub(super) fn published(&self) -> Timestamp {
        published_at(self.publish_date)
    }

    /// The later of publication and last change of content.
    pub(super) fn updated(&self) -> Timestamp {
        modified(self.publish_date, self.updated_at)
    }

    pub(super) fn summary(&self) -> String {
        beginning(&to_text(&self.simple_explanation), SUMMARY).into_owned()
    }

    /// HTML.
    pub(super) fn content(&self) -> String {
        let words = words(self.lang);
        let mut html = format!("<p><strong>{}</strong>", self.importance.label(self.lang));
        html.push_str(&format!(" · {}", date::long(self.publish_date, self.lang)));
        for cited in [&self.act, &self.gazette].into_iter().flatten() {
            html.push_str(&format!(" · {}", escape(&cited.citation)));
        }
        html.push_str("</p>\n");
        for (heading, text) in [(words.explanation, &self.simple_explanation), (words.summary, &self.technical_summary)]
        {
            html.push_str(&format!("<h2>{heading}</h2>\n{}", to_html(text)));
        }
        if !self.deadlines.is_empty() {
            let lines = self.deadlines.iter().map(|deadline| format!("<li>{}</li>\n", deadline.line(self.lang)));
            html.push_str(&format!("<h2>{}</h2>\n<ul>\n{}</ul>\n", words.deadlines, lines.collect::<String>()));
        }
        html
    }
}
