//! The parts of a sentence between commas and conjunctions.

use std::collections::BTreeSet;

use super::vocabulary::{EXEMPT, KEEP};
use super::words::{has_any, stem};
use super::{Sense, SenseClause};

/// Words that begin a verb.
const VERBS: &[&str] = &["poate", "pot", "poti", "va", "vor", "este", "sunt", "are", "au", "ai", "trebuie", "se", "nu"];

impl Sense {
    pub fn clauses(&self) -> Vec<SenseClause> {
        const CONDITIONS: &[&str] = &["daca", "cand", "cine", "if", "when", "unless"];
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
        let verbal: BTreeSet<_> = verbal.iter().map(|denial| denial.start).collect();
        let is_verbal = |at: usize| verbal.contains(&self.words[at].range.start);
        let clause = |(from, to): (usize, usize)| {
            let range = self.range(from, to);
            SenseClause {
                stems: self.words[from..to].iter().filter_map(stem).collect(),
                is_denied: denials.iter().any(|denial| range.contains(&denial.start)),
                is_verb_denied: (from..to).any(|at| is_verbal(at) && !self.is_relative(from, at)),
                relative: (from..to)
                    .filter(|at| is_verbal(*at) && self.is_relative(from, *at))
                    .flat_map(|at| self.denied_relatively(at))
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

    /// The stems of what the denial of a relative clause denies: its verb and what follows it, up to the next verb.
    fn denied_relatively(&self, at: usize) -> Vec<String> {
        const OBJECT: usize = 2;
        let Some(verb) = self.governed(at, at + 1) else { return vec![] };
        let after = self.words.iter().filter(|word| word.range.start >= verb.range.end);
        let open = after.take_while(|word| !word.is_after_break && !VERBS.contains(&word.folded.as_str()));
        let object = open.filter_map(stem).take(OBJECT).collect::<Vec<_>>();
        std::iter::once(verb.stem).chain(object).collect()
    }

    /// Whether a denial belongs to a relative clause inside the part of a sentence from a word on: "sumele care nu sunt
    /// scăzute se reportează".
    fn is_relative(&self, from: usize, at: usize) -> bool {
        const NEAR: usize = 3;
        (at.saturating_sub(NEAR).max(from + 1)..at).any(|before| self.words[before].folded == "care")
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::reading::ReadingMode;
    use super::*;

    #[test]
    fn a_relative_clause_denies_its_own_verb_only() {
        let sense = Sense::new("Sumele care nu sunt scăzute astfel se reportează.", ReadingMode::SOURCE);
        let clauses = sense.clauses();
        let denied: Vec<_> = ["scazute", "reporteaza"]
            .into_iter()
            .filter_map(|wanted| sense.words.iter().find(|word| word.folded == wanted).and_then(stem))
            .map(|stem| clauses.iter().any(|clause| clause.denies(&stem)))
            .collect();
        assert_eq!(denied, [true, false]);
        let sense = Sense::new("Cine nu promovează nu mai profesează și poate preda.", ReadingMode::SOURCE);
        assert!(sense.clauses().last().is_some_and(|clause| !clause.is_verb_denied));
    }
}
