//! Days on Home: as a number over its month, in a line with their kind, and the time left.

use jiff::civil::Date;
use maud::{Markup, html};

use super::words::home_words;
use crate::domain::dated_entry::EntryState;
use crate::domain::{DatedEntry, EntryKind, Language, date};
use crate::web::shell::counted::counted;
use crate::web::shell::icons::{CLOCK, KINDS, icon};

/// Days within which a day is marked.
const SOON_DAYS: i32 = 7;
/// Most days that are counted as days.
const MOST_DAYS: usize = 60;

/// A day as a large number over its month; with the year if it is not that of `today`.
pub(super) fn day_block(day: Date, today: Date, language: Language, class: &str) -> Markup {
    html! {
        time class=(class) datetime=(day) {
            span.day-number { (day.day()) } " " (date::month(day, language))
            @if day.year() != today.year() { span.day-year { " " (day.year()) } }
        }
    }
}

/// A day in words, with its number and its month on one line.
pub(super) fn kept_day(day: Date, language: Language) -> String {
    date::long(day, language).replacen(' ', "\u{a0}", 1)
}

/// The months that so many days are, as the app rounds them.
fn months(days: usize) -> usize {
    (days * 32 + 487) / 974 // 30.4375 days each, to the nearest
}

/// How much time is left until a day that is not past.
pub(super) fn time_left(day: Date, today: Date, language: Language) -> Markup {
    let words = home_words(language);
    let days = today.until(day).map_or(0, |span| span.get_days());
    let is_soon = days <= SOON_DAYS;
    html! {
        span.time-left.time-soon[is_soon] {
            @if is_soon { (icon(CLOCK)) }
            @match usize::try_from(days).unwrap_or(0) {
                0 => (words.today),
                1 => (words.tomorrow),
                more if more <= MOST_DAYS => (counted(words.left, more, language)),
                more => (counted(words.left_months, months(more), language)),
            }
        }
    }
}

/// A dated entry in one line: sign, words of its kind, day, and the time left to act.
pub(super) fn dated_line(entry: &DatedEntry, own: Language, language: Language, today: Date) -> Markup {
    let is_due = entry.kind == EntryKind::Due;
    html! {
        p.dated-line.dated-due[is_due && entry.state(today) != EntryState::Past] {
            (icon(KINDS[entry.kind as usize]))
            span {
                (entry_words(entry, own, language, today))
                @if let Some(next) = entry.next_date(today).filter(|_| is_due) {
                    " " (time_left(next, today, language))
                }
            }
        }
    }
}

fn entry_words(entry: &DatedEntry, own: Language, language: Language, today: Date) -> Markup {
    let (kind, next) = (entry.kind, entry.next_date(today));
    let Some(day) = next.or(entry.date) else {
        let rule = entry.rule.as_ref().unwrap_or(&entry.what);
        return html! {
            (kind.label(language)) @if kind == EntryKind::Due { ":" } " " span lang=(own) { (rule) }
        };
    };
    let words = home_words(language);
    let before = match entry.state(today) {
        EntryState::Today => words.on_today[kind as usize],
        EntryState::Past => kind.before_past_day(language),
        _ => kind.before_day(language),
    };
    html! { (before) "\u{a0}" time datetime=(day) { (kept_day(day, language)) } }
}
