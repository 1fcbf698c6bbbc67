//! Deadlines and duties as calendar events, including moved and withdrawn ones.

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::browse::live;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Deadline, DeadlineQuery, DroppedDeadline, Snapshot, days_ahead};
use crate::domain::article::Revision;
use crate::domain::deadline_history::EntryHistory;
use crate::domain::duty::{DAY_PREFIX, Duty};
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, Language, Slug};
use crate::error::{Error, Result};

/// Maximum number of events in a calendar.
const MAX_EVENTS: usize = 1_000;
/// Days before today that a calendar covers.
const BACK_DAYS: i32 = 30;

/// The end of the id of the day from which an article applies, as in `slug.start`.
const START: &str = "start";

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

/// Lists the events from a month ago to a year ahead, in the order of their days. Blocks.
///
/// # Errors
/// `not_found` for an unknown topic, `unavailable` while the articles are loaded or indexed.
pub fn events(app: &App, actor: &Actor, query: CalendarQuery) -> Result<Vec<CalendarEvent>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, catalogue, today) = (live(app)?, &app.catalogue, app.clock.today());
    let (from, to) = (today.saturating_sub(BACK_DAYS.days()), today.saturating_add(1.year()));
    let CalendarQuery { deadlines, with_duties, duty_roles } = query;
    let deadlines = DeadlineQuery { from: Some(from), to: Some(to), limit: MAX_EVENTS, ..deadlines };
    if deadlines.articles.topic.as_deref().is_some_and(|topic| snapshot.topic(topic).is_none()) {
        return Err(Error::not_found("There is no such topic."));
    }
    let language = deadlines.articles.language;
    let found = catalogue.deadlines(&deadlines, today)?;
    let mut events = found.iter().map(|deadline| Ok(of_deadline(&deadline?, language))).collect::<Result<Vec<_>>>()?;
    let dropped = catalogue.dropped_deadlines(&deadlines, today)?;
    events.extend(dropped.iter().filter(|it| (from..=to).contains(&it.date)).map(of_dropped));
    if with_duties {
        let (role, topic) = (deadlines.articles.role, deadlines.articles.topic.as_deref());
        // A public calendar has all duties, or those of its roles; a reader's has those of its roles and the followed
        // ones.
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

/// Returns the event of one deadline or one day of a duty, even if it was withdrawn. The slug of an article stands for
/// all its days ahead. `day` is the last day of a term that the reader begins. Blocks.
///
/// # Errors
/// `not_found`.
pub fn named(app: &App, actor: &Actor, id: &str, day: Option<Date>, language: Language) -> Result<Vec<CalendarEvent>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    if let Some(day) = day {
        let of_event = |duty: &&Duty| duty.within.is_some() && id == format!("{DAY_PREFIX}.{}", duty.id);
        if let Some(duty) = snapshot.duties().iter().find(of_event) {
            return Ok(vec![of_duty(duty, Occurrence { date: day, nominal: day }, today, language)]);
        }
        let parts = id.split_once('.').and_then(|(slug, number)| Slug::parse(slug).zip(number.parse().ok()));
        let term = parts.map(|(slug, number)| snapshot.term(&slug, number, day, language)).transpose()?.flatten();
        let missing = || Error::not_found("There is no such term.");
        return Ok(vec![of_deadline(&term.ok_or_else(missing)?, language)]);
    }
    if let Some(slug) = Slug::parse(id) {
        let ahead = days_ahead(snapshot.article(&slug), language, today, MAX_EVENTS)?;
        let ahead: Vec<_> = ahead.iter().map(|deadline| of_deadline(deadline, language)).collect();
        return if ahead.is_empty() { Err(Error::not_found("This article has no deadlines.")) } else { Ok(ahead) };
    }
    find_one(&snapshot, id, language, today).map(|event| vec![event])
}

fn find_one(snapshot: &Snapshot, id: &str, language: Language, today: Date) -> Result<CalendarEvent> {
    let missing = || Error::not_found("There is no such deadline.");
    let parts: Vec<&str> = id.splitn(3, '.').collect();
    if let [DAY_PREFIX, duty, period] = parts[..] {
        let duty = snapshot.duties().iter().find(|known| known.id == duty).ok_or_else(missing)?;
        let day = duty.day_in(period, today).ok_or_else(missing)?;
        return Ok(of_duty(duty, day, today, language));
    }
    let slug = parts.first().and_then(|slug| Slug::parse(slug)).ok_or_else(missing)?;
    if parts[1..] == [START] {
        let article = snapshot.article(&slug).ok_or_else(missing)?;
        return of_start(&article.unpack()?, language).ok_or_else(missing);
    }
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

/// The day from which an article applies, or else on which its act enters into force.
fn of_start(revision: &Revision, language: Language) -> Option<CalendarEvent> {
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

/// A withdrawal has a higher number than the content of the same revision.
fn sequence(revision: u32, is_withdrawn: bool) -> u32 {
    revision.saturating_mul(2).saturating_add(is_withdrawn.into())
}
