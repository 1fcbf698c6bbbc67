//! What a sentence permits, asks, restricts and frees from.

use std::ops::Range;

use super::Sense;
use super::vocabulary::{
    ADDED, CHOICE, DEMAND, DUTY, EVEN_IF, EXEMPT, MAY_EN, MAY_RO, MUST_EN, MUST_RO, ONLY, REGARDLESS, RIGHT,
};
use super::words::{SpokenWord, has_any, matched_any, stem};
use crate::domain::Language;

impl Sense {
    /// The places of words of permission that nothing denies.
    pub fn permissions(&self) -> Vec<Range<usize>> {
        let words = if self.language == Language::Ro { MAY_RO } else { MAY_EN };
        self.undenied(words)
    }

    /// The places of words of duty that nothing denies.
    pub fn duties(&self) -> Vec<Range<usize>> {
        let words = if self.language == Language::Ro { MUST_RO } else { MUST_EN };
        // "Îți trebuie 5 ani vechime" says how much is needed.
        let is_amount = |duty: &Range<usize>| {
            let next = self.words.iter().find(|word| word.range.start >= duty.end).map_or(0, |word| word.range.start);
            self.figures.iter().any(|found| found.range.start >= duty.end && found.range.start <= next)
        };
        self.undenied(words).into_iter().filter(|duty| !is_amount(duty) && !self.is_past_condition(duty)).collect()
    }

    /// "Trebuie să fi lucrat" sets a condition and binds nobody.
    fn is_past_condition(&self, duty: &Range<usize>) -> bool {
        let after = self.words.iter().filter(|word| word.range.start >= duty.end);
        let after: Vec<_> = after.take(3).map(|word| word.folded.as_str()).collect();
        matches!(after[..], ["sa", "fi", ..] | ["sa", _, "fi"])
    }

    fn undenied(&self, patterns: &[&str]) -> Vec<Range<usize>> {
        let found = (0..self.words.len()).filter_map(|at| Some((at, matched_any(&self.words, at, patterns)?)));
        found.filter(|(at, _)| !self.is_denied_before(*at)).map(|(at, end)| self.range(at, end)).collect()
    }

    /// Whether an act gives a right or a choice here. "Nu poate" gives none.
    pub fn gives_right(&self) -> bool {
        !self.undenied(RIGHT).is_empty() || (has_any(&self.words, ADDED) && !has_any(&self.words, &["trebuie"]))
    }

    /// Whether a right or a choice is denied: "nu poate", "may not".
    pub fn denies_choice(&self) -> Option<Range<usize>> {
        let patterns = if self.language == Language::Ro { &[CHOICE, MAY_RO].concat() } else { MAY_EN };
        let is_choice = |at: usize| matched_any(&self.words, at, patterns).is_some() && self.is_denied_before(at);
        let at = (0..self.words.len()).find(|at| is_choice(*at) || self.words[*at].folded == "cannot")?;
        Some(self.words[at].range.clone())
    }

    /// Whether an act leaves a choice here.
    pub fn leaves_choice(&self) -> bool {
        !self.undenied(CHOICE).is_empty() || self.frees_from_duty()
    }

    /// Whether an act takes a duty away: "nu impune autorităților obligația".
    pub fn frees_from_duty(&self) -> bool {
        let is_demand = |at: &usize| matched_any(&self.words, *at, DEMAND).is_some();
        (0..self.words.len()).filter(is_demand).any(|at| self.is_freed(at))
    }

    /// Whether an act makes a duty here, or forbids something.
    pub fn makes_duty(&self) -> bool {
        let is_forbidden = |at: usize| matched_any(&self.words, at, CHOICE).is_some() && self.is_denied_before(at);
        // "Nu trebuie să afecteze" forbids.
        let is_must = |at: usize| self.words[at].folded == "trebuie";
        let is_duty = |at: usize| matched_any(&self.words, at, DUTY).is_some() && (is_must(at) || !self.is_freed(at));
        (0..self.words.len()).any(|at| is_duty(at) || is_forbidden(at))
    }

    /// Whether a denial stands before a word of duty.
    fn is_freed(&self, at: usize) -> bool {
        const FAR: usize = 6;
        const NEAR: usize = 3;
        let mut before = (at.saturating_sub(FAR)..at).rev().take_while(|near| !self.words[near + 1].is_after_break);
        before.any(|near| {
            let word = self.words[near].folded.as_str();
            word == "nu" || (word == "fara" && at - near <= NEAR)
        })
    }

    /// Whether something may be done in one way only.
    pub fn is_restricted(&self) -> bool {
        let is_otherwise = |at: usize| self.words[at].folded == "decat" && !self.is_comparison(at);
        has_any(&self.words, ONLY) || (0..self.words.len()).any(is_otherwise)
    }

    /// "Mai mare decât" compares.
    fn is_comparison(&self, at: usize) -> bool {
        const NEAR: usize = 5;
        let before = &self.words[at.saturating_sub(NEAR)..at];
        before
            .iter()
            .any(|word| matches!(word.folded.as_str(), "mai" | "alt" | "alta" | "alte" | "altii" | "altul" | "alti"))
            || !before.iter().any(|word| self.denies(word)) && !self.words[..at].iter().any(|word| word.folded == "nu")
    }

