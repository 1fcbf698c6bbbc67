//! How words become terms of the index: folded, then stemmed, or cut to their beginning.
//!
//! Folding comes before stemming, so that a word gives the same stem with and without diacritics. A stem misses some
//! forms of Romanian words (`hotărâre`, `hotărârile`); the first six letters find them.

use tantivy::tokenizer::{self, RawTokenizer, Stemmer, TextAnalyzer, Token, TokenStream, Tokenizer, TokenizerManager};

use crate::domain::Language;

/// Letters of a word's beginning.
const PREFIX_LETTERS: usize = 6;
/// Shorter words are not found by their beginnings, which other words share.
const SHORTEST_CUT: usize = 5;
/// Longest beginning that suggestions look for.
pub(super) const LONGEST_TYPED: usize = 12;

/// The name of the analyzer of all fields.
pub(super) const LINES: &str = "lines";

/// The analyzer of the fields, which get terms, one a line.
pub(super) fn tokenizers() -> TokenizerManager {
    let manager = TokenizerManager::new();
    // The engine looks up "default" for numbers.
    for name in [LINES, "default"] {
        manager.register(name, TextAnalyzer::builder(LineTokenizer).build());
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
    let beginning = &root[..PREFIX_LETTERS.min(root.len())];
    // The plural changes the last letter: amendă, amenzi.
    Some(beginning.strip_suffix('z').map_or_else(|| beginning.to_owned(), |stem| format!("{stem}d")))
}

/// Splits lines of terms.
#[derive(Clone)]
struct LineTokenizer;

struct LineStream<'t> {
    rest: &'t str,
    token: Token,
}

impl Tokenizer for LineTokenizer {
    type TokenStream<'t> = LineStream<'t>;

    fn token_stream<'t>(&'t mut self, text: &'t str) -> LineStream<'t> {
        LineStream { rest: text, token: Token::default() }
    }
}

impl TokenStream for LineStream<'_> {
    fn advance(&mut self) -> bool {
        // Lines have a few letters: comparing each takes less than preparing a search.
        let Some(length) = self.rest.bytes().position(|byte| byte == b'\n') else { return false };
        let line = &self.rest[..length];
        self.rest = &self.rest[length + 1..];
        self.token.position = self.token.position.wrapping_add(1);
        self.token.text.clear();
        self.token.text.push_str(line);
        true
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
