//! The search screen as the server sends it: a form and a list, which need no scripts.

use std::sync::Arc;

use axum::http::Uri;
use maud::{Markup, html};
use utoipa::openapi::path::Parameter;

use super::SearchFilters;
use super::words::{SearchWords, words};
use crate::catalogue::{
    ArticleView, Correction, DutyHit, Fragment, Hit, ListQuery, MAX_FILTER_TEXT, SearchAnswer, UnderstoodReference,
};
use crate::domain::Language;
use crate::domain::text::sentence_case;
use crate::error::{Error, Kind};
use crate::ops::blocking::blocking;
use crate::ops::search;
use crate::web::accepted::Accepted;
use crate::web::articles::check_cursor;
use crate::web::body::{Body, Effort, HTML};
use crate::web::error::Result;
use crate::web::page_words::fill;
use crate::web::pages::parameters::{language, parameter};
use crate::web::query::QueryField;
use crate::web::reply::{Caching, send};
use crate::web::shell::consent::consent;
use crate::web::shell::counted::counted;
use crate::web::shell::labels::{badge, day_html};
use crate::web::shell::{Page, Site, act_path, address, article_path, deadlines, foot, places, screens};
use crate::web::state::{VISITOR, Web};

const SCREEN: &str = "search";

/// Whether an address of the app is that of the search screen. Its former address was that of Home with `q`.
pub(in crate::web) fn is_search(uri: &Uri) -> bool {
    match parameter(uri, "screen") {
        Some(screen) => screen == SCREEN,
        None => parameter(uri, "q").is_some_and(|q| !q.trim().is_empty()),
    }
}

/// The address of a search, without a language.
pub(in crate::web) fn path(q: &str) -> String {
    let query =
        url::form_urlencoded::Serializer::new(String::new()).append_pair("screen", SCREEN).append_pair("q", q).finish();
    format!("/app?{query}")
}

/// Responds with the search screen. It is not cached: nearly every search is new.
pub(in crate::web) async fn show(web: &Arc<Web>, uri: &Uri, accepted: &Accepted) -> Result {
    let language = language(uri);
    let typed = parameter(uri, "q").unwrap_or_default();
    let content = match query(uri, language) {
        Ok(query) => match found(web, query, language).await? {
            Ok(results) => results,
            Err(error) if error.kind == Kind::Unavailable => html! { p { (words(language).preparing) } },
            Err(error) => return Err(error.into()),
        },
        Err(_) => {
            let max = MAX_FILTER_TEXT.to_string();
            html! { p { (fill(words(language).too_long, &[("max", &max)])) } }
        }
    };
    let page = page(&web.site, language, &typed, &content);
    let html = web.pages.app.fill(&page, &web.site);
    let body = Arc::new(Body::new(html, HTML, Effort::Fast));
    Ok(send(accepted, body, Caching::Revalidate).await?)
}

/// The results as HTML, or why there are none.
async fn found(web: &Arc<Web>, query: ListQuery, language: Language) -> Result<Result<Markup, Error>, Error> {
    let web = Arc::clone(web);
    let write = move || {
        let results = results(&query, &search::search(&web.app, &VISITOR, &query)?, language);
        Ok(html! { div.shell-found { (results) } })
    };
    blocking("searching", write).await
}

/// The query of an address; filters that cannot be read are left out, as on every page.
fn query(uri: &Uri, language: Language) -> Result<ListQuery, Error> {
    let mut read = <SearchFilters as QueryField>::Read::default();
    for Parameter { name, .. } in SearchFilters::document("", "") {
        let Some(text) = parameter(uri, &name) else { continue };
        let found = SearchFilters::read(&mut read, "", &name, &text);
        if name == "q" {
            found?;
        }
    }
    let mut query = SearchFilters::finish(read, "")?.list(language);
    query.limit = Some(super::HITS_PER_PAGE);
    query.after = parameter(uri, "cursor").and_then(|cursor| cursor.parse().ok());
    if check_cursor(&query).is_err() {
        query.after = None;
    }
    Ok(query)
}

fn page(site: &Site, language: Language, typed: &str, results: &Markup) -> Page {
    let words = words(language);
    let shown: String = typed.chars().take(80).collect();
    let title = if shown.trim().is_empty() { words.title.to_owned() } else { format!("{}: {shown}", words.title) };
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (words.title) }
            p { (words.lead) }
            form.shell-search role="search" action="/app" method="get" {
                input type="hidden" name="screen" value=(SCREEN);
                @if language == Language::Ro { input type="hidden" name="lang" value="ro"; }
                label { span.visually-hidden { (words.label) } input type="search" name="q" value=(shown); }
                button type="submit" { (words.button) }
            }
            (results)
            (foot::foot(site, &path(&shown), language))
        }
    };
    screens::unlisted(language, title, words.about.to_owned(), content)
}

