//! Numbers in words: `două`, `douăzeci și cinci`, `twenty-five`, `a hundred`.

use super::token::Tokens;
use paragraf_law::vocabulary::{self, FACTORS, SMALL_NUMBERS, TENS, ValueWord};

/// "One" in its forms; also an article in Romanian.
pub(super) const ONE: &[&str] = &["un", "o", "una", "unu", "unei", "unui", "one"];

/// Reads a number of at least two; returns it with the place after it.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(u64, usize)> {
    let (below, end) = read_below_hundred(tokens, at).map_or((None, at), |(number, end)| (Some(number), end));
    let is_one = ONE.contains(&tokens.word(at)) || tokens.word(at) == "a";
    let (count, end) = match below {
        Some(number) => (number, end),
        None if is_one => (1, at + 1),
        None => return None,
    };
    let Some(factor) = factor(tokens.word(end)) else { return below.map(|number| (number, end)) };
    let rest = read_below_hundred(tokens, end + 1 + usize::from(tokens.word(end + 1) == "and"));
    match rest.filter(|_| factor == 100) {
        Some((rest, after)) => Some((count * factor + rest, after)),
        None => Some((count * factor, end + 1)),
    }
}

/// The value of a word that multiplies the number before it.
pub(super) fn factor(word: &str) -> Option<u64> {
    vocabulary::value(&FACTORS, word).map(u64::from)
}

fn read_below_hundred(tokens: &Tokens, at: usize) -> Option<(u64, usize)> {
    let find = |words: &[ValueWord], at: usize| vocabulary::value(words, tokens.word(at)).map(u64::from);
    if let Some(number) = find(&SMALL_NUMBERS, at) {
        return Some((number, at + 1));
    }
    let tens = find(&TENS, at)?;
    let is_linked = tokens.word(at + 1) == "si" || tokens.is_sign(at + 1, '-');
    match find(&SMALL_NUMBERS, at + 2).filter(|ones| is_linked && *ones < 10) {
        Some(ones) => Some((tens + ones, at + 3)),
        None => Some((tens, at + 1)),
    }
}
