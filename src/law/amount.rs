//! Amounts of money, percentages and other figures that laws set.

use std::fmt;

use serde::Serialize;

use super::cursor::Cursor;

/// A figure with its unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Figure {
    /// The number with a point before its decimals and without thousands signs: `10000`, `25.949`.
    pub number: String,
    pub unit: FigureUnit,
    /// The noun that the figure counts for: "oră" in `25,949 lei/oră`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum FigureUnit {
    Lei,
    Bani,
    Euro,
    Dollars,
    Percent,
    PercentagePoints,
    PerMille,
    /// Gross minimum wages.
    MinimumWages,
    /// Livestock units ("UVM").
    LivestockUnits,
    FinePoints,
    Hours,
}

const UNITS: [(&str, FigureUnit); 24] = [
    ("lei noi", FigureUnit::Lei),
    ("lei", FigureUnit::Lei),
    ("leu", FigureUnit::Lei),
    ("ron", FigureUnit::Lei),
    ("bani", FigureUnit::Bani),
    ("euro", FigureUnit::Euro),
    ("eur", FigureUnit::Euro),
    ("dolari", FigureUnit::Dollars),
    ("usd", FigureUnit::Dollars),
    ("puncte procentuale", FigureUnit::PercentagePoints),
    ("punct procentual", FigureUnit::PercentagePoints),
    ("puncte-procentuale", FigureUnit::PercentagePoints),
    ("procente", FigureUnit::Percent),
    ("la suta", FigureUnit::Percent),
    ("la mie", FigureUnit::PerMille),
    ("salarii minime brute", FigureUnit::MinimumWages),
    ("salarii de baza minime brute", FigureUnit::MinimumWages),
    ("salarii minime", FigureUnit::MinimumWages),
    ("salarii de baza", FigureUnit::MinimumWages),
    ("uvm", FigureUnit::LivestockUnits),
    ("puncte-amenda", FigureUnit::FinePoints),
    ("puncte amenda", FigureUnit::FinePoints),
    ("puncte de amenda", FigureUnit::FinePoints),
    ("ore", FigureUnit::Hours),
];

const SCALES: [(&str, usize); 8] =
    [("mii", 3), ("mie", 3), ("milioane", 6), ("milion", 6), ("mil.", 6), ("miliarde", 9), ("miliard", 9), ("mld.", 9)];

impl Figure {
    /// Reads `10.000 lei`, `25,949 lei/oră`, `16%`, `27 puncte procentuale`, `1,5 milioane de euro`.
    pub(super) fn read(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.attempt(|cursor| {
            let number = read_decimal(cursor)?;
            read_spelled(cursor);
            cursor.spaces();
            if cursor.byte(b'%') {
                return Some(Self { number, unit: FigureUnit::Percent, per: None });
            }
            let scale = SCALES.into_iter().find(|(word, _)| cursor.word(&[word])).map_or(0, |(_, zeros)| zeros);
            cursor.spaces();
            cursor.word(&["de"]);
            cursor.spaces();
            let unit = read_figure_unit(cursor)?;
            let per = read_per(cursor);
            // "2 ore" is a length of time.
            let is_figure = unit != FigureUnit::Hours || per.is_some();
            is_figure.then(|| Self { number: scaled(&number, scale), unit, per })
        })
    }

    /// Reads the first of two figures that share a unit: `1.000 și 5.000 de lei`.
    pub(super) fn read_first_of_two(cursor: &mut Cursor<'_>) -> Option<Self> {
        cursor.attempt(|cursor| {
            let number = read_decimal(cursor)?;
            let mut next = *cursor;
            next.spaces();
            let is_joined = next.byte(b'-') || next.word(&["si", "la", "pana la", "sau"]);
            next.spaces();
            let second = is_joined.then(|| Self::read(&mut next)).flatten()?;
            Some(Self { number, unit: second.unit, per: second.per })
        })
    }
}

fn read_figure_unit(cursor: &mut Cursor<'_>) -> Option<FigureUnit> {
    UNITS.into_iter().find(|(word, _)| cursor.word(&[word])).map(|(_, unit)| unit)
}

/// Reads "(zece mii)" after a number in digits.
fn read_spelled(cursor: &mut Cursor<'_>) {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let opened = cursor.byte(b'(');
        let words = opened.then(|| cursor.take_while(|byte| byte.is_ascii_alphabetic() || byte == b' ')).flatten()?;
        (words.len() < 60 && cursor.byte(b')')).then_some(())
    });
}

