//! The JSON shapes of steps, dated entries and sources.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::ArticleView;
use crate::domain::concern::Expression;
use crate::domain::dated_entry::EntryState;
use crate::domain::recurrence::{Recurrence, Shift, Term};
use crate::domain::source::Source;
use crate::domain::step::Step;
use crate::domain::{AudienceRole, DatedEntry, EntryKind};

/// What a reader does about the change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Step)]
pub(in crate::web) struct StepDto<'a> {
    /// `[a-z0-9-]{1,60}`, unique in the article; the same in all its revisions.
    id: &'a str,
    text: &'a str,
    /// Empty when it applies to all roles of the article.
    roles: &'a [AudienceRole],
    /// The last day of this step, if it has one of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    /// Which readers take it, if other than the article concerns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    condition: Option<&'a Expression>,
}

/// A page on which the article is based.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Source)]
pub(in crate::web) struct SourceDto<'a> {
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The host without `www.`.
    host: String,
    /// Whether the state, an authority or the European Union publishes it.
    official: bool,
}

/// Something that is due, starts or ends: on a day (`date`), on recurring days (`recurs`), within a term that depends
/// on the reader (`within`), or by a rule in words alone (`rule`).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = DatedEntry)]
pub(in crate::web) struct DatedEntryDto<'a> {
    /// Identifies `next_date`, or the term of `within`, in calendars and in `/deadlines`. Absent without both, in
    /// drafts and in earlier revisions.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<String>,
    kind: EntryKind,
    /// A fixed day; beside `recurs`, the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<RecurrenceSchema>)]
    recurs: Option<&'a Recurrence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Term>,
    /// What happens to a computed day that is not a working day; without it, the day does not move.
    #[serde(skip_serializing_if = "Option::is_none")]
    shift: Option<Shift>,
    /// The rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<&'a str>,
    /// Empty when it applies to all roles of the article.
    roles: &'a [AudienceRole],
    /// The next day from today on, in Romania; `null` without one.
    #[schema(required)]
    next_date: Option<Date>,
    /// The last working day before `next_date` on which something is due, if that is not one: the law does not move it.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_by: Option<Date>,
    /// How `next_date` relates to today in Romania.
    state: EntryState,
    /// Which readers it binds, if other than the article concerns; only in the article itself, not in lists.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub(super) condition: Option<&'a Expression>,
    /// The ids of recurring duties with the same days.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    #[schema(required = false)]
    duties: &'a [String],
}

/// A recurring day.
#[derive(Serialize, ToSchema)]
#[schema(as = Recurrence)]
#[serde(rename_all = "snake_case")]
#[expect(dead_code, reason = "it declares a schema of the document")]
pub(super) enum RecurrenceSchema {
    /// The day of each month, or `last`.
    Monthly(DayOfMonthSchema),
    /// Days of each year as `MM-DD`, in order; `02-29` is the last day of February.
    Yearly(Vec<String>),
    /// The working day of each month, counted from 1.
    WorkingDayOfMonth(u8),
    /// The day of each year, counted from 1 January, which is 1.
    DayOfYear(u16),
}

#[derive(Serialize, ToSchema)]
#[schema(as = DayOfMonth)]
#[serde(untagged)]
#[expect(dead_code, reason = "it declares a schema of the document")]
pub(super) enum DayOfMonthSchema {
    Day(u8),
    Last(LastDaySchema),
}

#[derive(Serialize, ToSchema)]
#[schema(as = LastDay)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it declares a schema of the document")]
pub(super) enum LastDaySchema {
    Last,
}

impl<'a> StepDto<'a> {
    pub(super) fn new(step: &'a Step) -> Self {
        Self {
            id: &step.id,
            text: &step.text,
            roles: &step.roles,
            date: step.date,
            condition: step.condition.as_deref(),
        }
    }
}

impl<'a> SourceDto<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { url: &source.url, title: source.title.as_deref(), host: source.host(), official: source.is_official() }
    }
}

impl<'a> DatedEntryDto<'a> {
    /// The entry at this place of its article.
    pub(super) fn new(view: &'a ArticleView<'_>, index: usize, entry: &'a DatedEntry, today: Date) -> Self {
        Self {
            id: view.deadline_id(index, today),
            kind: entry.kind,
            date: entry.date,
            recurs: entry.recurs.as_ref(),
            within: entry.within,
            shift: entry.shift,
            rule: entry.rule.as_deref(),
            what: &entry.what,
            who: entry.who.as_deref(),
            roles: &entry.roles,
            next_date: entry.next_date(today),
            file_by: entry.file_by(today),
            state: entry.state(today),
            condition: None,
            duties: &entry.duties,
        }
    }
}
