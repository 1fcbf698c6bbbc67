//! The deadlines and the duties of statutes, for readers without JavaScript.

use std::collections::BTreeMap;

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{address, article_path};
use super::foot;
use super::labels::{day_html, role_labels};
use super::page::Page;
use super::places;
use super::screens::{Screen, base};
use super::site::Site;
use super::words::words;
use crate::catalogue::{ArticleView, Deadline, TopicSummary};
use crate::domain::recurrence::{Occurrence, ShiftReason};
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, EntryKind, Language, date, working_days};
use crate::ops::browse::SITE_NAME;
use crate::ops::duties::ListedDuty;

const DEADLINES: &str = "/app?screen=deadlines";

/// What the page shows.
pub(in crate::web) struct DeadlinePage {
    pub today: Date,
    pub topics: Vec<TopicSummary>,
    /// The chosen topic.
    pub topic: Option<String>,
    pub role: Option<AudienceRole>,
    /// The latest past days, newest first.
    pub past: Vec<Deadline>,
    /// From today on, soonest first.
    pub ahead: Vec<Deadline>,
    pub duties: Vec<ListedDuty>,
}

struct DeadlineWords {
    topic: &'static str,
    every_topic: &'static str,
    role: &'static str,
    everybody: &'static str,
    show: &'static str,
    nothing: &'static str,
    past: &'static str,
    by_event: &'static str,
    by_event_text: &'static str,
    moved_from: &'static str,
    non_working: &'static str,
    weekend: &'static str,
    holiday: &'static str,
    december: &'static str,
    sources: &'static str,
    duty: &'static str,
    calendar: &'static str,
}

static RO: DeadlineWords = DeadlineWords {
    topic: "Tema",
    every_topic: "Toate temele",
    role: "Pentru cine",
    everybody: "Toată lumea",
    show: "Arată",
    nothing: "Niciun termen cunoscut.",
    past: "Termene trecute",
    by_event: "Fără dată fixă",
    by_event_text: "Obligațiile acestea urmează după ceva ce faci, sau ziua lor se stabilește în fiecare an.",
    moved_from: "Mutat de pe",
    non_working: "Ziua nu este lucrătoare.",
    weekend: "cade în weekend, deci termenul se mută în prima zi lucrătoare",
    holiday: "este sărbătoare legală, deci termenul se mută în prima zi lucrătoare",
    december: "este Crăciunul: impozitele se declară și se plătesc până la 21 decembrie (Codul de procedură fiscală, art. 155 alin. (2))",
    sources: "Surse",
    duty: "Obligație periodică",
    calendar: "Adaugă în calendar (.ics)",
};

static EN: DeadlineWords = DeadlineWords {
    topic: "Topic",
    every_topic: "All topics",
    role: "For whom",
    everybody: "Everybody",
    show: "Show",
    nothing: "No known deadlines.",
    past: "Past deadlines",
    by_event: "Without a fixed day",
    by_event_text: "These duties follow from something that you do, or their day is set each year.",
    moved_from: "Moved from",
    non_working: "This is not a working day.",
    weekend: "falls on a weekend, so the deadline moves to the next working day",
    holiday: "is a public holiday, so the deadline moves to the next working day",
    december: "is Christmas Day: taxes are declared and paid by 21 December (Fiscal Procedure Code, art. 155 para. (2))",
    sources: "Sources",
    duty: "Recurring duty",
    calendar: "Add to calendar (.ics)",
};

fn deadline_words(language: Language) -> &'static DeadlineWords {
    match language {
        Language::Ro => &RO,
        Language::En => &EN,
    }
}

/// The page of the deadlines, for everybody or for one topic and role.
pub(in crate::web) fn page(site: &Site, language: Language, shown: &DeadlinePage) -> Page {
    let (title, about) = words(language).screens[Screen::Deadlines as usize];
    let labels = deadline_words(language);
    let months = months(shown, language);
    let content = html! {
        main."shell shell-list" {
            (places::menu(language))
            h1 { (title) }
            p { (about) }
            (form(shown, language))
            @if months.is_empty() { p { (labels.nothing) } }
            @for (first, days) in &months {
                h2 { (sentence_case(date::month(*first, language))) " " (first.year()) }
                ul { @for (_, item) in days { (item) } }
            }
            (by_event(&shown.duties, language))
            @if !shown.past.is_empty() {
                details { summary { (labels.past) }
                    ul { @for deadline in &shown.past { (deadline_html(deadline, shown.today, language)) } }
                }
            }
            (foot::foot(site, DEADLINES, language))
        }
    };
    Page { content, ..base(language, format!("{title} · {SITE_NAME}"), about.into(), Some(DEADLINES)) }
}

