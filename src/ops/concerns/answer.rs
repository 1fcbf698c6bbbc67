//! The answers for all duties and articles.

use std::sync::Arc;

use jiff::civil::Date;

use super::asked::Asked;
use crate::catalogue::PublishedArticle;
use crate::domain::article_criteria::ArticleCriteria;
use crate::domain::concern::{
    ConcernAnswer, ConcernDate, ConcernReport, Criteria, Criterion, Decision, Evaluations, Judgement, PartAnswer,
    Truth, book, next_question, not_applicable, screen_of,
};
use crate::domain::duty::{Duty, DutyText};
use crate::domain::{AudienceRole, EntryKind, Language};
use crate::error::Result;

/// What is decided.
pub(super) struct Items<'i> {
    pub duties: Vec<(&'i Duty, Option<&'i Criteria>)>,
    pub articles: &'i [Arc<PublishedArticle>],
}

struct Decider<'a> {
    evaluations: Evaluations<'a>,
    asked: &'a Asked,
    /// Those that the first profile leaves open, for the next question.
    open: Vec<Judgement>,
    dates: Vec<ConcernDate>,
}

/// Decides all items.
pub(super) fn report(asked: &Asked, items: &Items<'_>) -> Result<ConcernReport> {
    let evaluations = Evaluations::new(book(), &asked.answers, asked.others.iter());
    let mut decider = Decider { evaluations, asked, open: Vec::new(), dates: Vec::new() };
    let duties = items.duties.iter();
    let duties = duties.map(|(duty, criteria)| (duty.id.clone(), decider.duty(duty, *criteria))).collect();
    let mut articles = std::collections::BTreeMap::new();
    for article in items.articles {
        articles.insert(article.slug.to_string(), decider.article(article)?);
    }
    let Decider { evaluations, open, mut dates, .. } = decider;
    let first = evaluations.first();
    dates.sort_by_key(|row| row.date);
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

impl Decider<'_> {
    fn duty(&mut self, duty: &Duty, criteria: Option<&Criteria>) -> ConcernAnswer {
        let (decision, answer) = self.whole(criteria, &duty.roles);
        if decision.is_yes() {
            let profiles = self.profiles(criteria.map(Criteria::condition));
            let Asked { today, until, request, .. } = self.asked;
            let days = duty.days(*today, *until).into_iter();
            self.dates.extend(days.map(|day| ConcernDate {
                date: day.date,
                duty: Some(duty.id.clone()),
                article: None,
                entry: None,
                form: duty.form.clone(),
                what: duty.title.get(request.lang).to_owned(),
                profiles: profiles.clone(),
            }));
        }
        self.keep_open(decision);
        answer
    }

    fn article(&mut self, article: &PublishedArticle) -> Result<ConcernAnswer> {
        let criteria = article.criteria.as_deref();
        let (whole, mut answer) = self.whole(criteria.and_then(|of| of.whole.as_ref()), &article.roles);
        for (id, criterion) in criteria.into_iter().flat_map(|of| of.steps.iter()) {
            answer.steps.extend(self.other(criterion, &whole).map(|part| (id.to_string(), part)));
        }
        for (index, criterion) in criteria.into_iter().flat_map(|of| of.entries.iter()) {
            answer.entries.extend(self.other(criterion, &whole).map(|part| (index.to_string(), part)));
        }
        self.days(article, criteria, &whole)?;
        self.keep_open(whole);
        Ok(answer)
    }

    /// The answer to a step or an entry, if it is not that of its article.
    fn other(&self, criterion: &Criterion, whole: &Decision) -> Option<PartAnswer> {
        let own = self.evaluations.judge(criterion);
        (own != *whole).then(|| self.evaluations.answer(&own))
    }

    /// The profiles for which it is a yes, if there are several.
    fn profiles(&self, criterion: Option<&Criterion>) -> Vec<usize> {
        criterion.map(|criterion| self.evaluations.yes_of(criterion)).unwrap_or_default()
    }

    /// Adds the days on which something is due for the reader.
    fn days(&mut self, article: &PublishedArticle, criteria: Option<&ArticleCriteria>, whole: &Decision) -> Result<()> {
        let Asked { today, until, request, .. } = self.asked;
        let mut found: Vec<(usize, Date, Vec<usize>)> = Vec::new();
        for (entry, index) in article.entries.iter().zip(0..).filter(|(entry, _)| entry.kind == EntryKind::Due) {
            let own = criteria.and_then(|of| of.entry(index));
            if !own.map_or_else(|| whole.is_yes(), |criterion| self.evaluations.judge(criterion).is_yes()) {
                continue;
            }
            let of_whole = || criteria.and_then(|of| of.whole.as_ref()).map(Criteria::condition);
            let profiles = self.profiles(own.or_else(of_whole));
            for day in entry.days(*today, *until) {
                if !self.joins_duties(&entry.duties, day.date, (article, index), &profiles) {
                    found.push((index, day.date, profiles.clone()));
                }
            }
        }
        if found.is_empty() {
            return Ok(());
        }
        // Only these need the texts of the article.
        let revision = article.unpack()?;
        let texts = revision.article.deadlines(request.lang);
        self.dates.extend(found.into_iter().filter_map(|(index, date, profiles)| {
            let what = texts.get(index)?.what.clone();
            let slug = Some(article.slug.to_string());
            Some(ConcernDate { date, duty: None, article: slug, entry: Some(index), form: None, what, profiles })
        }));
        Ok(())
    }

    /// Names the article in the lines that these duties have on this day; false without such a line.
    fn joins_duties(
        &mut self,
        duties: &[String],
        date: Date,
        (article, index): (&PublishedArticle, usize),
        profiles: &[usize],
    ) -> bool {
        let is_of = |line: &ConcernDate| line.duty.as_ref().is_some_and(|duty| duties.contains(duty));
        let mut joins = false;
        for line in self.dates.iter_mut().filter(|line| line.date == date && is_of(line)) {
            joins = true;
            if line.article.is_none() {
                (line.article, line.entry) = (Some(article.slug.to_string()), Some(index));
            }
            line.profiles.extend(profiles);
            line.profiles.sort_unstable();
            line.profiles.dedup();
        }
        joins
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
