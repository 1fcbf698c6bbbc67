//! The events of calendars: what is due on a day, in words.

use jiff::Timestamp;
use jiff::civil::Date;

use super::concerns::own_words::OwnWords;
use crate::catalogue::{Deadline, DroppedDeadline};
use crate::domain::article::Revision;
use crate::domain::concern::Concern;
use crate::domain::deadline_history::EntryHistory;
use crate::domain::due_mark::DueMark;
use crate::domain::due_words;
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::domain::{EntryKind, Language, Slug};

/// The end of the id of the day from which an article applies, as in `slug.start`.
pub(super) const START: &str = "start";

/// A day in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    /// Does not change when the deadline moves.
    pub id: String,
    pub date: Date,
    pub title: String,
    pub text: String,
    /// The article of the deadline.
    pub slug: Option<Slug>,
    /// Grows with each change.
    pub sequence: u32,
    pub is_withdrawn: bool,
    pub changed_at: Timestamp,
}

/// A day of an article's entry; `own` is what the reader's answers say of it.
pub(super) fn of_deadline(deadline: &Deadline, language: Language, own: Option<OwnWords>) -> CalendarEvent {
    let Deadline { date, nominal, entry, revision, .. } = deadline;
    let EntryHistory { changed_in, .. } = deadline.history;
    let is_due = entry.kind == EntryKind::Due;
    let mark = revision.article.concerns.as_deref().and_then(Concern::mark).filter(|_| is_due);
    let OwnWords { whose, verify } = own.unwrap_or_default();
    let day = Occurrence { date: *date, nominal: *nominal };
    let notes = is_due.then(|| due_words::day_notes(day, deadline.shift_reason().is_some(), language));
    let rule = entry.rule.as_deref().map(sentence_case);
    let lines = std::iter::once(revision.article.texts(language).title.to_owned());
    CalendarEvent {
        id: deadline.id(),
        date: *date,
        title: title(mark, &sentence_case(&entry.what), &whose, language),
        text: lines.chain(notes.into_iter().flatten()).chain(verify).chain(rule).collect::<Vec<_>>().join("\n"),
        slug: Some(revision.article.slug.clone()),
        sequence: sequence(changed_in, false),
        is_withdrawn: false,
        changed_at: revision.updated_at,
    }
}

/// The day from which an article applies, or else on which its act enters into force.
pub(super) fn of_start(revision: &Revision, language: Language) -> Option<CalendarEvent> {
    let Revision { revision, updated_at, article } = revision;
    Some(CalendarEvent {
        id: format!("{}.{START}", article.slug),
        date: article.applies_from.or(article.in_force_date)?,
        title: article.texts(language).title.to_owned(),
        text: String::new(),
        slug: Some(article.slug.clone()),
        sequence: sequence(*revision, false),
        is_withdrawn: false,
        changed_at: *updated_at,
    })
}

pub(super) fn of_dropped(dropped: &DroppedDeadline) -> CalendarEvent {
    CalendarEvent {
        id: dropped.id.clone(),
        date: dropped.date,
        title: sentence_case(&dropped.what),
        text: String::new(),
        slug: None,
        sequence: sequence(dropped.revision, true),
        is_withdrawn: true,
        changed_at: dropped.updated_at,
    }
}

/// A day of a duty; `own` is what the reader's answers say of it. Without it, the text says whom the duty concerns.
pub(super) fn of_duty(
    duty: &Duty,
    day: Occurrence,
    today: Date,
    language: Language,
    own: Option<OwnWords>,
) -> CalendarEvent {
    let conditions = own.is_none().then(|| sentence_case(duty.conditions.get(language)));
    let OwnWords { whose, verify } = own.unwrap_or_default();
    let text = due_words::duty_notes(duty, day, language).into_iter();
    let text = text.chain(verify.or_else(|| due_words::unconfirmed(duty, language)));
    let text = text.chain([sentence_case(duty.what.get(language))]).chain(conditions);
    let text = text.chain([sentence_case(duty.rule.get(language))]);
    let basis = duty.legal_basis.iter().map(|basis| format!("{}, {}", basis.act, basis.provision));
    let midnight = today.to_zoned(crate::clock::legal_time_zone());
    CalendarEvent {
        id: duty.day_id(day.nominal),
        date: day.date,
        title: title(duty.mark(), &due_words::duty_name(duty, day.nominal, language), &whose, language),
        text: text.chain(basis).collect::<Vec<_>>().join("\n"),
        slug: None,
        sequence: duty.revision,
        is_withdrawn: false,
        changed_at: midnight.map_or(Timestamp::UNIX_EPOCH, |midnight| midnight.timestamp()),
    }
}

/// `La alegere: Ieșirea din regimul micro (D700) · Firma`
fn title(mark: Option<DueMark>, name: &str, whose: &[String], language: Language) -> String {
    let marked = due_words::marked(mark, name, language);
    if whose.is_empty() { marked } else { format!("{marked} · {}", whose.join(", ")) }
}

/// A withdrawal has a higher number than the content of the same revision.
fn sequence(revision: u32, is_withdrawn: bool) -> u32 {
    revision.saturating_mul(2).saturating_add(is_withdrawn.into())
}
