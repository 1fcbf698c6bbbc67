//! The name of an amended act in headers and titles: its kind, number and year.

use std::fmt;
use std::ops::Range;

use jiff::civil::Date;

use crate::act_kind::ActKind;
use crate::codes;
use crate::date::{RO_MONTHS, YEARS};
use crate::language::Language;
use crate::normalise::SearchCopy;

/// Longest name of an act between its kind and its number.
const LONGEST_NAME: usize = 400;

/// An act by kind, number and year.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ActName {
    pub kind: ActKind,
    pub number: String,
    pub year: u16,
}

/// Words for the kinds, in ASCII and small letters; longer ones first.
const KINDS: &[(&str, ActKind)] = &[
    ("ordonanta de urgenta", ActKind::EmergencyOrdinance),
    ("ordonantei de urgenta", ActKind::EmergencyOrdinance),
    ("o.u.g.", ActKind::EmergencyOrdinance),
    ("oug", ActKind::EmergencyOrdinance),
    ("ordonanta", ActKind::Ordinance),
    ("ordonantei", ActKind::Ordinance),
    ("legea-cadru", ActKind::Law),
    ("legii-cadru", ActKind::Law),
    ("legea", ActKind::Law),
    ("legii", ActKind::Law),
    ("lege", ActKind::Law),
    ("l. nr", ActKind::Law),
    ("hotararea", ActKind::GovernmentDecision),
    ("hotararii", ActKind::GovernmentDecision),
    ("hotarare", ActKind::GovernmentDecision),
    ("decretul-lege", ActKind::DecreeLaw),
    ("decretului-lege", ActKind::DecreeLaw),
    ("decret-lege", ActKind::DecreeLaw),
    ("decretul", ActKind::Decree),
    ("decret", ActKind::Decree),
    ("ordinul", ActKind::Order),
    ("ordinului", ActKind::Order),
    ("ordin", ActKind::Order),
    ("regulamentul", ActKind::Regulation),
    ("regulamentului", ActKind::Regulation),
    ("regulament", ActKind::Regulation),
    ("normele", ActKind::Norms),
    ("normelor", ActKind::Norms),
    ("norma", ActKind::Norms),
    ("normei", ActKind::Norms),
    ("norme", ActKind::Norms),
    ("decizia", ActKind::Decision),
    ("deciziei", ActKind::Decision),
    ("decizie", ActKind::Decision),
    ("instructiunile", ActKind::Instructions),
    ("instructiunilor", ActKind::Instructions),
    ("instructiunea", ActKind::Instructions),
    ("instructiunii", ActKind::Instructions),
    ("instructiuni", ActKind::Instructions),
    ("instructiune", ActKind::Instructions),
    ("circulara", ActKind::Circular),
    ("circularei", ActKind::Circular),
];

/// Words between the kind and the number of an act of the European Union.
const EUROPEAN: [&str; 6] = ["(ue)", "(ce)", "(cee)", "(euratom)", "parlamentului european", "al consiliului"];

impl ActName {
    /// The act that a title or a line names near its beginning.
    pub fn of_title(title: &str) -> Option<Self> {
        let copy = SearchCopy::new(title);
        let text = copy.text().to_ascii_lowercase();
        let (range, name) = find(&text, 0)?;
        (range.start < 40).then_some(name)
    }

    /// Makes the code of today the one of the day; an act cites no later one by its number.
    pub fn date(&mut self, day: Date) {
        let year = i16::try_from(self.year).ok().filter(|year| *year > day.year());
        if let Some(code) = year.and_then(|year| codes::on_day(&self.number, year, day)) {
            *self = Self::new(code.kind, code.number, code.year.unsigned_abs());
        }
    }

    /// The act with this kind, number and year.
    pub fn new(kind: ActKind, number: &str, year: u16) -> Self {
        Self { kind, number: number.to_owned(), year }
    }
}

impl fmt::Display for ActName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ActKind::DecreeLaw => "Decretul-lege",
            ActKind::Decree => "Decretul",
            other => other.title(Language::Ro),
        };
        write!(f, "{kind} {}/{}", self.number, self.year)
    }
}

/// The first act named in a lower-case search copy from `from` on, with the range of its citation.
pub fn find(text: &str, from: usize) -> Option<(Range<usize>, ActName)> {
    let mut at = from;
    while at < text.len() {
        let (start, length, kind) = next_kind(text, at)?;
        let found = match kind {
            Some(kind) => numbered(text, start, start + length, kind),
            None => code_at(text, start),
        };
        if found.is_some() {
            return found;
        }
        at = start + length;
    }
    None
}

/// The place and length of the next word for a kind of act, or for a code (without a kind).
fn next_kind(text: &str, from: usize) -> Option<(usize, usize, Option<ActKind>)> {
    let bytes = text.as_bytes();
    let begins = |at: &usize| *at == 0 || parts_words(bytes[*at - 1]);
    // Each place once: a long text may have many such words without a number.
    (from..bytes.len()).filter(begins).find_map(|at| {
        let kinds = KINDS.iter().map(|(word, kind)| (*word, Some(*kind)));
        let words = kinds.chain(codes::CODES.iter().map(|code| (code.words, None)));
        let here = words.filter(|(word, _)| bytes[at..].starts_with(word.as_bytes()) && is_whole_word(text, at, word));
        here.max_by_key(|(word, _)| word.len()).map(|(word, kind)| (at, word.len(), kind))
    })
}

/// Whether the word that stands at a place is whole.
pub fn is_whole_word(text: &str, at: usize, word: &str) -> bool {
    let bytes = text.as_bytes();
    let begins = at == 0 || parts_words(bytes[at - 1]);
    begins && (word.ends_with('.') || bytes.get(at + word.len()).is_none_or(|byte| parts_words(*byte)))
}

