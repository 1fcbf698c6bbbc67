//! The events of calendars: what is due on a day, in words.

use jiff::Timestamp;
use jiff::civil::Date;

use super::concerns::own_words::OwnWords;
use crate::catalogue::{Deadline, DroppedDeadline};
use crate::domain::act_name::act_name;
use crate::domain::article::Revision;
use crate::domain::concern::Concern;
use crate::domain::deadline_history::EntryHistory;
use crate::domain::due_words;
use crate::domain::duty::Duty;
use crate::domain::form_line::{DutyDay, FormLine, VerifyNote};
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
    let concern = revision.article.concerns.as_deref().filter(|_| is_due);
    let mark = concern.and_then(Concern::mark);
    let OwnWords { whose, verify, .. } = own.unwrap_or_default();
    let day = Occurrence { date: *date, nominal: *nominal };
    let is_moved = deadline.shift_reason().is_some();
    let notes = if is_due { due_words::entry_notes(concern, day, is_moved, language) } else { vec![] };
    let rule = entry.rule.as_deref().map(sentence_case);
    let lines = std::iter::once(revision.article.texts(language).title.to_owned());
    CalendarEvent {
        id: deadline.id(),
        date: *date,
        title: title(due_words::marked(mark, &sentence_case(&entry.what), language), &whose),
        text: lines.chain(notes).chain(verify).chain(rule).collect::<Vec<_>>().join("\n"),
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

/// The duties of a form on a day, each with what the reader's answers say of it. Without that, the text says which
/// readers the duty concerns.
pub(super) fn of_form_line(line: &FormLine<'_, Option<OwnWords>>, today: Date, language: Language) -> CalendarEvent {
    let DutyDay { duty, day, .. } = line.first();
    let mut text = line.notes(language);
    let verify = line.to_verify(language, |_, own| own.as_ref().and_then(|own| own.verify.clone()));
    text.extend(verify.iter().map(VerifyNote::sentence));
    for (day, own) in line.days() {
        // An empty line stands before each of several.
        text.extend((!line.is_single()).then(|| format!("\n{}", day.duty.title.get(language))));
        text.extend(facts(day.duty, own.as_ref(), language));
    }
    let whose = line.days().find_map(|(_, own)| own.as_ref()).map(|own| own.whose.clone()).unwrap_or_default();
    let midnight = today.to_zoned(crate::clock::legal_time_zone());
    CalendarEvent {
        id: duty.day_id(day.nominal),
        date: day.date,
        title: title(line.name(language), &whose),
        text: text.join("\n").trim_start().to_owned(),
        slug: None,
        sequence: duty.revision,
        is_withdrawn: false,
        changed_at: midnight.map_or(Timestamp::UNIX_EPOCH, |midnight| midnight.timestamp()),
    }
}

/// What to do, which readers have to if the text is for all, the rule and its basis.
fn facts(duty: &Duty, own: Option<&OwnWords>, language: Language) -> Vec<String> {
    let conditions = own.is_none().then(|| sentence_case(duty.conditions.get(language)));
    let what = own.and_then(|own| own.what.as_deref()).unwrap_or_else(|| duty.what.get(language));
    let what = std::iter::once(sentence_case(what));
    let basis = duty.legal_basis.iter().map(|basis| format!("{}, {}", act_name(&basis.act, language), basis.provision));
    what.chain(conditions).chain([sentence_case(duty.rule.get(language))]).chain(basis).collect()
}

/// `La alegere: Ieșirea din regimul micro (D700) · Firma`
fn title(name: String, whose: &[String]) -> String {
    if whose.is_empty() { name } else { format!("{name} · {}", whose.join(", ")) }
}

/// A withdrawal has a higher number than the content of the same revision.
fn sequence(revision: u32, is_withdrawn: bool) -> u32 {
    revision.saturating_mul(2).saturating_add(is_withdrawn.into())
}
