//! The deadlines whose reminders fall within a run.

use std::collections::HashSet;
use std::sync::Arc;

use jiff::Span;
use jiff::civil::Date;

use crate::app::App;
use crate::catalogue::{Catalogue, Deadline, DeadlineQuery, PublishedArticle, Snapshot};
use crate::domain::concern::{DayFigures, Evaluations};
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::domain::reminder::{REMINDER_DAYS, is_due};
use crate::domain::{Article, EntryKind, Language};
use crate::error::{Error, Result};
use crate::ops::browse::live;
use crate::ops::concerns::account::{self, DueDayIndex, Items};
use crate::ops::day_figures::figures_of_today;

/// Maximum number of deadlines of one day.
const MAX_PER_DAY: usize = 2_000;

/// The deadlines of a run.
pub(in crate::ops) struct DueDeadlines {
    pub catalogue: Arc<Catalogue>,
    pub today: Date,
    pub entries: Vec<DueEntry>,
    pub duties: Vec<DueDuty>,
    /// Has the conditions of the duties, and the names of topics.
    pub snapshot: Arc<Snapshot>,
    /// With which conditions are compared.
    pub figures: DayFigures,
    /// The articles of the entries, each once.
    articles: Vec<Arc<PublishedArticle>>,
}

/// A day of an article's entry.
pub(in crate::ops) struct DueEntry {
    pub id: String,
    pub number: u32,
    /// The index of the entry in its article.
    pub index: usize,
    pub day: Occurrence,
    /// Whether the day is another than the rule names.
    pub is_moved: bool,
    pub is_duty: bool,
    /// The numbers of days before its date whose reminders fall within the run.
    pub steps: Vec<u8>,
    pub listed: Arc<PublishedArticle>,
    pub article: Article,
}

/// A day of a recurring duty.
pub(in crate::ops) struct DueDuty {
    pub id: String,
    pub day: Occurrence,
    pub steps: Vec<u8>,
    pub duty: Duty,
}

/// The snapshot of the catalogue from which the deadlines of a run are listed.
pub(in crate::ops) struct DeadlineSource {
    catalogue: Arc<Catalogue>,
    snapshot: Arc<Snapshot>,
    today: Date,
    figures: DayFigures,
}

/// Takes a snapshot of the catalogue.
///
/// # Errors
/// `unavailable` until all articles are indexed: without the index, the articles on an act are unknown.
pub(in crate::ops) fn prepare(app: &App) -> Result<DeadlineSource> {
    let (snapshot, today, catalogue) = (live(app)?, app.clock.today(), Arc::clone(&app.catalogue));
    let indexed = catalogue.indexed();
    if indexed.articles < indexed.of {
        return Err(Error::unavailable("The articles are being indexed.").retry_after(1));
    }
    Ok(DeadlineSource { catalogue, snapshot, today, figures: figures_of_today(app) })
}

impl DeadlineSource {
    /// Lists the deadlines of which readers can be reminded on the days after `done` up to `until`. Takes milliseconds.
    pub(in crate::ops) fn of(self, done: Date, until: Date) -> Result<DueDeadlines> {
        let Self { catalogue, snapshot, today, figures } = self;
        let (entries, duties, articles) = (vec![], vec![], vec![]);
        let mut due = DueDeadlines { catalogue, today, entries, duties, snapshot, figures, articles };
        for ahead in 0..=i64::from(REMINDER_DAYS[0]) {
            let date = today.saturating_add(Span::new().days(ahead));
            let steps: Vec<_> = REMINDER_DAYS.into_iter().filter(|days| is_due(date, *days, done, until)).collect();
            if steps.is_empty() {
                continue;
            }
            let days = Some(date);
            let query = DeadlineQuery { from: days, to: days, limit: MAX_PER_DAY, ..DeadlineQuery::default() };
            for deadline in due.catalogue.deadlines(&query, today)?.iter() {
                due.entries.extend(entry(&due.snapshot, deadline?, &steps));
            }
            for duty in due.snapshot.duties() {
                due.duties.extend(duty.days(date, date).into_iter().map(|day| DueDuty {
                    id: duty.day_id(day.nominal),
                    day,
                    steps: steps.clone(),
                    duty: duty.clone(),
                }));
            }
        }
        let mut seen = HashSet::new();
        let listed = due.entries.iter().map(|entry| &entry.listed).filter(|listed| seen.insert(listed.id));
        due.articles = listed.cloned().collect();
        Ok(due)
    }
}

impl DueDeadlines {
    /// The days of the run on which something is certainly due for these profiles. Decides about the articles and duties
    /// of the run only.
    pub fn own_days(&self, evaluations: &Evaluations<'_>) -> DueDayIndex {
        let all = self.snapshot.duties().iter().zip(self.snapshot.duty_criteria().iter().map(Option::as_ref));
        let duties = all.filter(|(duty, _)| self.duties.iter().any(|due| due.duty.id == duty.id)).collect();
        let last = self.today.saturating_add(Span::new().days(i64::from(REMINDER_DAYS[0])));
        account::due_days(evaluations, &Items { duties, articles: &self.articles }, self.today, last)
    }

    /// The name of a topic; empty for one that the operator removed.
    pub fn topic(&self, id: &str, language: Language) -> String {
        self.snapshot.topic(id).map(|topic| topic.name(language).to_owned()).unwrap_or_default()
    }
}

fn entry(snapshot: &Snapshot, deadline: Deadline, steps: &[u8]) -> Option<DueEntry> {
    let listed = Arc::clone(snapshot.article(&deadline.revision.article.slug)?);
    Some(DueEntry {
        id: deadline.id(),
        number: deadline.history.number,
        index: deadline.index,
        day: Occurrence { date: deadline.date, nominal: deadline.nominal },
        is_moved: deadline.shift_reason().is_some(),
        is_duty: deadline.entry.kind == EntryKind::Due,
        steps: steps.to_vec(),
        listed,
        article: deadline.revision.article,
    })
}
