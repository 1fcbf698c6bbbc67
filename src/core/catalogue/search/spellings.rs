//! How the indexed articles spell their words, and which of them a mistyped word most likely means.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Bound;

use serde::{Deserialize, Serialize};

use super::analysis::root;

/// Shorter words are not corrected.
pub(super) const SHORTEST_LETTERS: usize = 4;
/// Words from this length on may have two wrong letters, shorter words one.
const LONG_LETTERS: usize = 8;
/// Words that are passed over one by one before the rest with their beginning is passed over together.
const MOST_PASSED: usize = 8;
/// A distance that is too large to matter.
const FAR: u8 = 100;

/// The folded words of the articles, sorted, so that words with the same beginning are compared once.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Spellings(BTreeMap<Box<str>, Spelling>);

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Spelling {
    /// With its diacritics, where they differ.
    written: Option<Box<str>>,
    /// The length of the root.
    root: u8,
    articles: u32,
}

impl Spellings {
    /// Counts an article with this word.
    pub(super) fn learn(&mut self, folded: &str, written: &str) {
        if let Some(spelling) = self.0.get_mut(folded) {
            spelling.articles += 1;
            return;
        }
        // Words are not indexed beyond forty letters.
        let root = u8::try_from(root(folded).len()).unwrap_or(u8::MAX);
        let written = (written != folded).then(|| written.into());
        self.0.insert(folded.into(), Spelling { written, root, articles: 1 });
    }

    /// Counts an article less.
    pub(super) fn forget(&mut self, folded: &str) {
        if let Some(spelling) = self.0.get_mut(folded) {
            spelling.articles -= 1;
            if spelling.articles == 0 {
                self.0.remove(folded);
            }
        }
    }

    /// The word as articles write it.
    pub(super) fn written<'w>(&'w self, folded: &'w str) -> &'w str {
        self.0.get(folded).and_then(|spelling| spelling.written.as_deref()).unwrap_or(folded)
    }

    /// The word that was most likely meant by a mistyped one. Endings differ between forms of a word, so both the
    /// words and their roots are compared.
    ///
    /// Subtracts the compared letters and words from `budget`; none is found once it is spent.
    pub(super) fn nearest(&self, folded: &str, budget: &mut usize) -> Option<&str> {
        let mut distances = Distances::new(folded)?;
        let (mut best, mut passed) = (None, 0);
        let mut words = self.0.range::<str, _>(..);
        while let Some((word, spelling)) = words.next() {
            let compared = distances.follow(word);
            *budget = budget.checked_sub(compared + 1)?;
            if let Some(distance) = distances.least(word.len(), usize::from(spelling.root)) {
                let whole = strsim::osa_distance(folded, word);
                let same_start = word.as_bytes().first() == folded.as_bytes().first();
                let rank = (distance, !same_start, whole, Reverse(spelling.articles), &**word);
                best = best.into_iter().chain([rank]).min();
            }
            passed = if compared == 0 { passed + 1 } else { 0 };
            if passed >= MOST_PASSED
                && let Some(beginning) = distances.dead_end()
            {
                words = self.0.range::<str, _>((Bound::Included(&*after(beginning)), Bound::Unbounded));
                passed = 0;
            }
        }
        best.map(|(.., word)| word)
    }
}

/// Whether a folded word is one that readers may mistype: some letters, and nothing else.
pub(super) fn is_spelled(folded: &str) -> bool {
    folded.len() >= SHORTEST_LETTERS && folded.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The first text after all that begin with these lower-case letters.
fn after(beginning: &[u8]) -> String {
    let mut text: String = beginning.iter().copied().map(char::from).collect();
    let last = text.pop().map_or('{', |last| char::from(last as u8 + 1));
    text.push(last);
    text
}

/// The distances (optimal string alignment) between the beginnings of a typed word and of one spelling after another.
/// They are kept for the letters that the next spelling shares.
struct Distances<'t> {
    typed: &'t [u8],
    /// The length of the typed word's root.
    root: usize,
    edits: usize,
    /// The beginning of the spelling that was followed.
    path: Vec<u8>,
    /// For each length of the path, the distances to the beginnings of the typed word. Those of lengths that differ by
    /// more than the edits are [`FAR`].
    rows: Vec<u8>,
    /// For each length of the path, what longer paths may be.
    hopes: Vec<Hope>,
}

/// What the spellings that begin with a path may be.
#[derive(Clone, Copy)]
struct Hope {
    /// Whether a longer path may be near.
    is_open: bool,
    /// Whether the path, or a beginning of it, is near as a root.
    has_root: bool,
}

impl<'t> Distances<'t> {
    /// None for a word that is not corrected.
    fn new(folded: &'t str) -> Option<Self> {
        let (typed, root) = (folded.as_bytes(), root(folded).len());
        let edits = match root {
            ..SHORTEST_LETTERS => return None,
            SHORTEST_LETTERS..LONG_LETTERS => 1,
            _ => 2,
        };
        let is_word = typed.iter().all(u8::is_ascii_lowercase);
        let rows = (0..=typed.len()).map(|length| length.min(usize::from(FAR)) as u8).collect();
        let hopes = vec![Hope { is_open: true, has_root: false }];
        is_word.then_some(Self { typed, root, edits, path: Vec::new(), rows, hopes })
    }

    /// The distance between the first `length` letters of the path and the first `typed` letters of the word, if it is
    /// at most the edits.
    fn get(&self, length: usize, typed: usize) -> Option<usize> {
        let distance = usize::from(*self.rows.get(length * (self.typed.len() + 1) + typed)?);
        (distance <= self.edits).then_some(distance)
    }

