//! The words of a text: their places and their folded forms.

use std::ops::Range;

use crate::domain::text;

/// Longest folded word that is indexed.
const LONGEST: usize = 40;

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// Lower case without diacritics; a number has no separators.
    pub folded: String,
}

/// The words of a text, in order.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    places(text).filter_map(move |range| Some(Word { folded: folded(&text[range.clone()])?, range }))
}

/// The places of the words of a text, and of letters that cannot be [folded].
pub(super) fn places(text: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = word_start(text, at)?;
        at = word_end(text, start);
        Some(start..at)
    })
}

/// Where the next word begins, from `at` on.
fn word_start(text: &str, mut at: usize) -> Option<usize> {
    loop {
        let byte = *text.as_bytes().get(at)?;
        if byte.is_ascii() {
            if byte.is_ascii_alphanumeric() {
                return Some(at);
            }
            at += 1;
        } else {
            let letter = text[at..].chars().next()?;
            if is_alphanumeric(letter) {
                return Some(at);
            }
            at += letter.len_utf8();
        }
    }
}

/// As [`char::is_alphanumeric`], which searches a table for the letters of Romanian.
fn is_alphanumeric(c: char) -> bool {
    (matches!(c, '\u{c0}'..='\u{24f}') && c != '×' && c != '÷') || c.is_alphanumeric()
}

/// Where the word that begins at `start` ends. Digits in groups of three are one number: `1.234.567`, `24,300`.
fn word_end(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = start;
    let first = digits(start);
    if (1..=3).contains(&first) {
        end += first;
        while matches!(bytes.get(end), Some(b'.' | b',')) && digits(end + 1) == 3 {
            end += 4;
        }
    }
    // Separate accents belong to the letter before them.
    let goes_on = |c: &char| is_alphanumeric(*c) || ('\u{300}'..='\u{36f}').contains(c);
    loop {
        match bytes.get(end) {
            Some(byte) if byte.is_ascii_alphanumeric() => end += 1,
            Some(byte) if !byte.is_ascii() => match text[end..].chars().next().filter(goes_on) {
                Some(letter) => end += letter.len_utf8(),
                None => return end,
            },
            _ => return end,
        }
    }
}

/// Folds a word. Letters without an ASCII form are left out; `None` if no other is left.
pub(super) fn folded(word: &str) -> Option<String> {
    let mut folded = text::fold(word);
    folded.retain(|c| c.is_ascii_alphanumeric());
    folded.truncate(LONGEST);
    (!folded.is_empty()).then_some(folded)
}

/// Whether a folded word narrows a search.
pub(super) fn is_significant(folded: &str) -> bool {
    let is_digit = folded.bytes().all(|byte| byte.is_ascii_digit());
    (folded.len() > 1 || is_digit) && STOP_WORDS.binary_search(&folded).is_err()
}

/// Romanian and English words that nearly every text has, sorted.
const STOP_WORDS: [&str; 180] = [
    "about", "aceasta", "acest", "aceste", "acestei", "acestor", "acestui", "acum", "ai", "al", "ale", "am", "an",
    "and", "any", "are", "as", "asta", "asupra", "at", "ati", "atunci", "au", "avea", "be", "by", "ca", "can", "cand",
    "care", "caror", "cat", "cate", "cati", "catre", "ce", "cea", "cei", "cel", "cele", "celor", "cine", "cu", "cui",
    "cum", "da", "daca", "de", "deci", "despre", "did", "din", "dintre", "do", "does", "dupa", "ea", "ei", "el", "ele",
    "este", "eu", "fac", "face", "fara", "fi", "fie", "fiecare", "for", "fost", "from", "get", "has", "have", "how",
    "if", "ii", "il", "imi", "in", "inca", "intr", "intre", "is", "isi", "it", "iti", "its", "know", "la", "le", "li",
    "lor", "lui", "ma", "mai", "many", "me", "mea", "mele", "meu", "mi", "much", "must", "my", "ne", "need", "nici",
    "niste", "no", "not", "nr", "nu", "of", "on", "or", "ori", "pana", "pe", "pentru", "poate", "pot", "prin",
    "printr", "privind", "sa", "sai", "sale", "sau", "se", "should", "si", "spre", "stiu", "sub", "sunt", "ta", "tai",
    "tale", "tau", "te", "that", "the", "there", "they", "this", "ti", "to", "toate", "tot", "trebuie", "un", "una",
    "unde", "unei", "unele", "unor", "unui", "use", "va", "vei", "voi", "vom", "vor", "vreau", "want", "was", "we",
    "what", "when", "where", "which", "who", "will", "with", "without", "would", "you", "your", "zis",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_stop_words_is_sorted() {
        assert!(STOP_WORDS.is_sorted(), "{:?}", STOP_WORDS.windows(2).find(|pair| pair[0] >= pair[1]));
    }

    #[test]
    fn the_letters_of_latin_alphabets_are_those_of_the_library() {
        assert!(('\u{80}'..='\u{300}').all(|c| is_alphanumeric(c) == c.is_alphanumeric()));
    }

    fn all_folded(text: &str) -> Vec<String> {
        words(text).map(|word| word.folded).collect()
    }

    #[test]
    fn words_are_folded_and_keep_their_place() {
        let text = "Chirii: „Țări” – s\u{326}i ÎNCHIRIERI";
        let found: Vec<_> = words(text).map(|word| (&text[word.range], word.folded)).collect();
        let expected = [("Chirii", "chirii"), ("Țări", "tari"), ("s\u{326}i", "si"), ("ÎNCHIRIERI", "inchirieri")];
        assert_eq!(found, expected.map(|(word, folded)| (word, folded.to_owned())));
    }

    #[test]
    fn numbers_are_one_word_however_they_are_grouped() {
        assert_eq!(all_folded("4.325 lei, 24,300 și 1.234.567"), ["4325", "lei", "24300", "si", "1234567"]);
        assert_eq!(
            all_folded("0,5% din 2026, art. 5.12 D212 art. 118¹"),
            ["0", "5", "din", "2026", "art", "5", "12", "d212", "art", "1181"]
        );
        assert_eq!(all_folded("25.05.2027"), ["25", "05", "2027"]);
    }

    #[test]
    fn other_signs_are_no_words() {
        assert_eq!(all_folded("\u{1f4a9}\0 *:\"(]--"), Vec::<String>::new());
        assert_eq!(all_folded("中国"), ["zhong guo".replace(' ', "")]);
        assert_eq!(all_folded(&"a".repeat(100)), ["a".repeat(LONGEST)]);
    }
}
