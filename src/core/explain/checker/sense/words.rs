//! The words of a text in order, patterns of words, and stems that inflected forms share.

use std::ops::Range;

use super::super::token::Tokens;
use super::empty::EMPTY;
use super::synonyms::SYNONYMS;

/// A word with its place.
#[derive(Debug, Clone)]
pub(in super::super) struct SpokenWord {
    /// Without diacritics, in lower case.
    pub folded: String,
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Whether it begins with a capital letter.
    pub is_capital: bool,
    /// Whether a comma, a semicolon or a colon stands before it.
    pub is_after_break: bool,
    /// Whether a slash stands before it, as in `lei/an`.
    pub is_after_slash: bool,
    /// Whether it is the letter of an enumeration: a closing bracket follows.
    pub is_label: bool,
}

/// Returns the words of a text. Numbers and signs are no words.
pub(in super::super) fn words(tokens: &Tokens) -> Vec<SpokenWord> {
    let (mut words, mut is_after_break) = (Vec::new(), false);
    let mut next = 0;
    while next < tokens.len() {
        let at = next;
        let initials = initials(tokens, at);
        next = initials.as_ref().map_or(at + 1, |(_, end)| *end);
        let folded = initials.as_ref().map_or(tokens.word(at), |(letters, _)| letters.as_str());
        let folded = if folded.is_empty() { limit_sign(tokens, at) } else { folded };
        if folded.is_empty() {
            is_after_break |= [',', ';', ':'].into_iter().any(|sign| tokens.is_sign(at, sign));
            continue;
        }
        let range = tokens.range(at, next);
        // "No. 5" denies nothing, and "the third week of May" permits nothing.
        let is_number_sign = folded == "no" && (tokens.is_sign(at + 1, '.') || tokens.number(at + 1).is_some());
        let is_month = folded == "may" && tokens.is_capital(at) && at > 0 && !tokens.is_sign(at - 1, '.');
        let folded = if is_number_sign {
            "nr"
        } else if is_month {
            "mai"
        } else {
            folded
        };
        words.push(SpokenWord {
            folded: folded.to_owned(),
            range,
            is_capital: tokens.is_capital(at),
            is_after_break,
            is_after_slash: at > 0 && tokens.is_sign(at - 1, '/'),
            is_label: tokens.is_sign(at + 1, ')') && tokens.is_joined(at + 1) && !is_reference(tokens, at),
        });
        is_after_break = false;
    }
    words
}

/// The word that a sign for a limit stands for: "≥ 16 zile".
fn limit_sign(tokens: &Tokens, at: usize) -> &'static str {
    if tokens.is_sign(at, '≥') {
        "minimum"
    } else if tokens.is_sign(at, '≤') {
        "maximum"
    } else {
        ""
    }
}

/// The initials that begin here as one word, with the place after them: "A.S.F." is "asf".
fn initials(tokens: &Tokens, at: usize) -> Option<(String, usize)> {
    let (mut letters, mut end) = (String::new(), at);
    while tokens.word(end).len() == 1 && tokens.is_sign(end + 1, '.') && (letters.is_empty() || tokens.is_joined(end)) {
        letters.push_str(tokens.word(end));
        end += 2;
    }
    (letters.len() >= 3).then_some((letters, end))
}

/// Whether the letter at a place only refers to one: "litera a)".
fn is_reference(tokens: &Tokens, at: usize) -> bool {
    let mut before = (1..=2).filter_map(|back| at.checked_sub(back));
    before.any(|at| matches!(tokens.word(at), "lit" | "litera" | "literei" | "letter" | "literele"))
}

/// Returns the place after the words of a pattern that begins here. A word of the pattern that ends in `*` stands for
/// all words with this beginning, and has letters before it.
fn matched(words: &[SpokenWord], at: usize, pattern: &str) -> Option<usize> {
    // Nearly all patterns differ in the first letter, and splitting a pattern takes far longer than seeing that.
    if words.get(at)?.folded.as_bytes().first() != pattern.as_bytes().first() {
        return None;
    }
    let mut end = at;
    for wanted in pattern.split(' ') {
        let word = words.get(end)?.folded.as_str();
        let fits = wanted.strip_suffix('*').map_or(word == wanted, |beginning| word.starts_with(beginning));
        if !fits {
            return None;
        }
        end += 1;
    }
    Some(end)
}

/// The longest match of one of the patterns at a place.
pub(in super::super) fn matched_any(words: &[SpokenWord], at: usize, patterns: &[&str]) -> Option<usize> {
    patterns.iter().filter_map(|pattern| matched(words, at, pattern)).max()
}

/// Whether one of the patterns stands anywhere in the words.
pub(in super::super) fn has_any(words: &[SpokenWord], patterns: &[&str]) -> bool {
    (0..words.len()).any(|at| matched_any(words, at, patterns).is_some())
}

/// Endings of nouns and verbs, the longest first.
const ENDINGS: &[&str] = &[
    "urilor", "urile", "arilor", "irilor", "ilor", "elor", "ului", "area", "arii", "irea", "irii", "erea", "erii",
    "eaza", "este", "esc", "ate", "ata", "ati", "ile", "ele", "uri", "are", "ire", "ere", "ite", "ita", "iti", "ea",
    "ii", "ul", "at", "it",
];
/// Most letters of a stem.
const STEM: usize = 5;

/// The beginning that the forms of a word share, one for all synonyms; `None` for a word without meaning of its own.
pub(in super::super) fn stem(word: &SpokenWord) -> Option<String> {
    let folded = word.folded.as_str();
    if word.is_label && folded.len() <= 2 {
        return Some(format!("{folded})"));
    }
    if folded.len() < 3 || EMPTY.contains(&folded) {
        return None;
    }
    let fits = |group: &&&[&str]| group.iter().any(|beginning| folded.starts_with(beginning));
    if let Some(group) = SYNONYMS.iter().find(fits) {
        return group.first().map(|first| (*first).to_owned());
    }
    let bare = ENDINGS.iter().find_map(|ending| folded.strip_suffix(ending).filter(|bare| bare.len() >= 3));
    let trimmed = |word: &str| word.trim_end_matches(['a', 'e', 'i', 'u']).chars().take(STEM).collect::<String>();
    // "Gheața" ends like "aplicată".
    [bare.unwrap_or(folded), folded].into_iter().map(trimmed).find(|kept| kept.len() >= 3)
}

/// The word that a noun with "ne" denies: "neînregistrarea".
pub(super) fn negated(word: &SpokenWord) -> Option<SpokenWord> {
    // Words that only begin so, and kinds of things: "organizații neguvernamentale".
    const OTHERS: &[&str] = &[
        "necesar", "necesit", "nevoi", "negoci", "nemijloc", "nevast", "neguvern", "neramburs", "neagric", "nefinanc",
        "nedetermin", "nelegisl", "nediscrimin", "nepermanent", "nesuprav",
    ];
    let bare = word.folded.strip_prefix("ne").filter(|bare| bare.len() >= 6)?;
    let is_other = OTHERS.iter().any(|other| word.folded.starts_with(other));
    (!is_other).then(|| SpokenWord { folded: bare.to_owned(), ..word.clone() })
}
