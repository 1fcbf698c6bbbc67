//! The days on which something is due for one reader: an article's entry and the duty of its day are one line.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::civil::Date;

use crate::catalogue::PublishedArticle;
use crate::domain::concern::{Criteria, Criterion, Decision, Evaluations};
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::domain::{EntryKind, Slug};

/// A day of a duty, of an article's entry, or of both.
#[derive(Debug, Clone)]
pub(in crate::ops) struct DueDay<'i> {
    pub date: Date,
    /// The day before the shift.
    pub nominal: Date,
    pub duty: Option<&'i Duty>,
    /// The article and the place of the entry in it.
    pub entry: Option<(&'i Arc<PublishedArticle>, usize)>,
    /// The places of the profiles for which it is due, if there are several.
    pub profiles: Vec<usize>,
}

/// The days of a reader, for look-ups, each with the places of the profiles for which something is due.
#[derive(Debug, Default)]
pub(in crate::ops) struct DueDayIndex {
    /// The days of entries that are not in the line of a duty.
    pub entries: HashMap<(Slug, usize, Date), Vec<usize>>,
    /// By the ids of duties.
    pub duties: HashMap<(String, Date), Vec<usize>>,
}

impl<'i> FromIterator<DueDay<'i>> for DueDayIndex {
    fn from_iter<T: IntoIterator<Item = DueDay<'i>>>(days: T) -> Self {
        let mut index = Self::default();
        for DueDay { date, duty, entry, profiles, .. } in days {
            match (duty, entry) {
                (Some(duty), _) => drop(index.duties.insert((duty.id.clone(), date), profiles)),
                (None, Some((article, place))) => {
                    drop(index.entries.insert((article.slug.clone(), place, date), profiles));
                }
                (None, None) => {}
            }
        }
        index
    }
}

/// Collects the days from `from` to `to`.
pub(super) struct DueDays<'i> {
    from: Date,
    to: Date,
    days: Vec<DueDay<'i>>,
}

impl<'i> DueDays<'i> {
    pub fn new(from: Date, to: Date) -> Self {
        Self { from, to, days: Vec::new() }
    }

    /// Adds the days of a duty that is a yes. Duties come before articles.
    pub fn add_duty(&mut self, evaluations: &Evaluations<'_>, duty: &'i Duty, criteria: Option<&Criteria>) {
        let profiles = yes_of(evaluations, criteria.map(Criteria::condition));
        let days = duty.days(self.from, self.to).into_iter();
        self.days.extend(days.map(|day| DueDay {
            date: day.date,
            nominal: day.nominal,
            duty: Some(duty),
            entry: None,
            profiles: profiles.clone(),
        }));
    }

    /// Adds the days of an article's entries that are a yes, unless they are in the line of a duty. `whole` is the
    /// decision about the article.
    pub fn add_article(&mut self, evaluations: &Evaluations<'_>, article: &'i Arc<PublishedArticle>, whole: &Decision) {
        let criteria = article.criteria.as_deref();
        for (entry, index) in article.entries.iter().zip(0..).filter(|(entry, _)| entry.kind == EntryKind::Due) {
            let own = criteria.and_then(|of| of.entry(index));
            if !own.map_or_else(|| whole.is_yes(), |criterion| evaluations.judge(criterion).is_yes()) {
                continue;
            }
            let of_whole = || criteria.and_then(|of| of.whole.as_ref()).map(Criteria::condition);
            let profiles = yes_of(evaluations, own.or_else(of_whole));
            for day in entry.days(self.from, self.to) {
                if !self.joins_duties(&entry.duties, day.date, (article, index), &profiles) {
                    let (entry, profiles) = (Some((article, index)), profiles.clone());
                    let Occurrence { date, nominal } = day;
                    self.days.push(DueDay { date, nominal, duty: None, entry, profiles });
                }
            }
        }
    }

    /// Names the article in the lines that these duties have on this day; false without such a line.
    fn joins_duties(
        &mut self,
        duties: &[String],
        date: Date,
        entry: (&'i Arc<PublishedArticle>, usize),
        profiles: &[usize],
    ) -> bool {
        let is_of = |line: &DueDay<'_>| line.duty.is_some_and(|duty| duties.contains(&duty.id));
        let mut joins = false;
        for line in self.days.iter_mut().filter(|line| line.date == date && is_of(line)) {
            joins = true;
            line.entry.get_or_insert(entry);
            line.profiles.extend(profiles);
            line.profiles.sort_unstable();
            line.profiles.dedup();
        }
        joins
    }

    /// The lines in the order of their days.
    pub fn sorted(mut self) -> Vec<DueDay<'i>> {
        self.days.sort_by_key(|line| line.date);
        self.days
    }
}

fn yes_of(evaluations: &Evaluations<'_>, criterion: Option<&Criterion>) -> Vec<usize> {
    criterion.map(|criterion| evaluations.yes_of(criterion)).unwrap_or_default()
}
