//! The deadlines of a month and the duties of statutes, for readers without JavaScript.

use std::collections::BTreeMap;

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::address;
use super::consent::consent;
use super::counted::counted;
use super::deadline_days::{self, DueLabel};
use super::deadline_words::{DeadlineWords, deadline_words};
use super::foot;
use super::page::Page;
use super::places;
use super::screens::{Screen, base};
use super::site::Site;
use super::words::words;
use crate::catalogue::{Deadline, TopicSummary};
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, CalendarMonth, Language, date};
use crate::ops::browse::SITE_NAME;
use crate::ops::duties::ListedDuty;

const DEADLINES: &str = "/app?screen=deadlines";

/// What the page shows.
pub(in crate::web) struct DeadlinePage {
    pub today: Date,
    pub month: CalendarMonth,
    pub topics: Vec<TopicSummary>,
    /// The chosen topic.
    pub topic: Option<String>,
    pub role: Option<AudienceRole>,
    /// The days of the month, soonest first.
    pub deadlines: Vec<Deadline>,
    /// With their days in the month.
    pub duties: Vec<ListedDuty>,
}

impl DeadlinePage {
    /// The address of a month with the same filters.
    fn path(&self, month: CalendarMonth) -> String {
        let topic = self.topic.as_ref().map(|id| format!("&topic={id}")).unwrap_or_default();
        let role = self.role.map(|role| format!("&role={}", role.id())).unwrap_or_default();
        format!("{}{topic}{role}", month_path(month, self.today))
    }
}

fn month_path(month: CalendarMonth, today: Date) -> String {
    if month.contains(today) { DEADLINES.to_owned() } else { format!("{DEADLINES}&month={month}") }
}

/// The address of a duty on the page of the month of its next day, where it is open.
pub(in crate::web) fn duty_address(duty: &Duty, next: Option<Occurrence>, language: Language) -> String {
    let month = next.map(|day| format!("&month={}", CalendarMonth::of(day.date))).unwrap_or_default();
    let path = format!("{DEADLINES}&tab=all{month}&duty={}", duty.id);
    let facts = next.map_or_else(|| duty.id.clone(), |day| duty.day_id(day.nominal));
    format!("{}#{}", address("", &path, language), deadline_days::facts_id(&facts))
}

/// The page of a month, for everybody or for one topic and role.
pub(in crate::web) fn page(site: &Site, language: Language, shown: &DeadlinePage) -> Page {
    let (title, about) = words(language).screens[Screen::Deadlines as usize];
    let labels = deadline_words(language);
    let days = deadline_days::days(&shown.deadlines, &shown.duties);
    let count = days.values().map(Vec::len).sum();
    let path = month_path(shown.month, shown.today);
    let name = month_name(shown.month, language);
    let content = html! {
        (consent(site, language))
        main."shell shell-list" {
            (places::menu(language))
            h1 { (sentence_case(&name)) }
            p { @if count == 0 { (labels.nothing) } @else { (counted(labels.count, count, language)) } }
            p { (month_link(shown, shown.month.before(), labels.earlier, language)) " · "
                (month_link(shown, shown.month.after(), labels.later, language)) }
            (form(shown, labels, language))
            (deadline_days::moved(&days, language))
            (day_list(&days, shown.today, labels, language))
            (deadline_days::by_event(&shown.duties, language))
            (deadline_days::nothing_to_do(&shown.deadlines, language))
            p { (month_link(shown, shown.month.after(), labels.later, language)) }
            (foot::foot(site, &path, language))
        }
    };
    let title = if shown.month.contains(shown.today) { title.to_owned() } else { format!("{title}: {name}") };
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), about.into(), Some(&path)) }
}

fn month_name(month: CalendarMonth, language: Language) -> String {
    let first = month.first_day();
    format!("{} {}", date::month(first, language), first.year())
}

fn month_link(shown: &DeadlinePage, month: CalendarMonth, label: &str, language: Language) -> Markup {
    html! { a href=(address("", &shown.path(month), language)) { (label) ": " (month_name(month, language)) } }
}

/// The days ahead, and those that have passed under one line.
fn day_list(
    days: &BTreeMap<Date, Vec<DueLabel<'_>>>,
    today: Date,
    labels: &DeadlineWords,
    language: Language,
) -> Markup {
    let (past, ahead): (Vec<_>, Vec<_>) = days.iter().partition(|(day, _)| **day < today);
    let rows = |rows: &[(&Date, &Vec<DueLabel<'_>>)]| {
        html! { ul { @for (day, of) in rows { (deadline_days::day_row(**day, of, language)) } } }
    };
    html! {
        @if !past.is_empty() {
            details { summary { (counted(labels.past, past.len(), language)) } (rows(&past)) }
        }
        @if !ahead.is_empty() { (rows(&ahead)) }
    }
}

fn form(shown: &DeadlinePage, labels: &DeadlineWords, language: Language) -> Markup {
    html! {
        form action="/app" method="get" data-print="hide" {
            input type="hidden" name="screen" value="deadlines";
            @if language == Language::Ro { input type="hidden" name="lang" value="ro"; }
            @if !shown.month.contains(shown.today) { input type="hidden" name="month" value=(shown.month); }
            p.shell-filter {
                label { (labels.topic) " "
                    select name="topic" {
                        option value="" { (labels.every_topic) }
                        @for TopicSummary { topic, .. } in &shown.topics {
                            option value=(topic.id) selected[shown.topic.as_ref() == Some(&topic.id)] {
                                (topic.name(language))
                            }
                        }
                    }
                }
                " "
                label { (labels.role) " "
                    select name="role" {
                        option value="" { (labels.everybody) }
                        @for role in AudienceRole::ALL {
                            option value=(role.id()) selected[shown.role == Some(role)] { (role.label(language)) }
                        }
                    }
                }
                " " button type="submit" { (labels.show) }
            }
        }
    }
}
