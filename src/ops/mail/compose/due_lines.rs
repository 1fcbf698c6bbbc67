//! Presents what is certainly due for a recipient who answered questions.

use std::sync::Arc;

use jiff::civil::Date;

use super::articles::ArticlePresenter;
use super::reasons::concerns_you;
use crate::catalogue::{PublishedArticle, Snapshot};
use crate::domain::concern::{Concern, Criteria, Criterion, Evaluations, ProfileAnswers};
use crate::domain::due_mark::DueMark;
use crate::domain::due_words;
use crate::domain::duty::{Duty, DutyText};
use crate::domain::form_line::{self, DutyDay, FormLine, VerifyNote};
use crate::domain::recurrence::Occurrence;
use crate::domain::text::sentence_case;
use crate::error::Result;
use crate::mail::{DutyLine, see_in_deadlines};
use crate::ops::concerns::account::{self, DueDay, MailAnswer};
use crate::ops::concerns::own_words::OwnWords;

/// An article and the place of the entry in it.
type EntryPlace<'i> = (&'i Arc<PublishedArticle>, usize);

/// Writes the lines of one recipient.
pub(super) struct DueLinePresenter<'a, 'e> {
    pub articles: ArticlePresenter<'a>,
    /// Has the conditions of the duties.
    pub snapshot: &'a Snapshot,
    pub answers: &'a ProfileAnswers,
    pub evaluations: &'a Evaluations<'e>,
}

impl DueLinePresenter<'_, '_> {
    /// The lines of these days with their dates, in order. Duties with one form on one day are one line.
    pub fn lines(&self, days: &[DueDay<'_>]) -> Result<Vec<(Date, DutyLine)>> {
        let of_duties = days.iter().filter_map(|due| {
            let duty = due.duty?;
            let words = self.words(due, self.criteria(duty).map(Criteria::condition));
            Some((DutyDay { duty, day: occurrence(due), profiles: Some(&due.profiles) }, (due.entry, words)))
        });
        let of_duties = form_line::lines(of_duties);
        let of_duties = of_duties.iter().map(|line| Ok((line.first().day.date, self.of_duties(line)?)));
        let alone = days.iter().filter(|due| due.duty.is_none());
        let of_entries = alone.filter_map(|due| Some((due.entry?, due)));
        let of_entries = of_entries.map(|(entry, due)| Ok((due.date, self.of_entry(entry, due)?)));
        let mut lines = of_duties.chain(of_entries).collect::<Result<Vec<_>>>()?;
        // Stable: the duties of a day come first.
        lines.sort_by_key(|(date, _)| *date);
        Ok(lines)
    }

    /// The line links the article whose entry is about the same day.
    fn of_duties(&self, line: &FormLine<'_, (Option<EntryPlace<'_>>, OwnWords)>) -> Result<DutyLine> {
        let ArticlePresenter { language, .. } = self.articles;
        let first = line.first();
        let answers = line.days().map(|(day, _)| account::answer_to(self.evaluations, self.criteria(day.duty)));
        let answers: Vec<MailAnswer> = answers.collect();
        let notes = line.notes(language);
        let verify = line.to_verify(language, |_, (_, words)| words.verify.clone());
        let whose = line.days().next().map(|(_, (_, words))| words.whose.clone()).unwrap_or_default();
        let words = OwnWords { whose, ..OwnWords::default() };
        let entries: Vec<EntryPlace<'_>> = line.days().filter_map(|(_, (entry, _))| *entry).collect();
        let is_special_entry =
            |(article, index): &EntryPlace<'_>| account::answer_to_entry(self.evaluations, article, *index).is_special;
        let is_private = answers.iter().any(|answer| answer.is_special) || entries.iter().any(is_special_entry);
        let (title, link) = match entries.first() {
            Some((article, _)) => {
                (article.unpack()?.article.texts(language).title.to_owned(), self.articles.link(&article.slug))
            }
            None => (see_in_deadlines(language).to_owned(), self.articles.duty_link(&first.duty.id, first.day.date)),
        };
        let is_certain = answers.iter().any(|answer| answer.is_certain);
        let reason = DutyText::joined(answers.iter().filter_map(|answer| answer.reason.as_ref()));
        Ok(DutyLine {
            what: line.name(language),
            who: Some(words.about(&line.rule(language), notes)),
            title,
            verify,
            reason: Some(concerns_you(reason.as_ref(), is_certain, language)),
            link,
            is_private,
            is_conditional: line.is_conditional(),
        })
    }

    fn criteria(&self, duty: &Duty) -> Option<&Criteria> {
        self.snapshot.criteria_of_duty(&duty.id)
    }

    fn of_entry(&self, (article, index): EntryPlace<'_>, day: &DueDay<'_>) -> Result<DutyLine> {
        let ArticlePresenter { language, .. } = self.articles;
        let MailAnswer { reason, is_certain, is_special, .. } =
            account::answer_to_entry(self.evaluations, article, index);
        let revision = article.unpack()?;
        let entries = revision.article.deadlines(language);
        let entry = entries.get(index);
        let concern = revision.article.concerns.as_deref();
        let mark = concern.and_then(Concern::mark);
        let shift = entry.and_then(|entry| entry.shift);
        let occurrence = occurrence(day);
        let is_moved = occurrence.shift_reason(shift).is_some();
        let notes = due_words::entry_notes(concern, occurrence, is_moved, language);
        let rule = entry.and_then(|entry| entry.rule.as_deref()).map(sentence_case).unwrap_or_default();
        let words = self.words(day, account::criterion_of_entry(article, index));
        let verify = words.verify.iter().cloned().map(VerifyNote::of_line).collect();
        let about = OwnWords { verify: None, ..words }.about(&rule, notes);
        let what = entry.map(|entry| sentence_case(&entry.what)).unwrap_or_default();
        Ok(DutyLine {
            what: due_words::marked(mark, &what, language),
            who: Some(about).filter(|about| !about.is_empty()),
            title: revision.article.texts(language).title.to_owned(),
            verify,
            reason: Some(concerns_you(reason.as_ref(), is_certain, language)),
            link: self.articles.link(&article.slug),
            is_private: is_special,
            is_conditional: mark == Some(DueMark::OnlyIf),
        })
    }

    fn words(&self, day: &DueDay<'_>, criterion: Option<&Criterion>) -> OwnWords {
        OwnWords::of(self.answers, self.evaluations, (&day.profiles, criterion), self.articles.language)
    }
}

fn occurrence(day: &DueDay<'_>) -> Occurrence {
    Occurrence { date: day.date, nominal: day.nominal }
}
