//! The page of an article in semantic HTML.

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{QUESTIONS, act_path, address, article_path};
use super::amendments::amendments;
use super::consent::consent;
use super::data;
use super::foot;
use super::in_short::in_short;
use super::kept_words::kept_words;
use super::labels::{badge, day_html, role_labels, section};
use super::page::{ArticleFacts, LinkPreview, Page};
use super::places;
use super::site::Site;
use super::tags::tag_links;
use super::words::{ShellWords, words};
use crate::catalogue::{ArticleView, Citation};
use crate::domain::amendment::ActAmendments;
use crate::domain::step::{StepGroup, by_role};
use crate::domain::text::{DESCRIPTION_CHARS, shorten};
use crate::domain::{AudienceRole, DatedEntry, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::web::articles::dto::NamedActs;
use crate::web::markdown::{to_linked_html, to_text};

/// A dated entry as HTML with its next day, or its past one.
fn entry_html(entry: &DatedEntry, today: Date, language: Language) -> Markup {
    let Some(day) = entry.next_date(today).or(entry.date) else {
        return entry_on_html(entry, None, language);
    };
    let kind = entry.kind;
    let before = if day < today { kind.before_past_day(language) } else { kind.before_day(language) };
    entry_on_html(entry, Some((before, day)), language)
}

/// A dated entry as HTML: its kind or its day, what it is, its rule in words and who it is for. `day` has the words
/// before the day, and the day.
pub(in crate::web) fn entry_on_html(entry: &DatedEntry, day: Option<(&str, Date)>, language: Language) -> Markup {
    html! {
        @match day {
            Some((before, day)) => { (before) " " (day_html(day, language)) }
            None => (entry.kind.label(language)),
        }
        ": " (entry.what)
        @for detail in [&entry.rule, &entry.who].into_iter().flatten() { " (" (detail) ")" }
    }
}

/// The page of an article: with the name of its topic, the acts that its act amends, and the acts that its texts name.
/// Next days are those from `today` on.
pub(in crate::web) fn page(
    site: &Site,
    language: Language,
    article: &ArticleView<'_>,
    (topic, amended, acts): (&str, &[ActAmendments], &NamedActs),
    today: Date,
) -> Page {
    let text = to_text(article.simple_explanation);
    let description = shorten(article.in_short.unwrap_or(&text), DESCRIPTION_CHARS);
    Page {
        language,
        title: format!("{} · {SITE_NAME}", article.title),
        path: Some(article_path(article.slug.as_str())),
        languages: article.languages(),
        preview: LinkPreview {
            slug: Some(article.slug.to_string()),
            article: Some(ArticleFacts {
                published: article.publication_day(),
                modified: article.modified_at(),
                section: topic.to_owned(),
                tags: article.domains.to_vec(),
            }),
            ..LinkPreview::default()
        },
        data: vec![data::article(site, article, &description)],
        content: content(site, language, article, (topic, amended, acts), today),
        description,
    }
}

fn content(
    site: &Site,
    language: Language,
    article: &ArticleView<'_>,
    (topic, amended, acts): (&str, &[ActAmendments], &NamedActs),
    today: Date,
) -> Markup {
    let links = links(acts, language);
    let (own, words) = (article.language, words(language));
    let steps = article.steps();
    let groups = by_role(&steps);
    let first = groups.first().and_then(|(_, group)| group.first().copied());
    html! {
        (consent(site, language))
        main.shell {
            (places::menu(language))
            article.shell-article {
                div {
                    a.back-link href=(address("", "/app", language)) data-print="hide" { (arrow()) (words.back) }
                    (meta(article, acts, language))
                    h1.article-title lang=(own) { (kept_words(article.title)) }
                    @if own != language { p.article-note { (only_in(words, own)) } }
                    (in_short(article, language, first, today))
                    (section(words.steps, &steps_html(article, &groups, &links, language)))
                    p.verdict-ask data-print="hide" { a href=(address("", QUESTIONS, language)) { (words.ask) } }
                    @if !article.deadlines.is_empty() {
                        (section(words.deadlines, &html! {
                            ul.article-dates {
                                @for dated in article.deadlines.iter() { li { (entry_html(dated, today, language)) } }
                            }
                        }))
                    }
                    (section(words.amendments, &amendments(amended, language)))
                    (section(words.explanation, &html! {
                        div.article-explanation lang=(own) { (to_linked_html(article.simple_explanation, &links)) }
                    }))
                    (section(words.summary, &html! {
                        div.article-summary lang=(own) { (to_linked_html(article.technical_summary, &links)) }
                    }))
                }
                div {
                    (section(words.facts, &facts(words, language, site, article, topic)))
                    p.shell-note { (words.not_advice) }
                }
            }
            @if site.demo { p.frame-demo { (words.demo) } }
            (foot::foot(site, &article_path(article.slug.as_str()), language))
        }
    }
}

fn steps_html(
    article: &ArticleView<'_>,
    groups: &[StepGroup<'_>],
    links: &[(&str, String)],
    language: Language,
) -> Markup {
    let words = words(language);
    // The numbers go on from group to group.
    let mut numbers = 1..;
    let numbered = groups.iter().map(|(roles, group)| (roles, group.iter().zip(numbers.by_ref()).collect::<Vec<_>>()));
    let groups: Vec<_> = numbered.collect();
    html! {
        @for (roles, group) in &groups {
            div.steps-group {
                @if groups.len() > 1 || !roles.is_empty() {
                    div.steps-head { h3.steps-role { (group_name(roles, words, language)) } }
                }
                ol.steps lang=(article.language) {
                    @for (step, number) in group {
                        li.step value=(number) {
                            span.step-number { (number) "." }
                            div.step-text { (to_linked_html(&step.text, links)) }
                        }
                    }
                }
            }
        }
    }
}

fn group_name(roles: &[AudienceRole], words: &ShellWords, language: Language) -> String {
    match roles {
        [] => words.everyone.to_owned(),
        [role] => role.of_reader(language).to_owned(),
        more => role_labels(more, language),
    }
}

/// The pieces of the texts that name an act, with the address of its page.
fn links(acts: &NamedActs, language: Language) -> Vec<(&str, String)> {
    let link = |citation: &Citation| address("", &act_path(&citation.act), language);
    acts.citations.iter().map(|citation| (citation.text.as_str(), link(citation))).collect()
}

/// Importance, act and day in one line.
fn meta(article: &ArticleView<'_>, acts: &NamedActs, language: Language) -> Markup {
    html! {
        div.article-meta {
            (badge(article.importance, language))
            @if let Some(act) = article.act_citation() {
                @match &acts.own {
                    Some(id) => a href=(address("", &act_path(id), language)) { (kept_words(&act)) },
                    None => span { (kept_words(&act)) },
                }
            }
        }
    }
}

fn arrow() -> Markup {
    html! {
        svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"
            stroke-linejoin="round" aria-hidden="true" {
            path d="m12 19-7-7 7-7" {}
            path d="M19 12H5" {}
        }
    }
}

fn only_in(words: &ShellWords, own: Language) -> &'static str {
    let [romanian, english] = words.only_in;
    own.pick(romanian, english)
}

/// The sources of the article, and its own URL for a printed page.
fn facts(words: &ShellWords, language: Language, site: &Site, article: &ArticleView<'_>, topic: &str) -> Markup {
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
            @if let Some(day) = article.applies_from {
                dt { (words.applies_from) }
                dd { (day_html(day, article.language)) }
            }
            dt { (words.topic) }
            dd { (topic) }
            @if !article.domains.is_empty() {
                dt { (words.tags) }
                dd { (tag_links(article.domains, language)) }
            }
            @for source in article.sources.iter().filter(|source| source.url.starts_with("https://")) {
                dt { @if source.is_official() { (words.source) } @else { (words.secondary_source) } }
                dd {
                    @if let Some(title) = &source.title { (title) ": " }
                    a href=(source.url) data-print-plain { (source.url) }
                }
            }
            @if let Some(file) = article.file_url.filter(|url| url.starts_with("https://")) {
                dt { (words.pdf) }
                dd { a href=(pdf_path(file, article.language)) data-print-plain { (file) } }
            }
            @if let Some(act) = article.dated_by() {
                dt { (words.dated_by) }
                dd { (act) }
            }
            @if let Some(reviewed) = reviewed(article) { dt { (words.reviewed) } dd { (reviewed) } }
            dt { (words.address) }
            dd { a href=(own_url) data-print-plain { (own_url) } }
        }
    }
}

/// Who reviewed the article, and when.
fn reviewed(article: &ArticleView<'_>) -> Option<String> {
    let provenance = article.provenance?;
    let day = provenance.reviewed_at.map(|day| date::long(day, article.language));
    let parts: Vec<_> = provenance.reviewed_by.clone().into_iter().chain(day).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

fn pdf_path(file: &str, language: Language) -> String {
    let query = url::form_urlencoded::Serializer::new(String::new()).append_pair("url", file).finish();
    address("", &format!("/fetch-pdf?{query}"), language)
}