fn parts_words(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && byte != b'-'
}

/// Reads the number and year of an act after the word for its kind.
fn numbered(text: &str, start: usize, after: usize, kind: ActKind) -> Option<(Range<usize>, ActName)> {
    let window = &text[after..(after + LONGEST_NAME).min(text.len())];
    // The number in "OUG 57/2019, publicată în Monitorul Oficial nr. 555" is not that of the gazette.
    let nr = direct_number(window).or_else(|| window.find("nr.")).or_else(|| window.find("nr "))?;
    let between = window[..nr].trim_start_matches(['.', ' ']);
    let interrupted = next_kind(between, 0).is_some_and(|(_, _, kind)| kind.is_some()) || between.contains(". ");
    // "Normele privind taxa, publicate în Monitorul Oficial nr. 96 din 5 martie 1999" have no number of their own.
    let is_of_gazette = between.contains("in monitorul oficial");
    if interrupted || is_of_gazette || EUROPEAN.iter().any(|words| between.contains(words)) {
        return None;
    }
    let rest = window[nr..].trim_start_matches("nr").trim_start_matches(['.', ' ']);
    let offset = window.len() - rest.len();
    let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches('.').replace('.', "");
    let (year, length) = read_year(&rest[end..])?;
    let name = ActName { kind, number, year };
    (!name.number.is_empty()).then_some((start..after + offset + end + length, name))
}

/// Where the number stands in `OUG 57/2019`.
fn direct_number(window: &str) -> Option<usize> {
    let rest = window.trim_start_matches(['.', ' ']);
    rest.starts_with(|c: char| c.is_ascii_digit()).then(|| window.len() - rest.len())
}

/// Reads `/1990` or ` din 16 noiembrie 1990`, and returns the year and the length.
fn read_year(text: &str) -> Option<(u16, usize)> {
    if let Some(rest) = text.strip_prefix('/') {
        let rest = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let year: i16 = rest[..end].parse().ok().filter(|year| YEARS.contains(year))?;
        return Some((year.unsigned_abs(), text.len() - rest.len() + end));
    }
    let rest = text.trim_start().strip_prefix("din ")?;
    if let Some(year) = bare_year(rest) {
        return Some((year, text.len() - rest.len() + 4));
    }
    let mut words = rest.split_whitespace();
    let (day, month, year) = (words.next()?, words.next()?, words.next()?);
    day.parse::<u8>().ok()?;
    RO_MONTHS.contains(&month).then_some(())?;
    let digits = year.get(..4)?;
    let end = rest.find(digits)? + digits.len();
    let year: i16 = digits.parse().ok().filter(|year| YEARS.contains(year))?;
    Some((year.unsigned_abs(), text.len() - rest.len() + end))
}

/// The year of "nr. 50 din 2000".
fn bare_year(text: &str) -> Option<u16> {
    let digits = text.get(..4).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()))?;
    let ends = text.as_bytes().get(4).is_none_or(|byte| !byte.is_ascii_alphanumeric());
    let year: i16 = digits.parse().ok().filter(|year| YEARS.contains(year) && ends)?;
    Some(year.unsigned_abs())
}

/// Reads a code cited by its name.
fn code_at(text: &str, start: usize) -> Option<(Range<usize>, ActName)> {
    let code = codes::CODES.iter().find(|code| text[start..].starts_with(code.words))?;
    let act = code.newest()?;
    Some((start..start + code.words.len(), ActName::new(act.kind, act.number, act.year.unsigned_abs())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_name_their_act() {
        for (title, name) in [
            ("LEGE nr. 31 din 16 noiembrie 1990 (**republicată**)", "Legea 31/1990"),
            ("LEGEA nr. 17 din 6 martie 2000", "Legea 17/2000"),
            ("Legea societăților nr. 31/1990", "Legea 31/1990"),
            ("ORDONANȚA nr. 121 din 28 august 1998", "OG 121/1998"),
            ("CODUL FISCAL din 8 septembrie 2015", "Legea 227/2015"),
            ("HOTĂRÂREA nr. 1.783 din 29 septembrie 2021", "HG 1783/2021"),
            ("Ordonanța de urgență a Guvernului nr. 57/2019 privind Codul administrativ", "OUG 57/2019"),
            ("Legea nr. 50 din 2000", "Legea 50/2000"),
            ("L. nr. 50/2000", "Legea 50/2000"),
            ("L. nr. 50/2000, publicată în Monitorul Oficial nr. 400 din 5 mai 2000", "Legea 50/2000"),
            ("REGULAMENT nr. 25 din 8 noiembrie 2011", "REGULAMENT 25/2011"),
            ("Normei Autorității de Supraveghere Financiară nr. 25/2022", "NORMĂ 25/2022"),
            ("CIRCULARĂ nr. 26 din 27 septembrie 1999", "CIRCULARĂ 26/1999"),
            ("OUG 57/2019, publicată în Monitorul Oficial nr. 555 din 5 iulie 2019", "OUG 57/2019"),
        ] {
            assert_eq!(ActName::of_title(title).map(|name| name.to_string()).as_deref(), Some(name), "{title}");
        }
        for title in [
            "Articolul 5",
            "Legea nr. 5 din 3 mai 2",
            "Regulamentul (UE) nr. 575/2013",
            "Normele privind taxa, publicate în Monitorul Oficial nr. 96 din 5 martie 1999",
        ] {
            assert_eq!(ActName::of_title(title), None, "{title}");
        }
    }
}
