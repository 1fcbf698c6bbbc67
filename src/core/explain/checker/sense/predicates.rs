//! What single words govern: the word that "nu" denies, that "se interzice" forbids, that "poate" permits, that a
//! condition asks, and what an exception leaves out.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::figure::{FoundFigure, StatedFigure};
use super::Sense;
use super::vocabulary::{CHOICE, DUTY, MUST_EN, MUST_RO, OMIT, ONLY, PROVIDED, REQUIRE};
use super::words::{matched_any, stem};
use crate::domain::Language;

/// A word that another one governs, by its stem.
#[derive(Debug)]
pub(in super::super) struct Predicate {
    pub stem: String,
    /// The words after it, such as the object of a verb.
    pub next: Vec<String>,
    /// From the word that governs it.
    pub range: Range<usize>,
    /// Whether it belongs to a condition or a relative clause: "care nu folosesc".
    pub is_condition: bool,
    /// Whether "nu" denies it, and not a preposition such as "fără".
    pub is_plain: bool,
}

/// Most words between a word and the one that it governs, such as "nu i se mai oprește".
const REACH: usize = 4;
/// Words that begin a condition or a relative clause.
const LINKS: &[&str] = &["care", "daca", "cine", "cei", "cand"];
/// Words that leave something out.
const EXCEPT: &[&str] = &[
    "cu exceptia", "exceptia de la", "exceptand", "excluzandu se", "excluzand", "exceptati", "exceptate", "exceptat",
    "exceptata", "in afara", "afara de", "mai putin cele", "mai putin cei", "mai putin cel", "mai putin pentru",
    "mai putin cand", "mai putin daca", "mai putin in", "mai putin art", "except", "except for", "apart from",
];
/// Most words of what "fără" leaves out.
const WIDE: usize = 10;
/// Words that take something in.
const INCLUDE: &[&str] = &["inclusiv", "chiar si", "including"];
/// Most words of an exception or an inclusion.
const FAR: usize = 16;
/// Forms of auxiliaries, which no verb governs as its object.
const AUXILIARIES: &[&str] = &[
    "esti", "suntem", "sunteti", "fie", "are", "avem", "aveti", "era", "erau", "vei", "vom", "veti", "necesar",
    "necesara", "imi", "mereu",
];

impl Sense {
    /// The whole text.
    pub fn whole(&self) -> Range<usize> {
        let ends = self.words.first().zip(self.words.last());
        ends.map_or(0..0, |(first, last)| first.range.start..last.range.end)
    }

    /// What each denial denies.
    pub fn denied_predicates(&self) -> Vec<Predicate> {
        let denials = self.denials();
        let places = (0..self.words.len()).filter(|at| denials.contains(&self.words[*at].range));
        let denied = |at: usize| {
            // "Cu condiția să nu fie" denies no main verb.
            let is_wish = at > 0 && self.words[at - 1].folded == "sa";
            let is_condition = self.is_linked(at) || is_wish;
            Some(Predicate { is_condition, is_plain: self.words[at].folded == "nu", ..self.governed(at, at + 1)? })
        };
        places.filter_map(denied).collect()
    }

    /// The stems of what "fără" leaves out, for each time.
    pub fn left_out(&self) -> Vec<Vec<String>> {
        let is_plain =
            |range: &Range<usize>| self.words.iter().any(|word| word.range == *range && word.folded == "fara");
        self.omissions().into_iter().filter(|(range, _)| is_plain(range)).map(|(_, stems)| stems).collect()
    }

    /// The stems of what the sentence frees from, for each time: "exceptați de la obligația".
    pub fn exempted(&self) -> Vec<Vec<String>> {
        const FREES: &[&str] = &[
            "exceptat* de", "exceptati de", "scutit* de", "scuti* de", "dispensat* de", "nu este necesar*",
            "nu se cere",
        ];
        let ends = (0..self.words.len()).filter_map(|at| matched_any(&self.words, at, FREES));
        ends.map(|end| self.stems_after(end)).collect()
    }

