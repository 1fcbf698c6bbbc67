//! The parts of a sentence between commas and conjunctions.

use std::collections::BTreeSet;
use std::ops::Range;

use super::Sense;
use super::vocabulary::{EXEMPT, KEEP};
use super::words::{has_any, stem};

/// A part of a sentence between commas and conjunctions.
#[derive(Debug)]
pub(in super::super) struct SenseClause {
    pub stems: BTreeSet<String>,
    pub range: Range<usize>,
    /// Whether it begins as a condition: "dacă", "când", "cine".
    pub is_condition: bool,
    /// Whether "nu", "not" or the like denies it.
    pub is_denied: bool,
    /// Whether the word for that denies the verb: "fără" only leaves a thing out.
    pub is_verb_denied: bool,
    /// Whether another word denies it, such as "scutit".
    pub is_negative: bool,
    /// The stems of those words.
    pub negatives: BTreeSet<String>,
    /// Whether "nu" or the like denies one of those words: "nu pierde".
    pub is_kept: bool,
    /// Whether it frees from something or forbids it.
    pub is_exempt: bool,
    /// Whether it says that something stays as it is.
    pub keeps: bool,
}

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
