//! The days of a month with what is due on them: each thing is a label that opens in place.

use std::collections::BTreeMap;

use jiff::civil::Date;
use maud::{Markup, html};

use super::address::{address, article_path};
use super::deadline_words::deadline_words;
use super::labels::{day_html, role_labels};
use super::raised::raised;
use crate::catalogue::{ArticleView, Deadline};
use crate::domain::act_name::act_name;
use crate::domain::concern::Concern;
use crate::domain::due_mark::DueMark;
use crate::domain::duty::Duty;
use crate::domain::form_line::{self, DutyDay, FormLine};
use crate::domain::recurrence::{Occurrence, ShiftReason};
use crate::domain::text::sentence_case;
use crate::domain::{EntryKind, Language, date, due_words};
use crate::ops::duties::ListedDuty;

/// What is due on a day.
pub(super) struct DueLabel<'a> {
    id: String,
    day: Occurrence,
    reason: Option<ShiftReason>,
    file_by: Option<Date>,
    /// Whether it is due only when something happens, or by choice.
    conditional: bool,
    of: DueSource<'a>,
}

enum DueSource<'a> {
    Article(&'a Deadline),
    Duties(FormLine<'a, &'a ListedDuty>),
}

/// What is due, by day. Duties with one form have one label, which names the articles on them of the same day.
pub(super) fn days<'a>(deadlines: &'a [Deadline], duties: &'a [ListedDuty]) -> BTreeMap<Date, Vec<DueLabel<'a>>> {
    let mut days: BTreeMap<Date, Vec<DueLabel<'a>>> = BTreeMap::new();
    let days_of_duties = duties.iter().flat_map(|listed| {
        listed.days.iter().map(move |day| (DutyDay { duty: &listed.duty, day: *day, profiles: None }, listed))
    });
    for line in form_line::lines(days_of_duties) {
        days.entry(line.first().day.date).or_default().push(of_duties(line));
    }
    for deadline in deadlines.iter().filter(|deadline| deadline.entry.kind == EntryKind::Due) {
        let labels = days.entry(deadline.date).or_default();
        if !labels.iter().any(|label| label.explains(deadline)) {
            labels.push(of_article(deadline));
        }
    }
    // Stable: what is certain stands first.
    days.values_mut().for_each(|labels| labels.sort_by_key(|label| (label.conditional, label.is_article())));
    days
}

fn of_duties<'a>(line: FormLine<'a, &'a ListedDuty>) -> DueLabel<'a> {
    let DutyDay { duty, day, .. } = line.first();
    DueLabel {
        id: duty.day_id(day.nominal),
        day,
        reason: day.shift_reason(duty.shift),
        file_by: day.file_by(),
        // Of several, one is certain.
        conditional: line.is_single() && duty.mark() == Some(DueMark::OnlyIf),
        of: DueSource::Duties(line),
    }
}

fn of_article(deadline: &Deadline) -> DueLabel<'_> {
    let Deadline { date, nominal, .. } = *deadline;
    let mark = concern_of(deadline).and_then(Concern::mark);
    DueLabel {
        id: deadline.id(),
        day: Occurrence { date, nominal },
        reason: deadline.shift_reason(),
        file_by: deadline.file_by(),
        conditional: mark == Some(DueMark::OnlyIf),
        of: DueSource::Article(deadline),
    }
}

fn concern_of(deadline: &Deadline) -> Option<&Concern> {
    deadline.revision.article.concerns.as_deref()
}

impl DueLabel<'_> {
    fn is_article(&self) -> bool {
        matches!(self.of, DueSource::Article(_))
    }

    fn explains(&self, deadline: &Deadline) -> bool {
        let slug = &deadline.revision.article.slug;
        match &self.of {
            DueSource::Duties(line) => line.days().any(|(_, listed)| {
                deadline.entry.duties.contains(&listed.duty.id)
                    || listed.articles.iter().any(|revision| revision.article.slug == *slug)
            }),
            DueSource::Article(_) => false,
        }
    }
}

