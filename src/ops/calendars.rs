//! Deadlines and duties as the events of calendars: which exist, which moved and which are withdrawn.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::browse::{blocking, live};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Catalogue, Deadline, DeadlineQuery, DroppedDeadline, Snapshot};
use crate::domain::deadline_history::EntryHistory;
use crate::domain::duty::{DAY_PREFIX, Duty};
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, Language, Slug};
use crate::error::{Error, Result};

/// Most events of a calendar.
const MAX_EVENTS: usize = 1_000;
/// Days that a calendar looks back.
const BACK_DAYS: i32 = 30;

/// A day in a calendar.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CalendarEvent {
    /// The same for as long as the deadline exists, also when it moves.
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

/// Which events a calendar has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CalendarQuery {
    /// The articles; `from`, `to` and `limit` are not used.
    pub deadlines: DeadlineQuery,
    /// Whether the duties of the same role and topic belong to it.
    pub with_duties: bool,
    /// The roles whose duties belong to it, if not the role of the articles.
    pub duty_roles: Vec<AudienceRole>,
}

/// The events from a month ago to a year ahead, in the order of their days.
///
/// # Errors
/// `unavailable` while the articles are loaded, or their words indexed.
pub async fn events(app: &App, actor: &Actor, query: CalendarQuery) -> Result<Vec<CalendarEvent>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, catalogue, today) = (live(app)?, Arc::clone(&app.catalogue), app.clock.today());
    blocking("listing the events of a calendar", move || gathered(&snapshot, &catalogue, query, today)).await?
}

fn gathered(
    snapshot: &Snapshot,
    catalogue: &Catalogue,
    query: CalendarQuery,
    today: Date,
) -> Result<Vec<CalendarEvent>> {
    let (from, to) = (today.saturating_sub(BACK_DAYS.days()), today.saturating_add(1.year()));
    let CalendarQuery { deadlines, with_duties, duty_roles } = query;
    let deadlines = DeadlineQuery { from: Some(from), to: Some(to), limit: MAX_EVENTS, ..deadlines };
    let language = deadlines.articles.language;
    let found = catalogue.deadlines(&deadlines, today)?.deadlines;
    let mut events: Vec<_> = found.iter().map(|deadline| of_deadline(deadline, language)).collect();
    let dropped = catalogue.dropped_deadlines(&deadlines, today)?;
    events.extend(dropped.iter().filter(|it| (from..=to).contains(&it.date)).map(of_dropped));
    if with_duties {
        let (role, topic) = (deadlines.articles.role, deadlines.articles.topic.as_deref());
        // Without a reader, all duties; of a reader, those of the roles and the followed ones.
        let is_own = |duty: &Duty| match deadlines.interest.as_deref() {
            None => duty_roles.is_empty() || duty_roles.iter().any(|role| duty.roles.contains(role)),
            Some(interest) => {
                duty_roles.iter().any(|role| duty.roles.contains(role)) || interest.duties.contains(&duty.id)
            }
        };
        let matches = |duty: &&Duty| {
            role.is_none_or(|role| duty.concerns(role, None))
                && is_own(duty)
                && topic.is_none_or(|topic| duty.topic == topic)
        };
        for duty in snapshot.duties().iter().filter(matches) {
            events.extend(duty.days(today, to).into_iter().map(|day| of_duty(duty, day, today, language)));
        }
    }
    events.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    events.truncate(MAX_EVENTS);
    Ok(events)
}

/// The event of one deadline or one day of a duty, even if it was withdrawn.
///
/// # Errors
/// `not_found`.
pub async fn event(app: &App, actor: &Actor, id: &str, language: Language) -> Result<CalendarEvent> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    let id = id.to_owned();
    blocking("finding a deadline", move || find(&snapshot, &id, language, today)).await?
}

fn find(snapshot: &Snapshot, id: &str, language: Language, today: Date) -> Result<CalendarEvent> {
    let missing = || Error::not_found("There is no such deadline.");
    let parts: Vec<&str> = id.splitn(3, '.').collect();
    if let [DAY_PREFIX, duty, period] = parts[..] {
        let duty = snapshot.duties().iter().find(|known| known.id == duty).ok_or_else(missing)?;
        let day = duty.day_in(period, today).ok_or_else(missing)?;
        return Ok(of_duty(duty, day, today, language));
    }
    let slug = parts.first().and_then(|slug| Slug::parse(slug)).ok_or_else(missing)?;
    let number = parts.get(1).and_then(|number| number.parse().ok()).ok_or_else(missing)?;
    if let Some(deadline) = snapshot.deadline(&slug, number, parts.get(2).copied(), today, language)? {
        return Ok(of_deadline(&deadline, language));
    }
    let dropped = snapshot.dropped_of(&slug, today)?;
    dropped.iter().find(|dropped| dropped.id == id).map(of_dropped).ok_or_else(missing)
}

fn of_deadline(deadline: &Deadline, language: Language) -> CalendarEvent {
    let texts = deadline.revision.article.texts(language);
    let EntryHistory { changed_in, .. } = deadline.history;
    let rule = deadline.entry.rule.as_deref().map(sentence_case);
    CalendarEvent {
        id: deadline.id(),
        date: deadline.date,
        title: sentence_case(&deadline.entry.what),
        text: [Some(texts.title.to_owned()), rule].into_iter().flatten().collect::<Vec<_>>().join("\n"),
        slug: Some(deadline.revision.article.slug.clone()),
        sequence: sequence(changed_in, false),
        is_withdrawn: false,
        changed_at: deadline.revision.updated_at,
    }
}

fn of_dropped(dropped: &DroppedDeadline) -> CalendarEvent {
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

fn of_duty(duty: &Duty, day: Occurrence, today: Date, language: Language) -> CalendarEvent {
    let basis = duty.legal_basis.iter().map(|basis| format!("{}, {}", basis.act, basis.provision));
    let facts = [duty.what.get(language), duty.conditions.get(language), duty.rule.get(language)];
    let text: Vec<_> = facts.into_iter().map(sentence_case).chain(basis).collect();
    let midnight = today.to_zoned(crate::clock::legal_time_zone());
    CalendarEvent {
        id: duty.day_id(day.nominal),
        date: day.date,
        title: duty.title.get(language).to_owned(),
        text: text.join("\n"),
        slug: None,
        sequence: duty.revision,
        is_withdrawn: false,
        changed_at: midnight.map_or(Timestamp::UNIX_EPOCH, |midnight| midnight.timestamp()),
    }
}

/// Withdrawing comes after the content of the same revision.
fn sequence(revision: u32, is_withdrawn: bool) -> u32 {
    revision.saturating_mul(2).saturating_add(is_withdrawn.into())
}
