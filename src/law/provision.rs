//! References to provisions in every form that laws use: `art. 291 alin. (2) lit. m) pct. 3`.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::cursor::Cursor;
use super::label::{Label, LabelRange, read_letter, read_number, read_point, read_roman, read_sole};
use super::normalise::SearchCopy;
use super::unit::{Unit, in_digits, read_ordinal, read_unit};

/// A reference to one or more provisions of an act, from the outermost level to the innermost.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Provision {
    pub levels: Vec<Level>,
}

/// One level of a reference: `alin. (1)-(4)`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub struct Level {
    pub unit: Unit,
    /// Empty for a unit that needs no label, such as the only annex.
    pub labels: Vec<LabelRange>,
}

impl Level {
    pub fn one(unit: Unit, label: Label) -> Self {
        Self { unit, labels: vec![LabelRange::one(label)] }
    }

    /// The labels of all ranges, in order.
    pub fn all_labels(&self) -> Vec<Label> {
        self.labels.iter().flat_map(LabelRange::labels).collect()
    }
}

impl Provision {
    /// The level of this unit.
    pub fn level(&self, unit: Unit) -> Option<&Level> {
        self.levels.iter().find(|level| level.unit == unit)
    }

    /// The label of this unit, if the reference names exactly one.
    pub fn label(&self, unit: Unit) -> Option<&Label> {
        match &self.level(unit)?.labels[..] {
            [LabelRange { first, last: None }] => Some(first),
            _ => None,
        }
    }

    /// The single provisions that the reference names. Inner levels belong to the last of several labels:
    /// `art. 7 și 9 alin. (2)` names article 7, and paragraph 2 of article 9.
    pub fn singles(&self) -> Vec<Self> {
        self.first_singles(usize::MAX)
    }

    /// As [`Provision::singles`], at most this many. Further ranges are not expanded.
    pub fn first_singles(&self, most: usize) -> Vec<Self> {
        let mut prefix = Vec::new();
        let mut singles = Vec::new();
        for (at, level) in self.levels.iter().enumerate() {
            let room = most - singles.len();
            let labels = level.labels.iter().flat_map(LabelRange::labels);
            let mut labels: Vec<_> = labels.take(room.saturating_add(1)).collect();
            let is_innermost = at + 1 == self.levels.len();
            let last = if is_innermost {
                labels.truncate(room);
                None
            } else {
                labels.pop();
                level.labels.last().map(|range| range.last.as_ref().unwrap_or(&range.first).clone())
            };
            singles.extend(labels.into_iter().map(|label| {
                let levels: Vec<_> = prefix.iter().cloned().chain([Level::one(level.unit, label)]).collect();
                Self { levels }
            }));
            match last {
                Some(label) => prefix.push(Level::one(level.unit, label)),
                None => prefix.push(Level { unit: level.unit, labels: Vec::new() }),
            }
            if is_innermost && level.labels.is_empty() && room > 0 {
                singles.push(Self { levels: prefix.clone() });
            }
        }
        singles
    }

    /// Reads the reference that begins at a place of a search copy, and returns it with its end.
    pub(super) fn read(copy: &str, at: usize) -> Option<(Self, usize)> {
        let mut cursor = Cursor::new(copy, at);
        let provision = read_chain(&mut cursor)?;
        Some((provision, cursor.at()))
    }
}

/// Reads runs of levels joined by "al", "a" or "din", the innermost run first.
fn read_chain(cursor: &mut Cursor<'_>) -> Option<Provision> {
    let mut levels = read_run(cursor)?;
    while let Some(outer) = cursor.attempt(|cursor| {
        read_owner(cursor)?;
        let outer = read_run(cursor)?;
        fits_in(outer.last()?.unit, levels.first()?.unit).then_some(outer)
    }) {
        levels.splice(0..0, outer);
    }
    Some(Provision { levels })
}

/// Reads the word between an inner level and the level around it.
fn read_owner(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.spaces();
    cursor.byte(b',');
    cursor.spaces();
    let owner = cursor.word(&["al", "ale", "ai", "a", "din", "de la"]);
    cursor.spaces();
    owner.then_some(())
}

/// Reads levels from the outside to the inside: `art. 5 alin. (1), lit. a)`.
fn read_run(cursor: &mut Cursor<'_>) -> Option<Vec<Level>> {
    let mut levels: Vec<Level> = vec![read_level(cursor)?];
    loop {
        let last = levels.last().map(|level| level.unit)?;
        let inner = cursor.attempt(|cursor| {
            let listed = levels.len() > 1 && read_separator(cursor).is_some();
            if !listed {
                cursor.spaces();
                cursor.byte(b',');
            }
            cursor.spaces();
            let level = read_level(cursor)?;
            let fits = if listed { level.unit == last } else { fits_in(last, level.unit) };
            (fits && !belongs_elsewhere(*cursor, last)).then_some(level)
        });
        let inner = inner.or_else(|| read_inner(cursor, last));
        match inner {
            Some(level) if level.unit == last => levels.last_mut()?.labels.extend(level.labels),
            Some(level) => levels.push(level),
            None => return Some(levels),
        }
    }
}

