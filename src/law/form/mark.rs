//! Marks of units in running text: `(2)`, `a)`, `1.`, `(iv)`, `-`.

use crate::form::clause::ClauseKind;
use crate::label::{Label, LabelBase, split_index};

/// The letters of lists in their order.
const LETTERS: &str = "aăâbcdefghiîjklmnopqrsștțuvwxyz";
/// The letters that a list may skip.
const OPTIONAL_LETTERS: &str = "ăâîqșțwyk";

/// A mark at the beginning of a unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitMark {
    pub kind: ClauseKind,
    pub label: Option<Label>,
    /// Bytes of the mark itself.
    pub length: usize,
}

/// Reads the mark at the beginning of `text`, after which a space or the text of the unit stands.
pub fn read(text: &str) -> Option<UnitMark> {
    match text.chars().next()? {
        '(' => read_bracketed(text),
        '-' | '–' | '—' => read_dash(text),
        '0'..='9' => read_point(text),
        c if c.is_alphabetic() => read_letter(text),
        _ => None,
    }
}

/// The place of the closing bracket, at most at `last`. The rest of a long text is not searched.
fn close_within(text: &str, last: usize) -> Option<usize> {
    text.bytes().take(last + 1).position(|byte| byte == b')')
}

fn read_bracketed(text: &str) -> Option<UnitMark> {
    let close = close_within(text, 12)?;
    let inner = &text[1..close];
    let length = close + 1;
    if inner.starts_with(|c: char| c.is_ascii_digit()) {
        let label = inner.parse().ok().filter(|label: &Label| matches!(label.base, LabelBase::Arabic(_)))?;
        return Some(UnitMark { kind: ClauseKind::Paragraph, label: Some(label), length });
    }
    let is_roman = inner.bytes().take_while(|byte| *byte != b'^').all(|byte| b"ivxl".contains(&byte));
    let label = Label::of_roman(&inner.to_uppercase()).filter(|_| is_roman)?;
    Some(UnitMark { kind: ClauseKind::RomanPoint, label: Some(label), length })
}

fn read_dash(text: &str) -> Option<UnitMark> {
    let length = text.chars().next()?.len_utf8();
    let spaced = text[length..].starts_with(|c: char| c.is_whitespace() || c.is_alphabetic());
    spaced.then_some(UnitMark { kind: ClauseKind::Dash, label: None, length })
}

fn read_point(text: &str) -> Option<UnitMark> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.' && c != '^')?;
    let number = text[..end].strip_suffix('.').unwrap_or(&text[..end]);
    let bracket = text[end..].starts_with(')') && !text[..end].contains('.');
    if !bracket && number.len() == end && !number.contains('.') {
        return None;
    }
    let parsed: Label = number.parse().ok()?;
    let label = match (&parsed.base, number.contains('.')) {
        // Points have no thousands: 1.234 is a point in a point.
        (LabelBase::Arabic(_), true) => return None,
        _ => parsed,
    };
    let after = &text[end..];
    let closed = bracket || after.starts_with(char::is_whitespace) || after.starts_with(char::is_alphabetic);
    closed.then_some(UnitMark { kind: ClauseKind::Point, label: Some(label), length: end + usize::from(bracket) })
}

fn read_letter(text: &str) -> Option<UnitMark> {
    let close = close_within(text, 8)?;
    let label = letter_label(&text[..close])?;
    Some(UnitMark { kind: ClauseKind::Letter, label: Some(label), length: close + 1 })
}

/// The label of a letter such as `f^7` or `ț`.
pub fn letter_label(text: &str) -> Option<Label> {
    let (letters, index) = split_index(text)?;
    let known = letters.chars().all(|c| LETTERS.contains(c) || (c.is_ascii_uppercase() && letters.len() == 1));
    if !known || letters.is_empty() || letters.chars().count() > 2 {
        return None;
    }
    Some(Label { base: LabelBase::Letter(letters.to_owned()), index })
}

impl UnitMark {
    /// Whether the mark may begin a list.
    pub fn is_first(&self) -> bool {
        match &self.label {
            None => true,
            Some(label) if !label.index.is_empty() => false,
            Some(label) => match &label.base {
                LabelBase::Arabic(number) | LabelBase::Roman(number) => *number == 1,
                LabelBase::Letter(letter) => letter == "a" || letter == "A",
                LabelBase::Dotted(text) => numbers(text).last() == Some(&1),
                LabelBase::Lettered(..) => false,
                LabelBase::Sole => true,
            },
        }
    }

