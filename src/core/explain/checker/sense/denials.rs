//! What a sentence denies, by "nu" and by other words.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Sense;
use super::vocabulary::{DENIED, DENIED_EN, NOT_EN, NOT_RO};
use super::words::{SpokenWord, matched_any, negated, stem};
use crate::domain::Language;

/// Words that deny a quantity and thereby only set a limit, as in "nu poate depăși".
const OF_LIMIT: &[&str] = &[
    "mai mare*", "mai mari", "mai mult*", "mai multi", "mai tarziu", "mai devreme", "mai putin*", "depas*", "trece de",
    "treaca de", "exceed*", "above", "more than", "more", "later", "earlier", "less than", "less", "over", "peste",
    "beyond",
];

impl Sense {
    /// Whether a word of denial stands directly before a place, or just after a word of permission: "may not".
    pub(super) fn is_denied_before(&self, at: usize) -> bool {
        let denies = |at: usize| self.words.get(at).is_some_and(|word| self.denies(word));
        let mut before = (1..=3).take_while(|back| *back <= at && !self.words[at - back + 1].is_after_break);
        // "Fără autorizare trebuie" denies no duty.
        let is_of_other = |from: usize| {
            matches!(self.words[from].folded.as_str(), "fara" | "without")
                && self.words[from + 1..at].iter().any(|it| stem(it).is_some())
        };
        before.any(|back| denies(at - back) && !is_of_other(at - back))
            || (self.language == Language::En && denies(at + 1))
    }

    /// Whether a denial denies a word that denies itself: "nu se pierde".
    pub(super) fn keeps(&self, denial: usize) -> bool {
        let near = denial + 1..self.words.len().min(denial + 5);
        near.take_while(|at| !self.words[*at].is_after_break)
            .any(|at| !self.denies(&self.words[at]) && self.denied_in(at, at + 1) && self.is_denied_itself(at))
    }

    /// Whether a denial before a place denies the word there, and no verb between them.
    pub(super) fn is_denied_itself(&self, at: usize) -> bool {
        let before = (1..=3).filter_map(|back| at.checked_sub(back)).find(|before| self.denies(&self.words[*before]));
        let is_other = |word: &SpokenWord| word.is_after_break || stem(word).is_some();
        before.is_some_and(|before| !self.words[before + 1..at].iter().any(is_other) && !self.words[at].is_after_break)
            || (self.language == Language::En && self.is_denied_before(at))
    }

    pub(super) fn denies(&self, word: &SpokenWord) -> bool {
        let words = if self.language == Language::Ro { NOT_RO } else { NOT_EN };
        // "Nefiind" says "care nu este".
        let is_gerund = self.language == Language::Ro && word.folded.starts_with("ne") && word.folded.ends_with("nd");
        words.contains(&word.folded.as_str()) || is_gerund
    }

    /// The words that deny something, without those that only set a limit.
    pub fn denials(&self) -> Vec<Range<usize>> {
        let is_denial = |at: &usize| self.denies(&self.words[*at]) && !self.sets_limit(*at) && !self.is_aside(*at);
        let places = (0..self.words.len()).filter(is_denial);
        places.map(|at| self.words[at].range.clone()).collect()
    }

    /// The denials of verbs: "fără" only leaves a thing out.
    pub fn verbal_denials(&self) -> Vec<Range<usize>> {
        let is_verbal = |word: &&SpokenWord| !matches!(word.folded.as_str(), "fara" | "without");
        let words: Vec<_> = self.words.iter().filter(is_verbal).map(|word| &word.range).collect();
        self.denials().into_iter().filter(|denial| words.contains(&denial)).collect()
    }

    /// What the main verbs deny, as stems: the words after "nu", but not after "care nu" or "dacă nu".
    pub fn denied_objects(&self) -> BTreeSet<String> {
        const REACH: usize = 3;
        const LINKS: &[&str] = &["care", "daca", "cine", "cei", "ca", "incat", "cand"];
        let is_linked =
            |at: usize| self.words[at.saturating_sub(2)..at].iter().any(|it| LINKS.contains(&it.folded.as_str()));
        let denies = |at: usize| self.denies(&self.words[at]) && !self.sets_limit(at) && !self.is_aside(at);
        let places = (0..self.words.len()).filter(|at| denies(*at) && !is_linked(*at));
        let after = |at: usize| self.words[at + 1..].iter().take_while(|word| !word.is_after_break).take(REACH);
        places.flat_map(after).filter_map(stem).collect()
    }

    /// What "nu este" denies, as stems.
    pub fn denied_states(&self) -> BTreeSet<String> {
        let is_state = |at: usize| {
            self.denies(&self.words[at])
                && !self.is_in_condition(at)
                && self.words.get(at + 1).is_some_and(|word| matches!(word.folded.as_str(), "este" | "sunt" | "e"))
        };
        let states = (0..self.words.len()).filter(|at| is_state(*at)).filter_map(|at| self.words.get(at + 2));
        states.filter_map(stem).collect()
    }

