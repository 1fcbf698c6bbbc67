//! A whole article in semantic HTML.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use super::{ArticleFacts, Page, Preview, Site, Words, address, article_path, data, foot, words};
use crate::domain::{Importance, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::{beginning, escape, to_html, to_text};

/// Characters of a description that result pages show.
const DESCRIPTION: usize = 200;

/// What the pages read of an article's last revision.
#[derive(Deserialize)]
pub(in crate::web) struct ShellArticle {
    pub slug: String,
    pub title: String,
    pub technical_summary: String,
    pub simple_explanation: String,
    pub implementation_key_points: Vec<String>,
    pub importance: Importance,
    pub publish_date: Date,
    pub updated_at: Timestamp,
    pub in_force_date: Option<Date>,
    pub lang: Language,
    pub languages: Vec<Language>,
    pub act: Option<CitedAct>,
    pub gazette: Option<CitedGazette>,
    pub deadlines: Vec<ShellDeadline>,
    pub audience: Vec<String>,
    pub domains: Vec<String>,
    pub topic: String,
    source_url: Option<String>,
    file_url: Option<String>,
}

#[derive(Deserialize)]
pub(in crate::web) struct CitedAct {
    #[serde(rename = "type")]
    pub kind: String,
    pub year: i16,
    pub issuer: Option<String>,
    pub citation: String,
}

#[derive(Deserialize)]
pub(in crate::web) struct CitedGazette {
    pub date: Date,
    pub citation: String,
}

#[derive(Deserialize)]
pub(in crate::web) struct ShellDeadline {
    pub date: Option<Date>,
    pub rule: Option<String>,
    pub what: String,
    pub who: Option<String>,
}

impl ShellDeadline {
    /// By when, what and who, as HTML.
    pub(in crate::web) fn line(&self, language: Language) -> String {
        let mut line = String::new();
        if let Some(day) = self.date {
            line.push_str(&format!("<time datetime=\"{day}\">{}</time>: ", date::long(day, language)));
        }
        line.push_str(&escape(&self.what));
        for more in [&self.rule, &self.who].into_iter().flatten() {
            line.push_str(&format!(" ({})", escape(more)));
        }
        line
    }
}

impl ShellArticle {
    /// The later of publication and last change.
    pub(in crate::web) fn modified(&self) -> Timestamp {
        modified(self.publish_date, self.updated_at)
    }

    /// Where the official text is, if that is an address one can follow.
    pub(in crate::web) fn official_text(&self) -> Option<&str> {
        self.source_url.as_deref().filter(|url| url.starts_with("https://"))
    }
}

/// When what readers see last changed: an article may be brought in before its day, or long after.
pub(in crate::web) fn modified(published: Date, updated_at: Timestamp) -> Timestamp {
    updated_at.max(published_at(published))
}

/// The beginning of a legal day in Romania.
pub(in crate::web) fn published_at(day: Date) -> Timestamp {
    day.in_tz("Europe/Bucharest").map_or(Timestamp::UNIX_EPOCH, |moment| moment.timestamp())
}

/// The page of an article whose topic is called `topic`.
pub(in crate::web) fn page(site: &Site, language: Language, article: &ShellArticle, topic: &str) -> Page {
    let description = beginning(&to_text(&article.simple_explanation), DESCRIPTION).into_owned();
    Page {
        language,
        title: format!("{} · {SITE_NAME}", article.title),
        path: Some(article_path(&article.slug)),
        languages: article.languages.clone(),
        preview: Preview {
            slug: Some(article.slug.clone()),
            article: Some(ArticleFacts {
                published: article.publish_date,
                modified: article.modified(),
                section: topic.to_owned(),
                tags: article.domains.clone(),
            }),
            ..Preview::default()
        },
        data: vec![data::article(site, article, &description)],
        content: content(site, language, article, topic),
        description,
    }
}

fn content(site: &Site, language: Language, article: &ShellArticle, topic: &str) -> String {
    let words = words(article.lang);
    let mut html = format!("<main class=\"shell\">\n<article class=\"shell-article\" lang=\"{}\">\n", article.lang);
    html.push_str(&format!("<h1>{}</h1>\n{}", escape(&article.title), origin(article)));
    section(&mut html, words.summary, &to_html(&article.technical_summary));
    section(&mut html, words.explanation, &to_html(&article.simple_explanation));
    let steps = article.implementation_key_points.iter().map(|step| format!("<li>{}</li>\n", to_html(step)));
    section(&mut html, words.steps, &list("ol", steps.collect()));
    let deadlines = article.deadlines.iter().map(|deadline| format!("<li>{}</li>\n", deadline.line(article.lang)));
    section(&mut html, words.deadlines, &list("ul", deadlines.collect()));
    let audience = article.audience.iter().map(|who| format!("<li>{}</li>\n", escape(who)));
    section(&mut html, words.audience, &list("ul", audience.collect()));
    section(&mut html, words.facts, &facts(words, site, article, topic));
    html.push_str(&format!("<p class=\"shell-note\">{}</p>\n</article>\n", words.not_advice));
    html + &foot::foot(site, &article_path(&article.slug), language) + "</main>"
}

/// Importance, date, act and gazette in one line.
fn origin(article: &ShellArticle) -> String {
    let (level, label) = (article.importance, article.importance.label(article.lang));
    let day = date::long(article.publish_date, article.lang);
    let mut line = format!("<p><strong class=\"shell-importance\" data-level=\"{level}\">{}</strong>", escape(label));
    line.push_str(&format!(" · <time datetime=\"{}\">{day}</time>", article.publish_date));
    let citations =
        [article.act.as_ref().map(|act| &act.citation), article.gazette.as_ref().map(|gazette| &gazette.citation)];
    for citation in citations.into_iter().flatten() {
        line.push_str(&format!(" · {}", escape(citation)));
    }
    line + "</p>\n"
}

/// Where the change comes from, and where this page is, which paper cannot tell.
fn facts(words: &Words, site: &Site, article: &ShellArticle, topic: &str) -> String {
    let mut rows = String::new();
    let mut row = |name: &str, html: &str| rows.push_str(&format!("<dt>{name}</dt>\n<dd>{html}</dd>\n"));
    if let Some(act) = &article.act {
        let issuer = act.issuer.as_deref().map(|issuer| format!(", {}", escape(issuer))).unwrap_or_default();
        row(words.act, &format!("{}{issuer}", escape(&act.citation)));
    }
    if let Some(gazette) = &article.gazette {
        row(words.gazette, &escape(&gazette.citation));
    }
    if let Some(day) = article.in_force_date {
        row(words.in_force, &format!("<time datetime=\"{day}\">{}</time>", date::long(day, article.lang)));
    }
    row(words.topic, &escape(topic));
    if let Some(source) = article.official_text() {
        let source = escape(source);
        row(words.source, &format!("<a href=\"{source}\" data-print-plain>{source}</a>"));
    }
    if let Some(file) = article.file_url.as_deref().filter(|url| url.starts_with("https://")) {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", file).finish();
        row(words.pdf, &format!("<a href=\"/fetch-pdf?{}\" data-print-plain>{}</a>", escape(&query), escape(file)));
    }
    let own = address(&site.public_url, &article_path(&article.slug), article.lang);
    let own = escape(&own);
    row(words.address, &format!("<a href=\"{own}\" data-print-plain>{own}</a>"));
    format!("<dl>\n{rows}</dl>\n")
}

/// Adds a heading with its content; nothing for empty content.
fn section(html: &mut String, heading: &str, content: &str) {
    if !content.is_empty() {
        html.push_str(&format!("<section>\n<h2>{heading}</h2>\n{content}</section>\n"));
    }
}

fn list(tag: &str, items: String) -> String {
    if items.is_empty() { items } else { format!("<{tag}>\n{items}</{tag}>\n") }
}
