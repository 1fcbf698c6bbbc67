//! Codes that acts cite by their names, and the act that was the code on a day.

use jiff::civil::Date;

use super::act::Act;
use super::act_kind::ActKind::{self, EmergencyOrdinance, Law, Ordinance};
use super::citation::CitedAct;

/// An act that was a code from a day on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodeAct {
    pub kind: ActKind,
    pub number: &'static str,
    pub year: i16,
    /// Year, month and day of its entry into force.
    from: (i16, i8, i8),
}

/// A code by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NamedCode {
    /// The folded name.
    pub words: &'static str,
    pub name: &'static str,
    pub english: &'static str,
    /// Folded names that readers use, in both languages, `english` among them; "cod" stands for all its forms.
    pub spoken: &'static [&'static str],
    /// The newest first.
    pub acts: &'static [CodeAct],
}

const fn act(kind: ActKind, number: &'static str, year: i16, from: (i16, i8, i8)) -> CodeAct {
    CodeAct { kind, number, year, from }
}

/// The codes. Those of 1864 and 1865 have no number.
pub(super) const CODES: [NamedCode; 10] = [
    NamedCode {
        words: "codul fiscal",
        name: "Codul fiscal",
        english: "Fiscal Code",
        spoken: &["cod fiscal", "fiscal code", "tax code"],
        acts: &[act(Law, "227", 2015, (2016, 1, 1)), act(Law, "571", 2003, (2004, 1, 1))],
    },
    NamedCode {
        words: "codul de procedura fiscala",
        name: "Codul de procedură fiscală",
        english: "Fiscal Procedure Code",
        spoken: &["procedura fiscala", "fiscal procedure code"],
        acts: &[act(Law, "207", 2015, (2016, 1, 1)), act(Ordinance, "92", 2003, (2004, 1, 1))],
    },
    NamedCode {
        words: "codul muncii",
        name: "Codul muncii",
        english: "Labour Code",
        spoken: &["cod muncii", "cod munca", "labour code", "labor code"],
        acts: &[act(Law, "53", 2003, (2003, 3, 1)), act(Law, "10", 1972, (1973, 3, 1))],
    },
    NamedCode {
        words: "codul civil",
        name: "Codul civil",
        english: "Civil Code",
        spoken: &["cod civil", "civil code"],
        acts: &[act(Law, "287", 2009, (2011, 10, 1))],
    },
    NamedCode {
        words: "codul de procedura civila",
        name: "Codul de procedură civilă",
        english: "Civil Procedure Code",
        spoken: &["procedura civila", "civil procedure code"],
        acts: &[act(Law, "134", 2010, (2013, 2, 15))],
    },
    NamedCode {
        words: "codul penal",
        name: "Codul penal",
        english: "Criminal Code",
        spoken: &["cod penal", "criminal code"],
        acts: &[act(Law, "286", 2009, (2014, 2, 1)), act(Law, "15", 1968, (1969, 1, 1))],
    },
    NamedCode {
        words: "codul de procedura penala",
        name: "Codul de procedură penală",
        english: "Criminal Procedure Code",
        spoken: &["procedura penala", "criminal procedure code"],
        acts: &[act(Law, "135", 2010, (2014, 2, 1)), act(Law, "29", 1968, (1969, 1, 1))],
    },
    NamedCode {
        words: "codul administrativ",
        name: "Codul administrativ",
        english: "Administrative Code",
        spoken: &["cod administrativ", "administrative code"],
        acts: &[act(EmergencyOrdinance, "57", 2019, (2019, 7, 5))],
    },
    NamedCode {
        words: "codul consumului",
        name: "Codul consumului",
        english: "Consumer Code",
        spoken: &["cod consumului", "consumer code"],
        acts: &[act(Law, "296", 2004, (2007, 1, 1))],
    },
    NamedCode {
        words: "codul silvic",
        name: "Codul silvic",
        english: "Forest Code",
        spoken: &["cod silvic", "forest code"],
        acts: &[
            act(Law, "331", 2024, (2025, 1, 11)),
            act(Law, "46", 2008, (2008, 3, 30)),
            act(Law, "26", 1996, (1996, 5, 8)),
        ],
    },
];

impl NamedCode {
    /// The act that is the code now.
    pub fn newest(&self) -> Option<CodeAct> {
        self.acts.first().copied()
    }
}