/// Reads a level inside `last` that follows directly or after a comma.
fn read_inner(cursor: &mut Cursor<'_>, last: Unit) -> Option<Level> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        cursor.byte(b',');
        cursor.spaces();
        let level = read_level(cursor).filter(|level| fits_in(last, level.unit))?;
        (!belongs_elsewhere(*cursor, last)).then_some(level)
    })
}

/// Whether the level before the cursor is followed by an owner of the kind of `last`, and so is no part of `last`: in
/// `La articolul II, alineatul (1) al articolului 13`, the paragraph is no part of article II.
fn belongs_elsewhere(mut cursor: Cursor<'_>, last: Unit) -> bool {
    read_owner(&mut cursor).is_some() && read_level(&mut cursor).is_some_and(|owner| owner.unit == last)
}

/// Whether the inner unit can be a part of the outer. Points stand in letters, and letters in points.
fn fits_in(outer: Unit, inner: Unit) -> bool {
    outer < inner || (outer, inner) == (Unit::Point, Unit::Letter)
}

fn read_level(cursor: &mut Cursor<'_>) -> Option<Level> {
    cursor.attempt(|cursor| {
        let found = read_unit(cursor)?;
        if let Some(label) = found.label {
            return Some(Level::one(found.unit, label));
        }
        let labels = read_labels(cursor, found.unit);
        let complete = !labels.is_empty() || found.stands_alone;
        complete.then_some(Level { unit: found.unit, labels })
    })
}

/// Reads a list of labels and ranges.
fn read_labels(cursor: &mut Cursor<'_>, unit: Unit) -> Vec<LabelRange> {
    let mut labels = Vec::new();
    let Some((first, signed)) = read_label(cursor, unit) else { return labels };
    labels.push(LabelRange { last: read_range_end(cursor, unit, signed), first });
    while let Some(next) = cursor.attempt(|cursor| {
        read_separator(cursor)?;
        let (first, is_signed) = read_label(cursor, unit).filter(|(_, is_signed)| *is_signed == signed)?;
        let last = read_range_end(cursor, unit, signed);
        let plausible = is_signed || (unit != Unit::Letter && !counts_something(cursor));
        plausible.then_some(LabelRange { first, last })
    }) {
        labels.push(next);
    }
    labels
}

fn read_range_end(cursor: &mut Cursor<'_>, unit: Unit, signed: bool) -> Option<Label> {
    cursor.attempt(|cursor| {
        cursor.spaces();
        let dash = cursor.byte(b'-');
        cursor.spaces();
        let (label, is_signed) = dash.then(|| read_label(cursor, unit)).flatten()?;
        (is_signed == signed).then_some(label)
    })
}

/// Reads a label, and returns it with whether it had the signs of its unit.
fn read_label(cursor: &mut Cursor<'_>, unit: Unit) -> Option<(Label, bool)> {
    cursor.attempt(|cursor| match unit {
        Unit::Paragraph => {
            let opened = cursor.byte(b'(');
            let label = read_number(cursor).or_else(|| read_sole(cursor))?;
            let closed = opened && cursor.byte(b')');
            (opened == closed).then_some((label, opened))
        }
        Unit::Letter => {
            let label = read_letter(cursor)?;
            let closed = cursor.byte(b')');
            let ends = closed || !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric());
            ends.then_some((label, closed))
        }
        Unit::Article => {
            let label = read_number(cursor).or_else(|| read_roman(cursor)).or_else(|| read_sole(cursor))?;
            ends_label(cursor).then_some((label, false))
        }
        Unit::Annex | Unit::Point | Unit::Subpoint => {
            cursor.word(&["nr", "nr."]);
            cursor.byte(b'.');
            cursor.spaces();
            let label = read_point(cursor)?;
            ends_label(cursor).then_some((label, false))
        }
        Unit::Dash | Unit::Sentence => read_ordinal(cursor).map(|label| (in_digits(label), false)),
        _ => read_ordinal(cursor).map(|label| (label, false)),
    })
}

fn ends_label(cursor: &Cursor<'_>) -> bool {
    !cursor.peek().is_some_and(|byte| byte.is_ascii_alphanumeric())
}

/// Reads the separator between two labels of a list.
fn read_separator(cursor: &mut Cursor<'_>) -> Option<()> {
    cursor.spaces();
    let comma = cursor.byte(b',');
    cursor.spaces();
    let word = cursor.word(&["si/sau", "si", "sau", "ori", "respectiv", "precum si"]);
    cursor.spaces();
    (comma || word).then_some(())
}

/// Whether the number before the cursor counts something, so that it is no label: `art. 5, 30 de zile`.
fn counts_something(cursor: &Cursor<'_>) -> bool {
    const COUNTED: [&str; 13] =
        ["de", "lei", "euro", "zile", "luni", "ani", "ore", "persoane", "%", "la suta", "ianuarie", "km", "mp"];
    let mut next = *cursor;
    next.spaces();
    next.byte(b'%') || next.word(&COUNTED) || next.byte(b'/')
}