fn results(query: &ListQuery, answer: &SearchAnswer, language: Language) -> Markup {
    let words = words(language);
    let is_empty = answer.total == 0 && answer.without_filters == 0 && answer.duties.is_empty();
    html! {
        (understood(answer, is_empty, words, language))
        (duties(&answer.duties, words, language))
        p {
            @if answer.total == 0 { (words.found_nothing) } @else { (counted(words.found, answer.total, language)) }
        }
        @if answer.total == 0 && answer.without_filters > 0 {
            @let others = counted(words.without_filters, answer.without_filters, language);
            p { a href=(address("", &path(&query.words), language)) { (others) } }
        }
        @if !answer.nearest.is_empty() {
            h2 { (words.nearest) }
            ul { @for nearest in &answer.nearest {
                li { a href=(address("", &path(&nearest.query), language)) { (nearest.query) } " (" (nearest.articles) ")" }
            } }
        }
        @if is_empty { p { (words.tips) } }
        @if !answer.hits.is_empty() { ul.found-hits { @for hit in &answer.hits { li { (result(hit, language)) } } } }
        @if let Some(cursor) = &answer.next {
            @let next = query.page_url("/app", cursor).replacen("/app?", "/app?screen=search&", 1);
            p { a href=(next) rel="next" { (words.more) } }
        }
    }
}

/// How the query was read, where that differs from its words. An empty answer says once that nothing was found.
fn understood(answer: &SearchAnswer, is_empty: bool, words: &SearchWords, language: Language) -> Markup {
    let reference = |reference: &UnderstoodReference| match &reference.provision {
        Some(provision) if *provision != reference.citation => format!("{provision}, {}", reference.citation),
        _ => reference.citation.clone(),
    };
    html! {
        @for named in &answer.understood.references {
            p {
                @match &named.act {
                    Some(act) => a href=(address("", &act_path(act), language)) { (reference(named)) },
                    None => strong { (reference(named)) },
                }
                @if !named.is_found && !is_empty { ": " (words.not_found) }
            }
        }
        @for Correction { from, to } in &answer.understood.corrected {
            p { (words.corrected) " " strong { (to) } " " (words.instead_of) " " q { (from) } }
        }
        @for Correction { from, to } in &answer.understood.also {
            @let [searched, beside] = words.also;
            p { (searched) " " strong { (to) } " " (beside) " " q { (from) } }
        }
        @if !answer.understood.missing.is_empty() && !is_empty {
            p { (words.missing) " " (answer.understood.missing.join(", ")) }
        }
    }
}

/// The found duties, each with a link to its place among the deadlines.
fn duties(found: &[DutyHit], words: &SearchWords, language: Language) -> Markup {
    html! {
        @if !found.is_empty() {
            h2 { (words.duties) }
            ul.shell-headlines { @for DutyHit { duty, next } in found {
                li {
                    a href=(deadlines::duty_address(duty, *next, language)) {
                        @if let Some(form) = &duty.form { strong { (form) } " " }
                        (without_form(duty.title.get(language), duty.form.as_deref()))
                    }
                    " " small {
                        @match next {
                            Some(day) => { (words.due) " " (day_html(day.date, language)) }
                            None => (sentence_case(duty.rule.get(language))),
                        }
                    }
                    p { (duty.what.get(language)) }
                }
            } }
        }
    }
}

/// The form stands before the title: "D212 Declarația unică pentru chirii (D212)" would name it twice.
fn without_form<'a>(title: &'a str, form: Option<&str>) -> &'a str {
    form.and_then(|form| title.strip_suffix(&format!(" ({form})"))).unwrap_or(title)
}

/// A card as the app draws it: the text keeps its size and its width when the app takes over.
fn result(hit: &Hit, language: Language) -> Markup {
    let article = ArticleView::new(&hit.revision, language);
    let href = address("", &article_path(article.slug.as_str()), language);
    html! {
        div.card data-level=(article.importance) {
            div.card-meta { (badge(article.importance, language)) }
            h2.card-title lang=(hit.title.language) { a href=(href) { (marked(&hit.title)) } }
            p.card-sentence lang=(hit.fragment.language) { (marked(&hit.fragment)) }
            div.card-facts { p.card-line {
                (day_html(article.publish_date, language))
                @if let Some(act) = article.act_citation() { " · " (act) }
            } }
        }
    }
}

/// A text with its marked words.
fn marked(fragment: &Fragment) -> Markup {
    let starts = fragment.marks.iter().map(|mark| mark.start).chain([fragment.text.len()]);
    let ends = [0].into_iter().chain(fragment.marks.iter().map(|mark| mark.end));
    let plain = ends.zip(starts).map(|(end, start)| &fragment.text[end..start]);
    let marks = fragment.marks.iter().map(|mark| Some(&fragment.text[mark.clone()])).chain([None]);
    html! {
        @for (text, mark) in plain.zip(marks) {
            (text)
            @if let Some(mark) = mark { mark { (mark) } }
        }
    }
}
