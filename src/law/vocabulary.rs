//! Words of legal texts that their readers share: numbers and months, folded (lowercase, without diacritics).

use crate::date::{EN_MONTHS, RO_MONTHS};
use crate::language::Language;

use Language::{En, Ro};

/// A word with its language and value.
pub struct ValueWord {
    pub language: Language,
    pub word: &'static str,
    pub value: u32,
}

const fn word(language: Language, word: &'static str, value: u32) -> ValueWord {
    ValueWord { language, word, value }
}

/// Two to nineteen.
pub const SMALL_NUMBERS: [ValueWord; 38] = [
    word(Ro, "doi", 2),
    word(Ro, "doua", 2),
    word(Ro, "trei", 3),
    word(Ro, "patru", 4),
    word(Ro, "cinci", 5),
    word(Ro, "sase", 6),
    word(Ro, "sapte", 7),
    word(Ro, "opt", 8),
    word(Ro, "noua", 9),
    word(Ro, "zece", 10),
    word(Ro, "unsprezece", 11),
    word(Ro, "doisprezece", 12),
    word(Ro, "douasprezece", 12),
    word(Ro, "treisprezece", 13),
    word(Ro, "paisprezece", 14),
    word(Ro, "cincisprezece", 15),
    word(Ro, "saisprezece", 16),
    word(Ro, "saptesprezece", 17),
    word(Ro, "optsprezece", 18),
    word(Ro, "nouasprezece", 19),
    word(En, "two", 2),
    word(En, "three", 3),
    word(En, "four", 4),
    word(En, "five", 5),
    word(En, "six", 6),
    word(En, "seven", 7),
    word(En, "eight", 8),
    word(En, "nine", 9),
    word(En, "ten", 10),
    word(En, "eleven", 11),
    word(En, "twelve", 12),
    word(En, "thirteen", 13),
    word(En, "fourteen", 14),
    word(En, "fifteen", 15),
    word(En, "sixteen", 16),
    word(En, "seventeen", 17),
    word(En, "eighteen", 18),
    word(En, "nineteen", 19),
];

/// Twenty to ninety.
pub const TENS: [ValueWord; 16] = [
    word(Ro, "douazeci", 20),
    word(Ro, "treizeci", 30),
    word(Ro, "patruzeci", 40),
    word(Ro, "cincizeci", 50),
    word(Ro, "saizeci", 60),
    word(Ro, "saptezeci", 70),
    word(Ro, "optzeci", 80),
    word(Ro, "nouazeci", 90),
    word(En, "twenty", 20),
    word(En, "thirty", 30),
    word(En, "forty", 40),
    word(En, "fifty", 50),
    word(En, "sixty", 60),
    word(En, "seventy", 70),
    word(En, "eighty", 80),
    word(En, "ninety", 90),
];

/// Words that multiply the number before them.
pub const FACTORS: [ValueWord; 18] = [
    word(Ro, "suta", 100),
    word(Ro, "sute", 100),
    word(Ro, "mie", 1_000),
    word(Ro, "mii", 1_000),
    word(Ro, "milion", 1_000_000),
    word(Ro, "milioane", 1_000_000),
    word(Ro, "mil", 1_000_000),
    word(Ro, "mio", 1_000_000),
    word(Ro, "miliard", 1_000_000_000),
    word(Ro, "miliarde", 1_000_000_000),
    word(Ro, "mld", 1_000_000_000),
    word(En, "hundred", 100),
    word(En, "thousand", 1_000),
    word(En, "million", 1_000_000),
    word(En, "millions", 1_000_000),
    word(En, "mio", 1_000_000),
    word(En, "billion", 1_000_000_000),
    word(En, "billions", 1_000_000_000),
];

/// Shortened months, which may end in a dot.
const SHORT_MONTHS: [(&str, i8); 16] = [
    ("ian", 1),
    ("jan", 1),
    ("feb", 2),
    ("mar", 3),
    ("apr", 4),
    ("iun", 6),
    ("jun", 6),
    ("iul", 7),
    ("jul", 7),
    ("aug", 8),
    ("sept", 9),
    ("sep", 9),
    ("oct", 10),
    ("noi", 11),
    ("nov", 11),
    ("dec", 12),
];

/// The value of a word in one of these lists.
pub fn value(words: &[ValueWord], word: &str) -> Option<u32> {
    words.iter().find(|known| known.word == word).map(|known| known.value)
}

/// The Romanian words of a list.
pub fn romanian(words: &'static [ValueWord]) -> impl Iterator<Item = &'static ValueWord> {
    words.iter().filter(|word| word.language == Ro)
}

/// The number of a month in either language, and whether its name is shortened.
pub fn month(word: &str) -> Option<(i8, bool)> {
    let is_whole = |months: [&str; 12]| {
        months.iter().zip(1..).find(|(month, _)| month.eq_ignore_ascii_case(word)).map(|(_, number)| (number, false))
    };
    let short = || SHORT_MONTHS.into_iter().find(|(short, _)| *short == word).map(|(_, number)| (number, true));
    is_whole(RO_MONTHS).or_else(|| is_whole(EN_MONTHS)).or_else(short)
}