/// Reads `/oră` or ` pe lună`, and returns the noun.
fn read_per(cursor: &mut Cursor<'_>) -> Option<String> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let is_per = cursor.byte(b'/') || cursor.word(&["pe"]);
        cursor.spaces();
        let word = is_per.then(|| cursor.take_while(|byte| byte.is_ascii_alphabetic())).flatten()?;
        let known = NOUNS.into_iter().find(|(folded, _)| word.eq_ignore_ascii_case(folded));
        Some(known.map_or(word, |(_, noun)| noun).to_owned())
    })
}

/// Nouns whose diacritics a search copy lacks.
const NOUNS: [(&str, &str); 7] = [
    ("ora", "oră"),
    ("luna", "lună"),
    ("tara", "țară"),
    ("saptamana", "săptămână"),
    ("persoana", "persoană"),
    ("tona", "tonă"),
    ("suta", "sută"),
];

/// Reads a number with thousands dots and a decimal comma.
fn read_decimal(cursor: &mut Cursor<'_>) -> Option<String> {
    cursor.attempt(|cursor| {
        let mut number =
            cursor.take_while(|byte| byte.is_ascii_digit()).filter(|digits| digits.len() <= 15)?.to_owned();
        if number.len() <= 3 {
            while let Some(thousands) = cursor.attempt(|cursor| {
                let sign = cursor.byte(b'.') || cursor.byte(b' ');
                let digits = sign.then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
                (digits.len() == 3).then_some(digits)
            }) {
                number.push_str(thousands);
            }
        }
        let decimals = cursor.attempt(|cursor| {
            let digits = cursor.byte(b',').then(|| cursor.take_while(|byte| byte.is_ascii_digit())).flatten()?;
            Some(digits)
        });
        // 3.5 is a decimal of another language, or a point of a list; 1.2.3 is not a figure.
        if cursor.peek() == Some(b'.') && cursor.rest().as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
            return None;
        }
        let whole = number.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        Some(decimals.map_or_else(|| whole.to_owned(), |decimals| format!("{whole}.{decimals}")))
    })
}

/// The number with `zeros` more zeros.
fn scaled(number: &str, zeros: usize) -> String {
    if zeros == 0 {
        return number.to_owned();
    }
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let shifted: String = decimals.chars().chain(std::iter::repeat('0')).take(zeros).collect();
    let rest = decimals.get(zeros..).unwrap_or_default();
    let digits = format!("{whole}{shifted}");
    let digits = digits.trim_start_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    if rest.is_empty() { digits.to_owned() } else { format!("{digits}.{rest}") }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.unit {
            FigureUnit::Lei => "lei",
            FigureUnit::Bani => "bani",
            FigureUnit::Euro => "euro",
            FigureUnit::Dollars => "dollars",
            FigureUnit::Percent => "%",
            FigureUnit::PercentagePoints => "percentage points",
            FigureUnit::PerMille => "per mille",
            FigureUnit::MinimumWages => "minimum wages",
            FigureUnit::LivestockUnits => "UVM",
            FigureUnit::FinePoints => "fine points",
            FigureUnit::Hours => "hours",
        };
        write!(f, "{} {unit}", self.number)?;
        self.per.as_ref().map_or(Ok(()), |per| write!(f, " / {per}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::normalise::SearchCopy;

    fn figure(text: &str) -> Option<String> {
        let copy = SearchCopy::new(text);
        let mut cursor = Cursor::new(copy.text(), 0);
        let figure = Figure::read(&mut cursor).or_else(|| Figure::read_first_of_two(&mut cursor));
        figure.map(|figure| figure.to_string())
    }

    #[test]
    fn figures_are_read_with_their_units() {
        for (text, expected) in [
            ("25 lei pentru fiecare colet", "25 lei"),
            ("10.000 lei la 200.000 lei", "10000 lei"),
            ("1.000 lei", "1000 lei"),
            ("150 euro", "150 euro"),
            ("150 €", "150 euro"),
            ("0,3 UVM/ha", "0.3 UVM / ha"),
            ("25,949 lei/oră", "25.949 lei / oră"),
            ("166,667 ore pe lună", "166.667 hours / lună"),
            ("166 ore/lună în medie", "166 hours / lună"),
            ("27 puncte procentuale", "27 percentage points"),
            ("20 de puncte procentuale", "20 percentage points"),
            ("16%", "16 %"),
            ("1,5 milioane de euro", "1500000 euro"),
            ("5 mii lei", "5000 lei"),
            ("0,25 %", "0.25 %"),
            ("10 (zece) lei", "10 lei"),
            ("1.000 și 5.000 de lei", "1000 lei"),
            ("20 de salarii minime brute pe țară", "20 minimum wages / țară"),
        ] {
            assert_eq!(figure(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["25 de zile", "nr. 5 lei", "1.2.3 lei", "2 ore", "5"] {
            assert_eq!(figure(text), None, "{text}");
        }
    }
}
