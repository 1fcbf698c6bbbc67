//! Days and times as laws write them: `31 decembrie 2026`, `25 a lunii următoare`, `semestrul I al anului 2026`.

use jiff::civil::Date;
use serde::Serialize;

use super::cursor::Cursor;
use super::label::{read_roman, roman_value};

const MONTHS: [&str; 12] = [
    "ianuarie",
    "februarie",
    "martie",
    "aprilie",
    "mai",
    "iunie",
    "iulie",
    "august",
    "septembrie",
    "octombrie",
    "noiembrie",
    "decembrie",
];

/// A day or a time that a text names. Only `date` is a day by itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "moment", rename_all = "snake_case")]
pub enum Moment {
    Date {
        date: Date,
    },
    /// A day without its year: each year, or a year that the context gives.
    YearDay {
        month: i8,
        day: MonthDay,
        each_year: bool,
    },
    /// A day of a month that the context gives: `25 a lunii următoare`.
    MonthDay {
        day: MonthDay,
        of: RelativeMonth,
    },
    Month {
        month: i8,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
        /// What is of that month: "drepturile", "veniturile".
        #[serde(skip_serializing_if = "Option::is_none")]
        of: Option<String>,
    },
    Year {
        year: i16,
        /// The last year of a school or university year, `2026-2027`.
        #[serde(skip_serializing_if = "Option::is_none")]
        to: Option<i16>,
        /// "fiscal", "școlar", ...
        #[serde(skip_serializing_if = "Option::is_none")]
        sort: Option<String>,
        edge: Edge,
    },
    HalfYear {
        half: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
    },
    Quarter {
        quarter: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        year: Option<i16>,
    },
    /// The day on which an act, usually this one, enters into force.
    EntryIntoForce,
    Publication,
    /// The first day of the month after the publication.
    MonthAfterPublication,
    /// The first day of the month after the entry into force.
    MonthAfterEntryIntoForce,
    /// A day that an event gives: "data comunicării deciziei".
    Event {
        event: String,
    },
}

/// Which day of a year is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Edge {
    Start,
    End,
}

/// A day of a month.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum MonthDay {
    Day(i8),
    Last,
    FirstWorkingDay,
    LastWorkingDay,
}

/// A month in relation to the one that the context gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RelativeMonth {
    Next,
    /// The second month after.
    SecondNext,
    Current,
    Each,
    /// Which one the text says in other words.
    Other,
}

impl Moment {
    /// The first day of the moment, if the text alone gives it.
    pub fn first_day(&self) -> Option<Date> {
        let first = |year: i16, month: i8| Date::new(year, month, 1).ok();
        match self {
            Self::Date { date } => Some(*date),
            Self::Month { month, year: Some(year), .. } => first(*year, *month),
            Self::Year { year, edge: Edge::Start, sort, .. } => {
                // School years begin in September, so that only calendar and fiscal years give a day.
                let is_calendar =
                    sort.as_deref().is_none_or(|sort| matches!(sort, "fiscal" | "calendaristic" | "bugetar"));
                is_calendar.then(|| first(*year, 1)).flatten()
            }
            Self::HalfYear { half, year: Some(year) } => first(*year, if *half == 1 { 1 } else { 7 }),
            Self::Quarter { quarter, year: Some(year) } => first(*year, i8::try_from(*quarter).ok()? * 3 - 2),
            _ => None,
        }
    }

    /// The last day of the moment, if the text alone gives it.
    pub fn last_day(&self) -> Option<Date> {
        let last = |year: i16, month: i8| first_of(year, month).map(Date::last_of_month);
        match self {
            Self::Date { date } => Some(*date),
            Self::Month { month, year: Some(year), .. } => last(*year, *month),
            Self::Year { year, to, sort: None, .. } => last(to.unwrap_or(*year), 12),
            Self::HalfYear { half, year: Some(year) } => last(*year, if *half == 1 { 6 } else { 12 }),
            Self::Quarter { quarter, year: Some(year) } => last(*year, i8::try_from(*quarter).ok()? * 3),
            _ => None,
        }
    }
}

