//! What concerns an account, decided from the answers of its profiles.

use std::sync::Arc;

use jiff::civil::Date;

pub(in crate::ops) use super::answer::Items;
use super::due_days::DueDays;
pub(in crate::ops) use super::due_days::{DueDay, DueDayIndex};
use crate::catalogue::PublishedArticle;
use crate::domain::EntryKind;
use crate::domain::concern::{Criteria, Criterion, Decision, Evaluations, Fact, Truth};
use crate::domain::duty_text::DutyText;

/// The answer to an article, an entry or a duty, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailAnswer {
    pub truth: Truth,
    /// `false` if a source only leans to it.
    pub is_certain: bool,
    /// As [`Evaluations::reason`]; `None` without conditions, and when a sensitive question is among those that decided.
    pub reason: Option<DutyText>,
    /// The place of the profile that decided.
    pub profile: usize,
    /// Whether personal data of a special category decided. A subject and a preview then say nothing of the article.
    pub is_special: bool,
}

/// Whether the article concerns the account.
pub(in crate::ops) fn article(evaluations: &Evaluations<'_>, article: &PublishedArticle) -> Truth {
    evaluations.decide(whole(article)).judged.truth
}

/// The answer to the dated entry at this place of the article.
pub(in crate::ops) fn entry(evaluations: &Evaluations<'_>, article: &PublishedArticle, index: usize) -> Truth {
    let own = article.criteria.as_deref().and_then(|of| of.entry(index));
    let decision = own.map_or_else(|| evaluations.decide(whole(article)), |criterion| evaluations.judge(criterion));
    decision.judged.truth
}

/// The answer to the step with this id.
pub(in crate::ops) fn step(evaluations: &Evaluations<'_>, article: &PublishedArticle, id: &str) -> Truth {
    let mut steps = article.criteria.iter().flat_map(|of| of.steps.iter());
    let own = steps.find(|(of, _)| **of == *id).map(|(_, criterion)| criterion);
    let decision = own.map_or_else(|| evaluations.decide(whole(article)), |criterion| evaluations.judge(criterion));
    decision.judged.truth
}

/// The answer to an article in the words of a mail.
pub(in crate::ops) fn answer(evaluations: &Evaluations<'_>, article: &PublishedArticle) -> MailAnswer {
    answer_to(evaluations, whole(article))
}

/// The answer to an article or a duty with these conditions, in the words of a mail.
pub(in crate::ops) fn answer_to(evaluations: &Evaluations<'_>, criteria: Option<&Criteria>) -> MailAnswer {
    let decision = evaluations.decide(criteria);
    in_words(evaluations, criteria.map(Criteria::condition), &decision, || {
        criteria.map(|criteria| evaluations.reason(criteria, &decision))
    })
}

/// The answer to the dated entry at this place of the article, in the words of a mail. An entry with a condition of its
/// own has the general words of the article only if both have one answer.
pub(in crate::ops) fn answer_to_entry(
    evaluations: &Evaluations<'_>,
    article: &PublishedArticle,
    index: usize,
) -> MailAnswer {
    let of_article = answer(evaluations, article);
    let Some(own) = article.criteria.as_deref().and_then(|of| of.entry(index)) else { return of_article };
    let MailAnswer { truth, reason, is_special, .. } = of_article;
    let decision = evaluations.judge(own);
    let general = || reason.filter(|_| truth == decision.judged.truth);
    let found =
        in_words(evaluations, Some(own), &decision, || evaluations.reason_of_yes(own, &decision).or_else(general));
    MailAnswer { is_special: found.is_special || is_special, ..found }
}

/// The condition of the dated entry at this place of the article: its own, or that of the article.
pub(in crate::ops) fn criterion_of_entry(article: &PublishedArticle, index: usize) -> Option<&Criterion> {
    let own = article.criteria.as_deref().and_then(|of| of.entry(index));
    own.or_else(|| whole(article).map(Criteria::condition))
}

/// The decision with its reason, unless a sensitive question is among those that decided.
fn in_words(
    evaluations: &Evaluations<'_>,
    criterion: Option<&Criterion>,
    decision: &Decision,
    reason: impl FnOnce() -> Option<DutyText>,
) -> MailAnswer {
    let decided_by = |is: &dyn Fn(&Fact) -> bool| {
        criterion.is_some_and(|criterion| evaluations.is_decided_by(criterion, decision, &is))
    };
    let is_open = !decided_by(&|fact| fact.sensitive || fact.special_category);
    MailAnswer {
        truth: decision.judged.truth,
        is_certain: decision.judged.certain,
        reason: if is_open { reason() } else { None },
        profile: decision.profile,
        is_special: decided_by(&|fact| fact.special_category),
    }
}

/// Whether personal data of a special category makes this a yes.
pub(in crate::ops) fn is_special(evaluations: &Evaluations<'_>, criteria: Option<&Criteria>) -> bool {
    criteria.is_some_and(|criteria| {
        let decision: Decision = evaluations.decide(Some(criteria));
        decision.is_yes()
            && evaluations.is_decided_by(criteria.condition(), &decision, &|fact: &Fact| fact.special_category)
    })
}

/// The days on which something is certainly due for the account. Decides about these items only.
pub(in crate::ops) fn due_days(evaluations: &Evaluations<'_>, items: &Items<'_>, from: Date, to: Date) -> DueDayIndex {
    due_lines(evaluations, items, from, to).into_iter().collect()
}

/// As [`due_days`], in their order.
pub(in crate::ops) fn due_lines<'i>(
    evaluations: &Evaluations<'_>,
    items: &Items<'i>,
    from: Date,
    to: Date,
) -> Vec<DueDay<'i>> {
    let mut days = DueDays::new(from, to);
    for &(duty, criteria) in &items.duties {
        if evaluations.decide(criteria).is_yes() {
            days.add_duty(evaluations, duty, criteria);
        }
    }
    let has_due = |article: &&Arc<PublishedArticle>| article.entries.iter().any(|entry| entry.kind == EntryKind::Due);
    for article in items.articles.iter().filter(has_due) {
        days.add_article(evaluations, article, &evaluations.decide(whole(article)));
    }
    days.sorted()
}

/// Whether the day of an entry is one of the account's: something is certainly due, or may be due in an article that the
/// account chose itself. `days` are those of [`due_days`].
pub(in crate::ops) fn has_due_day(
    evaluations: &Evaluations<'_>,
    days: &DueDayIndex,
    (article, index, date): (&PublishedArticle, usize, Date),
    is_chosen: bool,
) -> bool {
    days.entries.contains_key(&(article.slug.clone(), index, date))
        || is_chosen && entry(evaluations, article, index) == Truth::Maybe
}

fn whole(article: &PublishedArticle) -> Option<&Criteria> {
    article.criteria.as_deref().and_then(|of| of.whole.as_ref())
}
