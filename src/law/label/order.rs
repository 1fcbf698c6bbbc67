//! The order of labels.

use std::cmp::Ordering;

use super::one::{Label, LabelBase};
use super::roman::roman_value;

/// The order of provisions: an inserted one stands after the one that it follows. Labels of different kinds are
/// in the order of the kinds.
impl Ord for Label {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |label: &Self| match &label.base {
            LabelBase::Sole => (0, 0, Vec::new(), String::new()),
            LabelBase::Arabic(number) | LabelBase::Roman(number) | LabelBase::Lettered(number, _) => {
                (1, 1, vec![*number], String::new())
            }
            LabelBase::Dotted(parts) => (1, 1, parts.split('.').map(part_value).collect(), String::new()),
            LabelBase::Letter(letters) => (2, letters.len(), Vec::new(), letters.to_ascii_lowercase()),
        };
        let letter = |label: &Self| match label.base {
            LabelBase::Lettered(_, letter) => Some(letter),
            _ => None,
        };
        let by_base = key(self).cmp(&key(other)).then_with(|| self.index.cmp(&other.index));
        by_base.then_with(|| letter(self).cmp(&letter(other)))
    }
}

fn part_value(part: &str) -> u32 {
    part.parse().ok().or_else(|| roman_value(part)).or_else(|| part.bytes().next().map(u32::from)).unwrap_or(0)
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
