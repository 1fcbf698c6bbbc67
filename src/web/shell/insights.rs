//! What changed in a year, for readers without JavaScript: the page of a topic and the figures of all.

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{FIGURES, address, topic_path};
use super::consent::consent;
use super::foot;
use super::labels::{deadline_line, headlines};
use super::overview;
use super::page::{LinkPreview, Page};
use super::places;
use super::screens::{Screen, base};
use super::site::Site;
use super::words::words;
use crate::catalogue::{Deadline, Insights, MonthCounts};
use crate::domain::topic::Topic;
use crate::domain::{Importance, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::ops::overviews::ListedOverview;
use crate::web::page_words::{PageWords, Text, fill, page_words};

const INSIGHTS: &str = "/app?screen=insights";

page_words! {
    /// The words of both pages.
    struct InsightsWords {
        pub changed: Text = "served.insights.changed",
        pub month: Text = "insights.month",
        pub all: Text = "insights.all",
        pub topic: Text = "insights.topic",
        pub articles: Text = "insights.articles",
        pub important: Text = "insights.important",
        pub next: Text = "insights.next",
        pub timeline: Text = "served.insights.timeline",
        pub overviews: Text = "insights.overviews",
    }
}

fn insights_words(language: Language) -> &'static InsightsWords {
    InsightsWords::of(language)
}

/// The page of a topic.
pub(in crate::web) fn topic(
    site: &Site,
    language: Language,
    (topic, overviews): (&Topic, &[ListedOverview]),
    insights: &Insights,
    next: &[Deadline],
) -> Page {
    let path = topic_path(&topic.id);
    let name = topic.name(language);
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (name) }
            p { (fill(words(language).topic_about, &[("topic", name)])) }
            @if !next.is_empty() {
                h2 { (insights_words(language).next) }
                ul.shell-headlines { @for deadline in next { (deadline_line(deadline, language)) } }
            }
            (months_in_brief(overviews, language))
            (year(insights, language))
            p { a href=(address("", INSIGHTS, language)) { (words(language).screens[Screen::Insights as usize].0) } }
            (foot::foot(site, &path, language))
        }
    };
    let preview = LinkPreview { topic: Some(topic.id.clone()), ..LinkPreview::default() };
    let about = fill(words(language).topic_about, &[("topic", name)]);
    Page { content, preview, ..base(language, format!("{name} · {SITE_NAME}"), about, Some(&path)) }
}

/// The figures of all topics.
pub(in crate::web) fn figures(
    site: &Site,
    language: Language,
    insights: &Insights,
    overviews: &[ListedOverview],
) -> Page {
    let (path, labels) = (INSIGHTS, insights_words(language));
    let (title, about) = words(language).screens[Screen::Insights as usize];
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (title) }
            p { (about) }
            table {
                thead { tr { th { (labels.topic) } th { (labels.articles) } } }
                tbody {
                    @for summary in insights.topics.iter().filter(|summary| summary.articles > 0) {
                        tr {
                            th scope="row" {
                                a href=(address("", &topic_path(&summary.topic.id), language)) {
                                    (summary.topic.name(language))
                                }
                            }
                            td { (summary.articles) }
                        }
                    }
                }
            }
            (months_in_brief(overviews, language))
            (year(insights, language))
            p { a href=(address("", FIGURES, language)) { (words(language).screens[Screen::Figures as usize].0) } }
            (foot::foot(site, path, language))
        }
    };
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), about.into(), Some(path)) }
}

fn months_in_brief(overviews: &[ListedOverview], language: Language) -> Markup {
    html! {
        @if !overviews.is_empty() {
            h2 { (insights_words(language).overviews) }
            (overview::list(overviews, language))
        }
    }
}

fn year(insights: &Insights, language: Language) -> Markup {
    let labels = insights_words(language);
    html! {
        @if insights.total == 0 { p { (words(language).empty) } } @else {
            h2 { (labels.changed) " " (insights.year) }
            (months(insights.year, &insights.months, language))
            h3 { (labels.important) }
            (headlines(&insights.important, language))
            h3 { (labels.timeline) }
            (headlines(&insights.timeline, language))
        }
    }
}

/// The table of the months that have articles, by importance.
fn months(year: i16, months: &[MonthCounts; 12], language: Language) -> Markup {
    let levels: Vec<Importance> = (1..=5).rev().filter_map(Importance::new).collect();
    html! {
        table {
            thead {
                tr {
                    th { (insights_words(language).month) }
                    @for level in &levels { th { (level.label(language)) } }
                    th { (insights_words(language).all) }
                }
            }
            tbody {
                @for (month, counts) in (1..).zip(months).filter(|(_, counts)| counts.total() > 0) {
                    tr {
                        th scope="row" { (month_name(year, month, language)) }
                        @for count in counts.0.iter().rev() { td { (count) } }
                        td { (counts.total()) }
                    }
                }
            }
        }
    }
}

fn month_name(year: i16, month: i8, language: Language) -> &'static str {
    Date::new(year, month, 1).map_or("", |day| date::month(day, language))
}
