//! What a sentence says in words: permission, duty, denial, how often, at most and at least, and who acts.

mod actors;
mod clauses;
mod empty;
pub(super) mod limits;
mod measures;
mod modality;
mod opposites;
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
use vocabulary::{DENIED, DENIED_EN, NOT_EN, NOT_RO, PAST};
use words::{has_any, matched_any, stem};

pub(super) use actors::{Party, parties};
pub(super) use clauses::SenseClause;
pub(super) use measures::StatedFrequency;
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

/// Words that deny a quantity and thereby only set a limit, as in "nu poate depăși".
const OF_LIMIT: &[&str] = &[
    "mai mare*",
    "mai mari",
    "mai mult*",
    "mai multi",
    "mai tarziu",
    "mai devreme",
    "mai putin*",
    "depas*",
    "trece de",
    "treaca de",
    "exceed*",
    "above",
    "more than",
    "more",
    "later",
    "earlier",
    "less than",
    "less",
    "over",
    "peste",
    "beyond",
];

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

    /// Whether a word of denial stands directly before a place, or just after a word of permission: "may not".
    fn is_denied_before(&self, at: usize) -> bool {
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
    fn keeps(&self, denial: usize) -> bool {
        let near = denial + 1..self.words.len().min(denial + 5);
        near.take_while(|at| !self.words[*at].is_after_break)
            .any(|at| !self.denies(&self.words[at]) && self.denied_in(at, at + 1) && self.is_denied_itself(at))
    }

    /// Whether a denial before a place denies the word there, and no verb between them.
    fn is_denied_itself(&self, at: usize) -> bool {
        let before = (1..=3).filter_map(|back| at.checked_sub(back)).find(|before| self.denies(&self.words[*before]));
        let is_other = |word: &SpokenWord| word.is_after_break || stem(word).is_some();
        before.is_some_and(|before| !self.words[before + 1..at].iter().any(is_other) && !self.words[at].is_after_break)
            || (self.language == Language::En && self.is_denied_before(at))
    }

    fn denies(&self, word: &SpokenWord) -> bool {
        let words = if self.language == Language::Ro { NOT_RO } else { NOT_EN };
        // "Nefiind" says "care nu este".
        let is_gerund = self.language == Language::Ro && word.folded.starts_with("ne") && word.folded.ends_with("nd");
        words.contains(&word.folded.as_str()) || is_gerund
    }

    /// Whether the sentence says what was, or that something changes from one value to another.
    pub fn is_of_past(&self) -> bool {
        has_any(&self.words, PAST)
    }

    /// Whether the sentence names an act and leads to its changes.
    pub fn leads_changes(&self) -> bool {
        has_any(&self.words, &["dupa cum urmeaza"])
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
        // "Nu doar firma, ci și conducătorii" denies nothing.
        matches!(after, "doar" | "numai" | "only")
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

    fn denied_in(&self, from: usize, to: usize) -> bool {
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

    /// The words of one side of a pair of opposites, by its index, and whether it is the second side.
    pub fn opposites(&self) -> Vec<(usize, bool, Range<usize>)> {
        let mut found = Vec::new();
        for (pair, OppositePair { sides: [first, second], excludes_third }) in OPPOSITES.iter().enumerate() {
            for (is_second, patterns) in [(false, first), (true, second)] {
                for at in (0..self.words.len()).filter(|at| !self.is_idiom(*at) && !self.is_asked(*at)) {
                    let own = matched_any(&self.words, at, patterns);
                    // "Nu se retrage" is the other side.
                    let is_other = *excludes_third && self.is_denied_itself(at);
                    found.extend(own.map(|end| (pair, is_second != is_other, self.range(at, end))));
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

/// The word that a noun with "ne" denies: "neînregistrarea".
fn negated(word: &SpokenWord) -> Option<SpokenWord> {
    // Words that only begin so, and kinds of things: "organizații neguvernamentale".
    const OTHERS: &[&str] = &[
        "necesar",
        "necesit",
        "nevoi",
        "negoci",
        "nemijloc",
        "nevast",
        "neguvern",
        "neramburs",
        "neagric",
        "nefinanc",
        "nedetermin",
        "nelegisl",
        "nediscrimin",
        "nepermanent",
        "nesuprav",
    ];
    let bare = word.folded.strip_prefix("ne").filter(|bare| bare.len() >= 6)?;
    let is_other = OTHERS.iter().any(|other| word.folded.starts_with(other));
    (!is_other).then(|| SpokenWord { folded: bare.to_owned(), ..word.clone() })
}