    /// The stems of what the sentence asks for: "numai cu acordul", "nu se poate fără acord".
    pub fn required(&self) -> Vec<String> {
        let ends = (0..self.words.len()).filter_map(|at| Some((at, matched_any(&self.words, at, REQUIRE)?)));
        // "Poate cere" gives a right.
        let is_object =
            |at: usize| at > 0 && matches!(self.words[at - 1].folded.as_str(), "poate" | "pot" | "poti" | "sa" | "a");
        let ends = ends.filter(|(at, _)| !is_object(*at));
        let asked = ends.filter(|(at, _)| !self.is_denied_before(*at)).flat_map(|(_, end)| self.stems_after(end));
        let denials = self.verbal_denials();
        let is_denied = |at: usize| {
            let before = (0..at).rev().take_while(|near| !self.words[near + 1].is_after_break);
            before.take(6).any(|near| denials.contains(&self.words[near].range))
        };
        let needed = (0..self.words.len()).filter(|at| self.words[*at].folded == "fara" && is_denied(*at));
        let paired = self.paired_denials();
        let paired = (0..self.words.len())
            .filter(|at| self.words[*at].folded == "fara" && paired.contains(&self.words[*at].range));
        let needed: Vec<_> = needed.chain(paired).flat_map(|at| self.stems_after(at + 1)).collect();
        asked.chain(needed).collect()
    }

    /// The stems of what goes with an act: "cu avizul ministerului".
    pub fn provided(&self) -> Vec<String> {
        let ends = (0..self.words.len()).filter_map(|at| matched_any(&self.words, at, PROVIDED));
        ends.filter_map(|end| self.stems_after(end).into_iter().next()).collect()
    }

    /// The stems of the words after "inclusiv", and the figures there.
    pub fn included(&self) -> (Vec<String>, Vec<StatedFigure>) {
        let ends: Vec<_> = (0..self.words.len()).filter_map(|at| matched_any(&self.words, at, INCLUDE)).collect();
        let figures = ends.iter().flat_map(|end| self.figures_after(*end)).collect();
        (ends.iter().flat_map(|end| self.stems_within(*end, FAR)).collect(), figures)
    }

    /// The stems of what each exception leaves out, as far as it goes, and the figures there.
    pub fn excepted(&self) -> Vec<(Vec<String>, Vec<StatedFigure>)> {
        let ends = (0..self.words.len()).filter_map(|at| matched_any(&self.words, at, EXCEPT));
        ends.map(|end| (self.stems_within(end, FAR), self.figures_after(end))).collect()
    }

    fn figures_after(&self, at: usize) -> Vec<StatedFigure> {
        let start = self.words.get(at.saturating_sub(1)).map_or(0, |word| word.range.end);
        let after = self.figures.iter().filter(|found: &&FoundFigure| found.range.start >= start);
        after.map(|found| found.figure.clone()).collect()
    }

    /// Whether "nu" or "not" denies what the sentence mainly says.
    pub fn is_mainly_denied(&self) -> bool {
        let (verbal, said) = (self.verbal_denials(), self.denied_predicates());
        let is_kept = |start: usize| {
            self.words.iter().position(|word| word.range.start == start).is_some_and(|at| self.keeps(at))
        };
        let is_verbal = |said: &Predicate| {
            let start = said.range.start;
            verbal.iter().any(|denial| denial.start == start) && !is_kept(start)
        };
        said.iter().any(|said| !said.is_condition && is_verbal(said))
    }

    /// Denials of a duty only: "nu ești obligat".
    pub fn denied_duties(&self) -> Vec<Range<usize>> {
        let duties = if self.language == Language::Ro { MUST_RO } else { MUST_EN };
        let denials = self.denials();
        let places = (0..self.words.len()).filter(|at| denials.contains(&self.words[*at].range));
        let is_duty = |at: &usize| (at + 1..at + 3).any(|next| matched_any(&self.words, next, duties).is_some());
        places.filter(is_duty).map(|at| self.words[at].range.clone()).collect()
    }

    /// The places of denials that say what they affirm: "nu radiourile, ci Guvernul", "nu ... decât", "nu încă".
    pub fn contrasts(&self) -> Vec<Range<usize>> {
        const LAST: usize = 3;
        let denials = self.denials();
        let has = |from: usize, word: &str| self.words[from..].iter().any(|it| it.folded == word);
        let is_until = matched_any(&self.words, 0, &["pana atunci", "until then"]).is_some();
        // "O plătește banca, nu clientul" ends with what it excludes.
        let is_last = |at: usize| self.words[at].is_after_break && self.words.len() - at <= LAST;
        let is_contrast = |at: usize| is_until || has(at, "ci") || has(at, "decat") || is_last(at);
        let places = (0..self.words.len()).filter(|at| denials.contains(&self.words[*at].range) && is_contrast(*at));
        places.map(|at| self.words[at].range.clone()).collect()
    }

