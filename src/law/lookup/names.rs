//! Names by which readers call codes and laws, and the acts that they mean.

use super::pattern::ActPattern;
use crate::act::Act;
use crate::act_kind::ActKind::{self, EmergencyOrdinance, Law, Ordinance};
use crate::codes::CODES;

/// Folded words of a name, and the kind, number and year of the act.
type SpokenName = (&'static str, ActKind, &'static str, i16);

/// Names of acts that are no codes by name, see [`CODES`].
const NAMES: [SpokenName; 52] = [
    ("cod rutier", EmergencyOrdinance, "195", 2002),
    ("traffic code", EmergencyOrdinance, "195", 2002),
    ("legea societatilor comerciale", Law, "31", 1990),
    ("legea societatilor", Law, "31", 1990),
    ("companies law", Law, "31", 1990),
    ("company law", Law, "31", 1990),
    ("legea contabilitatii", Law, "82", 1991),
    ("accounting law", Law, "82", 1991),
    ("legea fondului funciar", Law, "18", 1991),
    ("legea insolventei", Law, "85", 2014),
    ("insolvency law", Law, "85", 2014),
    ("legea cadastrului", Law, "7", 1996),
    ("legea locuintei", Law, "114", 1996),
    ("legea asociatiilor de proprietari", Law, "196", 2018),
    ("legea pensiilor", Law, "360", 2023),
    ("legea sanatatii", Law, "95", 2006),
    ("legea concurentei", Law, "21", 1996),
    ("legea dreptului de autor", Law, "8", 1996),
    ("legea drepturilor de autor", Law, "8", 1996),
    ("legea registrului comertului", Law, "265", 2022),
    ("legea spalarii banilor", Law, "129", 2019),
    ("legea evaziunii fiscale", Law, "241", 2005),
    ("legea evaziunii", Law, "241", 2005),
    ("legea achizitiilor publice", Law, "98", 2016),
    ("legea salarizarii", Law, "153", 2017),
    ("legea dialogului social", Law, "367", 2022),
    ("legea constructiilor", Law, "50", 1991),
    ("legea clauzelor abuzive", Law, "193", 2000),
    ("legea securitatii si sanatatii in munca", Law, "319", 2006),
    ("legea ssm", Law, "319", 2006),
    ("legea somajului", Law, "76", 2002),
    ("legea contenciosului administrativ", Law, "554", 2004),
    ("legea tehnicii legislative", Law, "24", 2000),
    ("legea telemuncii", Law, "81", 2018),
    ("legea internshipului", Law, "176", 2018),
    ("legea zilierilor", Law, "52", 2011),
    ("legea cetateniei", Law, "21", 1991),
    ("legea privind protectia datelor", Law, "190", 2018),
    ("legea pensiilor private", Law, "411", 2004),
    ("legea pad", Law, "260", 2008),
    ("legea societatilor agricole", Law, "36", 1991),
    ("legea cooperatiei agricole", Law, "566", 2004),
    ("legea voluntariatului", Law, "78", 2014),
    ("legea sponsorizarii", Law, "32", 1994),
    ("legea notarilor publici", Law, "36", 1995),
    ("legea comertului electronic", Law, "365", 2002),
    ("ordonanta contraventiilor", Ordinance, "2", 2001),
    ("ordonanta asociatiilor si fundatiilor", Ordinance, "26", 2000),
    ("ordonanta pfa", EmergencyOrdinance, "44", 2008),
    ("legea pfa", EmergencyOrdinance, "44", 2008),
    ("legea imm", Law, "346", 2004),
    ("legea imm urilor", Law, "346", 2004),
];

/// All names: of the codes, and of [`NAMES`].
fn names() -> impl Iterator<Item = SpokenName> {
    let of_codes = CODES.iter().filter_map(|code| Some((code.spoken, code.newest()?)));
    let of_codes =
        of_codes.flat_map(|(spoken, act)| spoken.iter().map(move |name| (*name, act.kind, act.number, act.year)));
    of_codes.chain(NAMES.iter().copied())
}

/// The act whose name is the longest at the beginning of these folded words, and the number of words of the name.
pub(super) fn named<'w>(words: &[&'w str]) -> Option<(ActPattern, usize)> {
    let spelled: Vec<&'w str> = words.iter().map(|word| spelling(word)).collect();
    let found = names().filter_map(|(name, kind, number, year)| {
        let length = matched(name, &spelled)?;
        Some((length, kind, number, year))
    });
    let (length, kind, number, year) = found.max_by_key(|(length, ..)| *length)?;
    Some((ActPattern::exact(kind, number, year), length))
}

