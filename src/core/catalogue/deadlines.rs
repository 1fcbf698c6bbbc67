//! The days of the articles' dated entries.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use jiff::civil::Date;

use super::article::PublishedArticle;
use super::query::ListQuery;
use super::snapshot::Snapshot;
use crate::domain::article::Revision;
use crate::domain::deadline_history::{EntryHistory, deadline_id};
use crate::domain::recurrence::{Occurrence, ShiftReason};
use crate::domain::{ActId, AudienceRole, DatedEntry, EntryKind, Language, Slug};
use crate::error::Result;

/// The least number of days that are sorted at a time.
const MIN_ROOM: usize = 1_000;

/// Which days to list. `limit` and `after` of `articles` are not used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct DeadlineQuery {
    pub articles: ListQuery,
    pub kind: Option<EntryKind>,
    /// Default today.
    pub from: Option<Date>,
    /// With it, a recurring entry is listed on each of its days; without it once, on its next day.
    pub to: Option<Date>,
    /// Only days of a reader's own articles and entries.
    pub interest: Option<Arc<Interest>>,
    /// The most days.
    pub limit: usize,
}

/// What makes an article a reader's own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Interest {
    pub topics: Vec<String>,
    /// Their keys.
    pub domains: Vec<String>,
    pub acts: Vec<ActId>,
    pub slugs: Vec<Slug>,
    /// Single entries, by the article and the entry's number.
    pub entries: Vec<(Slug, u32)>,
    /// Ids of recurring duties.
    pub duties: Vec<String>,
}

/// A day of a dated entry, with the article it comes from.
#[derive(Debug, Clone)]
pub struct Deadline {
    pub date: Date,
    /// The day that the rule names, before the shift.
    pub nominal: Date,
    /// The position of the entry in its article.
    pub index: usize,
    /// In the query's language.
    pub entry: DatedEntry,
    pub history: EntryHistory,
    pub revision: Revision,
}

/// The first days that match a query. Their articles stay packed: [`DeadlineList::iter`] reads one at a time.
#[derive(Debug, Default)]
pub struct DeadlineList {
    /// How many days match.
    pub total: usize,
    language: Language,
    days: Vec<ListedDay>,
}

/// A day of the entry at an index of an article.
#[derive(Debug)]
struct ListedDay {
    day: Occurrence,
    article: Arc<PublishedArticle>,
    index: usize,
}

impl DeadlineList {
    /// Reads the days in their order, each with its article.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Result<Deadline>> {
        self.days.iter().filter_map(|listed| listed.read(self.language).transpose())
    }
}

impl ListedDay {
    fn read(&self, language: Language) -> Result<Option<Deadline>> {
        let Self { day: Occurrence { date, nominal }, article, index } = self;
        let revision = article.unpack()?;
        let entry = revision.article.deadlines(language).get(*index).cloned();
        let found = entry.zip(article.history.entries.get(*index).copied());
        Ok(found.map(|(entry, history)| Deadline {
            date: *date,
            nominal: *nominal,
            index: *index,
            entry,
            history,
            revision,
        }))
    }
}

impl Interest {
    /// Whether all entries of the article belong to it. Articles on one of the acts are among `slugs`, except withdrawn
    /// ones.
    pub fn has(&self, article: &PublishedArticle) -> bool {
        self.topics.iter().any(|topic| **topic == *article.topic)
            || self.slugs.contains(&article.slug)
            || self.domains.iter().any(|domain| article.has_domain(domain))
    }

    /// Whether the article is on one of the acts.
    pub(super) fn has_act_of(&self, article: &PublishedArticle) -> Result<bool> {
        if self.acts.is_empty() || article.act_type.is_none() {
            return Ok(false);
        }
        let act = article.unpack()?.article.act;
        Ok(act.as_ref().and_then(ActId::of).is_some_and(|id| self.acts.contains(&id)))
    }

    /// Whether this single entry belongs to it.
    pub fn has_entry(&self, slug: &Slug, number: u32) -> bool {
        self.entries.iter().any(|(of, own)| of == slug && *own == number)
    }
}

impl DeadlineQuery {
    /// The next days of each entry of the articles that match, at most `limit`.
    pub fn next(articles: ListQuery, limit: usize) -> Self {
        Self { articles, limit, ..Self::default() }
    }

    /// Whether an article passes the filters, the reader's interest aside. With `found`, it must be one of these.
    pub(super) fn chooses(&self, article: &PublishedArticle, today: Date, found: Option<&HashSet<u64>>) -> bool {
        found.is_none_or(|found| found.contains(&article.id)) && self.articles.matches(article, today)
    }

    /// Whether the entry with this number is one of the reader's, if the query asks for those.
    pub(super) fn is_of_interest(&self, article: &PublishedArticle, number: u32) -> bool {
        self.interest.as_ref().is_none_or(|interest| interest.has(article) || interest.has_entry(&article.slug, number))
    }

    fn matches(&self, entry: &DatedEntry, article: &PublishedArticle, number: u32) -> bool {
        self.is_of_interest(article, number)
            && self.kind.is_none_or(|kind| entry.kind == kind)
            && self.articles.role.is_none_or(|role| entry.binds(role, &article.roles))
    }

    /// The days of an entry that the query asks for.
    fn days(&self, entry: &DatedEntry, today: Date) -> Vec<Occurrence> {
        let from = self.from.unwrap_or(today);
        match self.to {
            Some(to) => entry.days(from, to),
            None => entry.next_occurrence(from).into_iter().collect(),
        }
    }
}

impl Deadline {
    /// Identifies the day in all revisions of its article, even when it moves.
    pub fn id(&self) -> String {
        deadline_id(&self.revision.article.slug, self.history.number, &self.entry, self.nominal)
    }

