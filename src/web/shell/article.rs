//! The page of an article in semantic HTML.

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{address, article_path};
use super::data::{self, official_text};
use super::foot;
use super::page::{ArticleFacts, Page, Preview};
use super::site::Site;
use super::words::{Words, words};
use crate::catalogue::ArticleView;
use crate::domain::deadline::Deadline;
use crate::domain::text::shorten;
use crate::domain::{Importance, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::markdown::{to_html, to_text};

/// Characters of a description that result pages show.
const DESCRIPTION: usize = 200;

/// A deadline as HTML: day, action, rule and who it is for.
pub(in crate::web) fn deadline_html(deadline: &Deadline, language: Language) -> Markup {
    html! {
        @if let Some(day) = deadline.date { (day_html(day, language)) ": " }
        (deadline.what)
        @for detail in [&deadline.rule, &deadline.who].into_iter().flatten() { " (" (detail) ")" }
    }
}

/// A day in words.
pub(in crate::web) fn day_html(day: Date, language: Language) -> Markup {
    html! { time datetime=(day) { (date::long(day, language)) } }
}

/// The label of an importance, with its colour and shape.
pub(in crate::web) fn importance_html(importance: Importance, language: Language) -> Markup {
    html! { strong.shell-importance data-level=(importance) { (importance.label(language)) } }
}

/// The page of an article whose topic is called `topic`.
pub(in crate::web) fn page(site: &Site, language: Language, article: &ArticleView<'_>, topic: &str) -> Page {
    let description = shorten(&to_text(article.simple_explanation), DESCRIPTION);
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

fn content(site: &Site, language: Language, article: &ArticleView<'_>, topic: &str) -> Markup {
    let (own, words) = (article.language, words(article.language));
    let steps = article.implementation_key_points;
    html! {
        main.shell {
            article.shell-article lang=(own) {
                h1 { (article.title) }
                (origin(article))
                (section(words.summary, &to_html(article.technical_summary)))
                (section(words.explanation, &to_html(article.simple_explanation)))
                @if !steps.is_empty() {
                    (section(words.steps, &html! { ol { @for step in steps { li { (to_html(step)) } } } }))
                }
                @if !article.deadlines.is_empty() {
                    (section(words.deadlines, &html! {
                        ul { @for deadline in article.deadlines.iter() { li { (deadline_html(deadline, own)) } } }
                    }))
                }
                @if !article.audience.is_empty() {
                    (section(words.audience, &html! { ul { @for who in article.audience { li { (who) } } } }))
                }
                (section(words.facts, &facts(words, site, article, topic)))
                p.shell-note { (words.not_advice) }
            }
            (foot::foot(site, &article_path(article.slug.as_str()), language))
        }
    }
}

/// Importance, day, act and gazette in one line.
fn origin(article: &ArticleView<'_>) -> Markup {
    html! {
        p {
            (importance_html(article.importance, article.language))
            " · " (day_html(article.publish_date, article.language))
            @for citation in [article.act_citation(), article.gazette_citation()].into_iter().flatten() {
                " · " (citation)
            }
        }
    }
}

/// The sources of the article, and its own URL for a printed page.
fn facts(words: &Words, site: &Site, article: &ArticleView<'_>, topic: &str) -> Markup {
    let own_url = address(&site.public_url, &article_path(article.slug.as_str()), article.language);
    html! {
        dl {
            @if let Some(act) = article.act {
                dt { (words.act) }
                dd { (act.citation(article.language)) @if let Some(issuer) = &act.issuer { ", " (issuer) } }
            }
            @if let Some(citation) = article.gazette_citation() { dt { (words.gazette) } dd { (citation) } }
            @if let Some(day) = article.in_force_date {
                dt { (words.in_force) }
                dd { (day_html(day, article.language)) }
            }
            dt { (words.topic) }
            dd { (topic) }
            @if let Some(source) = official_text(article) {
                dt { (words.source) }
                dd { a href=(source) data-print-plain { (source) } }
            }
            @if let Some(file) = article.file_url.filter(|url| url.starts_with("https://")) {
                dt { (words.pdf) }
                dd { a href=(pdf_path(file)) data-print-plain { (file) } }
            }
            dt { (words.address) }
            dd { a href=(own_url) data-print-plain { (own_url) } }
        }
    }
}

fn pdf_path(file: &str) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", file).finish();
    format!("/fetch-pdf?{query}")
}

/// A heading with its content; empty without content.
fn section(heading: &str, content: &Markup) -> Markup {
    html! { @if !content.0.is_empty() { section { h2 { (heading) } (content) } } }
}
