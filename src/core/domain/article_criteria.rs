//! The conditions of an article, its steps and its dated entries.

use super::article::Article;
use super::concern::{Criteria, Criterion};

/// The parsed conditions of an article.
#[derive(Debug)]
pub struct ArticleCriteria {
    /// `None`: the article has only roles, which do not decide.
    pub whole: Option<Criteria>,
    /// Of the steps that have conditions of their own, with their ids.
    pub steps: Box<[(Box<str>, Criterion)]>,
    /// Of the dated entries that have conditions of their own, with their places in the article.
    pub entries: Box<[(usize, Criterion)]>,
}

impl ArticleCriteria {
    /// The conditions of an article; `None` without any.
    pub fn of(article: &Article) -> Option<Self> {
        let steps = article.steps.iter().filter_map(|step| {
            let condition = step.condition.as_ref()?;
            Some((step.id.as_str().into(), Criterion::of(condition)))
        });
        let entries = article.deadlines.iter().zip(0..).filter_map(|(entry, index)| {
            let condition = entry.condition.as_ref()?;
            Some((index, Criterion::of(condition)))
        });
        let criteria = Self {
            whole: article.concerns.as_ref().map(|concern| Criteria::of(concern)),
            steps: steps.collect(),
            entries: entries.collect(),
        };
        let is_empty = criteria.whole.is_none() && criteria.steps.is_empty() && criteria.entries.is_empty();
        (!is_empty).then_some(criteria)
    }

    /// The own condition of the entry at this place.
    pub fn entry(&self, index: usize) -> Option<&Criterion> {
        self.entries.iter().find(|(own, _)| *own == index).map(|(_, criterion)| criterion)
    }
}
