//! Deadlines and duties as calendar events, including moved and withdrawn ones.

use std::ops::RangeInclusive;
use std::sync::Arc;

use jiff::ToSpan;
use jiff::civil::Date;

use super::browse::live;
pub use super::calendar_events::CalendarEvent;
use super::calendar_events::{START, of_deadline, of_dropped, of_form_line, of_start};
use super::concerns;
use super::concerns::account::{self, Items};
use super::concerns::own_words::OwnDueDays;
use super::day_figures::figures_of_today;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{Deadline, DeadlineQuery, Interest, PublishedArticle, Snapshot, days_ahead};
use crate::domain::concern::{ConcernRequest, Criteria, DayFigures, ProfileAnswers, book};
use crate::domain::duty::{DAY_PREFIX, Duty};
use crate::domain::form_line::{self, DutyDay, FormLine};
use crate::domain::recurrence::Occurrence;
use crate::domain::{AudienceRole, EntryKind, Language, Slug};
use crate::error::{Error, Result};

/// Maximum number of events in a calendar.
const MAX_EVENTS: usize = 1_000;
/// Days before today that a calendar covers.
const BACK_DAYS: i32 = 30;

/// Which events a calendar has.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CalendarQuery {
    /// The articles; `from`, `to` and `limit` are not used.
    pub deadlines: DeadlineQuery,
    /// Whether the duties of the same role and topic belong to it.
    pub with_duties: bool,
    /// The roles whose duties belong to it, if not the role of the articles.
    pub duty_roles: Vec<AudienceRole>,
    /// Decides what is due, in the calendar of a reader who answered questions.
    pub own: Option<OwnCalendar>,
}

/// What decides which days belong to the calendar of a reader who answered questions.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct OwnCalendar {
    pub answers: ProfileAnswers,
    /// The articles that it tracks or bookmarked.
    pub chosen: Vec<Slug>,
}

/// What the answers of a reader decide about the days of a calendar.
struct AnsweredDays<'a> {
    own: OwnDueDays<'a>,
    /// What the account follows, tracks and bookmarked.
    interest: Interest,
    chosen: &'a [Slug],
}

impl OwnCalendar {
    /// `None` without answers.
    fn decide<'a>(
        &'a self,
        snapshot: &Snapshot,
        deadlines: &DeadlineQuery,
        days: &RangeInclusive<Date>,
        figures: &'a DayFigures,
    ) -> Option<AnsweredDays<'a>> {
        let evaluations = self.answers.evaluations(book(), figures)?;
        let items = Items { duties: duties(snapshot).collect(), articles: snapshot.articles() };
        let days = account::due_days(&evaluations, &items, *days.start(), *days.end());
        let own = OwnDueDays { answers: &self.answers, evaluations, days, language: deadlines.articles.language };
        let interest = deadlines.interest.as_deref().cloned().unwrap_or_default();
        Some(AnsweredDays { own, interest, chosen: &self.chosen })
    }
}

impl AnsweredDays<'_> {
    /// An interest that has all days of the calendar, and others.
    fn candidates(&self) -> Interest {
        let mut candidates = self.interest.clone();
        candidates.slugs.extend(self.own.days.entries.keys().map(|(slug, ..)| slug.clone()));
        candidates
    }

    /// What is followed adds changes, and the deadlines that are followed by name. Something is due only by the answers.
    fn has(&self, article: &PublishedArticle, deadline: &Deadline) -> bool {
        let slug = &deadline.revision.article.slug;
        if self.interest.has_entry(slug, deadline.history.number) {
            return true;
        }
        if deadline.entry.kind != EntryKind::Due {
            return self.interest.has(article);
        }
        let day = (article, deadline.index, deadline.date);
        account::has_due_day(&self.own.evaluations, &self.own.days, day, self.chosen.contains(slug))
    }

    /// The event of a day; `None` if the calendar does not have it.
    fn event(&self, snapshot: &Snapshot, deadline: &Deadline) -> Option<CalendarEvent> {
        let article = snapshot.article(&deadline.revision.article.slug)?;
        let words = self.own.entry(article, deadline.index, deadline.date);
        self.has(article, deadline).then(|| of_deadline(deadline, self.own.language, words))
    }

    fn has_duty(&self, duty: &Duty) -> bool {
        self.own.days.duties.keys().any(|(id, _)| *id == duty.id) || self.interest.duties.contains(&duty.id)
    }
}

/// The duties, each with its conditions.
fn duties(snapshot: &Snapshot) -> impl Iterator<Item = (&Duty, Option<&Criteria>)> {
    snapshot.duties().iter().zip(snapshot.duty_criteria().iter().map(Option::as_ref))
}