    /// Why the day is not the one that the rule names.
    pub fn shift_reason(&self) -> Option<ShiftReason> {
        let Self { date, nominal, .. } = *self;
        Occurrence { date, nominal }.shift_reason(self.entry.shift)
    }

    /// The last working day before a day on which something is due, if that is not a working day.
    pub fn file_by(&self) -> Option<Date> {
        let Self { date, nominal, .. } = *self;
        Occurrence { date, nominal }.file_by().filter(|_| self.entry.kind == EntryKind::Due)
    }

    /// The roles that the entry binds.
    pub fn roles(&self) -> &[AudienceRole] {
        if self.entry.roles.is_empty() { &self.revision.article.roles } else { &self.entry.roles }
    }
}

impl Snapshot {
    /// The days of the entries that match the query: soonest first, then the most important, then the newest article.
    /// With `found`, only those of these articles.
    pub(super) fn deadlines(&self, query: &DeadlineQuery, today: Date, found: Option<&HashSet<u64>>) -> DeadlineList {
        let chosen = self.articles().iter().filter(|article| query.chooses(article, today, found));
        let days = chosen.flat_map(|article| {
            let entries = article.entries.iter().zip(&article.history.entries).enumerate();
            let own = entries.filter(move |(_, (entry, of))| query.matches(entry, article, of.number));
            own.flat_map(move |(index, (entry, _))| {
                query.days(entry, today).into_iter().map(move |day| (day, article, index))
            })
        });
        soonest(days, query.articles.language, query.limit)
    }

    /// The next days of the entries that are `wanted`, in the order of [`Snapshot::deadlines`].
    pub(super) fn next_days(
        &self,
        language: Language,
        today: Date,
        limit: usize,
        wanted: impl Fn(&DatedEntry) -> bool,
    ) -> Result<Vec<Deadline>> {
        next_days_of(self.articles(), language, today, limit, wanted)
    }
}

/// The next days of the entries of these articles, soonest first, at most `limit`.
pub fn days_ahead<'a>(
    articles: impl IntoIterator<Item = &'a Arc<PublishedArticle>>,
    language: Language,
    today: Date,
    limit: usize,
) -> Result<Vec<Deadline>> {
    next_days_of(articles, language, today, limit, |_| true)
}

fn next_days_of<'a>(
    articles: impl IntoIterator<Item = &'a Arc<PublishedArticle>>,
    language: Language,
    today: Date,
    limit: usize,
    wanted: impl Fn(&DatedEntry) -> bool,
) -> Result<Vec<Deadline>> {
    let wanted = &wanted;
    let days = articles.into_iter().flat_map(|article| {
        let entries = article.entries.iter().enumerate().filter(move |(_, entry)| wanted(entry));
        entries.filter_map(move |(index, entry)| Some((entry.next_occurrence(today)?, article, index)))
    });
    soonest(days, language, limit).iter().collect()
}

/// The first `limit` days: soonest first, then the most important; the others keep their order.
fn soonest<'a>(
    days: impl Iterator<Item = (Occurrence, &'a Arc<PublishedArticle>, usize)>,
    language: Language,
    limit: usize,
) -> DeadlineList {
    let order = |(position, (day, article, _)): &(usize, (Occurrence, &Arc<PublishedArticle>, usize))| {
        (day.date, Reverse(article.importance), *position)
    };
    // A recurring entry has many days: only about twice as many as wanted are kept at any time.
    let room = limit.max(MIN_ROOM).saturating_mul(2);
    let (mut total, mut first) = (0, Vec::new());
    for day in days {
        first.push((total, day));
        total += 1;
        if first.len() >= room {
            first.select_nth_unstable_by_key(limit, order);
            first.truncate(limit);
        }
    }
    first.sort_unstable_by_key(order);
    first.truncate(limit);
    let listed = |(_, (day, article, index))| ListedDay { day, article: Arc::clone(article), index };
    DeadlineList { total, language, days: first.into_iter().map(listed).collect() }
}

#[cfg(test)]
mod tests {
    use jiff::{Timestamp, ToSpan};

    use super::*;
    use crate::catalogue::Packer;

    fn published(importance: u8) -> Arc<PublishedArticle> {
        let json = format!(
            r#"{{"slug":"a","title":"","technical_summary":"","simple_explanation":"","importance":{importance},
                 "publish_date":"2026-01-01","topic":"munca"}}"#
        );
        let article = serde_json::from_str(&json).expect("an article");
        let current = Revision { revision: 1, updated_at: Timestamp::UNIX_EPOCH, article };
        let mut packer = Packer::new(1).expect("a packer");
        Arc::new(PublishedArticle::new(&mut packer, &current, Timestamp::UNIX_EPOCH).expect("packed"))
    }

    #[test]
    fn the_first_of_many_days_are_found_in_little_room_and_in_their_order() {
        let (minor, urgent) = (published(1), published(5));
        let first = jiff::civil::date(2026, 1, 1);
        let day = |days: usize| first.saturating_add((days as i64).days());
        // Each day occurs twice, first of the minor article; the last days come first.
        let days = (0..3 * MIN_ROOM).rev().flat_map(|days| [(day(days), &minor), (day(days), &urgent)]);
        let days =
            days.enumerate().map(|(index, (date, article))| (Occurrence { date, nominal: date }, article, index));
        let list = soonest(days, Language::Ro, 3);
        assert_eq!(list.total, 6 * MIN_ROOM);
        let found: Vec<_> = list.days.iter().map(|listed| (listed.day.date, listed.article.importance)).collect();
        assert_eq!(found, [(day(0), urgent.importance), (day(0), minor.importance), (day(1), urgent.importance)]);
    }
}