fn form(shown: &DeadlinePage, language: Language) -> Markup {
    let labels = deadline_words(language);
    html! {
        form action="/app" method="get" data-print="hide" {
            input type="hidden" name="screen" value="deadlines";
            @if language == Language::Ro { input type="hidden" name="lang" value="ro"; }
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

/// The days ahead and the days of the duties, by the first day of their month and in order.
fn months(shown: &DeadlinePage, language: Language) -> BTreeMap<Date, Vec<(Date, Markup)>> {
    let deadlines = shown.ahead.iter().map(|it| (it.date, deadline_html(it, shown.today, language)));
    let duties = shown
        .duties
        .iter()
        .flat_map(|listed| listed.days.iter().map(move |day| (day.date, duty_html(listed, *day, language))));
    let mut months: BTreeMap<Date, Vec<(Date, Markup)>> = BTreeMap::new();
    for (day, item) in deadlines.chain(duties) {
        months.entry(day.first_of_month()).or_default().push((day, item));
    }
    // Stable: within a day the articles come first.
    months.values_mut().for_each(|days| days.sort_by_key(|(day, _)| *day));
    months
}

fn deadline_html(deadline: &Deadline, today: Date, language: Language) -> Markup {
    let (labels, Deadline { date, nominal, entry, .. }) = (deadline_words(language), deadline);
    let view = ArticleView::new(&deadline.revision, language);
    let kind = if *date < today { entry.kind.before_past_day(language) } else { entry.kind.before_day(language) };
    let moved_from = deadline.history.moved_from.filter(|_| entry.date == Some(*date));
    html! {
        li id=(deadline.id()) {
            small { (kind) " " (day_html(*date, language)) }
            br;
            a href=(address("", &article_path(view.slug.as_str()), language)) lang=(view.language) {
                (sentence_case(&entry.what))
            }
            " " small {
                (role_labels(deadline.roles(), language))
                @if let Some(citation) = view.act_citation() { " · " (citation) }
            }
            @if let Some(from) = moved_from { p { strong { (labels.moved_from) " " (day_html(from, language)) } } }
            (reason_html(*nominal, deadline.shift_reason(), language))
            @if entry.kind == EntryKind::Due && !working_days::is_working_day(*date) { p { (labels.non_working) } }
            @if let Some(rule) = &entry.rule { p lang=(view.language) { (sentence_case(rule)) } }
            (calendar_html(&deadline.id(), language))
        }
    }
}

fn duty_html(listed: &ListedDuty, day: Occurrence, language: Language) -> Markup {
    let (labels, duty) = (deadline_words(language), &listed.duty);
    let id = duty.day_id(day.nominal);
    html! {
        li id=(id) {
            small { (EntryKind::Due.before_day(language)) " " (day_html(day.date, language)) " · " (labels.duty) }
            br;
            strong { (duty.title.get(language)) }
            " " small { (role_labels(&duty.roles, language)) }
            (reason_html(day.nominal, day.shift_reason(duty.shift), language))
            (duty_facts(listed, language))
            (calendar_html(&id, language))
        }
    }
}

/// Why a day is not the one that its rule names.
fn reason_html(nominal: Date, reason: Option<ShiftReason>, language: Language) -> Markup {
    let labels = deadline_words(language);
    let words = reason.map(|reason| match reason {
        ShiftReason::Weekend => labels.weekend,
        ShiftReason::Holiday => labels.holiday,
        ShiftReason::December => labels.december,
    });
    html! { @if let Some(words) = words { p { (day_html(nominal, language)) " " (words) "." } } }
}

fn calendar_html(id: &str, language: Language) -> Markup {
    html! {
        small data-print="hide" { a href={ "/deadlines/" (id) ".ics?lang=" (language) } rel="nofollow" {
            (deadline_words(language).calendar)
        } }
    }
}

/// What the duty is, its rule, its basis and its sources.
fn duty_facts(listed: &ListedDuty, language: Language) -> Markup {
    let duty = &listed.duty;
    html! {
        details {
            summary { (sentence_case(duty.rule.get(language))) }
            p { (duty.what.get(language)) " " (duty.conditions.get(language)) }
            @if let Some(penalty) = &duty.penalty { p { (sentence_case(penalty.get(language))) "." } }
            @for basis in &duty.legal_basis { p { (basis.act) ", " (basis.provision) } }
            @for revision in &listed.articles {
                @let view = ArticleView::new(revision, language);
                p { a href=(address("", &article_path(view.slug.as_str()), language)) lang=(view.language) {
                    (view.title)
                } }
            }
            p {
                (deadline_words(language).sources) ": "
                @for (place, source) in duty.sources.iter().enumerate() {
                    @if place > 0 { ", " }
                    a href=(source) rel="nofollow noopener" { (host(source)) }
                }
            }
        }
    }
}

fn host(address: &str) -> String {
    crate::domain::source::Source { url: address.to_owned(), title: None }.host()
}

/// The duties without a day.
fn by_event(duties: &[ListedDuty], language: Language) -> Markup {
    let labels = deadline_words(language);
    let without_day: Vec<_> = duties.iter().filter(|listed| listed.duty.recurs.is_none()).collect();
    html! {
        @if !without_day.is_empty() {
            h2 { (labels.by_event) }
            p { (labels.by_event_text) }
            ul { @for listed in without_day {
                li {
                    strong { (listed.duty.title.get(language)) }
                    " " small { (role_labels(&listed.duty.roles, language)) }
                    (duty_facts(listed, language))
                }
            } }
        }
    }
}