fn first_of(year: i16, month: i8) -> Option<Date> {
    Date::new(year, month, 1).ok()
}

/// Reads the name of a month.
pub(super) fn read_month(cursor: &mut Cursor<'_>) -> Option<i8> {
    let initial = cursor.peek()?.to_ascii_lowercase();
    let months = MONTHS.iter().zip(1..).filter(|(month, _)| month.as_bytes()[0] == initial);
    months.into_iter().find(|(month, _)| cursor.word(&[month])).map(|(_, number)| number)
}

/// Reads a year with four digits.
pub(super) fn read_year(cursor: &mut Cursor<'_>) -> Option<i16> {
    cursor.attempt(|cursor| {
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() == 4)?;
        digits.parse().ok().filter(|year| (1800..2200).contains(year))
    })
}

/// Reads the number of a day: `25`, `05`, `1-a`, `întâi`.
fn read_day_number(cursor: &mut Cursor<'_>) -> Option<i8> {
    cursor.attempt(|cursor| {
        if cursor.word(&["intai", "intii"]) {
            return Some(1);
        }
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 2)?;
        cursor.word(&["-a", "-i"]);
        digits.parse().ok().filter(|day| (1..=31).contains(day))
    })
}

/// Reads `15 decembrie 2025`, `15.12.2025` or `15-12-2025`.
pub(super) fn read_date(cursor: &mut Cursor<'_>) -> Option<Date> {
    cursor.attempt(|cursor| match read_written_day(cursor)? {
        Moment::Date { date } => Some(date),
        _ => None,
    })
}

/// Reads a day with the name of its month, or in digits with its year.
fn read_written_day(cursor: &mut Cursor<'_>) -> Option<Moment> {
    let in_words = cursor.attempt(|cursor| {
        let day = read_day_number(cursor)?;
        cursor.spaces();
        let month = read_month(cursor)?;
        let year = cursor.attempt(|cursor| {
            cursor.spaces();
            cursor.word(&["al anului", "a anului", "anul"]);
            cursor.spaces();
            read_year(cursor)
        });
        match year {
            Some(year) => Date::new(year, month, day).ok().map(|date| Moment::Date { date }),
            // In a leap year, so that 29 February exists.
            None => Date::new(2024, month, day).ok().map(|_| {
                let each_year = read_each_year(cursor);
                Moment::YearDay { month, day: MonthDay::Day(day), each_year }
            }),
        }
    });
    in_words.or_else(|| read_digits(cursor))
}

fn read_each_year(cursor: &mut Cursor<'_>) -> bool {
    let each = cursor.attempt(|cursor| {
        cursor.spaces();
        let each = cursor.word(&["a fiecarui an", "al fiecarui an", "ale fiecarui an", "in fiecare an", "anual"]);
        each.then_some(())
    });
    each.is_some()
}

/// Reads `15.12.2025`, `15-12-2025`, `15/12/2025` or `7.X.2021`.
fn read_digits(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        let digits = cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 2)?;
        let day = digits.parse().ok()?;
        let sign = cursor.peek().filter(|byte| b".-/".contains(byte))?;
        cursor.byte(sign);
        let month = cursor.take_while(|byte| byte.is_ascii_alphanumeric()).filter(|month| month.len() <= 4)?;
        let month = month.parse().ok().or_else(|| i8::try_from(roman_value(month)?).ok())?;
        let year = cursor.byte(sign).then(|| read_year(cursor)).flatten()?;
        Date::new(year, month, day).ok().map(|date| Moment::Date { date })
    })
}

/// Reads a moment: a day, a day of a month, a month, a year or an event.
pub(super) fn read_moment(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        let event = cursor.attempt(read_act_event);
        if event.is_some() {
            return event;
        }
        let of_day = cursor.word(&["data de", "ziua de", "datei de", "zilei de"]);
        cursor.spaces();
        let day = read_day_of_month(cursor).or_else(|| read_written_day(cursor));
        if day.is_some() {
            return day;
        }
        if of_day { None } else { read_longer_time(cursor) }
    })
}

