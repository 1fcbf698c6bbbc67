//! The amounts of an act: each value with what it is for.

use super::changes::plain;
use super::reading::{ActReading, NEW_TEXT, without_point};
use crate::domain::rule_reason::Rule;
use paragraf_law::part::ActPart;
use paragraf_law::{Mention, MentionValue};
use std::ops::Range;

/// Characters of a sentence before and after its first value.
const BEFORE: usize = 240;
const AFTER: usize = 240;
/// Values of one sentence that stand in its line.
const MOST_VALUES: usize = 6;

/// The values of one sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Sums {
    /// As the act writes them: `5.000 lei`, `25.000 lei`.
    pub(super) values: Vec<String>,
    /// The sentence, or its part around the values.
    pub(super) what: String,
    /// The whole sentence.
    pub(super) sentence: String,
    /// Where the sentence stands in the act.
    range: Range<usize>,
}

impl Sums {
    fn add(&mut self, value: &str) {
        if self.values.len() < MOST_VALUES && !self.values.iter().any(|known| known == value) {
            self.values.push(value.to_owned());
        }
    }

    pub(super) fn line(&self) -> String {
        format!("**{}**: {}", plain(&self.joined()), plain(&self.what))
    }

    /// The values, two of a range with a dash.
    pub(super) fn joined(&self) -> String {
        let is_range =
            self.values.len() == 2 && self.sentence.contains(&format!("{} la {}", self.values[0], self.values[1]));
        let is_between =
            self.values.len() == 2 && self.sentence.contains(&format!("{} și {}", self.values[0], self.values[1]));
        self.values.join(if is_range || is_between { " – " } else { ", " })
    }
}

/// The sentences that set an amount or a percentage, each once, with a reason for each of the first `most` values.
pub(super) fn read(reading: &mut ActReading<'_>, most: usize) -> Vec<Sums> {
    let figures: Vec<Mention> = reading
        .mentions
        .iter()
        .filter(|mention| mention.part != ActPart::Annex && matches!(mention.value, MentionValue::Figure(_)))
        .cloned()
        .collect();
    let mut found: Vec<Sums> = Vec::new();
    for (number, mention) in figures.iter().enumerate() {
        if number < most {
            reading.quote("technical_summary", &mention.value, Rule::Figure, mention.start, mention.end);
        }
        match found.iter_mut().find(|sums| sums.range.contains(&mention.start)) {
            Some(sums) => sums.add(&mention.text),
            None => {
                let range = reading.sentence_of(mention);
                let sentence = reading.source.text.get(range.clone()).unwrap_or_default().trim().to_owned();
                let lead = sentence.find(&mention.text).and_then(|at| sentence[..at].rfind(NEW_TEXT));
                let sentence = sentence[lead.map_or(0, |lead| lead + NEW_TEXT.len())..].trim_start();
                let sentence = without_point(sentence).to_owned();
                let (values, what) = (vec![mention.text.clone()], around(&sentence, &mention.text));
                found.push(Sums { values, what, sentence, range });
            }
        }
    }
    found
}

/// A sentence from near before its first value to its end, or to near after it.
fn around(sentence: &str, value: &str) -> String {
    let at = sentence.find(value).unwrap_or(0);
    let from = sentence[..at].char_indices().rev().nth(BEFORE).map_or(0, |(from, _)| from);
    let from = if from == 0 { 0 } else { sentence[from..].find(' ').map_or(from, |space| from + space + 1) };
    let after = at + value.len();
    let to = sentence[after..].char_indices().nth(AFTER).map_or(sentence.len(), |(to, _)| after + to);
    let to =
        if to == sentence.len() { to } else { sentence[..to].rfind(' ').filter(|space| *space >= after).unwrap_or(to) };
    let cut = |is_cut: bool| if is_cut { "…" } else { "" };
    format!("{}{}{}", cut(from > 0), sentence[from..to].trim(), cut(to < sentence.len()))
}
