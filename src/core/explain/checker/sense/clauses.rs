//! The parts of a sentence between commas and conjunctions.

use super::vocabulary::{EXEMPT, KEEP};
use super::words::{has_any, stem};
use super::{Sense, SenseClause};

impl Sense {
    pub fn clauses(&self) -> Vec<SenseClause> {
        const CONDITIONS: &[&str] = &["daca", "cand", "cine", "if", "when", "unless"];
        const STARTS: &[&str] = &["daca", "iar", "dar", "cand", "if", "but", "while", "when", "unless"];
        let starts = |at: usize| {
            let word = &self.words[at];
            at > 0 && (word.is_after_break || STARTS.contains(&word.folded.as_str()))
        };
        let mut cuts: Vec<_> = (0..self.words.len()).filter(|at| starts(*at)).collect();
        cuts.insert(0, 0);
        let ends = cuts.iter().skip(1).copied().chain(std::iter::once(self.words.len()));
        let (denials, verbal) = (self.denials(), self.verbal_denials());
        let clause = |(from, to): (usize, usize)| {
            let range = self.range(from, to);
            SenseClause {
                stems: self.words[from..to].iter().filter_map(stem).collect(),
                is_denied: denials.iter().any(|denial| range.contains(&denial.start)),
                is_verb_denied: verbal.iter().any(|denial| range.contains(&denial.start)),
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
}
