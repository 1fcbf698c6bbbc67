//! The parts of a sentence between commas and conjunctions.

use super::vocabulary::{EXEMPT, KEEP};
use super::words::{has_any, stem};
use super::{Sense, SenseClause};

impl Sense {
    pub fn clauses(&self) -> Vec<SenseClause> {
        const CONDITIONS: &[&str] = &["daca", "cand", "cine", "if", "when", "unless"];
        const VERBS: &[&str] =
            &["poate", "pot", "poti", "va", "vor", "este", "sunt", "are", "au", "ai", "trebuie", "se", "nu"];
        const STARTS: &[&str] = &["daca", "iar", "dar", "cand", "if", "but", "while", "when", "unless"];
        // "Nu mai profesează și poate lucra" has two verbs.
        let is_second_verb = |at: usize| {
            let next = self.words.get(at + 1).map(|word| word.folded.as_str());
            self.words[at].folded == "si" && next.is_some_and(|next| VERBS.contains(&next))
        };
        let starts = |at: usize| {
            let word = &self.words[at];
            at > 0 && (word.is_after_break || STARTS.contains(&word.folded.as_str()) || is_second_verb(at))
        };
        let mut cuts: Vec<_> = (0..self.words.len()).filter(|at| starts(*at)).collect();
        cuts.insert(0, 0);
        let ends = cuts.iter().skip(1).copied().chain(std::iter::once(self.words.len()));
        let (denials, verbal) = (self.denials(), self.verbal_denials());
        let is_verbal = |at: usize| verbal.contains(&self.words[at].range);
        let clause = |(from, to): (usize, usize)| {
            let range = self.range(from, to);
            SenseClause {
                stems: self.words[from..to].iter().filter_map(stem).collect(),
                is_denied: denials.iter().any(|denial| range.contains(&denial.start)),
                is_verb_denied: (from..to).any(|at| is_verbal(at) && !self.is_relative(from, at)),
                relative: (from..to)
                    .filter(|at| is_verbal(*at) && self.is_relative(from, *at))
                    .filter_map(|at| Some(self.governed(at, at + 1)?.stem))
                    .collect(),
                is_negative: self.denied_in(from, to),
                negatives: (from..to)
                    .filter(|at| self.denied_in(*at, at + 1))
                    .filter_map(|at| stem(&self.words[at]))
                    .collect(),
                is_condition: CONDITIONS.contains(&self.words[from].folded.as_str()),
                is_kept: (from..to)
                    .any(|at| self.denied_in(at, at + 1) && !self.denies(&self.words[at]) && self.is_denied_itself(at)),
                is_exempt: has_any(&self.words[from..to], EXEMPT),
                keeps: has_any(&self.words[from..to], KEEP),
                range,
            }
        };
        cuts.iter().copied().zip(ends).filter(|(from, to)| from < to).map(clause).collect()
    }

    /// Whether a denial belongs to a relative clause inside the part of a sentence from a word on: "sumele care nu sunt
    /// scăzute se reportează".
    fn is_relative(&self, from: usize, at: usize) -> bool {
        const NEAR: usize = 3;
        (at.saturating_sub(NEAR).max(from + 1)..at).any(|before| self.words[before].folded == "care")
    }
}
