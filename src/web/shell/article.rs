//! A whole article in semantic HTML.

use super::{ArticleFacts, Page, Preview, Site, Words, address, article_path, data, foot, words};
use crate::catalogue::ArticleView;
use crate::domain::deadline::Deadline;
use crate::domain::{Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::{beginning, escape, to_html, to_text};

/// Characters of a description that result pages show.
const DESCRIPTION: usize = 200;

/// A deadline as HTML: day, action, rule and who it is for.
pub(in crate::web) fn deadline_html(deadline: &Deadline, language: Language) -> String {
    let mut html = String::new();
    if let Some(day) = deadline.date {
        html.push_str(&format!("<time datetime=\"{day}\">{}</time>: ", date::long(day, language)));
    }
    html.push_str(&escape(&deadline.what));
    for detail in [&deadline.rule, &deadline.who].into_iter().flatten() {
        html.push_str(&format!(" ({})", escape(detail)));
    }
    html
}

/// The URL of the official text, if it is one that a page may link to.
pub(in crate::web) fn official_text<'a>(article: &ArticleView<'a>) -> Option<&'a str> {
    article.source_url.filter(|url| url.starts_with("https://"))
}

/// The page of an article whose topic is called `topic`.
pub(in crate::web) fn page(site: &Site, language: Language, article: &ArticleView<'_>, topic: &str) -> Page {
    let description = beginning(&to_text(article.simple_explanation), DESCRIPTION).into_owned();
    Page {
        language,
        title: format!("{} · {SITE_NAME}", article.title),
        path: Some(article_path(article.slug.as_str())),
        languages: article.languages(),
        preview: Preview {
            slug: Some(article.slug.to_string()),
            article: Some(ArticleFacts {
                published: article.publish_date,
                modified: article.modified_at(),
                section: topic.to_owned(),
                tags: article.domains.to_vec(),
            }),
            ..Preview::default()
        },
        data: vec![data::article(site, article, &description)],
        content: content(site, language, article, topic),
        description,
    }
}

fn content(site: &Site, language: Language, article: &ArticleView<'_>, topic: &str) -> String {
    let words = words(article.language);
    let mut html = format!("<main class=\"shell\">\n<article class=\"shell-article\" lang=\"{}\">\n", article.language);
    html.push_str(&format!("<h1>{}</h1>\n{}", escape(article.title), origin(article)));
    section(&mut html, words.summary, &to_html(article.technical_summary));
    section(&mut html, words.explanation, &to_html(article.simple_explanation));
    let steps = article.implementation_key_points.iter().map(|step| format!("<li>{}</li>\n", to_html(step)));
    section(&mut html, words.steps, &list("ol", steps.collect()));
    let deadlines =
        article.deadlines.iter().map(|deadline| format!("<li>{}</li>\n", deadline_html(deadline, article.language)));
    section(&mut html, words.deadlines, &list("ul", deadlines.collect()));
    let audience = article.audience.iter().map(|who| format!("<li>{}</li>\n", escape(who)));
    section(&mut html, words.audience, &list("ul", audience.collect()));
    section(&mut html, words.facts, &facts(words, site, article, topic));
    html.push_str(&format!("<p class=\"shell-note\">{}</p>\n</article>\n", words.not_advice));
    html + &foot::foot(site, &article_path(article.slug.as_str()), language) + "</main>"
}

/// Importance, date, act and gazette in one line.
fn origin(article: &ArticleView<'_>) -> String {
    let (level, label) = (article.importance, article.importance.label(article.language));
    let day = date::long(article.publish_date, article.language);
    let mut line = format!("<p><strong class=\"shell-importance\" data-level=\"{level}\">{}</strong>", escape(label));
    line.push_str(&format!(" · <time datetime=\"{}\">{day}</time>", article.publish_date));
    for citation in [article.act_citation(), article.gazette_citation()].into_iter().flatten() {
        line.push_str(&format!(" · {}", escape(&citation)));
    }
    line + "</p>\n"
}

/// Where the change comes from, and where this page is, which paper cannot tell.
fn facts(words: &Words, site: &Site, article: &ArticleView<'_>, topic: &str) -> String {
    let mut rows = String::new();
    let mut row = |name: &str, html: &str| rows.push_str(&format!("<dt>{name}</dt>\n<dd>{html}</dd>\n"));
    if let Some(act) = article.act {
        let issuer = act.issuer.as_deref().map(|issuer| format!(", {}", escape(issuer))).unwrap_or_default();
        row(words.act, &format!("{}{issuer}", escape(&act.citation(article.language))));
    }
    if let Some(citation) = article.gazette_citation() {
        row(words.gazette, &escape(&citation));
    }
    if let Some(day) = article.in_force_date {
        row(words.in_force, &format!("<time datetime=\"{day}\">{}</time>", date::long(day, article.language)));
    }
    row(words.topic, &escape(topic));
    if let Some(source) = official_text(article) {
        let source = escape(source);
        row(words.source, &format!("<a href=\"{source}\" data-print-plain>{source}</a>"));
    }
    if let Some(file) = article.file_url.filter(|url| url.starts_with("https://")) {
        let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", file).finish();
        row(words.pdf, &format!("<a href=\"/fetch-pdf?{}\" data-print-plain>{}</a>", escape(&query), escape(file)));
    }
    let own = address(&site.public_url, &article_path(article.slug.as_str()), article.language);
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
