//! Splits a text into words, numbers and signs, each with its place.

use std::ops::Range;

use crate::domain::text::fold;
use paragraf_law::normalise::is_invisible;

/// A letter by its class, which the portal uses as a quotation mark.
const CLOSING_QUOTE: char = 'ˮ';

/// A piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub kind: TokenKind,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Whether the token follows the one before without a space.
    pub is_joined: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word without diacritics, in lower case.
    Word {
        folded: String,
        is_capital: bool,
    },
    /// Letters and digits that belong together, such as `F1`, in capitals.
    Code(String),
    /// Groups of digits and the signs between them: `10.000,5` has three groups and two signs.
    Number {
        groups: Vec<String>,
        signs: Vec<char>,
    },
    Sign(char),
}

/// A list of tokens; places outside it hold nothing.
pub(super) struct Tokens {
    list: Vec<Token>,
}

impl Tokens {
    pub fn new(text: &str) -> Self {
        Self { list: split(text) }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn get(&self, at: usize) -> Option<&Token> {
        self.list.get(at)
    }

    /// The folded word at this place; empty for anything else.
    pub fn word(&self, at: usize) -> &str {
        match self.get(at).map(|token| &token.kind) {
            Some(TokenKind::Word { folded, .. }) => folded,
            _ => "",
        }
    }

    pub fn is_capital(&self, at: usize) -> bool {
        matches!(self.get(at).map(|token| &token.kind), Some(TokenKind::Word { is_capital: true, .. }))
    }

    pub fn is_sign(&self, at: usize, sign: char) -> bool {
        matches!(self.get(at).map(|token| &token.kind), Some(TokenKind::Sign(found)) if *found == sign)
    }

    pub fn is_joined(&self, at: usize) -> bool {
        self.get(at).is_some_and(|token| token.is_joined)
    }

    /// The digits of a number without signs between them.
    pub fn digits(&self, at: usize) -> Option<&str> {
        match &self.get(at)?.kind {
            TokenKind::Number { groups, .. } => (groups.len() == 1).then(|| groups[0].as_str()),
            _ => None,
        }
    }

    /// The value of digits without signs between them.
    pub fn whole(&self, at: usize) -> Option<u32> {
        self.digits(at)?.parse().ok()
    }

    /// The groups and signs of a number.
    pub fn number(&self, at: usize) -> Option<(&[String], &[char])> {
        match &self.get(at)?.kind {
            TokenKind::Number { groups, signs } => Some((groups, signs)),
            _ => None,
        }
    }

    /// The part of the text from one token to before another.
    pub fn range(&self, from: usize, to: usize) -> Range<usize> {
        let start = self.get(from).map_or(0, |token| token.range.start);
        let end = to.checked_sub(1).and_then(|last| self.get(last)).map_or(start, |token| token.range.end);
        start..end.max(start)
    }

    /// Whether these words begin at this place.
    pub fn has_words(&self, at: usize, words: &[&str]) -> bool {
        words.iter().zip(at..).all(|(word, at)| self.word(at) == *word)
    }
}

fn split(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    let (mut at, mut is_joined) = (0, false);
    while let Some(c) = text[at..].chars().next() {
        if c.is_whitespace() || is_invisible(c) {
            at += c.len_utf8();
            is_joined &= is_invisible(c);
            continue;
        }
        let (kind, length) = read(&text[at..], c);
        tokens.push(Token { kind, range: at..at + length, is_joined });
        (at, is_joined) = (at + length, true);
    }
    tokens
}

fn read(rest: &str, first: char) -> (TokenKind, usize) {
    if first.is_ascii_digit() {
        return read_number(rest);
    }
    if first.is_alphabetic() && first != CLOSING_QUOTE {
        return read_word(rest);
    }
    let sign = match first {
        '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
        '¹' | '²' | '³' => '^',
        other => other,
    };
    (TokenKind::Sign(sign), first.len_utf8())
}

/// Reads digits, and the groups that follow after a dot, a comma or a narrow gap.
fn read_number(rest: &str) -> (TokenKind, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let mut length = digits(rest);
    let (mut groups, mut signs) = (vec![rest[..length].to_owned()], Vec::new());
    while let Some(sign) = rest[length..].chars().next() {
        let after = &rest[length + sign.len_utf8()..];
        let count = digits(after);
        let is_gap = matches!(sign, ' ' | '\u{a0}' | '\u{202f}' | '\u{2009}');
        let is_thousands = count == 3 && groups[0].len() <= 3 && signs.iter().all(|sign| *sign == ' ');
        let belongs = if is_gap { is_thousands } else { matches!(sign, '.' | ',') && count > 0 };
        if !belongs {
            break;
        }
        signs.push(if is_gap { ' ' } else { sign });
        groups.push(after[..count].to_owned());
        length += sign.len_utf8() + count;
    }
    (TokenKind::Number { groups, signs }, length)
}

/// Reads a word, an abbreviation with dots (`O.U.G.`) or a code (`F1`).
fn read_word(rest: &str) -> (TokenKind, usize) {
    if let Some((letters, length)) = read_dotted(rest) {
        return (TokenKind::Word { folded: fold(&letters), is_capital: true }, length);
    }
    let end = rest
        .find(|c: char| c == CLOSING_QUOTE || (!c.is_alphanumeric() && !matches!(c, '²' | '³')))
        .unwrap_or(rest.len());
    let word = &rest[..end];
    if word.contains(|c: char| c.is_ascii_digit()) {
        return (TokenKind::Code(word.to_uppercase()), end);
    }
    let is_capital = word.chars().next().is_some_and(char::is_uppercase);
    let folded = fold(word).replace('²', "2").replace('³', "3");
    (TokenKind::Word { folded, is_capital }, end)
}

/// Reads capital letters with a dot after each.
fn read_dotted(rest: &str) -> Option<(String, usize)> {
    let (mut letters, mut length) = (String::new(), 0);
    let mut chars = rest.chars().peekable();
    while let Some(letter) = chars.next_if(|c| c.is_uppercase()) {
        if chars.next_if_eq(&'.').is_none() {
            break;
        }
        letters.push(letter);
        length += letter.len_utf8() + 1;
    }
    (letters.chars().count() > 1).then_some((letters, length))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        let shown = |token: &Token| match &token.kind {
            TokenKind::Word { folded, .. } => folded.clone(),
            TokenKind::Code(code) => format!("code {code}"),
            TokenKind::Number { groups, signs } => format!("{groups:?}{signs:?}").replace('"', ""),
            TokenKind::Sign(sign) => sign.to_string(),
        };
        Tokens::new(text).list.iter().map(shown).collect()
    }

    #[test]
    fn texts_are_split_into_words_numbers_and_signs() {
        assert_eq!(shown("O.U.G. nr. 115/2023"), ["oug", "nr", ".", "[115][]", "/", "[2023][]"]);
        assert_eq!(shown("10.000,5 Țări"), ["[10, 000, 5]['.', ',']".replace('\'', ""), "tari".into()].map(quoted));
        assert_eq!(shown("categoria F1."), ["categoria", "code F1", "."]);
        assert_eq!(shown("art. 97^1"), ["art", ".", "[97][]", "^", "[1][]"]);
        assert_eq!(shown("20 m²"), ["[20][]", "m2"]);
    }

    fn quoted(text: String) -> String {
        text.replace("[., ,]", "['.', ',']")
    }

    #[test]
    fn a_gap_joins_groups_of_three_digits() {
        assert_eq!(shown("60 000 euro"), ["[60, 000][' ']", "euro"]);
        assert_eq!(shown("1998 2025"), ["[1998][]", "[2025][]"]);
        assert_eq!(shown("art. 5, 7"), ["art", ".", "[5][]", ",", "[7][]"]);
    }
}
