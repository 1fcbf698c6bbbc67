//! Deadlines and duties as calendar events, including moved and withdrawn ones.

use std::sync::Arc;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::browse::live;
use super::concerns::account::{self, DueDayIndex, Items};
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Deadline, DeadlineQuery, DroppedDeadline, Interest, Snapshot, days_ahead};
use crate::domain::article::Revision;
use crate::domain::concern::{Evaluations, ProfileAnswers, book};
use crate::domain::deadline_history::EntryHistory;
use crate::domain::duty::{DAY_PREFIX, Duty};
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::domain::{AudienceRole, EntryKind, Language, Slug};
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
    /// Decides what is due, in the calendar of an account that answered questions.
    pub own: Option<OwnCalendar>,
}

/// What decides which days belong to the calendar of an account that answered questions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnCalendar {
    pub answers: ProfileAnswers,
    /// The articles that it tracks or bookmarked.
    pub chosen: Vec<Slug>,
}

/// What the answers of an account decide about the days of its calendar.
struct AnsweredDays<'a> {
    evaluations: Evaluations<'a>,
    days: DueDayIndex,
    /// What the account follows, tracks and bookmarked.
    interest: Interest,
    chosen: &'a [Slug],
}

impl OwnCalendar {
    /// `None` without answers.
    fn decide(
        &self,
        snapshot: &Snapshot,
        interest: Option<&Interest>,
        (from, to): (Date, Date),
    ) -> Option<AnsweredDays<'_>> {
        let evaluations = self.answers.evaluations(book())?;
        let duties = snapshot.duties().iter().zip(snapshot.duty_criteria().iter().map(Option::as_ref)).collect();
        let items = Items { duties, articles: snapshot.articles() };
        let days = account::due_days(&evaluations, &items, from, to);
        Some(AnsweredDays { evaluations, days, interest: interest.cloned().unwrap_or_default(), chosen: &self.chosen })
    }
}

impl AnsweredDays<'_> {
    /// An interest that has all days of the calendar, and others.
    fn candidates(&self) -> Interest {
        let mut candidates = self.interest.clone();
        candidates.slugs.extend(self.days.entries.iter().map(|(slug, ..)| slug.clone()));
        candidates
    }

    /// What is followed adds changes, and the deadlines that are followed by name. Something is due only by the answers.
    fn has(&self, snapshot: &Snapshot, deadline: &Deadline) -> bool {
        let slug = &deadline.revision.article.slug;
        let Some(article) = snapshot.article(slug) else { return false };
        if self.interest.has_entry(slug, deadline.history.number) {
            return true;
        }
        if deadline.entry.kind != EntryKind::Due {
            return self.interest.has(article);
        }
        let day = (&**article, deadline.index, deadline.date);
        account::has_due_day(&self.evaluations, &self.days, day, self.chosen.contains(slug))
    }

    fn has_duty(&self, duty: &Duty) -> bool {
        self.days.duties.iter().any(|(id, _)| *id == duty.id) || self.interest.duties.contains(&duty.id)
    }
}

/// Lists the events from a month ago to a year ahead, in the order of their days; from today if answers decide. Blocks.
///
/// # Errors
/// `not_found` for an unknown topic, `unavailable` while the articles are loaded or indexed.
pub fn events(app: &App, actor: &Actor, query: CalendarQuery) -> Result<Vec<CalendarEvent>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, catalogue, today) = (live(app)?, &app.catalogue, app.clock.today());
    let to = today.saturating_add(1.year());
    let CalendarQuery { deadlines, with_duties, duty_roles, own } = query;
    if deadlines.articles.topic.as_deref().is_some_and(|topic| snapshot.topic(topic).is_none()) {
        return Err(Error::not_found("There is no such topic."));
    }
    let own = own.as_ref().and_then(|own| own.decide(&snapshot, deadlines.interest.as_deref(), (today, to)));
    // Answers decide about the days ahead.
    let from = if own.is_some() { today } else { today.saturating_sub(BACK_DAYS.days()) };
    let interest = own.as_ref().map_or(deadlines.interest.clone(), |own| Some(Arc::new(own.candidates())));
    let deadlines = DeadlineQuery { from: Some(from), to: Some(to), limit: MAX_EVENTS, interest, ..deadlines };
    let language = deadlines.articles.language;
    let mut events = Vec::new();
    for deadline in catalogue.deadlines(&deadlines, today)?.iter() {
        let deadline = deadline?;
        if own.as_ref().is_none_or(|own| own.has(&snapshot, &deadline)) {
            events.push(of_deadline(&deadline, language));
        }
    }
    let dropped = catalogue.dropped_deadlines(&deadlines, today)?;
    events.extend(dropped.iter().filter(|it| (from..=to).contains(&it.date)).map(of_dropped));
    if with_duties {
        let (role, topic) = (deadlines.articles.role, deadlines.articles.topic.as_deref());
        let has_role = |duty: &Duty| duty_roles.iter().any(|role| duty.roles.contains(role));
        // A public calendar has all duties, or those of its roles; a reader's has those that the answers or else its
        // roles choose, and the followed ones.
        let is_own = |duty: &Duty| match (&own, deadlines.interest.as_deref()) {
            (None, None) => duty_roles.is_empty() || has_role(duty),
            (None, Some(interest)) => has_role(duty) || interest.duties.contains(&duty.id),
            (Some(own), _) => own.has_duty(duty),
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
