//! Entries without a day of their own: rules in words, terms from the reader's own acts, days that come back, and the
//! sums of counted days.

use jiff::civil::Date;

use crate::domain::article::limits;
use crate::domain::numeral::takes_de;
use crate::domain::recurrence::{DayOfMonth, DayOfYear, Recurrence, Shift, Term};
use crate::domain::{DatedEntry, Language, text};
use paragraf_law::deadline::{Anchor, AnchorKind, Direction, TermMention, UntilMention};
use paragraf_law::length::{Length, TimeUnit};
use paragraf_law::moment::{Frequency, Moment, MonthDay};
use paragraf_law::reference::ActReference;

/// Events that are no act of the reader: from them a rule runs, but no term of the reader's own.
const OTHERS_EVENTS: [&str; 8] =
    ["publicar", "aprobar", "adoptar", "emiter", "intrar", "elaborar", "afisar", "operationaliz"];

/// Events that begin like those, from which a term of the reader runs.
const READERS_EVENTS: [&str; 8] = [
    "publicarii listei",
    "publicarea listei",
    "publicarii rezultatelor",
    "publicarea rezultatelor",
    "publicarii baremului",
    "publicarea baremului",
    "aprobarii situatiilor financiare",
    "aprobarea situatiilor financiare",
];

/// A counted day as a sum: `publicare 26.11.2026 + 3 zile`.
pub(super) fn counted(event: AnchorKind, day: Date, length: Length) -> String {
    let event = if event == AnchorKind::Publication { "publicare" } else { "intrare în vigoare" };
    format!("{event} {} + {}", day.strftime("%d.%m.%Y"), in_romanian(length))
}

/// A length of time in Romanian.
fn in_romanian(length: Length) -> String {
    let (one, many) = match length.unit {
        TimeUnit::Hours => ("oră", "ore"),
        TimeUnit::Days => ("zi", "zile"),
        TimeUnit::WorkingDays => ("zi lucrătoare", "zile lucrătoare"),
        TimeUnit::Weeks => ("săptămână", "săptămâni"),
        TimeUnit::Months => ("lună", "luni"),
        TimeUnit::Years => ("an", "ani"),
    };
    let number = length.number;
    match number {
        1 => format!("1 {one}"),
        _ if takes_de(u64::from(number), Language::Ro) => format!("{number} de {many}"),
        _ => format!("{number} {many}"),
    }
}

/// The entry of a term that runs from another event than the days of the act.
pub(super) fn anchor_rule(term: &TermMention, anchor: &Anchor, words: &str) -> DatedEntry {
    let event = text::fold(&anchor.text);
    let event = event.strip_prefix("data ").unwrap_or(&event);
    let begins = |events: &[&str]| events.iter().any(|words| event.starts_with(words));
    let is_named = begins(&READERS_EVENTS);
    let is_event = anchor.event == AnchorKind::Event
        && anchor.of != ActReference::Other
        && !begins(&OTHERS_EVENTS)
        && !event.contains("intrarii in vigoare");
    let is_readers = term.direction == Direction::After && (is_event || is_named);
    let within = if is_readers { within(term.length) } else { None };
    DatedEntry { within, ..words_rule(words) }
}

/// The entry of words from which no day follows.
pub(super) fn words_rule(words: &str) -> DatedEntry {
    DatedEntry { rule: Some(in_words(words)), ..DatedEntry::default() }
}

fn within(length: Length) -> Option<Term> {
    let number = |times: u32| u16::try_from(length.number * times).ok();
    Some(match length.unit {
        TimeUnit::Hours => Term::Hours(number(1)?),
        TimeUnit::Days => Term::Days(number(1)?),
        TimeUnit::WorkingDays => Term::WorkingDays(number(1)?),
        TimeUnit::Weeks => Term::Days(number(7)?),
        TimeUnit::Months => Term::Months(number(1)?),
        TimeUnit::Years => Term::Months(number(12)?),
    })
}

/// The entry of a last day without a year or a month: one that comes back, or a rule in words. `None` for an event.
pub(super) fn until_rule(until: &UntilMention, words: &str) -> Option<DatedEntry> {
    if !matches!(until.moment, Moment::YearDay { .. } | Moment::MonthDay { .. }) {
        return None;
    }
    let recurring = until.every.and_then(|every| {
        let (first, shift) = recurrence(&until.moment, every)?;
        let more = until.also.iter().map(|moment| recurrence(moment, every).map(|(recurs, _)| recurs));
        Some((more.into_iter().try_fold(first, |all, next| joined(all, next?))?, shift))
    });
    let (recurs, shift) = recurring.unzip();
    let rule = recurs.is_none().then(|| in_words(words));
    Some(DatedEntry { recurs, shift: shift.flatten(), rule, ..DatedEntry::default() })
}

/// The days of two yearly recurrences.
fn joined(first: Recurrence, second: Recurrence) -> Option<Recurrence> {
    match (first, second) {
        (Recurrence::Yearly(days), Recurrence::Yearly(more)) => {
            Some(Recurrence::Yearly(days.into_iter().chain(more).collect()))
        }
        _ => None,
    }
}

fn recurrence(moment: &Moment, every: Frequency) -> Option<(Recurrence, Option<Shift>)> {
    let (day, months): (MonthDay, &[i8]) = match (moment, every) {
        (Moment::YearDay { month, day, .. }, Frequency::Yearly) => (*day, std::slice::from_ref(month)),
        (Moment::MonthDay { day, .. }, Frequency::Monthly) => (*day, &[]),
        (Moment::MonthDay { day, .. }, Frequency::Quarterly) => (*day, &[1, 4, 7, 10]),
        (Moment::MonthDay { day, .. }, Frequency::HalfYearly) => (*day, &[1, 7]),
        _ => return None,
    };
    let (day, shift) = match day {
        MonthDay::Day(day) => (day, None),
        MonthDay::Last => (31, None),
        MonthDay::FirstWorkingDay => (1, Some(Shift::Next)),
        MonthDay::LastWorkingDay => (31, Some(Shift::Previous)),
    };
    if months.is_empty() {
        return Some((Recurrence::Monthly(DayOfMonth::new(u8::try_from(day).ok()?)?), shift));
    }
    let days = months.iter().map(|month| day_of_year(*month, day)).collect::<Option<Vec<_>>>()?;
    Some((Recurrence::Yearly(days), shift))
}

/// A day of a month, or its last one.
fn day_of_year(month: i8, day: i8) -> Option<DayOfYear> {
    let last = Date::new(2024, month, 1).ok()?.days_in_month();
    format!("{month:02}-{:02}", day.min(last)).parse().ok()
}

fn in_words(words: &str) -> String {
    let mut letters = words.trim_end_matches('.').chars();
    let first = letters.next().map(|letter| letter.to_lowercase().collect::<String>()).unwrap_or_default();
    text::shorten(&format!("{first}{}", letters.as_str()), limits::SHORT_TEXT - 1)
}