/// The act whose name, without the word for its kind, is the longest at the beginning of these folded words: `societati`
/// beside an article is the law of companies. Also returns the number of words.
pub(super) fn named_shortly(words: &[&str]) -> Option<(ActPattern, usize)> {
    let found = names().filter_map(|(name, kind, number, year)| {
        let short = name.strip_prefix("legea ").or_else(|| name.strip_prefix("cod "));
        let parts = short.or_else(|| name.starts_with("procedura ").then_some(name))?.split(' ');
        let length = parts.clone().count();
        let is_at = length <= words.len() && parts.zip(words).all(|(part, word)| are_forms(part, word));
        is_at.then_some((length, kind, number, year))
    });
    let (length, kind, number, year) = found.max_by_key(|(length, ..)| *length)?;
    Some((ActPattern::exact(kind, number, year), length))
}

/// Whether two folded words differ in their endings only.
fn are_forms(one: &str, other: &str) -> bool {
    const SHORTEST: usize = 4;
    const LONGEST_ENDING: usize = 4;
    let shared = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let shortest = one.len().min(other.len()).clamp(SHORTEST, SHORTEST + 1);
    let endings = (one.len() - shared).max(other.len() - shared);
    one == other || (shared >= shortest && endings <= LONGEST_ENDING)
}

/// The folded words by which readers call an act.
pub fn names_of(act: &Act) -> impl Iterator<Item = &'static str> {
    let names = names().filter(move |(_, kind, number, year)| {
        act.kind == kind.name() && act.number.as_deref() == Some(*number) && act.year == *year
    });
    names.flat_map(|(name, ..)| {
        let is_code = name.starts_with("cod ") || name.starts_with("procedura ");
        [name].into_iter().chain(is_code.then_some("codul"))
    })
}

/// The form of a word in [`NAMES`].
fn spelling(word: &str) -> &str {
    match word {
        "codul" | "codului" | "code" => "cod",
        "lege" | "legii" => "legea",
        "ordonantei" => "ordonanta",
        other => other,
    }
}

/// The number of words that a name takes at the beginning; `None` if other words stand there. In the name of a code of
/// procedure, "de" may be missing.
fn matched(name: &str, words: &[&str]) -> Option<usize> {
    let mut at = 0;
    if name.starts_with("procedura ") {
        // "codul de procedură fiscală"; "procedură fiscală" alone is a subject.
        at = match words {
            ["cod", "de", ..] => 2,
            ["cod", ..] => 1,
            _ => return None,
        };
    }
    for part in name.split(' ') {
        let word = words.get(at)?;
        let same =
            *word == part || (part == "code" && *word == "cod") || (part == "procedura" && *word == "procedurii");
        same.then_some(())?;
        at += 1;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_act_has_the_names_by_which_it_is_found() {
        let act = |kind: &str, number: &str, year| Act {
            kind: kind.to_owned(),
            number: Some(number.to_owned()),
            year,
            issuer: None,
        };
        let names = |act: Act| names_of(&act).collect::<Vec<_>>().join(" ");
        assert_eq!(names(act("LEGE", "134", 2010)), "procedura civila codul civil procedure code");
        assert_eq!(names(act("LEGE", "21", 1991)), "legea cetateniei");
        assert_eq!(names(act("OUG", "134", 2010)), "");
    }

    #[test]
    fn a_name_without_its_kind_may_have_other_endings() {
        for (text, expected, length) in [
            ("societati", "LEGE 31/1990", 1),
            ("societatilor comerciale", "LEGE 31/1990", 2),
            ("contabilitate 2026", "LEGE 82/1991", 1),
            ("fond funciar", "LEGE 18/1991", 2),
            ("pensii private", "LEGE 411/2004", 2),
            ("procedura fiscala", "LEGE 207/2015", 2),
            ("fiscal", "LEGE 227/2015", 1),
            ("imm", "LEGE 346/2004", 1),
            ("padure", "", 0),
            ("sociale", "", 0),
            ("chirie", "", 0),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let found = named_shortly(&words).map(|(act, length)| (act.to_string(), length));
            assert_eq!(found.unwrap_or_default(), (expected.to_owned(), length), "{text}");
        }
    }

    #[test]
    fn codes_and_laws_are_known_by_their_usual_names() {
        for (text, expected, length) in [
            ("codul fiscal art 7", "LEGE 227/2015", 2),
            ("codului de procedura fiscala", "LEGE 207/2015", 4),
            ("cod procedura civila", "LEGE 134/2010", 3),
            ("the labour code", "", 0),
            ("labour code", "LEGE 53/2003", 2),
            ("fiscal procedure code", "LEGE 207/2015", 3),
            ("legii societatilor", "LEGE 31/1990", 2),
            ("legea pensiilor private", "LEGE 411/2004", 3),
            ("codul administrativ", "OUG 57/2019", 2),
            ("procedura fiscala", "", 0),
            ("legea nimic", "", 0),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let found = named(&words).map(|(act, length)| (act.to_string(), length));
            assert_eq!(found.unwrap_or_default(), (expected.to_owned(), length), "{text}");
        }
    }
}
