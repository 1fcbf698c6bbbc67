//! The issues of the gazette in a month, for readers without JavaScript.

use maud::{Markup, html};

use super::address::address;
use super::consent::consent;
use super::foot;
use super::kept_words::kept_words;
use super::labels::{day_html, headlines};
use super::page::Page;
use super::places;
use super::screens::{Screen, base};
use super::site::Site;
use super::words::words;
use crate::domain::coverage::IssueState;
use crate::domain::monthly_overview::month_name;
use crate::domain::text::sentence_case;
use crate::domain::{CalendarMonth, Language};
use crate::ops::browse::SITE_NAME;
use crate::ops::sources::calendar::{GazetteDay, GazetteIssue, GazetteMonth};
use crate::web::page_words::{PageWords, Text, page_words};

const COVERAGE: &str = "/app?screen=coverage";

page_words! {
    struct GazetteWords {
        pub earlier: Text = "served.gazette.earlier",
        pub later: Text = "served.gazette.later",
        pub none: Text = "served.gazette.none",
        pub number: Text = "served.gazette.number",
        pub part: Text = "served.gazette.part",
        /// Read, seen and announced.
        pub states: [Text; 3] = [
            "pages.coverage.by_month.state.read",
            "pages.coverage.by_month.state.seen",
            "pages.coverage.by_month.state.announced",
        ],
        pub incomplete: Text = "pages.coverage.by_month.left_out",
    }
}

/// The page of a month.
pub(in crate::web) fn page(site: &Site, language: Language, month: &GazetteMonth) -> Page {
    let labels = GazetteWords::of(language);
    let (title, about) = words(language).screens[Screen::Coverage as usize];
    // The newest month is the page itself.
    let is_newest = month.months.first().is_none_or(|newest| *newest == month.month);
    let path = if is_newest { COVERAGE.to_owned() } else { path(month.month) };
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (title) }
            p { (about) }
            h2 { (sentence_case(&month_name(month.month, language))) }
            (others(month, labels, language))
            @if month.days.is_empty() { p { (labels.none) } }
            @for day in &month.days { (day_section(day, labels, language)) }
            (foot::foot(site, &path, language))
        }
    };
    let title = format!("{title}: {} · {SITE_NAME}", month_name(month.month, language));
    Page {
        content,
        ..base(language, title, about.into(), Some(path.as_str()).filter(|_| !month.days.is_empty() || is_newest))
    }
}

fn path(month: CalendarMonth) -> String {
    format!("{COVERAGE}&month={month}")
}

/// Links to the months before and after that have issues.
fn others(month: &GazetteMonth, labels: &GazetteWords, language: Language) -> Markup {
    let earlier = month.months.iter().find(|other| **other < month.month);
    let later = month.months.iter().rev().find(|other| **other > month.month);
    let link = |label: &str, other: CalendarMonth| {
        html! { a href=(address("", &path(other), language)) { (label) ": " (month_name(other, language)) } }
    };
    html! {
        @if earlier.is_some() || later.is_some() {
            p {
                @if let Some(other) = earlier { (link(labels.earlier, *other)) }
                @if earlier.is_some() && later.is_some() { " · " }
                @if let Some(other) = later { (link(labels.later, *other)) }
            }
        }
    }
}

fn day_section(day: &GazetteDay, labels: &GazetteWords, language: Language) -> Markup {
    html! {
        section.article-section {
            h3 { (day_html(day.date, language)) }
            ul { @for issue in &day.issues { li { (issue_html(issue, labels, language)) } } }
        }
    }
}

fn issue_html(issue: &GazetteIssue, labels: &GazetteWords, language: Language) -> Markup {
    let [read, seen, announced] = labels.states;
    let state = match issue.state {
        IssueState::Read => read,
        IssueState::Seen => seen,
        IssueState::Announced => announced,
    };
    html! {
        (kept_words(&format!("{} {}, {} {}", labels.part, issue.part, labels.number, issue.number))) ": " (state)
        @if issue.is_incomplete { " (" (labels.incomplete) ")" }
        @if !issue.articles.is_empty() { (headlines(&issue.articles, language)) }
    }
}