/// The name of the code that an act is now: `Codul fiscal`.
pub fn name_of(act: &Act) -> Option<&'static str> {
    let is = |code: CodeAct| {
        (code.kind.name(), Some(code.number), code.year) == (act.kind.as_str(), act.number.as_deref(), act.year)
    };
    CODES.iter().find(|code| code.newest().is_some_and(is)).map(|code| code.name)
}

/// The English name of a code: `Fiscal Code` for `Codul fiscal`.
pub fn english_name(name: &str) -> Option<&'static str> {
    CODES.iter().find(|code| code.name == name).map(|code| code.english)
}

/// Returns the act that was a code on a day, by number and year of the act that is the code now; `None` if that act is
/// no code, and if no numbered act was the code.
pub fn on_day(number: &str, year: i16, day: Date) -> Option<CodeAct> {
    let code = CODES.iter().find(|code| code.newest().is_some_and(|act| (act.number, act.year) == (number, year)))?;
    let acts = code.acts.iter();
    acts.copied().find(|act| Date::new(act.from.0, act.from.1, act.from.2).is_ok_and(|from| from <= day))
}

/// Replaces the act of a code that is cited by its name alone by the act that was the code on a day.
pub(super) fn as_of(cited: &mut CitedAct, day: Date) {
    let is_code = cited.name.as_deref().is_some_and(|name| CODES.iter().any(|code| code.name == name));
    let (Some(year), [number]) = (cited.year.filter(|_| is_code), &cited.numbers[..]) else { return };
    *cited = match on_day(number, year, day) {
        Some(act) => {
            CitedAct { name: cited.name.clone(), ..CitedAct::new(act.kind, vec![act.number.to_owned()], act.year) }
        }
        None => CitedAct { numbers: Vec::new(), year: None, ..cited.clone() },
    };
}

#[cfg(test)]
mod tests {
    use super::{CODES, name_of};
    use crate::act::Act;
    use crate::{MentionValue, read_text_of_day};

    #[test]
    fn a_code_has_a_name_while_it_is_the_code() {
        let act =
            |kind: &str, number: &str, year| Act { kind: kind.into(), number: Some(number.into()), year, issuer: None };
        assert_eq!(name_of(&act("LEGE", "227", 2015)), Some("Codul fiscal"));
        assert_eq!(name_of(&act("OUG", "57", 2019)), Some("Codul administrativ"));
        for other in [act("LEGE", "571", 2003), act("OUG", "227", 2015), act("LEGE", "31", 1990)] {
            assert_eq!(name_of(&other), None);
        }
    }

    #[test]
    fn the_english_name_of_a_code_is_one_that_readers_use() {
        for code in &CODES {
            assert!(code.spoken.contains(&code.english.to_lowercase().as_str()), "{}", code.english);
        }
    }

    #[test]
    fn a_code_by_its_name_is_that_of_the_day() {
        for (day, text, expected) in [
            ("1996-11-15", "potrivit art. 215 din Codul penal", "LEGE 15/1968"),
            ("2020-01-15", "potrivit Codului penal", "LEGE 286/2009"),
            ("2010-05-01", "din Codul fiscal", "LEGE 571/2003"),
            ("2010-05-01", "din Codul de procedură fiscală", "OG 92/2003"),
            ("1999-05-01", "din Codul muncii", "LEGE 10/1972"),
            ("2013-05-01", "din Codul de procedură penală", "LEGE 29/1968"),
            ("1999-05-01", "din Codul civil", "LEGE"),
            ("1999-05-01", "din Legea nr. 286/2009", "LEGE 286/2009"),
        ] {
            let found = read_text_of_day(text, day.parse().expect("a day"));
            let cited = found.iter().find_map(|mention| match &mention.value {
                MentionValue::Citation(cited) => Some(cited.to_string()),
                _ => None,
            });
            assert_eq!(cited.as_deref(), Some(expected), "{day} {text}");
        }
    }

    #[test]
    fn an_old_act_amends_the_code_of_its_day() {
        for (title, code) in [
            ("LEGE nr. 140 din 5 noiembrie 1996", "Legea 15/1968"),
            ("LEGE nr. 217 din 29 octombrie 2020", "Legea 286/2009"),
        ] {
            let text =
                format!("{title}\nArticolul I\nCodul penal se modifică după cum urmează:\n1. Articolul 4 se abrogă.");
            let act = crate::form::read::read(&text).expect("an act");
            let amended =
                crate::amend::operations(&act).into_iter().map(|operation| operation.act.map(|act| act.to_string()));
            assert_eq!(amended.collect::<Vec<_>>(), [Some(code.to_owned())], "{title}");
        }
    }
}