/// Reads "data intrării în vigoare", "publicarea", "întâi a lunii următoare publicării".
fn read_act_event(cursor: &mut Cursor<'_>) -> Option<Moment> {
    let with_date = cursor.word(&["data", "datei"]);
    cursor.spaces();
    if cursor.word(&["intrarii in vigoare", "intrarea in vigoare"]) {
        return Some(Moment::EntryIntoForce);
    }
    if cursor.word(&["publicarii", "publicarea"]) {
        return Some(Moment::Publication);
    }
    let first = with_date && cursor.word(&["de"]) || !with_date && cursor.word(&["prima zi"]);
    cursor.spaces();
    let first = (first && (!with_date || cursor.word(&["intai", "1", "1-a"]))) || cursor.word(&["intai"]);
    cursor.spaces();
    if !first || !cursor.word(&["a lunii urmatoare"]) {
        return None;
    }
    let after = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["celei in care a avut loc", "datei", "lunii"]);
        cursor.spaces();
        if cursor.word(&["publicarii", "publicarea"]) {
            return Some(Moment::MonthAfterPublication);
        }
        cursor.word(&["intrarii in vigoare"]).then_some(Moment::MonthAfterEntryIntoForce)
    });
    after.or(Some(Moment::MonthDay { day: MonthDay::Day(1), of: RelativeMonth::Next }))
}

/// Reads `25 inclusiv a lunii următoare`, `ultima zi lucrătoare a lunii februarie`.
fn read_day_of_month(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        let day = read_month_day(cursor)?;
        cursor.spaces();
        cursor.word(&["inclusiv"]);
        cursor.spaces();
        if cursor.word(&["a fiecarei luni", "ale fiecarei luni", "a lunii fiecarei", "din fiecare luna"]) {
            return Some(Moment::MonthDay { day, of: RelativeMonth::Each });
        }
        if cursor.word(&["a celei de-a doua luni", "a celei de a doua luni"]) {
            return Some(Moment::MonthDay { day, of: RelativeMonth::SecondNext });
        }
        if !cursor.word(&["a lunii", "ale lunii", "din luna", "al lunii"]) {
            return None;
        }
        cursor.spaces();
        if let Some(month) = read_month(cursor) {
            return month_day_of(cursor, day, month);
        }
        Some(Moment::MonthDay { day, of: read_relative_month(cursor) })
    })
}

fn read_month_day(cursor: &mut Cursor<'_>) -> Option<MonthDay> {
    const WORDS: [(&str, MonthDay); 6] = [
        ("ultima zi lucratoare", MonthDay::LastWorkingDay),
        ("prima zi lucratoare", MonthDay::FirstWorkingDay),
        ("ultima zi", MonthDay::Last),
        ("prima zi", MonthDay::Day(1)),
        ("finele", MonthDay::Last),
        ("sfarsitul", MonthDay::Last),
    ];
    let in_words = WORDS.into_iter().find(|(words, _)| cursor.word(&[words])).map(|(_, day)| day);
    in_words.or_else(|| read_day_number(cursor).map(MonthDay::Day))
}

fn month_day_of(cursor: &mut Cursor<'_>, day: MonthDay, month: i8) -> Option<Moment> {
    let year = cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["a anului", "al anului"]);
        cursor.spaces();
        read_year(cursor)
    });
    let date = year.and_then(|year| {
        let first = first_of(year, month)?;
        match day {
            MonthDay::Day(day) => Date::new(year, month, day).ok(),
            MonthDay::Last => Some(first.last_of_month()),
            MonthDay::FirstWorkingDay => Some(crate::domain::working_days::on_or_after(first)),
            MonthDay::LastWorkingDay => Some(crate::domain::working_days::on_or_before(first.last_of_month())),
        }
    });
    Some(match date {
        Some(date) => Moment::Date { date },
        None => Moment::YearDay { month, day, each_year: read_each_year(cursor) },
    })
}