    /// The places of a denial that another one takes back: "fără aviz nu se poate" asks for the opinion, and so does "nu
    /// se poate fără aviz".
    pub fn paired_denials(&self) -> Vec<Range<usize>> {
        const FAR: usize = 14;
        let denials = self.denials();
        let is_denial = |at: usize, by: &str| self.words[at].folded == by && denials.contains(&self.words[at].range);
        // "Fără" begins its part of the sentence: "iar fără aviz".
        let begins = |at: usize| (at.saturating_sub(1)..=at).any(|at| at == 0 || self.words[at].is_after_break);
        let pair = |at: usize| {
            let verb = (at + 1..self.words.len().min(at + FAR)).find(|verb| is_denial(*verb, "nu"))?;
            let breaks = self.words[at + 1..=verb].iter().filter(|word| word.is_after_break).count();
            (breaks <= 1 && !self.is_in_condition(verb))
                .then(|| [self.words[at].range.clone(), self.words[verb].range.clone()])
        };
        let back = |at: usize| {
            let before = (0..at).rev().take_while(|near| !self.words[near + 1].is_after_break).take(FAR);
            let verb = before.into_iter().find(|verb| is_denial(*verb, "nu") && !self.is_linked(*verb))?;
            Some([self.words[at].range.clone(), self.words[verb].range.clone()])
        };
        let omissions = || (0..self.words.len()).filter(|at| is_denial(*at, "fara"));
        let forward = omissions().filter(|at| begins(*at)).filter_map(pair);
        forward.chain(omissions().filter_map(back)).flatten().collect()
    }

    fn is_linked(&self, at: usize) -> bool {
        (at.saturating_sub(2)..at).any(|before| self.is_link(before)) || self.is_in_condition(at)
    }

    /// "Fără", "lipsa" and "without" with the stems of what they leave out.
    pub fn omissions(&self) -> Vec<(Range<usize>, Vec<String>)> {
        let places = (0..self.words.len()).filter(|at| OMIT.contains(&self.words[*at].folded.as_str()));
        places.map(|at| (self.words[at].range.clone(), self.stems_within(at + 1, WIDE))).collect()
    }

    /// The stems of what exceptions leave out of what a word with this stem says before them.
    pub fn exceptions_from(&self, stem_of: &String) -> Vec<String> {
        const LEADING: usize = 4;
        let first = self.words.iter().position(|word| stem(word).as_ref() == Some(stem_of));
        let ends = (0..self.words.len()).filter_map(|at| Some((at, matched_any(&self.words, at, EXCEPT)?)));
        let ends = ends.filter(|(at, _)| *at < LEADING || first.is_some_and(|first| first < *at));
        ends.flat_map(|(_, end)| self.stems_after(end)).collect()
    }

    /// The stems of what each exception leaves out, in order.
    pub fn exceptions(&self) -> Vec<Vec<String>> {
        let ends = (0..self.words.len()).filter_map(|at| matched_any(&self.words, at, EXCEPT));
        ends.map(|end| self.stems_after(end)).collect()
    }

    /// Whether the sentence leaves something out.
    pub fn leaves_out(&self) -> bool {
        (0..self.words.len()).any(|at| matched_any(&self.words, at, EXCEPT).is_some())
    }

    /// The stems of what "numai" restricts.
    pub fn restricted(&self) -> Vec<String> {
        let places = (0..self.words.len()).filter(|at| ONLY.contains(&self.words[*at].folded.as_str()));
        places.flat_map(|at| self.stems_after(at + 1)).collect()
    }

    /// Whether the sentence includes a thing in so many words: "inclusiv în muzee", "și muzeelor".
    pub fn includes(&self, included: &String) -> bool {
        let is_it = |at: &usize| stem(&self.words[*at]).as_ref() == Some(included);
        let is_before = |at: usize| {
            let words = ["inclusiv", "chiar si", "aplica si", "si in", "si pentru"];
            (1..=3).filter_map(|back| at.checked_sub(back)).any(|at| matched_any(&self.words, at, &words).is_some())
        };
        (0..self.words.len()).filter(is_it).any(is_before)
    }