    /// Whether the sentence says with a denial what a provision can say with "only": "nu poți", "nu ... decât".
    pub fn denies_otherwise(&self) -> bool {
        let denied = |at: usize| matched_any(&self.words, at, CHOICE).is_some() && self.is_denied_before(at);
        let is_denied = |at: usize| denied(at) || matched_any(&self.words, at, &["poti", "decat"]).is_some();
        self.denials().len() > 1 || !self.exemptions().is_empty() || (0..self.words.len()).any(is_denied)
    }

    /// Words that free or forbid without "nu", such as "scutit" and "interzis", and that nothing denies.
    pub fn exemptions(&self) -> Vec<Range<usize>> {
        self.undenied(EXEMPT)
    }

    /// Whether an act forbids something in so many words.
    pub fn forbids(&self) -> bool {
        has_any(&self.words, &["interzi*", "interdicti*"])
    }

    /// Whether the sentence frees from something, forbids or leaves it out.
    pub fn frees(&self) -> bool {
        let is_denied = !self.verbal_denials().is_empty() || !self.left_out().is_empty() || self.leaves_out();
        is_denied
            || has_any(&self.words, &["interzi*", "except*", "scut*", "exclud*"])
            || self.is_restricted()
            || !self.negated_stems().is_empty()
    }

    /// "Numai dacă".
    pub fn only_if(&self) -> Option<Range<usize>> {
        const PATTERNS: &[&str] = &["numai daca", "doar daca", "numai cu", "only if"];
        (0..self.words.len()).find_map(|at| Some(self.range(at, matched_any(&self.words, at, PATTERNS)?)))
    }

    /// Words that leave something to the one who acts: "dacă vor".
    pub fn wish(&self) -> Option<Range<usize>> {
        const PATTERNS: &[&str] =
            &["daca vrei", "daca vrea", "daca vor", "daca doresti", "daca doreste", "daca doresc"];
        // "Dacă vrei să pleci" is a condition.
        let ends = |end: usize| self.words.get(end).is_none_or(|word| word.is_after_break);
        let found = |at: usize| Some((at, matched_any(&self.words, at, PATTERNS)?));
        let wish = (0..self.words.len()).filter_map(found).find(|(_, end)| ends(*end));
        wish.map(|(at, end)| self.range(at, end))
    }

    /// Whether words beside a permission leave no duty: "la alegere".
    pub fn is_optional(&self) -> bool {
        const PATTERNS: &[&str] =
            &["la alegere", "optional*", "facultativ*", "dar nu trebuie", "dar nu e obligat*", "dar nu este obligat*"];
        has_any(&self.words, PATTERNS) || self.wish().is_some()
    }

    /// Whether the one who may act does something in an act, too: both name it in the same form.
    pub fn permits_subject_of(&self, act: &Self) -> bool {
        const NEAR: usize = 12;
        const MOST: usize = 4;
        const MAY: &[&str] = &["poate", "pot", "are voie", "au voie", "are dreptul", "au dreptul"];
        let is_subject =
            |word: &SpokenWord| stem(word).is_some() && act.words.iter().any(|given| given.folded == word.folded);
        let has_subject = |at: usize| {
            // "Creșele pot fi private" says what they are.
            let is_state = self.words.get(at + 1).is_some_and(|word| word.folded == "fi");
            let mut before =
                (at.saturating_sub(NEAR)..at).rev().take_while(|near| !self.words[near + 1].is_after_break);
            !is_state && before.any(|near| is_subject(&self.words[near]))
        };
        let is_may = |at: &usize| matched_any(&self.words, *at, MAY).is_some() && !self.is_denied_before(*at);
        (0..self.words.len()).filter(is_may).take(MOST).any(has_subject)
    }

    /// Words that open what an act closes: "și pentru alte scopuri", "chiar mai mult decât", "și peste".
    pub fn opening(&self) -> Option<Range<usize>> {
        const PATTERNS: &[&str] = &[
            "altceva decat", "si pentru alt*", "si in alt*", "si la alt*", "si cu alt*", "si alte", "si altii",
            "si altele", "si peste", "si dincolo de", "chiar mai mult", "chiar si peste", "bani peste", "nu doar",
            "nu numai", "oricare alt*", "orice alt*",
        ];
        (0..self.words.len()).find_map(|at| Some(self.range(at, matched_any(&self.words, at, PATTERNS)?)))
    }

    /// Whether an act bounds something without a number: "în limita bugetului aprobat".
    pub fn is_bounded(&self) -> bool {
        has_any(
            &self.words,
            &["in limita", "in limitele", "incadrarea in", "nu poate depasi", "nu pot depasi", "fara a depasi"],
        )
    }

    /// Whether the sentence leaves something open in so many words.
    pub fn is_open(&self) -> bool {
        has_any(&self.words, &["indiferent*"])
    }

    pub fn is_regardless(&self) -> bool {
        has_any(&self.words, REGARDLESS)
    }

    /// Whether a condition is taken away: "chiar dacă", "even if".
    pub fn concession(&self) -> Option<Range<usize>> {
        (0..self.words.len()).find_map(|at| Some(self.range(at, matched_any(&self.words, at, EVEN_IF)?)))
    }
}
