//! How words become terms of the index: folded, then stemmed, or cut to their beginning.
//!
//! Folding comes before stemming, so that a word gives the same stem with and without diacritics. A stem misses some
//! forms of Romanian words (`hotărâre`, `hotărârile`); the first six letters find them.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tantivy::tokenizer::{self, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

use super::words::{Word, folded, places, words};
use crate::domain::Language;

/// Letters of a word's beginning.
const PREFIX: usize = 6;
/// Shorter words are not found by their beginnings, which other words share.
const SHORTEST_CUT: usize = 5;
/// Longest beginning that suggestions look for.
pub(super) const LONGEST_TYPED: usize = 12;

/// Names of the analyzers in the index.
pub(super) const ROMANIAN: &str = "ro";
pub(super) const ENGLISH: &str = "en";
pub(super) const BEGINNINGS: &str = "beginnings";
pub(super) const TYPED: &str = "typed";
pub(super) const RAW: &str = "raw";

/// The analyzers of the fields.
pub(super) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::new();
    let terms = |form| TextAnalyzer::builder(TermTokenizer::new(form)).build();
    manager.register(ROMANIAN, terms(TermForm::Stem(Language::Ro)));
    manager.register(ENGLISH, terms(TermForm::Stem(Language::En)));
    manager.register(BEGINNINGS, terms(TermForm::Beginning));
    manager.register(TYPED, TextAnalyzer::builder(BeginningsTokenizer).build());
    // The engine looks up "default" for numbers too.
    for name in [RAW, "default"] {
        manager.register(name, TextAnalyzer::builder(RawTokenizer::default()).build());
    }
    manager
}

/// Makes terms of the folded words of queries and texts.
#[derive(Clone)]
pub(super) struct Stems([TextAnalyzer; Language::ALL.len()]);

impl Stems {
    pub(super) fn new() -> Self {
        let raw = |language| TextAnalyzer::builder(RawTokenizer::default()).filter(Stemmer::new(language)).build();
        Self(Language::ALL.map(|language| match language {
            Language::Ro => raw(tokenizer::Language::Romanian),
            Language::En => raw(tokenizer::Language::English),
        }))
    }

    /// The stem of a folded word.
    pub(super) fn of(&mut self, folded: &str, language: Language) -> String {
        let mut stream = self.0[language as usize].token_stream(folded);
        if stream.advance() { std::mem::take(&mut stream.token_mut().text) } else { String::new() }
    }
}

/// Endings of Romanian nouns and adjectives, the longer ones first.
const ENDINGS: [&str; 23] = [
    "urilor", "urile", "iilor", "ului", "ilor", "elor", "iile", "uri", "ile", "ele", "lor", "ul", "ii", "ei", "ea",
    "ia", "ie", "le", "a", "e", "i", "u", "l",
];
/// Letters that must remain without the ending.
const SHORTEST_ROOT: usize = 4;

/// A folded word without its ending.
pub(super) fn root(folded: &str) -> &str {
    if folded.len() < SHORTEST_CUT {
        return folded;
    }
    let cut = ENDINGS.iter().filter_map(|ending| folded.strip_suffix(ending));
    cut.into_iter().find(|root| root.len() >= SHORTEST_ROOT).unwrap_or(folded)
}

/// The beginning of a folded word: the first six letters of its root.
pub(super) fn beginning(folded: &str) -> Option<String> {
    if folded.len() < SHORTEST_CUT || folded.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let root = root(folded);
    let beginning = &root[..PREFIX.min(root.len())];
    // The plural changes the last letter: amendă, amenzi.
    Some(beginning.strip_suffix('z').map_or_else(|| beginning.to_owned(), |stem| format!("{stem}d")))
}

/// The terms that each word becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TermForm {
    Stem(Language),
    Beginning,
}

/// Most words whose terms a tokenizer keeps. The most frequent words are soon kept again.
const MOST_KNOWN: usize = 4_096;

/// Splits a text into words, and returns the term of each. Terms are kept: texts repeat their words.
#[derive(Clone)]
struct TermTokenizer {
    form: TermForm,
    stems: Stems,
    /// By word as it is written; `None` for what is no word.
    known: FxHashMap<Box<str>, Option<KnownTerm>>,
}

/// The term of a word; a word may have none.
type KnownTerm = Option<Box<str>>;

impl TermTokenizer {
    fn new(form: TermForm) -> Self {
        Self { form, stems: Stems::new(), known: FxHashMap::default() }
    }

    /// The term of a word as it is written.
    fn term(&mut self, written: &str) -> Option<Option<&str>> {
        if !self.known.contains_key(written) {
            if self.known.len() >= MOST_KNOWN {
                self.known.clear();
            }
            let term = self.make(written);
            self.known.insert(written.into(), term);
        }
        self.known.get(written)?.as_ref().map(Option::as_deref)
    }

    fn make(&mut self, written: &str) -> Option<KnownTerm> {
        let folded = folded(written)?;
        Some(match self.form {
            TermForm::Stem(language) => Some(self.stems.of(&folded, language).into()),
            TermForm::Beginning => beginning(&folded).map(Into::into),
        })
    }
}

struct TermStream<'t> {
    tokenizer: &'t mut TermTokenizer,
    text: &'t str,
    places: Box<dyn Iterator<Item = Range<usize>> + 't>,
    token: Token,
}

impl Tokenizer for TermTokenizer {
    type TokenStream<'t> = TermStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> TermStream<'t> {
        TermStream { tokenizer: self, text, places: Box::new(places(text)), token: Token::default() }
    }
}

impl TokenStream for TermStream<'_> {
    fn advance(&mut self) -> bool {
        for place in self.places.by_ref() {
            let Some(term) = self.tokenizer.term(&self.text[place.clone()]) else { continue };
            self.token.position = self.token.position.wrapping_add(1);
            if let Some(term) = term {
                self.token.offset_from = place.start;
                self.token.offset_to = place.end;
                self.token.text.clear();
                self.token.text.push_str(term);
                return true;
            }
        }
        false
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

/// Splits a text into words, and returns each of their beginnings, from the first letter to [`LONGEST_TYPED`].
#[derive(Clone)]
struct BeginningsTokenizer;

struct BeginningsStream<'t> {
    words: Box<dyn Iterator<Item = Word> + 't>,
    /// The word whose beginnings are being returned, and the length of the next one.
    open: Option<(Word, usize)>,
    token: Token,
}

impl Tokenizer for BeginningsTokenizer {
    type TokenStream<'t> = BeginningsStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> BeginningsStream<'t> {
        BeginningsStream { words: Box::new(words(text)), open: None, token: Token::default() }
    }
}

impl TokenStream for BeginningsStream<'_> {
    fn advance(&mut self) -> bool {
        loop {
            if let Some((word, length)) = self.open.take()
                && length <= word.folded.len().min(LONGEST_TYPED)
            {
                self.token.offset_from = word.range.start;
                self.token.offset_to = word.range.end;
                self.token.text.clear();
                self.token.text.push_str(&word.folded[..length]);
                self.open = Some((word, length + 1));
                return true;
            }
            let Some(word) = self.words.next() else { return false };
            self.token.position = self.token.position.wrapping_add(1);
            self.open = Some((word, 1));
        }
    }

    fn token(&self) -> &Token {
        &self.token
    }

    fn token_mut(&mut self) -> &mut Token {
        &mut self.token
    }
}

#[cfg(test)]
mod tests;
