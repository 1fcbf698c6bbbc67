//! CELEX numbers, by which the European Union identifies its acts: `32016R0679`.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use paragraf_law::act::Act;
use paragraf_law::date::UNION_YEARS;

use super::text_form::text_form;

/// The CELEX number of a regulation, directive or decision (sector 3), in the form in which it was published.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Celex {
    year: i16,
    kind: CelexKind,
    number: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum CelexKind {
    Regulation,
    Directive,
    Decision,
}

impl CelexKind {
    const ALL: [(Self, char, &'static str); 3] = [
        (Self::Regulation, 'R', "REGULAMENT UE"),
        (Self::Directive, 'L', "DIRECTIVĂ UE"),
        (Self::Decision, 'D', "DECIZIE UE"),
    ];
}

impl Celex {
    /// The number of an act; `None` for acts that are not of the Union, and for decisions, because framework decisions
    /// are cited the same way but numbered differently.
    pub fn of(act: &Act) -> Option<Self> {
        let known = CelexKind::ALL.into_iter().find(|(_, _, name)| *name == act.kind);
        let (kind, ..) = known.filter(|(kind, ..)| *kind != CelexKind::Decision)?;
        let number = act.number.as_ref()?.parse().ok().filter(|number| (1..=9999).contains(number))?;
        UNION_YEARS.contains(&act.year).then_some(Self { year: act.year, kind, number })
    }

    /// Type, number and year of the act.
    pub fn act(&self) -> Act {
        let name = CelexKind::ALL.into_iter().find(|(kind, ..)| *kind == self.kind).map(|(_, _, name)| name);
        let kind = name.unwrap_or_default().to_owned();
        Act { kind, number: Some(self.number.to_string()), year: self.year, issuer: None }
    }

    /// The official page of the act in Romanian.
    pub fn url(&self) -> String {
        format!("https://eur-lex.europa.eu/legal-content/RO/TXT/?uri=CELEX:{self}")
    }
}

impl fmt::Display for Celex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = CelexKind::ALL.into_iter().find(|(kind, ..)| *kind == self.kind).map(|(_, letter, _)| letter);
        write!(f, "3{}{}{:04}", self.year, letter.unwrap_or_default(), self.number)
    }
}

impl FromStr for Celex {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const SHAPE: &str = "a CELEX number is written like 32016R0679: 3, the year, R, L or D, and four digits";
        let read = || {
            let rest = text.strip_prefix('3').filter(|rest| rest.len() == 9 && rest.is_ascii())?;
            let (year, rest) = rest.split_at(4);
            let (letter, number) = rest.split_at(1);
            let (kind, ..) = CelexKind::ALL.into_iter().find(|(_, known, _)| letter.starts_with(*known))?;
            let is_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
            let year = year.parse().ok().filter(|year| UNION_YEARS.contains(year))?;
            let number = number.parse().ok().filter(|_| is_digits(number))?;
            Some(Self { year, kind, number })
        };
        read().ok_or(SHAPE)
    }
}

text_form! {
    Celex, &'static str;
    from text => text.parse();
    into celex => celex.to_string();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act(kind: &str, number: &str, year: i16) -> Act {
        Act { kind: kind.into(), number: Some(number.into()), year, issuer: None }
    }

    #[test]
    fn an_act_is_converted_to_its_number_and_back() {
        for (kind, number, year, celex) in [
            ("REGULAMENT UE", "679", 2016, "32016R0679"),
            ("REGULAMENT UE", "2065", 2022, "32022R2065"),
            ("DIRECTIVĂ UE", "112", 2006, "32006L0112"),
        ] {
            let act = act(kind, number, year);
            let read: Celex = celex.parse().expect("a number");
            assert_eq!((Celex::of(&act).map(|it| it.to_string()).as_deref(), read.act()), (Some(celex), act));
        }
        let celex: Celex = "32016R0679".parse().expect("a number");
        assert_eq!(celex.url(), "https://eur-lex.europa.eu/legal-content/RO/TXT/?uri=CELEX:32016R0679");
    }

    #[test]
    fn acts_without_a_certain_number_have_none() {
        assert_eq!(Celex::of(&act("DECIZIE UE", "584", 2002)), None);
        assert_eq!(Celex::of(&act("LEGE", "31", 1990)), None);
        for text in ["", "02016R0679", "32016R679", "32016X0679", "3201éR067", "32016R06791", "32016R06 9"] {
            assert!(text.parse::<Celex>().is_err(), "{text}");
        }
    }
}
