//! What a sentence says in words: permission, duty, denial, how often, at most and at least, and who acts.

mod actors;
mod clauses;
mod denials;
mod empty;
pub(super) mod limits;
mod measures;
mod modality;
mod opposites;
mod party;
pub(super) mod predicates;
mod roles;
mod synonyms;
mod vocabulary;
mod words;

use std::collections::BTreeSet;
use std::ops::Range;

use super::figure::{FoundFigure, StatedFigure};
use super::reader::figures;
use super::reading::ReadingMode;
use super::token::Tokens;
use crate::domain::Language;
use measures::FREQUENCIES;
use opposites::{OPPOSITES, OppositePair};
use vocabulary::PAST;
use words::{has_any, matched_any, negated, stem};

pub(super) use actors::parties;
pub(super) use measures::StatedFrequency;
pub(super) use party::Party;
pub(super) use words::SpokenWord;

/// A sentence as words and figures.
#[derive(Debug)]
pub(super) struct Sense {
    pub words: Vec<SpokenWord>,
    /// Figures with their places, those of a list one by one.
    pub figures: Vec<FoundFigure>,
    pub stems: BTreeSet<String>,
    language: Language,
}

/// A part of a sentence between commas and conjunctions.
#[derive(Debug)]
pub(super) struct SenseClause {
    pub stems: BTreeSet<String>,
    pub range: Range<usize>,
    /// Whether it begins as a condition: "dacă", "când", "cine".
    pub is_condition: bool,
    /// Whether "nu", "not" or the like denies it.
    pub is_denied: bool,
    /// Whether the word for that denies the verb: "fără" only leaves a thing out.
    pub is_verb_denied: bool,
    /// The stems of what relative clauses inside it deny: "sumele care nu sunt scăzute".
    pub relative: BTreeSet<String>,
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

impl SenseClause {
    /// Whether "nu" denies what a word with this stem says.
    pub fn denies(&self, stem: &String) -> bool {
        self.is_verb_denied || self.relative.contains(stem)
    }
}

impl Sense {
    pub fn new(text: &str, reading: ReadingMode) -> Self {
        let tokens = Tokens::new(text);
        let words = words::words(&tokens);
        let figures = figures(text, reading).into_iter().flat_map(|place| place.figures).collect();
        let stems = words.iter().filter_map(stem).collect();
        Self { words, figures, stems, language: reading.language }
    }

    /// The name of each ministry, with its place.
    pub fn ministries(&self) -> Vec<(String, Range<usize>)> {
        const LINKS: &[&str] = &["de", "al", "a"];
        let name = |at: usize| {
            let link = self.words.get(at + 1).is_some_and(|word| LINKS.contains(&word.folded.as_str()));
            let last = self.words.get(at + 1 + usize::from(link)).filter(|word| is_name(word))?;
            Some((stem(last)?, self.words[at].range.start..last.range.end))
        };
        let places = (0..self.words.len()).filter(|at| self.words[*at].folded.starts_with("minist"));
        places.filter_map(name).collect()
    }

    pub fn stem_of(word: &SpokenWord) -> Option<String> {
        stem(word)
    }

    fn range(&self, at: usize, end: usize) -> Range<usize> {
        self.words[at].range.start..self.words[end - 1].range.end
    }

    /// Whether the sentence says what was, or that something changes from one value to another.
    pub fn is_of_past(&self) -> bool {
        has_any(&self.words, PAST)
    }

    /// Whether the sentence names an act and leads to its changes.
    pub fn leads_changes(&self) -> bool {
        has_any(&self.words, &["dupa cum urmeaza"])
    }

    /// The figures that the sentence leaves behind, "după 5 ani", with the bytes of the words that follow.
    pub fn passed(&self) -> Vec<(StatedFigure, Range<usize>)> {
        const NEAR: usize = 2;
        let end = self.words.last().map_or(0, |word| word.range.end);
        let is_passed = |found: &&FoundFigure| {
            let before = self.words.iter().rev().filter(|word| word.range.start < found.range.start).take(NEAR);
            before.into_iter().any(|word| word.folded == "dupa")
        };
        let passed = self.figures.iter().filter(is_passed);
        passed.map(|found| (found.figure.clone(), found.range.end..end)).collect()
    }

