//! The words for moments: `25 a lunii următoare`, `luna noiembrie 2025`, `semestrul I al anului 2026`.

use super::calendar::{read_day_number, read_month, read_written_day, read_year};
use super::cursor::Cursor;
use super::label::read_roman;
use super::length::{Length, TimeUnit};
use super::moment::{Edge, Moment, MonthDay, RelativeMonth, first_of};
use super::reference::{read_owner, read_published};
use crate::working_days;

/// Reads a moment: a day, a day of a month, a month, a year or an event.
pub(super) fn read_moment(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        let event = cursor.attempt(read_act_event);
        if event.is_some() {
            return event;
        }
        let of_day = cursor.word(&["data de", "ziua de", "datei de", "zilei de"]);
        cursor.spaces();
        let day = read_day_of_month(cursor).or_else(|| read_calendar_day(cursor));
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
        return Some(Moment::EntryIntoForce { of: read_owner(&mut cursor.clone()) });
    }
    if cursor.word(&["publicarii", "publicarea", "publicare"]) {
        return Some(Moment::Publication { of: read_published(&mut cursor.clone()) });
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
        cursor.word(&["celei in care a avut loc", "celei in care are loc", "datei", "lunii", "celei"]);
        cursor.spaces();
        if cursor.word(&["publicarii", "publicarea"]) || read_was_published(cursor) {
            return Some(Moment::MonthAfterPublication { of: read_published(&mut cursor.clone()) });
        }
        let enters = cursor.word(&["intrarii in vigoare"]);
        enters.then(|| Moment::MonthAfterEntryIntoForce { of: read_owner(&mut cursor.clone()) })
    });
    after.or(Some(Moment::MonthDay { day: MonthDay::Day(1), of: RelativeMonth::Next }))
}

/// Reads `în care a fost publicată`.
fn read_was_published(cursor: &mut Cursor<'_>) -> bool {
    cursor
        .attempt(|cursor| {
            cursor.word(&["in care"]).then_some(())?;
            cursor.spaces();
            cursor.word(&["a fost publicata", "a fost publicat", "se publica", "este publicata"]).then_some(())
        })
        .is_some()
}

/// Reads `primele 10 zile ale lunii următoare`, whose last day is the one meant.
pub(super) fn read_first_days(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        cursor.word(&["primele"]).then_some(())?;
        cursor.spaces();
        let length = Length::read(cursor).filter(|length| length.unit == TimeUnit::Days)?;
        let day = i8::try_from(length.number).ok().filter(|day| (1..=28).contains(day))?;
        cursor.spaces();
        read_of_month(cursor, MonthDay::Day(day))
    })
}

/// Reads `25 inclusiv a lunii următoare`, `ultima zi lucrătoare a lunii februarie`.
fn read_day_of_month(cursor: &mut Cursor<'_>) -> Option<Moment> {
    cursor.attempt(|cursor| {
        let day = read_month_day(cursor)?;
        cursor.spaces();
        read_of_month(cursor, day)
    })
}

/// Reads the month of a day.
fn read_of_month(cursor: &mut Cursor<'_>, day: MonthDay) -> Option<Moment> {
    cursor.attempt(|cursor| {
        cursor.word(&["inclusiv"]);
        cursor.spaces();
        if cursor.word(&["a fiecarei luni", "ale fiecarei luni", "a lunii fiecarei", "din fiecare luna"]) {
            return Some(Moment::MonthDay { day, of: RelativeMonth::Each });
        }
        if cursor.word(&["a celei de-a doua luni", "a celei de a doua luni"]) {
            return Some(Moment::MonthDay { day, of: RelativeMonth::SecondNext });
        }
        let of_month = cursor.word(&["a lunii", "ale lunii", "din luna", "al lunii"])
            || day == MonthDay::Last && cursor.word(&["lunii"]);
        if !of_month {
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
    const WORDS: [(&str, MonthDay); 7] = [
        ("ultima zi lucratoare", MonthDay::LastWorkingDay),
        ("prima zi lucratoare", MonthDay::FirstWorkingDay),
        ("ultima zi", MonthDay::Last),
        ("prima zi", MonthDay::Day(1)),
        ("finele", MonthDay::Last),
        ("finalul", MonthDay::Last),
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
            MonthDay::Day(day) => jiff::civil::Date::new(year, month, day).ok(),
            MonthDay::Last => Some(first.last_of_month()),
            MonthDay::FirstWorkingDay => Some(working_days::on_or_after(first)),
            MonthDay::LastWorkingDay => Some(working_days::on_or_before(first.last_of_month())),
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

/// Reads a day of the calendar; without a year it may recur.
fn read_calendar_day(cursor: &mut Cursor<'_>) -> Option<Moment> {
    let written = read_written_day(cursor)?;
    if let Some(date) = written.date() {
        return Some(Moment::Date { date });
    }
    let each_year = read_each_year(cursor);
    Some(Moment::YearDay { month: written.month, day: MonthDay::Day(written.day), each_year })
}

fn read_each_year(cursor: &mut Cursor<'_>) -> bool {
    let each = cursor.attempt(|cursor| {
        cursor.spaces();
        let each = cursor
            .word(&["a fiecarui an", "al fiecarui an", "ale fiecarui an", "in fiecare an", "din fiecare an", "anual"]);
        each.then_some(()).or_else(|| read_following(cursor))
    });
    each.is_some()
}

/// Reads `a anului următor`, which comes back each year unless one event gives the year.
fn read_following(cursor: &mut Cursor<'_>) -> Option<()> {
    let following = ["a anului urmator", "al anului urmator", "ale anului urmator", "a anului fiscal urmator"];
    cursor.word(&following).then_some(())?;
    let mut next = *cursor;
    next.spaces();
    (!next.word(&["intrarii", "publicarii", "datei", "adoptarii", "aprobarii"])).then_some(())
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

/// Reads names of months with the year after the last one, and returns each month with its range.
pub(super) fn read_months(cursor: &mut Cursor<'_>) -> Option<Vec<(Moment, (usize, usize))>> {
    cursor.attempt(|cursor| {
        let mut months = Vec::new();
        loop {
            let start = cursor.at();
            months.push((read_month(cursor)?, (start, cursor.at())));
            cursor.spaces();
            if let Some(year) = read_year(cursor) {
                let moment = |month| Moment::Month { month, year: Some(year), of: None };
                return Some(months.into_iter().map(|(month, place)| (moment(month), place)).collect());
            }
            let comma = cursor.byte(b',');
            cursor.spaces();
            let joined = cursor.word(&["si", "sau"]);
            cursor.spaces();
            if months.len() > 11 || !(comma || joined) {
                return None;
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use jiff::civil::Date;

    use super::*;
    use crate::normalise::SearchCopy;
    use crate::reference::ActReference;

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
            ("finele lunii iunie 2026", "2026-06-30"),
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
            ("data de întâi a lunii următoare publicării", Moment::MonthAfterPublication { of: ActReference::Unnamed }),
            ("data de 1 a lunii următoare", Moment::MonthDay { day: MonthDay::Day(1), of: next }),
            (
                "prima zi a lunii următoare celei în care a fost publicată",
                Moment::MonthAfterPublication { of: ActReference::Unnamed },
            ),
            (
                "sfârșitul lunii martie a fiecărui an",
                Moment::YearDay { month: 3, day: MonthDay::Last, each_year: true },
            ),
            ("data intrării în vigoare", Moment::EntryIntoForce { of: ActReference::Unnamed }),
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