/// A day with its labels: the certain ones, then the conditional ones.
pub(super) fn day_row(day: Date, labels: &[DueLabel<'_>], language: Language) -> Markup {
    let words = deadline_words(language);
    let (certain, conditional): (Vec<_>, Vec<_>) = labels.iter().partition(|label| !label.conditional);
    let file_by = labels.iter().find_map(|label| label.file_by);
    html! {
        li {
            p { strong { time datetime=(day) { (date::with_weekday(day, language)) } } }
            @if let Some(before) = file_by {
                p { (due_words::day_off(before, language)) }
            }
            @for label in certain { (label_html(label, language)) }
            @if !conditional.is_empty() {
                p { (words.only_if) ":" }
                @for label in conditional { (label_html(label, language)) }
            }
        }
    }
}

/// The id of what a label opens: a link to it opens the label.
pub(super) fn facts_id(label: &str) -> String {
    format!("facts.{label}")
}

fn label_html(label: &DueLabel<'_>, language: Language) -> Markup {
    html! {
        details id=(label.id) {
            summary { (name(label, language)) }
            (facts(label, language))
            (reason_html(label, language))
            small data-print="hide" { a href={ "/deadlines/" (label.id) ".ics?lang=" (language) } rel="nofollow" {
                (deadline_words(language).calendar)
            } }
        }
    }
}

fn facts(label: &DueLabel<'_>, language: Language) -> Markup {
    html! {
        @match &label.of {
            DueSource::Article(deadline) => div id=(facts_id(&label.id)) { (article_html(deadline, language)) },
            DueSource::Duties(line) => @for (day, listed) in line.days() {
                div id=(facts_id(&day.duty.day_id(day.day.nominal))) { (duty_facts(listed, language)) }
            },
        }
    }
}

fn name(label: &DueLabel<'_>, language: Language) -> Markup {
    match &label.of {
        DueSource::Article(deadline) => html! { (sentence_case(&deadline.entry.what)) },
        DueSource::Duties(line) if line.is_single() => duty_name(line.first().duty, language),
        DueSource::Duties(line) => form_name(line.first().duty, &line.words(language)),
    }
}

/// The form and the few words beside it.
fn form_name(duty: &Duty, words: &str) -> Markup {
    html! {
        @if let Some(form) = &duty.form { strong { (form) } " " }
        (words)
    }
}

/// As [`form_name`] of one duty, which may be a choice.
fn duty_name(duty: &Duty, language: Language) -> Markup {
    html! {
        (form_name(duty, duty.short_title().get(language)))
        @if duty.mark() == Some(DueMark::Optional) { " (" (deadline_words(language).choice) ")" }
    }
}

fn article_html(deadline: &Deadline, language: Language) -> Markup {
    let view = ArticleView::new(&deadline.revision, language);
    let Deadline { date, entry, .. } = deadline;
    let moved_from = deadline.history.moved_from.filter(|_| entry.date == Some(*date));
    html! {
        p {
            a href=(address("", &article_path(view.slug.as_str()), language)) lang=(view.language) { (view.title) }
            " " small {
                (role_labels(deadline.roles(), language))
                @if let Some(citation) = view.act_citation() { " · " (citation) }
            }
        }
        @if let Some(from) = moved_from {
            p { strong { (deadline_words(language).moved_from) " " (day_html(from, language)) } }
        }
        @if let Some(rule) = &entry.rule { p lang=(view.language) { (sentence_case(rule)) } }
        (conditions_html(concern_of(deadline), language))
    }
}

fn conditions_html(concern: Option<&Concern>, language: Language) -> Markup {
    html! { @for note in due_words::condition_notes(concern, language) { p { (note) } } }
}

/// Why a day is not the one that its rule names.
fn reason_html(label: &DueLabel<'_>, language: Language) -> Markup {
    let words = deadline_words(language);
    let reason = label.reason.map(|reason| match reason {
        ShiftReason::Weekend => words.weekend,
        ShiftReason::Holiday => words.holiday,
        ShiftReason::December => words.december,
    });
    html! { @if let Some(reason) = reason { p { (day_html(label.day.nominal, language)) " " (reason) "." } } }
}

/// The moved days of the month, once, with the reason of each.
pub(super) fn moved(days: &BTreeMap<Date, Vec<DueLabel<'_>>>, language: Language) -> Markup {
    let words = deadline_words(language);
    let moved: BTreeMap<(Date, Date), &DueLabel<'_>> = days
        .values()
        .flatten()
        .filter(|label| label.reason.is_some())
        .map(|label| ((label.day.nominal, label.day.date), label))
        .collect();
    let pairs: Vec<_> = moved
        .keys()
        .map(|(from, to)| format!("{} {} {}", date::short(*from, language), words.moved_to, date::short(*to, language)))
        .collect();
    html! {
        @if !moved.is_empty() {
            details {
                summary { (words.moved) ": " (pairs.join(", ")) ". " (words.why) }
                @for label in moved.values() { (reason_html(label, language)) }
            }
        }
    }
}

/// What the duty is, its rule, its basis and its sources.
fn duty_facts(listed: &ListedDuty, language: Language) -> Markup {
    let duty = &listed.duty;
    html! {
        p { strong { (duty.title.get(language)) } " " small { (role_labels(&duty.roles, language)) } }
        p { (duty.what.get(language)) " " (duty.conditions.get(language)) }
        p { (sentence_case(duty.rule.get(language))) }
        (conditions_html(duty.concerns.as_ref(), language))
        @if let Some(penalty) = &duty.penalty { p { (sentence_case(penalty.get(language))) "." } }
        @for basis in &duty.legal_basis {
            p { (act_name(&basis.act, language)) ", " span lang="ro" { (raised(&basis.provision)) } }
        }
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

fn host(address: &str) -> String {
    crate::domain::source::Source { url: address.to_owned(), title: None }.host()
}

/// The duties without a day.
pub(super) fn by_event(duties: &[ListedDuty], language: Language) -> Markup {
    let words = deadline_words(language);
    let without_day: Vec<_> = duties.iter().filter(|listed| listed.duty.recurs.is_none()).collect();
    html! {
        @if !without_day.is_empty() {
            h2 { (words.by_event) }
            details {
                summary { (words.by_event_text) }
                ul { @for listed in without_day {
                    li { details {
                        summary { (duty_name(&listed.duty, language)) " · " (listed.duty.rule.get(language)) }
                        div id=(facts_id(&listed.duty.id)) { (duty_facts(listed, language)) }
                    } }
                } }
            }
        }
    }
}

/// What starts and ends in the month.
pub(super) fn nothing_to_do(deadlines: &[Deadline], language: Language) -> Markup {
    let others: Vec<_> = deadlines.iter().filter(|deadline| deadline.entry.kind != EntryKind::Due).collect();
    html! {
        @if !others.is_empty() {
            h2 { (deadline_words(language).nothing_to_do) }
            ul { @for deadline in others {
                @let view = ArticleView::new(&deadline.revision, language);
                li id=(deadline.id()) {
                    small { (deadline.entry.kind.before_day(language)) " " (day_html(deadline.date, language)) }
                    br;
                    a href=(address("", &article_path(view.slug.as_str()), language)) lang=(view.language) {
                        (sentence_case(&deadline.entry.what))
                    }
                }
            } }
        }
    }
}
