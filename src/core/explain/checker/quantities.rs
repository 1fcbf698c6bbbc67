//! Numbers with their units: amounts, percentages, periods and counts.

use super::dates;
use super::decimal::Decimal;
use super::figure::StatedFigure;
use super::measure::{self, Measure};
use super::number_words::{self, ONE};
use super::reading::ReadingMode;
use super::token::Tokens;

use crate::domain::Language;

/// A number and what it counts.
struct Quantity {
    /// The ways in which the number can be read.
    values: Vec<Decimal>,
    unit: Measure,
    /// Whether a word such as "million" belongs to it.
    has_factor: bool,
    end: usize,
}

impl Quantity {
    fn figures(self) -> Vec<StatedFigure> {
        let Self { values, unit, .. } = self;
        values.into_iter().map(|value| StatedFigure::Quantity { value, unit }).collect()
    }
}

/// Reads the quantity at a place; returns its figures with the place after it.
pub(super) fn read(tokens: &Tokens, at: usize, reading: ReadingMode) -> Option<(Vec<StatedFigure>, usize)> {
    let before = measure::read_before(tokens, at).filter(|_| tokens.number(at + 1).is_some());
    let start = at + usize::from(before.is_some());
    let read = read_digits(tokens, start, reading).or_else(|| read_words(tokens, start, reading));
    let mut quantity = read.or_else(|| read_single_words(tokens, at))?;
    if quantity.unit == Measure::Unknown {
        quantity.unit = before.or_else(|| unit_of_range(tokens, quantity.end, reading)).unwrap_or(Measure::Unknown);
        // "50 de milioane de lei, iar orașele 100".
        let factors = factors(tokens).into_iter().filter(|_| !quantity.has_factor && !reading.is_source);
        let scaled: Vec<_> = factors.filter_map(|factor| Some(quantity.values.first()?.times(factor))).collect();
        quantity.values.extend(scaled);
    }
    let end = quantity.end;
    Some((quantity.figures(), end))
}

/// Reads digits, a factor such as "million", and a unit.
fn read_digits(tokens: &Tokens, at: usize, reading: ReadingMode) -> Option<Quantity> {
    let (groups, signs) = tokens.number(at)?;
    let values = values(groups, signs, reading);
    let mut end = at + 1;
    if tokens.is_joined(end) && matches!(tokens.word(end), "st" | "nd" | "rd" | "th") {
        return (!values.is_empty()).then_some(Quantity {
            values,
            unit: Measure::Unknown,
            has_factor: true,
            end: end + 1,
        });
    }
    let (factor, after) = read_factor(tokens, end);
    end = after;
    let (unit, end) = read_unit(tokens, end);
    let values: Vec<_> = values.into_iter().map(|value| value.times(factor)).collect();
    (!values.is_empty()).then_some(Quantity { values, unit, has_factor: factor > 1, end })
}

/// The ways to read groups of digits in a language: the signs of thousands and decimals are swapped between them.
fn values(groups: &[String], signs: &[char], reading: ReadingMode) -> Vec<Decimal> {
    let (thousands, decimal) = reading.language.pick(('.', ','), (',', '.'));
    let first = of_groups(groups, signs, thousands, decimal);
    // English texts about Romanian law sometimes keep the Romanian dots: "10.000 lei".
    let has_dots = signs.contains(&'.') && groups[1..].iter().all(|group| group.len() == 3);
    let is_doubtful = reading.language == Language::En && (first.is_none() || has_dots);
    let second = is_doubtful.then(|| of_groups(groups, signs, decimal, thousands)).flatten();
    let is_gap = signs.first() == Some(&' ');
    let apart = is_gap && reading.is_source;
    let parts = groups.iter().filter(|_| apart).filter_map(|group| Decimal::parse(group, ""));
    let mut values: Vec<_> = first.into_iter().chain(second).chain(parts).collect();
    values.dedup();
    values
}

fn of_groups(groups: &[String], signs: &[char], thousands: char, decimal: char) -> Option<Decimal> {
    let has_decimals = signs.last() == Some(&decimal);
    let whole = groups.len() - usize::from(has_decimals);
    let is_sound = signs[..whole - 1].iter().all(|sign| *sign == thousands || *sign == ' ')
        && groups[1..whole].iter().all(|group| group.len() == 3)
        && (whole == 1 || groups[0].len() <= 3);
    let fraction = if has_decimals { groups[whole].as_str() } else { "" };
    is_sound.then(|| Decimal::parse(&groups[..whole].concat(), fraction)).flatten()
}

/// Reads "mii de", "million" and the like.
fn read_factor(tokens: &Tokens, at: usize) -> (u64, usize) {
    let start = at + usize::from(matches!(tokens.word(at), "de"));
    match number_words::factor(tokens.word(start)) {
        Some(factor) => {
            (factor, start + 1 + usize::from(tokens.is_sign(start + 1, '.') && tokens.word(start).len() == 3))
        }
        None => (1, at),
    }
}

