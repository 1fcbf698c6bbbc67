//! Deadlines that readers saw and that no longer stand: their entry was dropped, or their article withdrawn.

use std::collections::HashSet;

use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};

use super::article::PublishedArticle;
use super::deadlines::{Deadline, DeadlineQuery};
use super::snapshot::Snapshot;
use crate::domain::deadline_history::deadline_id;
use crate::domain::{DatedEntry, Language, Slug};
use crate::error::Result;

/// A day that no longer stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DroppedDeadline {
    pub id: String,
    pub date: Date,
    /// In Romanian.
    pub what: String,
    /// The revision that dropped it, or the withdrawn one.
    pub revision: u32,
    pub updated_at: Timestamp,
}

impl Snapshot {
    /// The deadline with this number in its article; of a recurring entry, in this period within two years of `today`.
    pub fn deadline(
        &self,
        slug: &Slug,
        number: u32,
        period: Option<&str>,
        today: Date,
        language: Language,
    ) -> Result<Option<Deadline>> {
        let id = period.map_or_else(|| format!("{slug}.{number}"), |period| format!("{slug}.{number}.{period}"));
        self.entry_on(slug, number, language, |entry| {
            if let Some(day) = entry.date.filter(|_| period.is_none()) {
                return Some((day, day));
            }
            days_near(entry, today).find(|(nominal, _)| deadline_id(slug, number, entry, *nominal) == id)
        })
    }

    /// The entry with this number in its article as ending on `day`, if it is a term that begins with something the
    /// reader does.
    pub fn term(&self, slug: &Slug, number: u32, day: Date, language: Language) -> Result<Option<Deadline>> {
        self.entry_on(slug, number, language, |entry| {
            (entry.within.is_some() && entry.date.is_none() && entry.recurs.is_none()).then_some((day, day))
        })
    }

    /// The entry with this number in its article, on the nominal and the shifted day that `day_of` returns for it.
    fn entry_on(
        &self,
        slug: &Slug,
        number: u32,
        language: Language,
        day_of: impl FnOnce(&DatedEntry) -> Option<(Date, Date)>,
    ) -> Result<Option<Deadline>> {
        let Some(article) = self.article(slug) else { return Ok(None) };
        let Some(index) = article.entry_index(number) else { return Ok(None) };
        let revision = article.unpack()?;
        let Some(entry) = revision.article.deadlines(language).get(index).cloned() else { return Ok(None) };
        let history = article.history.entries[index];
        let day = day_of(&entry);
        Ok(day.map(|(nominal, date)| Deadline { date, nominal, index, entry, history, revision }))
    }

    /// The entry with this number in its article.
    pub fn entry(&self, slug: &Slug, number: u32, language: Language) -> Result<Option<DatedEntry>> {
        let Some(article) = self.article(slug) else { return Ok(None) };
        let Some(index) = article.entry_index(number) else { return Ok(None) };
        Ok(article.unpack()?.article.deadlines(language).get(index).cloned())
    }

    /// The days of one article that no longer stand.
    pub fn dropped_of(&self, slug: &Slug, today: Date) -> Result<Vec<DroppedDeadline>> {
        let mut dropped = Vec::new();
        if let Some(article) = self.article(slug) {
            dropped_entries(article, today, &|_| true, &mut dropped);
        }
        if let Some(article) = self.withdrawn().get(slug) {
            withdrawn_entries(article, today, &|_| true, &mut dropped)?;
        }
        Ok(dropped)
    }

    /// The days that no longer stand, of the articles that match. With `found`, only of these published articles.
    pub(super) fn dropped(
        &self,
        query: &DeadlineQuery,
        today: Date,
        found: Option<&HashSet<u64>>,
    ) -> Result<Vec<DroppedDeadline>> {
        let mut dropped = Vec::new();
        let published = self.articles().iter().filter(|article| query.chooses(article, today, found));
        published.for_each(|article| {
            dropped_entries(article, today, &|number| query.is_of_interest(article, number), &mut dropped);
        });
        // The index of words has no withdrawn articles.
        if found.is_none() {
            for article in self.withdrawn().values().filter(|article| query.chooses(article, today, None)) {
                let is_on_act = query.interest.as_ref().map_or(Ok(false), |interest| interest.has_act_of(article))?;
                let is_wanted = |number| is_on_act || query.is_of_interest(article, number);
                withdrawn_entries(article, today, &is_wanted, &mut dropped)?;
            }
        }
        Ok(dropped)
    }
}

fn dropped_entries(
    article: &PublishedArticle,
    today: Date,
    is_wanted: &dyn Fn(u32) -> bool,
    dropped: &mut Vec<DroppedDeadline>,
) {
    for of in article.history.dropped.iter().filter(|of| is_wanted(of.number)) {
        dropped.extend(days(article, &of.entry, of.number, of.dropped_in, today));
    }
}

fn withdrawn_entries(
    article: &PublishedArticle,
    today: Date,
    is_wanted: &dyn Fn(u32) -> bool,
    dropped: &mut Vec<DroppedDeadline>,
) -> Result<()> {
    dropped_entries(article, today, is_wanted, dropped);
    let entries = article.unpack()?.article.deadlines;
    for (entry, history) in entries.iter().zip(&article.history.entries).filter(|(_, of)| is_wanted(of.number)) {
        dropped.extend(days(article, entry, history.number, article.revision, today));
    }
    Ok(())
}

fn days(
    article: &PublishedArticle,
    entry: &DatedEntry,
    number: u32,
    revision: u32,
    today: Date,
) -> impl Iterator<Item = DroppedDeadline> {
    days_near(entry, today).map(move |(nominal, date)| DroppedDeadline {
        id: deadline_id(&article.slug, number, entry, nominal),
        date,
        what: entry.what.clone(),
        revision,
        updated_at: article.updated_at,
    })
}

/// The nominal and the shifted days of an entry within two years of `today`.
fn days_near(entry: &DatedEntry, today: Date) -> impl Iterator<Item = (Date, Date)> + use<> {
    let days = entry.days(today.saturating_sub(2.years()), today.saturating_add(2.years()));
    days.into_iter().map(|day| (day.nominal, day.date))
}
