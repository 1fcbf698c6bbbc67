//! The JSON shapes of steps, dated entries and sources.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue::{ArticleView, UpcomingEntry};
use crate::domain::dated_entry::EntryState;
use crate::domain::recurrence::{Recurrence, Shift, Term};
use crate::domain::source::Source;
use crate::domain::step::Step;
use crate::domain::{AudienceRole, DatedEntry, EntryKind, Language};

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
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    date: Option<Date>,
}

/// A page that the article rests on.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Source)]
pub(in crate::web) struct SourceDto<'a> {
    url: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
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
    kind: EntryKind,
    /// A fixed day; beside `recurs`, the first one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>, format = Date, nullable = false)]
    date: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<RecurrenceSchema>, nullable = false)]
    recurs: Option<&'a Recurrence>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    within: Option<Term>,
    /// What happens to a computed day that is not a working day; without it, the day stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shift: Option<Shift>,
    /// The rule in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rule: Option<&'a str>,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    who: Option<&'a str>,
    /// Empty when it applies to all roles of the article.
    roles: &'a [AudienceRole],
    /// The next day from today on, in Romania; `null` without one.
    #[schema(value_type = Option<String>, format = Date, required)]
    next_date: Option<Date>,
    /// How `next_date` stands to today in Romania.
    state: EntryState,
}

/// A recurring day.
#[derive(Serialize, ToSchema)]
#[schema(as = Recurrence)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it declares a schema of the document")]
enum RecurrenceSchema {
    /// The day of each month, or `last`.
    Monthly(DayOfMonthSchema),
    /// Days of each year as `MM-DD`, in order; `02-29` is the last day of February.
    Yearly(Vec<String>),
}

#[derive(Serialize, ToSchema)]
#[schema(as = DayOfMonth)]
#[serde(untagged)]
#[expect(dead_code, reason = "it declares a schema of the document")]
enum DayOfMonthSchema {
    Day(u8),
    Last(LastDaySchema),
}

#[derive(Serialize, ToSchema)]
#[schema(as = LastDay)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "it declares a schema of the document")]
enum LastDaySchema {
    Last,
}

/// The next day of a dated entry, with the article it comes from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = UpcomingEntry)]
pub(in crate::web) struct UpcomingEntryDto<'a> {
    #[schema(value_type = String, format = Date)]
    date: Date,
    kind: EntryKind,
    /// Position in the article's `deadlines`.
    index: usize,
    /// Whether the entry has later days as well.
    recurring: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rule: Option<&'a str>,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    who: Option<&'a str>,
    /// The entry's own roles, or those of the article.
    roles: &'a [AudienceRole],
    slug: &'a str,
    title: &'a str,
    topic: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    act_citation: Option<String>,
    #[schema(minimum = 1, maximum = 5)]
    importance: u8,
}

impl<'a> StepDto<'a> {
    pub(super) fn new(step: &'a Step) -> Self {
        Self { id: &step.id, text: &step.text, roles: &step.roles, date: step.date }
    }
}

impl<'a> SourceDto<'a> {
    pub(super) fn new(source: &'a Source) -> Self {
        Self { url: &source.url, title: source.title.as_deref(), host: source.host(), official: source.is_official() }
    }
}

impl<'a> DatedEntryDto<'a> {
    pub(super) fn new(entry: &'a DatedEntry, today: Date) -> Self {
        Self {
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
            state: entry.state(today),
        }
    }
}

impl<'a> UpcomingEntryDto<'a> {
    pub(super) fn new(upcoming: &'a UpcomingEntry, language: Language) -> Self {
        let UpcomingEntry { date, index, entry, revision } = upcoming;
        let view = ArticleView::new(revision, language);
        Self {
            date: *date,
            kind: entry.kind,
            index: *index,
            recurring: entry.recurs.is_some(),
            rule: entry.rule.as_deref(),
            what: &entry.what,
            who: entry.who.as_deref(),
            roles: if entry.roles.is_empty() { view.roles } else { &entry.roles },
            slug: view.slug.as_str(),
            title: view.title,
            topic: view.topic,
            act_citation: view.act_citation(),
            importance: view.importance.level(),
        }
    }
}