/// Lists the events of the reader of these answers, as in the private calendar of an account that gave them. Nothing of
/// the request is kept or logged. Blocks.
///
/// # Errors
/// `invalid`, naming the fact; as [`events`].
pub fn of_answers(app: &App, actor: &Actor, request: ConcernRequest) -> Result<Vec<CalendarEvent>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let mut deadlines = DeadlineQuery { interest: Some(Arc::default()), ..DeadlineQuery::default() };
    deadlines.articles.language = request.lang;
    let answers = concerns::read_answers(request, app.clock.today(), &app.config.concerns)?;
    let own = Some(OwnCalendar { answers, chosen: vec![] });
    events(app, actor, CalendarQuery { deadlines, with_duties: true, duty_roles: vec![], own })
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
    let figures = figures_of_today(app);
    let own = own.as_ref().and_then(|own| own.decide(&snapshot, &deadlines, &(today..=to), &figures));
    // Answers decide about the days ahead.
    let from = if own.is_some() { today } else { today.saturating_sub(BACK_DAYS.days()) };
    let interest = own.as_ref().map_or(deadlines.interest.clone(), |own| Some(Arc::new(own.candidates())));
    let deadlines = DeadlineQuery { from: Some(from), to: Some(to), limit: MAX_EVENTS, interest, ..deadlines };
    let language = deadlines.articles.language;
    let mut events = Vec::new();
    for deadline in catalogue.deadlines(&deadlines, today)?.iter() {
        let deadline = deadline?;
        events.extend(match &own {
            Some(own) => own.event(&snapshot, &deadline),
            None => Some(of_deadline(&deadline, language, None)),
        });
    }
    let dropped = catalogue.dropped_deadlines(&deadlines, today)?;
    events.extend(dropped.iter().filter(|it| (from..=to).contains(&it.date)).map(of_dropped));
    if with_duties {
        events.extend(duty_events(&snapshot, &deadlines, &duty_roles, own.as_ref(), &(today..=to)));
    }
    events.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    events.truncate(MAX_EVENTS);
    Ok(events)
}

/// The events of duties on these days. A public calendar has all duties, or those of `roles`; a reader's has those that
/// the answers or else `roles` choose, and the followed ones.
fn duty_events(
    snapshot: &Snapshot,
    deadlines: &DeadlineQuery,
    roles: &[AudienceRole],
    own: Option<&AnsweredDays<'_>>,
    days: &RangeInclusive<Date>,
) -> Vec<CalendarEvent> {
    let (role, topic) = (deadlines.articles.role, deadlines.articles.topic.as_deref());
    let has_role = |duty: &Duty| roles.iter().any(|role| duty.roles.contains(role));
    let is_own = |duty: &Duty| match (own, deadlines.interest.as_deref()) {
        (None, None) => roles.is_empty() || has_role(duty),
        (None, Some(interest)) => has_role(duty) || interest.duties.contains(&duty.id),
        (Some(own), _) => own.has_duty(duty),
    };
    let matches = |duty: &Duty| {
        role.is_none_or(|role| duty.concerns(role, None))
            && is_own(duty)
            && topic.is_none_or(|topic| duty.topic == topic)
    };
    let answered = own.map(|own| &own.own);
    let (today, last) = (*days.start(), *days.end());
    let days = duties(snapshot).filter(|(duty, _)| matches(duty)).flat_map(|(duty, criteria)| {
        duty.days(today, last).into_iter().map(move |day| {
            let profiles = answered.and_then(|own| own.profiles_of_duty(duty, day.date));
            (DutyDay { duty, day, profiles }, answered.and_then(|own| own.duty(duty, criteria, day.date)))
        })
    });
    let lines = form_line::lines(days);
    lines.iter().map(|line| of_form_line(line, today, deadlines.articles.language)).collect()
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
        return Ok(vec![of_deadline(&term.ok_or_else(missing)?, language, None)]);
    }
    if let Some(slug) = Slug::parse(id) {
        let ahead = days_ahead(snapshot.article(&slug), language, today, MAX_EVENTS)?;
        let ahead: Vec<_> = ahead.iter().map(|deadline| of_deadline(deadline, language, None)).collect();
        return if ahead.is_empty() { Err(Error::not_found("This article has no deadlines.")) } else { Ok(ahead) };
    }
    find_one(&snapshot, id, language, today).map(|event| vec![event])
}

/// The event of one day of a duty, for all readers.
fn of_duty(duty: &Duty, day: Occurrence, today: Date, language: Language) -> CalendarEvent {
    of_form_line(&FormLine::new(DutyDay { duty, day, profiles: None }, None), today, language)
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
        return Ok(of_deadline(&deadline, language, None));
    }
    let dropped = snapshot.dropped_of(&slug, today)?;
    dropped.iter().find(|dropped| dropped.id == id).map(of_dropped).ok_or_else(missing)
}