    /// The words of one side of a pair of opposites, by its index, and whether it is the second side.
    pub fn opposites(&self) -> Vec<(usize, bool, Range<usize>)> {
        let places: Vec<_> = (0..self.words.len()).filter(|at| !self.is_idiom(*at) && !self.is_asked(*at)).collect();
        let mut found = Vec::new();
        for (pair, OppositePair { sides: [first, second], excludes_third }) in OPPOSITES.iter().enumerate() {
            for (is_second, patterns) in [(false, first), (true, second)] {
                for at in places.iter().copied() {
                    let own = matched_any(&self.words, at, patterns);
                    // "Nu se retrage" is the other side.
                    let is_other = || *excludes_third && self.is_denied_itself(at);
                    found.extend(own.map(|end| (pair, is_second != is_other(), self.range(at, end))));
                    // "Neaprobarea" is the other side of "aprobarea".
                    let bare = negated(&self.words[at]).filter(|_| *excludes_third);
                    let bare = bare.filter(|word| matched_any(std::slice::from_ref(word), 0, patterns).is_some());
                    found.extend(bare.map(|word| (pair, !is_second, word.range)));
                }
            }
        }
        found
    }

    /// "Verifică dacă se respectă" says nothing of what is asked.
    fn is_asked(&self, at: usize) -> bool {
        const ASK: &[&str] = &[
            "verific*", "control*", "vada", "vad", "vede", "stabil*", "afl*", "analiz*", "evalu*", "intreb*",
            "intreab*",
        ];
        let start = (0..=at).rev().find(|start| self.words[*start].is_after_break).unwrap_or(0);
        let asks = |from: usize| (start..from).any(|before| matched_any(&self.words, before, ASK).is_some());
        (start..at).rev().find(|from| self.words[*from].folded == "daca").is_some_and(asks)
    }

    /// "După caz" and "după cum" say nothing of time.
    fn is_idiom(&self, at: usize) -> bool {
        let next = self.words.get(at + 1).map(|word| word.folded.as_str());
        self.words[at].folded == "dupa" && matches!(next, Some("caz" | "cum"))
    }

    /// How often something happens.
    pub fn frequencies(&self) -> Vec<(StatedFrequency, Range<usize>)> {
        let mut found = Vec::new();
        for at in 0..self.words.len() {
            for (frequency, patterns) in FREQUENCIES {
                let by_words = matched_any(&self.words, at, patterns).filter(|_| !self.is_period(at));
                let end = by_words.or_else(|| self.is_rate(at, *frequency).then_some(at + 1));
                found.extend(end.map(|end| (*frequency, self.range(at, end))));
            }
        }
        found
    }

    /// `lei/an`.
    fn is_rate(&self, at: usize, frequency: StatedFrequency) -> bool {
        let word = &self.words[at];
        let unit = match frequency {
            StatedFrequency::Yearly => "an",
            StatedFrequency::Monthly => "luna",
            StatedFrequency::Daily => "zi",
            _ => return false,
        };
        word.is_after_slash && word.folded == unit
    }

    /// "For a year" is a period, "twice a year" is not.
    fn is_period(&self, at: usize) -> bool {
        const BEFORE: &[&str] =
            &["for", "half", "within", "in", "after", "of", "to", "at", "is", "from", "by", "until", "than", "over"];
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        self.words[at].folded == "a" && before.is_none_or(|before| BEFORE.contains(&before.folded.as_str()))
    }
}

/// Whether a word after "ministerul" or "ministrul" can name it: it has a capital letter or stands in the genitive.
fn is_name(word: &SpokenWord) -> bool {
    word.is_capital || ["ii", "ei", "lor", "lui"].iter().any(|end| word.folded.ends_with(end))
}
