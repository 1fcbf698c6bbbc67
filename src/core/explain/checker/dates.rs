//! Dates: `31 decembrie 2025`, `December 31, 2025`, `2025-12-31`, `31.12.2025`, `1-5 ianuarie`, `July 2026`.

use super::figure::StatedFigure;
use super::token::Tokens;
use paragraf_law::vocabulary;

/// Narrower than the years of a legal text: the reader cannot see what a number stands for, and 1850 or 2150 is more
/// often an amount.
pub(super) fn is_year(number: u32) -> bool {
    (1900..=2100).contains(&number)
}

/// Reads one date, or several of one month; returns them with the place after them.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    read_numeric(tokens, at).or_else(|| read_days(tokens, at)).or_else(|| read_month_first(tokens, at))
}

/// The month at a place, and the place after it and after the dot of an abbreviation.
pub(super) fn month(tokens: &Tokens, at: usize) -> Option<(u8, usize)> {
    let (month, is_shortened) = vocabulary::month(tokens.word(at))?;
    let has_dot = is_shortened && tokens.is_sign(at + 1, '.') && tokens.is_joined(at + 1);
    Some((month.unsigned_abs(), at + 1 + usize::from(has_dot)))
}

fn year(tokens: &Tokens, at: usize) -> Option<u16> {
    let digits = tokens.digits(at).filter(|digits| digits.len() == 4)?;
    digits.parse::<u32>().ok().filter(|year| is_year(*year)).and_then(|year| year.try_into().ok())
}

fn day(tokens: &Tokens, at: usize) -> Option<(u8, usize)> {
    if matches!(tokens.word(at), "intai" | "1st") {
        return Some((1, at + 1));
    }
    let day =
        tokens.digits(at).filter(|digits| digits.len() <= 2)?.parse().ok().filter(|day| (1..=31).contains(day))?;
    let is_ordinal = tokens.is_joined(at + 1) && matches!(tokens.word(at + 1), "st" | "nd" | "rd" | "th");
    Some((day, at + 1 + usize::from(is_ordinal)))
}

/// `2025-12-31`, `31.12.2025`, `31/12/2025`, `31-12-2025`.
fn read_numeric(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    if let Some((groups, ['.', '.'])) = tokens.number(at) {
        return Some((vec![of_parts(&groups[0], &groups[1], &groups[2])?], at + 1));
    }
    let parts = [tokens.digits(at)?, tokens.digits(at + 2)?, tokens.digits(at + 4)?];
    let signs = (tokens.is_sign(at + 1, '-') && tokens.is_sign(at + 3, '-'))
        || (tokens.is_sign(at + 1, '/') && tokens.is_sign(at + 3, '/'));
    let is_joined = (at + 1..at + 5).all(|at| tokens.is_joined(at));
    let date = match parts {
        [year, month, day] if year.len() == 4 => of_parts(day, month, year),
        [day, month, year] => of_parts(day, month, year),
    };
    (signs && is_joined).then_some(())?;
    Some((vec![date?], at + 5))
}

fn of_parts(day: &str, month: &str, year: &str) -> Option<StatedFigure> {
    let (day, month, year): (u8, u8, u16) = (day.parse().ok()?, month.parse().ok()?, year.parse().ok()?);
    let is_date = (1..=31).contains(&day) && (1..=12).contains(&month) && is_year(year.into());
    is_date.then_some(StatedFigure::Date { year: Some(year), month: Some(month), day: Some(day) })
}

/// `31 decembrie 2025`, `1 and 2 January`, `1-5 ianuarie 2026`.
fn read_days(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let (first, mut next) = day(tokens, at)?;
    let mut days = vec![first];
    while month_after(tokens, next).is_none() {
        let after = connector(tokens, next).filter(|_| days.len() < 8)?;
        let (another, end) = day(tokens, after)?;
        days.push(another);
        next = end;
    }
    let (month, end) = month_after(tokens, next)?;
    let (year, end) = year_after(tokens, end);
    let (year, end) = if year.is_some() { (year, end) } else { (year_of_range(tokens, end), end) };
    Some((days.into_iter().map(|day| StatedFigure::Date { year, month: Some(month), day: Some(day) }).collect(), end))
}

/// The month after a day: `31 December`, `31st of December`, `1 a lunii ianuarie`.
fn month_after(tokens: &Tokens, at: usize) -> Option<(u8, usize)> {
    let skipped = usize::from(tokens.word(at) == "of");
    month(tokens, at + skipped)
}

/// The year after a month: `decembrie 2025`, `December, 2025`, `31 decembrie a anului 2025`.
fn year_after(tokens: &Tokens, at: usize) -> (Option<u16>, usize) {
    let starts = [
        at,
        at + usize::from(tokens.is_sign(at, ',')),
        if tokens.has_words(at, &["a", "anului"]) { at + 2 } else { at },
    ];
    let found = starts.into_iter().find_map(|start| year(tokens, start).map(|year| (Some(year), start + 1)));
    found.unwrap_or((None, at))
}

/// The year of a date whose own year stands at the end of a range: `1 iulie-31 decembrie 2026`.
fn year_of_range(tokens: &Tokens, at: usize) -> Option<u16> {
    let after = connector(tokens, at)?;
    let (_, next) = day(tokens, after)?;
    let (_, end) = month_after(tokens, next)?;
    year_after(tokens, end).0
}

/// The place after a word or a sign between two numbers.
pub(super) fn connector(tokens: &Tokens, at: usize) -> Option<usize> {
    if tokens.is_sign(at, '-') || tokens.is_sign(at, ',') {
        return Some(at + 1);
    }
    if tokens.has_words(at, &["pana", "la"]) {
        return Some(at + 2);
    }
    matches!(tokens.word(at), "si" | "sau" | "ori" | "la" | "and" | "or" | "to" | "respectiv").then_some(at + 1)
}

/// `December 31, 2025`, `July 2026`, `luna ianuarie`.
fn read_month_first(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let (month, end) = month(tokens, at)?;
    let word = tokens.word(at);
    if let Some((day, after)) = day(tokens, end).filter(|_| tokens.is_capital(at) && year(tokens, end).is_none()) {
        let (year, end) = year_after(tokens, after);
        return Some((vec![StatedFigure::Date { year, month: Some(month), day: Some(day) }], end));
    }
    let (year, end) = year_after(tokens, end);
    let of_month = at > 0
        && matches!(tokens.word(at - 1), "luna" | "lunii" | "in" | "din" | "until" | "by" | "of" | "from" | "since");
    let is_word = matches!(
        word,
        "mai" | "may" | "march" | "august" | "mar" | "noi" | "dec" | "jan" | "sep" | "ian" | "iun" | "iul"
    );
    let is_month = match word {
        _ if year.is_some() => true,
        "mai" => at > 0 && matches!(tokens.word(at - 1), "luna" | "lunii"),
        "may" | "march" => of_month && tokens.is_capital(at),
        _ => !is_word || of_month,
    };
    is_month.then(|| (vec![StatedFigure::Date { year, month: Some(month), day: None }], end))
}

/// Reads a year that stands alone.
pub(super) fn read_year(tokens: &Tokens, at: usize) -> Option<(Vec<StatedFigure>, usize)> {
    let year = year(tokens, at)?;
    Some((vec![StatedFigure::Date { year: Some(year), month: None, day: None }], at + 1))
}