/// The factors of a text above a hundred, such as a million, which a number of a list may share with the last one.
fn factors(tokens: &Tokens) -> Vec<u64> {
    let factors = (0..tokens.len()).filter_map(|at| number_words::factor(tokens.word(at)));
    let mut factors: Vec<_> = factors.filter(|factor| *factor > 100).collect();
    factors.dedup();
    factors
}

/// Reads the unit after a number, perhaps after "de", "of" or a hyphen.
fn read_unit(tokens: &Tokens, at: usize) -> (Measure, usize) {
    let is_link = matches!(tokens.word(at), "de" | "of") || (tokens.is_sign(at, '-') && tokens.is_joined(at));
    let found = measure::read(tokens, at).or_else(|| is_link.then(|| measure::read(tokens, at + 1)).flatten());
    found.unwrap_or((Measure::Unknown, at))
}

/// The unit that stands at the end of a range or a list: "de la 5.000 la 10.000 de lei", "10, 20 and 30 days".
fn unit_of_range(tokens: &Tokens, end: usize, reading: ReadingMode) -> Option<Measure> {
    let mut at = end;
    for _ in 0..6 {
        at = dates::connector(tokens, at)?;
        at += usize::from(matches!(tokens.word(at), "si" | "and" | "or" | "de" | "la"));
        if dates::read(tokens, at).is_some() {
            return None;
        }
        let next = read_digits(tokens, at, reading).or_else(|| read_words(tokens, at, reading))?;
        if next.unit != Measure::Unknown {
            return Some(next.unit);
        }
        at = next.end;
    }
    None
}

/// Reads a number in words. Words that are also articles or adjectives count only before a unit.
fn read_words(tokens: &Tokens, at: usize, reading: ReadingMode) -> Option<Quantity> {
    if let Some((number, after)) = number_words::read(tokens, at) {
        let (factor, after) = read_factor(tokens, after);
        let (unit, end) = read_unit(tokens, after);
        let needs_unit = tokens.word(at) == "noua" && after == at + 1;
        // An English verb.
        let is_verb = reading.language == Language::En && tokens.word(at) == "opt";
        let is_back_reference = unit == Measure::Unknown && is_definite(tokens, at);
        let value = Decimal::whole(number).times(factor);
        return (!(is_verb || is_back_reference || needs_unit && unit == Measure::Unknown)).then_some(Quantity {
            values: vec![value],
            unit,
            has_factor: true,
            end,
        });
    }
    let word = tokens.word(at);
    let (unit, end) = ONE.contains(&word).then(|| measure::read(tokens, at + 1)).flatten()?;
    let counts = unit.is_time() || (reading.is_source && unit != Measure::Unknown);
    counts.then_some(Quantity { values: vec![Decimal::whole(1)], unit, has_factor: true, end })
}

/// Whether the number only repeats what the text has named: "cele două acte", "the two acts".
fn is_definite(tokens: &Tokens, at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
    matches!(
        before,
        "cele" | "cei" | "celor" | "celelalte" | "ceilalti" | "aceste" | "the" | "these" | "those" | "other"
    )
}

/// Reads words that are a number and a unit in one: "dublu", "twice", "jumătate", "half".
fn read_single_words(tokens: &Tokens, at: usize) -> Option<Quantity> {
    let before = at.checked_sub(1).map_or("", |before| tokens.word(before));
    let of_period = matches!(before, "prima" | "doua" | "first" | "second")
        || matches!(tokens.word(at + 1), "year" | "yearly")
        || tokens.is_sign(at + 1, '-');
    if tokens.has_words(at, &["jumatate", "de", "an"]) || tokens.has_words(at, &["half", "a", "year"]) {
        return Some(Quantity { values: vec![Decimal::whole(6)], unit: Measure::Month, has_factor: true, end: at + 3 });
    }
    let (value, unit) = match tokens.word(at) {
        // "Cu dublă utilizare" names a kind of thing.
        "dubla" if before != "cu" => (2, Measure::Times),
        "dublu" | "dublul" | "dubleaza" | "twice" | "double" | "doubled" | "doubles" => (2, Measure::Times),
        "triplu" | "triplul" | "tripla" | "tripleaza" | "triple" | "tripled" | "triples" | "thrice" => {
            (3, Measure::Times)
        }
        "jumatate" | "jumatatea" | "half" | "halved" | "halves" if !of_period => (2, Measure::Share),
        "treime" | "third" if before != "a" || tokens.word(at + 1) == "of" || tokens.word(at) == "treime" => {
            (3, Measure::Share)
        }
        "sfert" => (4, Measure::Share),
        _ => return None,
    };
    // "The third day" is an ordinal.
    let is_share = unit != Measure::Share || tokens.word(at) != "third" || tokens.word(at + 1) == "of";
    is_share.then_some(Quantity { values: vec![Decimal::whole(value)], unit, has_factor: true, end: at + 1 })
}
