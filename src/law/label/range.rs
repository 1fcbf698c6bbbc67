//! Ranges of labels, such as `97^2-99`.

use super::one::Label;

/// Most labels of a range; no range of real provisions has as many.
const LONGEST_RANGE: u32 = 2000;

/// One label, or all labels from one to another.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LabelRange {
    pub first: Label,
    pub last: Option<Label>,
}

impl LabelRange {
    pub fn one(label: Label) -> Self {
        Self { first: label, last: None }
    }

    /// The labels of the range in order. Provisions inserted between two numbers are not known: `97^2-99` lists
    /// `97^2, 98, 99`.
    pub fn labels(&self) -> Vec<Label> {
        let mut labels = vec![self.first.clone()];
        let Some(last) = &self.last else { return labels };
        let mut at = self.first.clone();
        for _ in 0..LONGEST_RANGE {
            let next = if at.base == last.base && at.index.is_empty() && !last.index.is_empty() {
                Some(Label { base: at.base.clone(), index: vec![1] })
            } else if at.base != last.base {
                Label::without_index(at.base.clone()).next()
            } else {
                at.next()
            };
            let Some(next) = next.filter(|next| next <= last) else { break };
            labels.push(next.clone());
            at = next;
        }
        if labels.last() != Some(last) {
            labels.push(last.clone());
        }
        labels
    }

    /// Whether the label is in the range, by the order of provisions.
    pub fn contains(&self, label: &Label) -> bool {
        match &self.last {
            None => self.first == *label,
            Some(last) => (&self.first..=last).contains(&label),
        }
    }
}
