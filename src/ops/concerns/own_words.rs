//! What the answers of a reader say of a day on which something is due, beside the day.

use jiff::civil::Date;

use super::due_days::DueDayIndex;
use crate::catalogue::PublishedArticle;
use crate::domain::concern::{Criteria, Criterion, Evaluations, ProfileAnswers};
use crate::domain::duty::Duty;
use crate::domain::{Language, due_words};

/// The words about a day that the answers make the reader's.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::ops) struct OwnWords {
    /// The names of the profiles that it is due for, if there are several.
    pub whose: Vec<String>,
    /// What to verify, where the answer is not certain.
    pub verify: Option<String>,
}

/// Decides the words about the days of [`DueDayIndex`].
pub(in crate::ops) struct OwnDays<'a> {
    pub answers: &'a ProfileAnswers,
    pub evaluations: Evaluations<'a>,
    pub days: DueDayIndex,
    pub language: Language,
}

impl OwnDays<'_> {
    /// The words about a day of a duty; `None` if it is not due by the answers.
    pub fn duty(&self, duty: &Duty, criteria: Option<&Criteria>, date: Date) -> Option<OwnWords> {
        let profiles = self.days.duties.get(&(duty.id.clone(), date))?;
        Some(self.words(profiles, criteria.map(Criteria::condition)))
    }

    /// The words about a day of an article's entry; `None` if it is not due by the answers, or in the line of a duty.
    pub fn entry(&self, article: &PublishedArticle, index: usize, date: Date) -> Option<OwnWords> {
        let profiles = self.days.entries.get(&(article.slug.clone(), index, date))?;
        let criteria = article.criteria.as_deref();
        let own = criteria.and_then(|of| of.entry(index));
        let whole = || criteria.and_then(|of| of.whole.as_ref()).map(Criteria::condition);
        Some(self.words(profiles, own.or_else(whole)))
    }

    fn words(&self, profiles: &[usize], criterion: Option<&Criterion>) -> OwnWords {
        let names = profiles.iter().filter_map(|place| self.answers.name(*place));
        let whose = names.map(|name| name.as_str().to_owned()).collect();
        let verify = criterion.and_then(|criterion| {
            let decision = self.evaluations.judge(criterion);
            self.evaluations.to_verify(criterion, &decision)
        });
        let verify = verify.map(|what| due_words::to_verify(what.get(self.language), self.language));
        OwnWords { whose, verify }
    }
}
