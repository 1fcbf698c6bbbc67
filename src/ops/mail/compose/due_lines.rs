//! Presents what is certainly due for a recipient who answered questions.

use std::sync::Arc;

use jiff::civil::Date;

use super::articles::ArticlePresenter;
use super::reasons::concerns_you;
use crate::catalogue::{PublishedArticle, Snapshot};
use crate::domain::concern::{Concern, Criteria, Criterion, Evaluations, ProfileAnswers};
use crate::domain::due_words;
use crate::domain::duty::Duty;
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::error::Result;
use crate::mail::{DutyLine, see_in_deadlines};
use crate::ops::concerns::account::{self, DueDay, MailAnswer};
use crate::ops::concerns::own_words::OwnWords;

/// Writes the lines of one recipient.
pub(super) struct DueLinePresenter<'a, 'e> {
    pub articles: ArticlePresenter<'a>,
    /// Has the conditions of the duties.
    pub snapshot: &'a Snapshot,
    pub answers: &'a ProfileAnswers,
    pub evaluations: &'a Evaluations<'e>,
}

impl DueLinePresenter<'_, '_> {
    /// The line of a day with its date; `None` for a day of nothing.
    pub fn line(&self, day: &DueDay<'_>) -> Result<Option<(Date, DutyLine)>> {
        let line = match (day.duty, day.entry) {
            (Some(duty), entry) => self.of_duty(duty, entry, day)?,
            (None, Some(entry)) => self.of_entry(entry, day)?,
            (None, None) => return Ok(None),
        };
        Ok(Some((day.date, line)))
    }

    /// A duty's line links the article whose entry is about the same day.
    fn of_duty(
        &self,
        duty: &Duty,
        entry: Option<(&Arc<PublishedArticle>, usize)>,
        day: &DueDay<'_>,
    ) -> Result<DutyLine> {
        let ArticlePresenter { language, .. } = self.articles;
        let criteria = self.snapshot.criteria_of_duty(&duty.id);
        let MailAnswer { reason, is_special, .. } = account::answer_to(self.evaluations, criteria);
        let occurrence = occurrence(day);
        let words = self.words(day, criteria.map(Criteria::condition));
        let rule = sentence_case(duty.rule.get(language));
        let is_special_entry = |(article, index): (&Arc<PublishedArticle>, usize)| {
            account::answer_to_entry(self.evaluations, article, index).is_special
        };
        let (title, link) = match entry {
            Some((article, _)) => {
                (article.unpack()?.article.texts(language).title.to_owned(), self.articles.link(&article.slug))
            }
            None => (see_in_deadlines(language).to_owned(), self.articles.deadlines_link()),
        };
        Ok(DutyLine {
            what: due_words::marked(duty.mark(), &due_words::duty_name(duty, day.nominal, language), language),
            who: Some(words.about(&rule, due_words::duty_notes(duty, occurrence, language))),
            title,
            reason: Some(concerns_you(reason.as_ref(), language)),
            link,
            is_private: is_special || entry.is_some_and(is_special_entry),
        })
    }

    fn of_entry(&self, (article, index): (&Arc<PublishedArticle>, usize), day: &DueDay<'_>) -> Result<DutyLine> {
        let ArticlePresenter { language, .. } = self.articles;
        let MailAnswer { reason, is_special, .. } = account::answer_to_entry(self.evaluations, article, index);
        let revision = article.unpack()?;
        let entries = revision.article.deadlines(language);
        let entry = entries.get(index);
        let mark = revision.article.concerns.as_deref().and_then(Concern::mark);
        let shift = entry.and_then(|entry| entry.shift);
        let occurrence = occurrence(day);
        let notes = due_words::day_notes(occurrence, occurrence.shift_reason(shift).is_some(), language);
        let rule = entry.and_then(|entry| entry.rule.as_deref()).map(sentence_case).unwrap_or_default();
        let about = self.words(day, account::criterion_of_entry(article, index)).about(&rule, notes);
        let what = entry.map(|entry| sentence_case(&entry.what)).unwrap_or_default();
        Ok(DutyLine {
            what: due_words::marked(mark, &what, language),
            who: Some(about).filter(|about| !about.is_empty()),
            title: revision.article.texts(language).title.to_owned(),
            reason: Some(concerns_you(reason.as_ref(), language)),
            link: self.articles.link(&article.slug),
            is_private: is_special,
        })
    }

    fn words(&self, day: &DueDay<'_>, criterion: Option<&Criterion>) -> OwnWords {
        OwnWords::of(self.answers, self.evaluations, (&day.profiles, criterion), self.articles.language)
    }
}

fn occurrence(day: &DueDay<'_>) -> Occurrence {
    Occurrence { date: day.date, nominal: day.nominal }
}