impl FromStr for Provision {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let copy = SearchCopy::new(text.trim());
        let read = Self::read(copy.text(), 0).filter(|(_, end)| *end == copy.text().len());
        read.map(|(provision, _)| provision).ok_or("a provision is written like art. 5 alin. (1) lit. a)")
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.unit.abbreviation())?;
        let (open, close) = self.unit.signs();
        for (at, range) in self.labels.iter().enumerate() {
            f.write_str(match at {
                0 => " ",
                _ if at + 1 == self.labels.len() => " și ",
                _ => ", ",
            })?;
            write!(f, "{open}{}{close}", range.first)?;
            if let Some(last) = &range.last {
                write!(f, "-{open}{last}{close}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Provision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.levels.iter().enumerate().try_for_each(|(at, level)| {
            if at > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{level}")
        })
    }
}

impl Serialize for Provision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provision(text: &str) -> Provision {
        text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn references_are_read_in_every_form() {
        for (text, expected) in [
            ("art. 291 alin. (2) lit. m) pct. 3", "art. 291 alin. (2) lit. m) pct. 3"),
            ("art. 153 alin. (1) lit. f^7)", "art. 153 alin. (1) lit. f^7)"),
            ("articolul 154 alineatul (1), literele j)-l) și o)", "art. 154 alin. (1) lit. j)-l) și o)"),
            ("Articolelor II-VI", "art. II-VI"),
            ("art. 37-39", "art. 37-39"),
            ("art. 282 alin. (3)-(8)", "art. 282 alin. (3)-(8)"),
            ("alineatul (1) al articolului 139", "art. 139 alin. (1)"),
            ("lit. a) și b) ale alin. (2) al art. 97^1", "art. 97^1 alin. (2) lit. a) și b)"),
            ("alin. (1) lit. a) și lit. c)", "alin. (1) lit. a) și c)"),
            ("pct. 3-11 și 16", "pct. 3-11 și 16"),
            ("art. 1 pct. I.8", "art. 1 pct. I.8"),
            ("art. 7 pct. 26 lit. b)", "art. 7 pct. 26 lit. b)"),
            ("pct. 2 din anexa nr. 3", "anexa nr. 3 pct. 2"),
            ("Capitolul II din anexa nr. 1", "anexa nr. 1 cap. II"),
            ("art. 5 alin. (2) teza a II-a", "art. 5 alin. (2) teza a 2-a"),
            ("partea introductivă a articolului 8^1", "art. 8^1 partea introductivă"),
            ("articolul unic", "art. unic"),
            ("art. 29b și 72e alin. (5)", "art. 29b și 72e alin. (5)"),
            ("art. 2.009", "art. 2009"),
            ("art. 5, 7 și 9", "art. 5, 7 și 9"),
        ] {
            assert_eq!(provision(text).to_string(), expected, "{text}");
        }
    }

    #[test]
    fn a_written_reference_is_read_back() {
        for text in ["art. 5, 7 și 9-11 alin. (2) lit. a) pct. 1", "anexa nr. 2 cap. II", "art. 5 liniuța a 2-a"] {
            assert_eq!(provision(text).to_string(), text);
            assert_eq!(provision(&provision(text).to_string()), provision(text));
        }
        assert_eq!(provision("teza XII").to_string(), "teza a 12-a");
    }

    #[test]
    fn numbers_that_count_are_no_labels() {
        for (text, expected) in [
            ("art. 5, 30 de zile", "art. 5"),
            ("art. 5 și 20 lei", "art. 5"),
            ("art. 5 alin. (1), 2 ani", "art. 5 alin. (1)"),
            ("lit. a) o persoană", "lit. a)"),
        ] {
            let copy = SearchCopy::new(text);
            let (read, _) = Provision::read(copy.text(), 0).expect("a reference");
            assert_eq!(read.to_string(), expected, "{text}");
        }
        for text in ["articole", "art.", "alin. )", "lit. abc", "art. IIX", "punctul de vedere", "partea adversă"] {
            assert!(text.parse::<Provision>().is_err(), "{text}");
        }
    }

    #[test]
    fn lists_name_single_provisions() {
        let check = |text: &str, expected: &[&str]| {
            let singles: Vec<_> = provision(text).singles().iter().map(Provision::to_string).collect();
            assert_eq!(singles, expected, "{text}");
        };
        check(
            "art. 154 alin. (1) lit. j)-l) și o)",
            &[
                "art. 154 alin. (1) lit. j)",
                "art. 154 alin. (1) lit. k)",
                "art. 154 alin. (1) lit. l)",
                "art. 154 alin. (1) lit. o)",
            ],
        );
        check("art. 7 și 9 alin. (2)", &["art. 7", "art. 9 alin. (2)"]);
        check("art. II-IV", &["art. II", "art. III", "art. IV"]);
        check("partea introductivă a articolului 8", &["art. 8 partea introductivă"]);
        let of_two_articles = provision("art. 7-9 alin. (2)-(4)");
        let singles = of_two_articles.singles();
        assert_eq!(singles.len(), 5);
        for most in 0..=6 {
            assert_eq!(of_two_articles.first_singles(most), singles[..most.min(5)], "{most}");
        }
    }
}
