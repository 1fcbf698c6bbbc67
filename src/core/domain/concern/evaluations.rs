//! Deciding conditions for a reader with several profiles: what concerns one of them concerns the reader.

use std::collections::BTreeMap;

use super::answers::Answers;
use super::book::FactBook;
use super::criterion::{Criteria, Criterion};
use super::day_figures::DayFigures;
use super::deciding;
use super::evaluate::{Evaluation, Judgement, Missing, Truth};
use super::fact::Fact;
use super::question_text::NumberBand;
use super::report::{PartAnswer, ProfileNote};
use super::text_of_maybe::joined;
use crate::domain::duty_text::DutyText;

/// The conditions of one book for all profiles of one reader.
pub struct Evaluations<'a> {
    book: &'a FactBook,
    first: Evaluation<'a>,
    others: Vec<Evaluation<'a>>,
}

/// What the profiles of a reader make of a condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub judged: Judgement,
    /// The place of the profile that decided.
    pub profile: usize,
}

impl Decision {
    pub fn is_yes(&self) -> bool {
        self.judged.truth == Truth::Yes
    }
}

impl<'a> Evaluations<'a> {
    pub fn new(
        book: &'a FactBook,
        first: &'a Answers,
        others: impl Iterator<Item = &'a Answers>,
        figures: &'a DayFigures,
    ) -> Self {
        let others = others.map(|answers| Evaluation::new(book, answers, figures)).collect();
        Self { book, first: Evaluation::new(book, first, figures), others }
    }

    /// The first profile.
    pub fn first(&self) -> &Evaluation<'a> {
        &self.first
    }

    /// Whether there is more than one profile.
    fn is_several(&self) -> bool {
        !self.others.is_empty()
    }

    /// Decides the condition of a step or a dated entry: a yes of any profile, else a maybe of any, else a no. Of equal
    /// answers, that of the first profile.
    pub fn judge(&self, criterion: &Criterion) -> Decision {
        let mut best = Decision { judged: self.first.judge(criterion), profile: 0 };
        for (evaluation, profile) in self.others.iter().zip(1..) {
            let judged = evaluation.judge(criterion);
            if rank(&judged) < rank(&best.judged) {
                best = Decision { judged, profile };
            }
        }
        best
    }

    /// Decides about a duty or an article. Without conditions its roles do not decide: a maybe.
    pub fn decide(&self, criteria: Option<&Criteria>) -> Decision {
        let roles_only = || Judgement { truth: Truth::Maybe, certain: true, missing: vec![Missing::Source] };
        let decide = |criteria: &Criteria| self.judge(criteria.condition());
        criteria.map_or_else(|| Decision { judged: roles_only(), profile: 0 }, decide)
    }

    /// The places of the profiles for which it is a yes, if there are several profiles.
    pub fn yes_of(&self, criterion: &Criterion) -> Vec<usize> {
        if !self.is_several() {
            return Vec::new();
        }
        let all = std::iter::once(&self.first).chain(&self.others).zip(0..);
        all.filter(|(one, _)| one.judge(criterion).truth == Truth::Yes).map(|(_, profile)| profile).collect()
    }

    /// Why the answer is this one, as [`Evaluation::reason`] for the profile that decided.
    pub fn reason(&self, criteria: &Criteria, decision: &Decision) -> DutyText {
        self.of(decision).reason(criteria, &decision.judged)
    }

    /// Better words of what a duty asks for, if all profiles that it concerns have the same.
    pub fn what<'c>(&self, criteria: &'c Criteria) -> Option<&'c DutyText> {
        let all = std::iter::once(&self.first).chain(&self.others);
        let concerned = all.filter(|one| one.judge(criteria.condition()).truth == Truth::Yes);
        let mut words = concerned.map(|one| one.better(&criteria.what_when));
        let first = words.next().flatten()?;
        words.all(|other| other == Some(first)).then_some(first)
    }

    /// As [`Evaluation::reason_of_yes`] for the profile that decided.
    pub fn reason_of_yes(&self, criterion: &Criterion, decision: &Decision) -> Option<DutyText> {
        self.of(decision).reason_of_yes(criterion)
    }

    /// As [`Evaluation::is_decided_by`] for the profile that decided.
    pub fn is_decided_by(&self, criterion: &Criterion, decision: &Decision, is: &impl Fn(&Fact) -> bool) -> bool {
        self.of(decision).is_decided_by(criterion, is)
    }

    /// What is to be verified about an answer that is not certain: of a yes, for all profiles that it concerns, as they
    /// share the line of a day.
    pub fn to_verify(&self, criterion: &Criterion, decision: &Decision) -> Option<DutyText> {
        if !decision.is_yes() || !self.is_several() {
            return self.of(decision).to_verify(criterion);
        }
        let words: Vec<_> =
            self.profile_notes(criterion, &self.yes_of(criterion)).into_iter().map(|note| note.words).collect();
        joined(&words, "; ", "; ")
    }

    /// The parts of [`Evaluations::to_verify`] with the profiles that each is about; empty where all are about all
    /// profiles that the answer concerns.
    // docs/decisions/0569
    pub fn to_verify_by_profile(&self, criterion: &Criterion, decision: &Decision) -> Vec<ProfileNote> {
        if !decision.is_yes() || !self.is_several() {
            return Vec::new();
        }
        let concerned = self.yes_of(criterion);
        let notes = self.profile_notes(criterion, &concerned);
        if notes.iter().all(|note| note.profiles == concerned) { Vec::new() } else { notes }
    }

    /// What these profiles leave to verify, each note once.
    fn profile_notes(&self, criterion: &Criterion, concerned: &[usize]) -> Vec<ProfileNote> {
        let mut notes: Vec<ProfileNote> = Vec::new();
        for &profile in concerned {
            let Some(words) = self.at(profile).to_verify(criterion) else { continue };
            match notes.iter_mut().find(|note| note.words == words) {
                Some(note) => note.profiles.push(profile),
                None => notes.push(ProfileNote { words, profiles: vec![profile] }),
            }
        }
        notes
    }

    /// The ranges of the missing numbers that change a maybe, by the ids of their facts.
    pub fn deciding_bands(&self, criterion: &Criterion, decision: &Decision) -> BTreeMap<String, Vec<NumberBand>> {
        deciding::bands(self.of(decision), criterion)
    }

    /// The decision for a report.
    pub fn answer(&self, decision: &Decision) -> PartAnswer {
        let Decision { judged, profile } = decision;
        PartAnswer {
            answer: judged.truth,
            certain: judged.certain,
            missing: judged.missing.iter().map(|missing| missing.name(self.book).to_string()).collect(),
            profile: self.is_several().then_some(*profile),
        }
    }

    fn of(&self, decision: &Decision) -> &Evaluation<'a> {
        self.at(decision.profile)
    }

    /// The profile at this place.
    fn at(&self, profile: usize) -> &Evaluation<'a> {
        profile.checked_sub(1).and_then(|place| self.others.get(place)).unwrap_or(&self.first)
    }
}

/// Which of two answers counts, least first. An uncertain no counts before a certain one: the reader verifies it.
fn rank(judged: &Judgement) -> u8 {
    match (judged.truth, judged.certain) {
        (Truth::Yes, true) => 0,
        (Truth::Yes, false) => 1,
        (Truth::Maybe, _) => 2,
        (Truth::No, false) => 3,
        (Truth::No, true) => 4,
    }
}