    /// Whether the mark directly continues a list after `last`.
    pub fn follows(&self, last: Option<&Label>) -> bool {
        match (&self.label, last) {
            (None, None) => true,
            (Some(label), Some(last)) => follows(label, last),
            _ => false,
        }
    }

    /// Whether the mark continues a list after `last`, with units left out.
    pub fn is_after(&self, last: Option<&Label>) -> bool {
        match (&self.label, last) {
            (None, None) => true,
            (Some(label), Some(last)) => order(label) > order(last),
            _ => false,
        }
    }
}

/// Whether a label directly follows another one.
pub fn follows(label: &Label, last: &Label) -> bool {
    if label.base == last.base {
        return match (label.index.split_last(), last.index.split_last()) {
            (Some((number, front)), None) => *number == 1 && front.is_empty(),
            (Some((number, front)), Some((before, rest))) => {
                (front == rest && *number == before + 1) || (*number == 1 && front == last.index)
            }
            _ => false,
        };
    }
    if !label.index.is_empty() {
        return false;
    }
    match (&label.base, &last.base) {
        (LabelBase::Arabic(number), LabelBase::Arabic(before)) => *number == before + 1,
        (LabelBase::Roman(number), LabelBase::Roman(before)) => *number == before + 1,
        (LabelBase::Letter(letter), LabelBase::Letter(before)) => is_next_letter(letter, before),
        (LabelBase::Lettered(number, letter), LabelBase::Lettered(before, last)) => {
            number == before && is_next_letter(&letter.to_string(), &last.to_string())
        }
        (LabelBase::Lettered(number, 'a'), LabelBase::Arabic(before)) => number == before,
        (LabelBase::Arabic(number), LabelBase::Lettered(before, _)) => *number == before + 1,
        (LabelBase::Dotted(_) | LabelBase::Arabic(_), LabelBase::Dotted(_) | LabelBase::Arabic(_)) => {
            is_next_dotted(&order(label).1, &order(last).1)
        }
        _ => false,
    }
}

/// The numbers of a label such as `3.1.2`; a letter counts by its place in the alphabet.
fn numbers(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().unwrap_or_else(|_| letter_order(part))).collect()
}

fn is_next_dotted(numbers: &[u32], before: &[u32]) -> bool {
    let common = numbers.iter().zip(before).take_while(|(a, b)| a == b).count();
    let rest = &numbers[common..];
    match before.get(common) {
        None => rest == [1],
        Some(last) => rest.first() == Some(&(last + 1)) && rest[1..].iter().all(|number| *number == 1),
    }
}

fn is_next_letter(letter: &str, before: &str) -> bool {
    let (place, last) = (letter_order(letter), letter_order(before));
    if place <= last {
        return false;
    }
    if letter.chars().count() != before.chars().count() {
        return matches!(letter, "aa" | "ab") && before.starts_with(['z', 'y', 'x', 'v']);
    }
    if letter.chars().count() == 2 {
        return place - last <= 3 || letter.chars().all(|c| letter.starts_with(c));
    }
    let between: Vec<char> = LETTERS.chars().skip(last as usize + 1).take((place - last - 1) as usize).collect();
    between.iter().all(|c| OPTIONAL_LETTERS.contains(*c))
}

fn letter_order(letters: &str) -> u32 {
    let places = letters.chars().map(|c| {
        let c = c.to_lowercase().next().unwrap_or(c);
        LETTERS.chars().position(|letter| letter == c).unwrap_or(40)
    });
    // A number that is too long for one counts as letters.
    let is_long = u32::from(letters.chars().count() > 1) * 50;
    places.fold(0, |sum: u32, place| sum.saturating_mul(50).saturating_add(place as u32 + is_long))
}

/// The key by which units are sorted in a list, by their labels.
pub fn order(label: &Label) -> (u32, Vec<u32>, Vec<u32>) {
    let (kind, base) = match &label.base {
        LabelBase::Sole => (0, Vec::new()),
        LabelBase::Arabic(number) | LabelBase::Roman(number) => (1, vec![*number]),
        LabelBase::Lettered(number, letter) => {
            // "28a" stands between "28" and "28^1".
            let index = label.index.iter().copied().chain([0, letter_order(&letter.to_string())]).collect();
            return (1, vec![*number], index);
        }
        LabelBase::Dotted(text) => (1, numbers(text)),
        LabelBase::Letter(letters) => (2, vec![letter_order(letters)]),
    };
    (kind, base, label.index.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_that_is_too_long_is_no_first_mark() {
        let mark = read("3.99999999999. Text");
        assert!(mark.is_none_or(|mark| !mark.is_first()));
    }
}