fn read_relative_month(cursor: &mut Cursor<'_>) -> RelativeMonth {
    const WORDS: [(&str, RelativeMonth); 6] = [
        ("urmatoare", RelativeMonth::Next),
        ("viitoare", RelativeMonth::Next),
        ("in curs", RelativeMonth::Current),
        ("curente", RelativeMonth::Current),
        ("respective", RelativeMonth::Current),
        ("imediat urmatoare", RelativeMonth::Next),
    ];
    WORDS.into_iter().find(|(words, _)| cursor.word(&[words])).map_or(RelativeMonth::Other, |(_, month)| month)
}

/// Reads a month, a year, a half-year or a quarter.
pub(super) fn read_longer_time(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor
        .attempt(read_named_month)
        .or_else(|| cursor.attempt(read_named_year))
        .or_else(|| cursor.attempt(read_part_of_year))
}

/// Reads `luna noiembrie 2025`, `drepturile aferente lunii noiembrie 2025`.
fn read_named_month(cursor: &mut Cursor<'_>) -> Option<Moment> {
    let of = cursor.attempt(|cursor| {
        let of = cursor.take_while(|byte| byte.is_ascii_alphabetic())?;
        cursor.spaces();
        cursor.word(&["salariale", "lunare", "cuvenite", "salariale lunare"]);
        cursor.spaces();
        let related =
            cursor.word(&["aferente", "aferent", "aferenta", "pe", "pentru", "corespunzatoare", "datorate pentru"]);
        cursor.spaces();
        related.then(|| of.to_owned())
    });
    if !cursor.word(&["luna", "lunii", "lunile", "lunilor"]) {
        return None;
    }
    cursor.spaces();
    let month = read_month(cursor)?;
    let year = read_following_year(cursor);
    Some(Moment::Month { month, year, of })
}

fn read_following_year(cursor: &mut Cursor<'_>) -> Option<i16> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.word(&["a anului", "al anului", "ale anului", "din anul"]);
        cursor.spaces();
        read_year(cursor)
    })
}

/// Reads `anul fiscal 2026`, `anul școlar 2026-2027`, `sfârșitul anului 2026`.
fn read_named_year(cursor: &mut Cursor<'_>) -> Option<Moment> {
    const SORTS: [(&str, &str); 9] = [
        ("fiscal", "fiscal"),
        ("scolar", "școlar"),
        ("universitar", "universitar"),
        ("calendaristic", "calendaristic"),
        ("bugetar", "bugetar"),
        ("agricol", "agricol"),
        ("financiar", "financiar"),
        ("de cerere", "de cerere"),
        ("de invatamant", "de învățământ"),
    ];
    let ends = cursor.word(&["finalul", "sfarsitul", "finele", "incheierea", "ultima zi a", "ultima zi din"]);
    let starts = !ends && cursor.word(&["inceputul", "prima zi a", "prima zi din"]);
    cursor.spaces();
    if !ends && !starts {
        cursor.attempt(|cursor| {
            cursor.take_while(|byte| byte.is_ascii_alphabetic())?;
            cursor.spaces();
            let related = cursor.word(&["aferente", "aferent", "aferenta"]);
            cursor.spaces();
            related.then_some(())
        });
    }
    if !cursor.word(&["anul", "anului", "anii"]) {
        return None;
    }
    cursor.spaces();
    let sort = SORTS.into_iter().find(|(words, _)| cursor.word(&[words])).map(|(_, sort)| sort.to_owned());
    cursor.spaces();
    let year = read_year(cursor)?;
    let to = cursor.attempt(|cursor| {
        cursor.spaces();
        let dash = cursor.byte(b'-') || cursor.byte(b'/');
        cursor.spaces();
        dash.then(|| read_year(cursor)).flatten()
    });
    Some(Moment::Year { year, to, sort, edge: if ends { Edge::End } else { Edge::Start } })
}

