//! The answers for all duties and articles.

use std::sync::Arc;

use super::asked::Asked;
use super::due_days::{DueDay, DueDays};
use crate::catalogue::PublishedArticle;
use crate::domain::concern::{
    ConcernAnswer, ConcernDate, ConcernReport, Criteria, Criterion, DayFigures, Decision, EntryAnswer, Evaluations,
    Judgement, Truth, book, next_question, not_applicable, screen_of,
};
use crate::domain::duty::{Duty, DutyText};
use crate::domain::law_figure::LawFigures;
use crate::domain::recurrence::Occurrence;
use crate::domain::{AudienceRole, Language};
use crate::error::Result;

/// What is decided.
pub(in crate::ops) struct Items<'i> {
    pub duties: Vec<(&'i Duty, Option<&'i Criteria>)>,
    pub articles: &'i [Arc<PublishedArticle>],
}

struct Decider<'a> {
    evaluations: Evaluations<'a>,
    asked: &'a Asked,
    /// Those that the first profile leaves open, for the next question.
    open: Vec<Judgement>,
    days: DueDays<'a>,
}

/// Decides all items.
pub(super) fn report(asked: &Asked, items: &Items<'_>, figures: Arc<LawFigures>) -> Result<ConcernReport> {
    let figures = DayFigures::new(figures, asked.today, asked.euro_rate.clone());
    let evaluations = Evaluations::new(book(), &asked.answers, asked.others.iter(), &figures);
    let days = DueDays::new(asked.today, asked.until);
    let mut decider = Decider { evaluations, asked, open: Vec::new(), days };
    let duties = items.duties.iter();
    let duties = duties.map(|(duty, criteria)| (duty.id.clone(), decider.duty(duty, *criteria))).collect();
    let mut articles = std::collections::BTreeMap::new();
    for article in items.articles {
        articles.insert(article.slug.to_string(), decider.article(article));
    }
    let Decider { evaluations, open, days, .. } = decider;
    let dates = days.sorted().into_iter().map(|day| named(day, asked.request.lang)).collect::<Result<_>>()?;
    let first = evaluations.first();
    let next = next_question(first, &asked.skipped, open.iter());
    let name = |fact| book().fact(fact).id.clone();
    Ok(ConcernReport {
        today: asked.today,
        until: asked.until,
        duties,
        articles,
        dates,
        next_question: next.map(name),
        next_screen: next.map(|fact| screen_of(first, fact)).unwrap_or_default().into_iter().map(name).collect(),
        not_applicable: not_applicable(first),
    })
}

impl<'a> Decider<'a> {
    fn duty(&mut self, duty: &'a Duty, criteria: Option<&Criteria>) -> ConcernAnswer {
        let (decision, mut answer) = self.whole(criteria, &duty.roles);
        if self.asked.request.reasons {
            answer.what = criteria.and_then(|criteria| self.evaluations.what(criteria)).cloned();
        }
        if decision.is_yes() {
            self.days.add_duty(&self.evaluations, duty, criteria);
        }
        self.keep_open(decision);
        answer
    }

    fn article(&mut self, article: &'a Arc<PublishedArticle>) -> ConcernAnswer {
        let criteria = article.criteria.as_deref();
        let (whole, mut answer) = self.whole(criteria.and_then(|of| of.whole.as_ref()), &article.roles);
        for (id, criterion) in criteria.into_iter().flat_map(|of| of.steps.iter()) {
            let own = self.other(criterion, &whole).map(|own| self.evaluations.answer(&own));
            answer.steps.extend(own.map(|part| (id.to_string(), part)));
        }
        for (index, criterion) in criteria.into_iter().flat_map(|of| of.entries.iter()) {
            let own = self.other(criterion, &whole).map(|own| self.entry(criterion, &own));
            answer.entries.extend(own.map(|entry| (index.to_string(), entry)));
        }
        self.days.add_article(&self.evaluations, article, &whole);
        self.keep_open(whole);
        answer
    }

    /// The decision about a step or an entry, if it is not that of its article.
    fn other(&self, criterion: &Criterion, whole: &Decision) -> Option<Decision> {
        Some(self.evaluations.judge(criterion)).filter(|own| own != whole)
    }

    /// The answer to an entry with the words that its mail has.
    fn entry(&self, criterion: &Criterion, own: &Decision) -> EntryAnswer {
        let has_words = self.asked.request.reasons;
        EntryAnswer {
            part: self.evaluations.answer(own),
            reason: if has_words { self.evaluations.reason_of_yes(criterion, own) } else { None },
            verify: if has_words { self.evaluations.to_verify(criterion, own) } else { None },
            verify_by_profile: if has_words { self.evaluations.to_verify_by_profile(criterion, own) } else { vec![] },
        }
    }

    /// The answer for a duty or an article. Without conditions, its roles do not decide: maybe.
    fn whole(&self, criteria: Option<&Criteria>, roles: &[AudienceRole]) -> (Decision, ConcernAnswer) {
        let decision = self.evaluations.decide(criteria);
        let part = ConcernAnswer::from(self.evaluations.answer(&decision));
        let Some(criteria) = criteria else {
            let reason = self.asked.request.reasons.then(|| of_roles(roles));
            return (decision, ConcernAnswer { reason, ..part });
        };
        let concern = &criteria.concern;
        let mut answer = ConcernAnswer {
            optional: concern.optional,
            information: concern.information,
            everyone: concern.everyone,
            ..part
        };
        if self.asked.request.reasons {
            answer.reason = Some(self.evaluations.reason(criteria, &decision));
            answer.verify = self.evaluations.to_verify(criteria.condition(), &decision);
            answer.verify_by_profile = self.evaluations.to_verify_by_profile(criteria.condition(), &decision);
            answer.bands = self.evaluations.deciding_bands(criteria.condition(), &decision);
            if decision.judged.truth != Truth::No {
                answer.event = concern.event.clone();
                answer.unless = concern.unless.clone();
            }
        }
        (decision, answer)
    }

    fn keep_open(&mut self, Decision { judged, profile }: Decision) {
        if judged.truth == Truth::Maybe && profile == 0 {
            self.open.push(judged);
        }
    }
}

/// The line in words. Only the articles of such lines are unpacked.
fn named(day: DueDay<'_>, language: Language) -> Result<ConcernDate> {
    let what = match (day.duty, day.entry) {
        (Some(duty), _) => duty.title.get(language).to_owned(),
        (None, Some((article, index))) => {
            let revision = article.unpack()?;
            revision.article.deadlines(language).get(index).map(|entry| entry.what.clone()).unwrap_or_default()
        }
        (None, None) => String::new(),
    };
    Ok(ConcernDate {
        date: day.date,
        file_by: Occurrence { date: day.date, nominal: day.date }.file_by(),
        duty: day.duty.map(|duty| duty.id.clone()),
        article: day.entry.map(|(article, _)| article.slug.to_string()),
        entry: day.entry.map(|(_, index)| index),
        form: day.duty.and_then(|duty| duty.form.clone()),
        what,
        profiles: day.profiles,
    })
}

/// The words for an item that only names roles.
fn of_roles(roles: &[AudienceRole]) -> DutyText {
    if roles.is_empty() {
        return DutyText {
            ro: "textul nu spune pe cine privește".to_owned(),
            en: "the text names no readers".to_owned(),
        };
    }
    DutyText {
        ro: format!("textul numește numai rolurile: {}", AudienceRole::list_of(roles, Language::Ro)),
        en: format!("the text names only the roles: {}", AudienceRole::list_of(roles, Language::En)),
    }
}