    fn is_link(&self, at: usize) -> bool {
        LINKS.contains(&self.words[at].folded.as_str())
    }

    /// Whether "dacă" or "când" begins the part between commas in which a place stands.
    pub(super) fn is_in_condition(&self, at: usize) -> bool {
        let start = (0..=at).rev().find(|start| self.words[*start].is_after_break).unwrap_or(0);
        matches!(self.words[start].folded.as_str(), "daca" | "cand")
    }

    /// Whether a word that denies, such as "scutit" or "suspendă", stands beside one with this stem.
    pub fn is_negated_nearby(&self, stem_of: &String) -> bool {
        const BEFORE: usize = 4;
        const AFTER: usize = 3;
        let is_it = |at: &usize| stem(&self.words[*at]).as_ref() == Some(stem_of);
        let is_negated = |at: usize| {
            let before = (at.saturating_sub(BEFORE)..at).rev().take_while(|near| !self.words[near + 1].is_after_break);
            let after =
                (at + 1..self.words.len().min(at + 1 + AFTER)).take_while(|near| !self.words[*near].is_after_break);
            before.chain(after).any(|near| self.denied_in(near, near + 1))
        };
        let is_own = |at: usize| self.words[at].folded.starts_with("ne") && self.denied_in(at, at + 1);
        (0..self.words.len()).filter(is_it).any(|at| is_negated(at) || is_own(at))
    }

    /// The verbs that may be done, by their stems: "poate vinde".
    pub fn permitted(&self) -> BTreeSet<String> {
        self.verbs_after(CHOICE)
    }

    /// The verbs that must be done, by their stems: "trebuie să vândă".
    pub fn bound(&self) -> BTreeSet<String> {
        self.verbs_after(DUTY)
    }

    fn verbs_after(&self, patterns: &[&str]) -> BTreeSet<String> {
        let places = (0..self.words.len()).filter_map(|at| Some((at, matched_any(&self.words, at, patterns)?)));
        let undenied = places.filter(|(at, _)| !self.is_denied_before(*at));
        undenied.filter_map(|(at, end)| Some(self.governed(at, end)?.stem)).collect()
    }

    /// The first word with a meaning of its own after a place, up to a comma.
    pub(super) fn governed(&self, at: usize, after: usize) -> Option<Predicate> {
        const OBJECT: usize = 2;
        let open = self.words.iter().enumerate().skip(after).take_while(|(_, word)| !word.is_after_break);
        let open = open.filter(|(_, word)| !AUXILIARIES.contains(&word.folded.as_str()));
        let mut open = open.filter_map(|(next, word)| Some((next, stem(word)?)));
        let (end, stem) = open.next().filter(|(end, _)| *end < after + REACH)?;
        let range = self.words[at].range.start..self.words[end].range.end;
        let next = open.take(OBJECT).map(|(_, stem)| stem).collect();
        Some(Predicate { stem, next, range, is_condition: false, is_plain: true })
    }

    /// The stems of the words after a place, up to a comma.
    fn stems_after(&self, at: usize) -> Vec<String> {
        const NEAR: usize = 6;
        self.stems_within(at, NEAR)
    }

    fn stems_within(&self, at: usize, most: usize) -> Vec<String> {
        let near = self.words.iter().skip(at).take_while(|word| !word.is_after_break).take(most);
        near.filter(|word| !AUXILIARIES.contains(&word.folded.as_str())).filter_map(stem).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::reading::ReadingMode;
    use super::*;

    fn sense(text: &str) -> Sense {
        Sense::new(text, ReadingMode::SOURCE)
    }

    fn stems(found: &[Predicate]) -> Vec<&str> {
        found.iter().map(|predicate| predicate.stem.as_str()).collect()
    }

    #[test]
    fn words_govern_the_next_word_with_a_meaning() {
        let denied = sense("Dacă nu se declară, firma nu mai este confiscată.").denied_predicates();
        assert_eq!(denied.iter().map(|denied| denied.is_condition).collect::<Vec<_>>(), [true, false]);
        assert_eq!(stems(&denied), ["declar", "confi"]);
        assert_eq!(sense("Firma este scutită de plata taxei.").exempted(), [["plat", "tax"]]);
        assert_eq!(sense("Se aplică, cu excepția muzeelor, tuturor.").exceptions(), [["muz"]]);
        assert!(sense("Se aplică și în muzee.").includes(&"muz".to_owned()));
    }
}