/// Reads `semestrul I al anului 2026`, `trimestrul II 2026`.
fn read_part_of_year(cursor: &mut Cursor<'_>) -> Option<Moment> {
    let is_half = cursor.word(&["semestrul", "semestrului", "sem."]);
    if !is_half && !cursor.word(&["trimestrul", "trimestrului", "trim."]) {
        return None;
    }
    cursor.spaces();
    let with_article = cursor.text("al ");
    let number = read_roman(cursor).and_then(|label| label.number()).or_else(|| cursor.number())?;
    if with_article {
        cursor.text("-lea");
    }
    let year = read_following_year(cursor);
    match (is_half, number) {
        (true, 1..=2) => Some(Moment::HalfYear { half: number, year }),
        (false, 1..=4) => Some(Moment::Quarter { quarter: number, year }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::law::normalise::SearchCopy;

    fn moment(text: &str) -> Option<Moment> {
        let copy = SearchCopy::new(text);
        let mut cursor = Cursor::new(copy.text(), 0);
        let moment = read_moment(&mut cursor)?;
        cursor.rest().is_empty().then_some(moment)
    }

    #[test]
    fn days_are_read_in_every_form() {
        for (text, date) in [
            ("data de 31 decembrie 2026", "2026-12-31"),
            ("02 februarie 2018", "2018-02-02"),
            ("1 Iulie 2025", "2025-07-01"),
            ("data de întâi ianuarie 2027", "2027-01-01"),
            ("15.12.2025", "2025-12-15"),
            ("18-12-2025", "2025-12-18"),
            ("7.X.2021", "2021-10-07"),
            ("ultima zi lucrătoare a lunii februarie 2027", "2027-02-26"),
            ("ultima zi a lunii februarie a anului 2028", "2028-02-29"),
        ] {
            assert_eq!(moment(text), Some(Moment::Date { date: date.parse().expect("a day") }), "{text}");
        }
        for text in ["31 februarie 2026", "32 mai 2026", "20 de puncte", "31.04.2026", "mai 2026", "data de"] {
            assert_eq!(moment(text), None, "{text}");
        }
    }

    #[test]
    fn times_without_a_day_of_their_own_keep_their_words() {
        let next = RelativeMonth::Next;
        for (text, expected) in [
            ("data de 25 inclusiv a lunii următoare", Moment::MonthDay { day: MonthDay::Day(25), of: next }),
            ("25 a fiecărei luni", Moment::MonthDay { day: MonthDay::Day(25), of: RelativeMonth::Each }),
            ("data de întâi a lunii următoare publicării", Moment::MonthAfterPublication),
            ("data de 1 a lunii următoare", Moment::MonthDay { day: MonthDay::Day(1), of: next }),
            ("data intrării în vigoare", Moment::EntryIntoForce),
            ("semestrul I al anului 2026", Moment::HalfYear { half: 1, year: Some(2026) }),
            ("trimestrul al II-lea 2026", Moment::Quarter { quarter: 2, year: Some(2026) }),
            (
                "ultima zi lucrătoare a lunii februarie",
                Moment::YearDay { month: 2, day: MonthDay::LastWorkingDay, each_year: false },
            ),
            ("31 martie a fiecărui an", Moment::YearDay { month: 3, day: MonthDay::Day(31), each_year: true }),
        ] {
            assert_eq!(moment(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn longer_times_have_a_first_and_a_last_day() {
        for (text, first, last) in [
            ("drepturile aferente lunii noiembrie 2025", Some("2025-11-01"), Some("2025-11-30")),
            ("anul fiscal 2026", Some("2026-01-01"), None),
            ("anul 2026", Some("2026-01-01"), Some("2026-12-31")),
            ("anul școlar 2026-2027", None, None),
            ("semestrul II al anului 2026", Some("2026-07-01"), Some("2026-12-31")),
            ("trimestrul II al anului 2026", Some("2026-04-01"), Some("2026-06-30")),
            ("sfârșitul anului 2027", None, Some("2027-12-31")),
        ] {
            let moment = moment(text).unwrap_or_else(|| panic!("{text}"));
            let day = |text: Option<&str>| text.map(|text| text.parse::<Date>().expect("a day"));
            assert_eq!((moment.first_day(), moment.last_day()), (day(first), day(last)), "{text}");
        }
    }
}