    /// The distance of the followed spelling, or of its root if that is less.
    fn least(&self, length: usize, root: usize) -> Option<usize> {
        let whole = self.get(length, self.typed.len());
        whole.into_iter().chain(self.get(root, self.root)).min()
    }

    /// Follows a spelling as far as it may be near, and returns the number of its letters that were compared.
    fn follow(&mut self, word: &str) -> usize {
        let shared = self.path.iter().zip(word.as_bytes()).take_while(|(one, other)| one == other).count();
        self.path.truncate(shared);
        self.hopes.truncate(shared + 1);
        self.rows.truncate((shared + 1) * (self.typed.len() + 1));
        for letter in word.bytes().skip(shared) {
            if self.hopes.last().is_some_and(|hope| !hope.is_open) {
                break;
            }
            self.push(letter);
        }
        self.path.len() - shared
    }

    fn push(&mut self, letter: u8) {
        let (length, width) = (self.path.len() + 1, self.typed.len() + 1);
        let start = self.rows.len();
        self.rows.resize(start + width, FAR);
        let mut nearest = FAR;
        for at in length.saturating_sub(self.edits)..=(length + self.edits).min(self.typed.len()) {
            let above = start - width + at;
            let mut least = self.rows[above] + 1;
            if at > 0 {
                let replaced = u8::from(self.typed[at - 1] != letter);
                least = least.min(self.rows[start + at - 1] + 1).min(self.rows[above - 1] + replaced);
            }
            if at > 1
                && let Some(before) = self.path.last()
                && (letter, *before) == (self.typed[at - 2], self.typed[at - 1])
            {
                least = least.min(self.rows[above - width - 2] + 1);
            }
            self.rows[start + at] = least.min(FAR);
            nearest = nearest.min(least);
        }
        self.path.push(letter);
        let had_root = self.hopes.last().is_some_and(|hope| hope.has_root);
        let has_root = had_root || self.get(length, self.root).is_some();
        self.hopes.push(Hope { is_open: usize::from(nearest) <= self.edits, has_root });
    }

    /// The beginning of the followed spelling, if no other spelling with it is near.
    fn dead_end(&self) -> Option<&[u8]> {
        let hope = self.hopes.last()?;
        (!hope.is_open && !hope.has_root).then_some(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::text;

    fn spellings<'w>(words: impl IntoIterator<Item = (&'w str, u32)>) -> Spellings {
        let mut spellings = Spellings::default();
        for (word, articles) in words {
            (0..articles).for_each(|_| spellings.learn(&text::fold(word), word));
        }
        spellings
    }

    /// Reproducible words of these letters.
    fn made_up(letters: &[u8], count: usize, seed: u64) -> Vec<String> {
        let mut state = seed;
        let mut next = |below: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % below
        };
        let mut word = || {
            let length = 4 + next(8);
            (0..length).map(|_| char::from(letters[next(letters.len())])).collect::<String>()
        };
        (0..count).map(|_| word()).collect()
    }

    /// The nearest word, by comparing all.
    fn by_comparing_all<'w>(words: &'w [String], typed: &str) -> Option<&'w str> {
        let edits = Distances::new(typed)?.edits;
        let ranked = words.iter().filter_map(|word| {
            let whole = strsim::osa_distance(typed, word);
            let distance = strsim::osa_distance(root(typed), root(word)).min(whole);
            let other_start = word.as_bytes()[0] != typed.as_bytes()[0];
            (distance <= edits).then_some((distance, other_start, whole, word.as_str()))
        });
        ranked.min().map(|(.., word)| word)
    }

    #[test]
    fn a_typing_mistake_leads_to_the_nearest_word() {
        let words = [("declarație", 9), ("declarații", 4), ("chirie", 5), ("chimie", 1), ("salariu", 3)];
        let spellings = spellings(words);
        for (typed, expected) in [
            ("declaratei", Some("declarație")),
            ("delcaratie", Some("declarație")),
            ("delcaratiilor", Some("declarații")),
            ("chrie", Some("chirie")),
            ("chiriee", Some("chirie")),
            ("salariy", Some("salariu")),
            ("xyzw", None),
            ("chi", None),
            ("d212", None),
        ] {
            let nearest = spellings.nearest(typed, &mut 10_000).map(|word| spellings.written(word));
            assert_eq!(nearest, expected, "{typed}");
        }
    }

    #[test]
    fn the_nearest_word_is_that_of_comparing_all() {
        let mut words = made_up(b"aeirtl", 3_000, 1);
        words.sort_unstable();
        words.dedup();
        let spellings = spellings(words.iter().map(|word| (word.as_str(), 1)));
        for typed in made_up(b"aeirtl", 300, 2) {
            let mut budget = usize::MAX;
            let nearest = spellings.nearest(&typed, &mut budget);
            assert_eq!(nearest, by_comparing_all(&words, &typed), "{typed}");
        }
    }

    /// Words of few letters, in which nearly every word has neighbours, are the worst that a query can hold.
    #[test]
    fn a_correction_compares_few_of_many_words() {
        let mut words = made_up(b"aeirtnsl", 40_000, 3);
        words.extend(made_up(b"abcdefghilmnoprstuvz", 35_000, 4));
        let spellings = spellings(words.iter().map(|word| (word.as_str(), 1)));
        for typed in made_up(b"aeirtnsl", 100, 5) {
            let mut budget = usize::MAX;
            spellings.nearest(&typed, &mut budget);
            let compared = usize::MAX - budget;
            assert!(compared < 100_000, "{typed}: {compared}");
        }
        assert_eq!(spellings.nearest(&words[0], &mut 100), None, "the budget is spent");
    }
}
