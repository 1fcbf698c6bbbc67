//! How words become terms of the index: folded, then stemmed, or cut to their beginning.
//!
//! Folding comes before stemming, so that a word gives the same stem with and without diacritics. A stem misses some
//! forms of Romanian words (`hotărâre`, `hotărârile`); the first six letters find them.

use tantivy::tokenizer::{self, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

use super::words::{Word, words};
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
    manager.register(ROMANIAN, stemmed(tokenizer::Language::Romanian));
    manager.register(ENGLISH, stemmed(tokenizer::Language::English));
    manager.register(BEGINNINGS, TextAnalyzer::builder(WordTokenizer(TermForm::Beginning)).build());
    manager.register(TYPED, TextAnalyzer::builder(WordTokenizer(TermForm::EveryBeginning)).build());
    // The engine looks up "default" for numbers too.
    for name in [RAW, "default"] {
        manager.register(name, TextAnalyzer::builder(RawTokenizer::default()).build());
    }
    manager
}

fn stemmed(language: tokenizer::Language) -> TextAnalyzer {
    TextAnalyzer::builder(WordTokenizer(TermForm::Whole)).filter(Stemmer::new(language)).build()
}

/// Makes terms of the folded words of queries and texts.
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
    Whole,
    Beginning,
    /// Each beginning, from the first letter to [`LONGEST_TYPED`].
    EveryBeginning,
}

/// Splits a text into words, and returns their terms in one form.
#[derive(Debug, Clone)]
struct WordTokenizer(TermForm);

struct WordStream<'t> {
    form: TermForm,
    words: Box<dyn Iterator<Item = Word> + 't>,
    /// The word whose beginnings are being returned, and the length of the next one.
    open: Option<(Word, usize)>,
    token: Token,
}

impl Tokenizer for WordTokenizer {
    type TokenStream<'t> = WordStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> WordStream<'t> {
        WordStream { form: self.0, words: Box::new(words(text)), open: None, token: Token::default() }
    }
}

impl WordStream<'_> {
    fn set_token(&mut self, word: &Word, text: &str) {
        self.token.offset_from = word.range.start;
        self.token.offset_to = word.range.end;
        self.token.text.clear();
        self.token.text.push_str(text);
    }

    fn next_word(&mut self) -> Option<Word> {
        let word = self.words.next()?;
        self.token.position = self.token.position.wrapping_add(1);
        Some(word)
    }

    fn next_beginning(&mut self) -> Option<()> {
        loop {
            if let Some((word, length)) = self.open.take()
                && length <= word.folded.len().min(LONGEST_TYPED)
            {
                self.set_token(&word, &word.folded[..length]);
                self.open = Some((word, length + 1));
                return Some(());
            }
            self.open = Some((self.next_word()?, 1));
        }
    }
}

impl TokenStream for WordStream<'_> {
    fn advance(&mut self) -> bool {
        let advanced = match self.form {
            TermForm::Whole => self.next_word().map(|word| self.set_token(&word, &word.folded)),
            TermForm::EveryBeginning => self.next_beginning(),
            TermForm::Beginning => loop {
                let Some(word) = self.next_word() else { break None };
                if let Some(beginning) = beginning(&word.folded) {
                    self.set_token(&word, &beginning);
                    break Some(());
                }
            },
        };
        advanced.is_some()
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