    /// "Confirmă sau nu" denies nothing, and "ca să nu" gives a purpose.
    fn is_aside(&self, at: usize) -> bool {
        let before = |back: usize| at.checked_sub(back).map_or("", |at| self.words[at].folded.as_str());
        let after = self.words.get(at + 1).map_or("", |word| word.folded.as_str());
        // "Dacă nu ești de acord" says "dacă vrei să contești".
        const DISAGREE: &[&str] =
            &["esti de acord", "este de acord", "e de acord", "sunt de acord", "esti multumit*", "este multumit*"];
        // "Nu doar firma, ci și conducătorii" denies nothing.
        matched_any(&self.words, at + 1, DISAGREE).is_some()
            || matches!(after, "doar" | "numai" | "only")
            || matches!(before(1), "sau" | "ori" | "or" | "whether")
            || (before(2), before(1)) == ("ca", "sa")
    }

    fn sets_limit(&self, at: usize) -> bool {
        let has_figure = || self.figures.iter().any(|found| found.range.start > self.words[at].range.start);
        let compares = |next: usize| matched_any(&self.words, next, OF_LIMIT).is_some();
        self.exceeds_nothing(at) || self.is_of_event(at) || ((at + 1..at + 6).any(compares) && has_figure())
    }

    /// "Fără să depășească bugetul" sets a limit without a figure.
    fn exceeds_nothing(&self, at: usize) -> bool {
        let exceeds =
            |next: usize| matched_any(&self.words, next, &["depas*", "treac* peste", "trec* peste"]).is_some();
        self.words[at].folded == "fara" && (at + 1..at + 4).any(exceeds)
    }

    /// "Nu începe înainte de încheierea sesiunii" says when it begins.
    fn is_of_event(&self, at: usize) -> bool {
        let sides = ["inainte de", "mai devreme de", "mai tarziu de", "before", "earlier than", "later than"];
        (at + 1..at + 4).any(|next| matched_any(&self.words, next, &sides).is_some())
    }

    /// Whether any word denies something that a statement does not name itself: "retragerea" denies nothing where the
    /// statement is about it.
    pub fn denies_beside(&self, statement: &Self) -> bool {
        let is_own = |at: usize| stem(&self.words[at]).is_some_and(|stem| statement.stems.contains(&stem));
        // What the statement excepts itself is no support for its denial.
        let is_excepted = |at: usize| statement.leaves_out() && self.words[at].folded.starts_with("except");
        let mut runs = (0..self.words.len()).filter(|at| !is_own(*at) && !is_excepted(*at));
        let is_named =
            |stems: &Vec<String>| stems.is_empty() || stems.iter().any(|stem| statement.stems.contains(stem));
        !self.verbal_denials().is_empty()
            || self.left_out().iter().any(is_named)
            || runs.any(|at| self.denied_in(at, at + 1))
    }

    /// Whether any word denies something, such as "nu", "scutit" or "nerespectarea".
    pub fn is_negative(&self) -> bool {
        self.words.iter().any(|word| self.denies(word)) || self.denied_in(0, self.words.len())
    }

    /// Whether a word other than "nu" denies something, such as "scutit" or "pierde".
    pub fn is_negative_otherwise(&self) -> bool {
        (0..self.words.len()).any(|at| !self.denies(&self.words[at]) && self.denied_in(at, at + 1))
    }

    pub(super) fn denied_in(&self, from: usize, to: usize) -> bool {
        let words = if self.language == Language::Ro { DENIED } else { DENIED_EN };
        let simple = |at: usize| self.denies(&self.words[at]);
        (from..to)
            .any(|at| !simple(at) && !self.is_by_way_of_exception(at) && matched_any(&self.words, at, words).is_some())
            || self.words[from..to].iter().any(|word| self.language == Language::Ro && negated(word).is_some())
    }

    /// "Prin excepție de la" introduces a rule and denies nothing.
    fn is_by_way_of_exception(&self, at: usize) -> bool {
        at > 0 && self.words[at - 1].folded == "prin"
    }

    /// The stems of what nouns such as "neînregistrarea" deny.
    pub fn negated_stems(&self) -> BTreeSet<String> {
        self.words.iter().filter_map(negated).filter_map(|word| stem(&word)).collect()
    }

    /// Those of nouns for what is not done: "neînregistrarea", but not "neagricole".
    pub fn undone_stems(&self) -> BTreeSet<String> {
        const ENDS: &[&str] = &["area", "erea", "irea", "arii", "erii", "irii", "are", "ere", "ire"];
        let nouns = self.words.iter().filter(|word| ENDS.iter().any(|end| word.folded.ends_with(end)));
        nouns.filter_map(negated).filter_map(|word| stem(&word)).collect()
    }
}
