//! The page of an act in semantic HTML.

use maud::{Markup, html};

use super::act_history::{history, linked, summary, unread};
use super::act_words::{ActWords, words};
use super::address::act_path;
use super::consent::consent;
use super::data;
use super::foot;
use super::kept_words::kept_words;
use super::labels::{day_html, deadline_line, headlines, section};
use super::page::Page;
use super::places;
use super::screens::base;
use super::site::Site;
use crate::catalogue::Deadline;
use crate::domain::act::Act;
use crate::domain::{ActId, Language};
use crate::ops::act_history::ActHistory;
use crate::ops::act_pages::ActPage;
use crate::ops::browse::SITE_NAME;
use crate::web::page_words::fill;

/// The page of an act, with its history.
pub(in crate::web) fn page(site: &Site, language: Language, act: &ActPage, changed: &ActHistory) -> Page {
    let (path, words, citation) = (act_path(&act.id), words(language), act.act.citation(language));
    let description = fill(words.about, &[("act", &citation)]);
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (kept_words(&citation)) }
            @if let Some(title) = &act.facts.title { p lang="ro" { (title) } }
            (summary(changed, words, language))
            (unread(changed, words, language))
            (facts(act, words, language))
            (section(words.next, &entries(&act.upcoming, language)))
            (section(words.articles, &html! { @if !act.own.is_empty() { (headlines(&act.own, language)) } }))
            (section(words.changes, &history(changed, act, words, language)))
            (section(words.amends, &acts(&act.amends, language)))
            (section(words.forms, &forms(act, words, language)))
            (section(words.citing, &html! {
                @if !act.citing.is_empty() {
                    (headlines(&act.citing, language))
                    @if act.citing.len() < act.citing_total {
                        @let (shown, total) = (act.citing.len().to_string(), act.citing_total.to_string());
                        p { (fill(words.newest_of, &[("shown", &shown), ("total", &total)])) }
                    }
                }
            }))
            (foot::foot(site, &path, language))
        }
    };
    let title = format!("{citation} · {SITE_NAME}");
    let data = vec![data::act(site, act, language)];
    Page { content, data, ..base(language, title, description, Some(&path)) }
}

fn facts(act: &ActPage, words: &ActWords, language: Language) -> Markup {
    let (facts, links) = (&act.facts, &act.facts.links);
    let texts = [
        (words.consolidated, &links.consolidated),
        (words.published, &links.published),
        (words.gazette_file, &links.gazette),
    ];
    html! {
        dl {
            @if let Some(issuer) = &act.act.issuer { dt { (words.issuer) } dd lang="ro" { (issuer) } }
            @if let Some(day) = facts.date { dt { (words.date) } dd { (day_html(day, language)) } }
            @if let Some(gazette) = &facts.gazette { dt { (words.gazette) } dd { (gazette.citation(language)) } }
            @if let Some(day) = facts.in_force { dt { (words.in_force) } dd { (day_html(day, language)) } }
            @for (name, url) in texts {
                @if let Some(url) = url.as_deref().filter(|url| url.starts_with("http")) {
                    dt { (name) }
                    dd { a href=(url) data-print-plain { (url) } }
                }
            }
        }
    }
}

fn entries(upcoming: &[Deadline], language: Language) -> Markup {
    html! {
        @if !upcoming.is_empty() {
            ul.shell-headlines {
                @for deadline in upcoming { (deadline_line(deadline, language)) }
            }
        }
    }
}

fn acts(acts: &[(Act, Option<ActId>)], language: Language) -> Markup {
    html! {
        @if !acts.is_empty() { ul { @for (act, id) in acts { li { (linked(act, id.as_ref(), language)) } } } }
    }
}

fn forms(act: &ActPage, words: &ActWords, language: Language) -> Markup {
    html! {
        @if !act.forms.is_empty() {
            ul {
                @for form in &act.forms {
                    li {
                        (words.form) " "
                        @if form.url.starts_with("http") { a href=(form.url) { (day_html(form.date, language)) } }
                        @else { (day_html(form.date, language)) }
                    }
                }
            }
        }
    }
}
