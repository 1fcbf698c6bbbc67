//! Precision and recall of the days in drafts, on laws whose days a person labelled.
//!
//! The cases hold 53 laws of 2025 of at most 18,000 characters, drawn with the seed 20261127 from those that speak of
//! time, and two more that had been read wrongly. Passages without a word of time are left out. The publication is set
//! to the day of the law. Second in the file stand the other laws of 2025 with terms, and laws, ordinances and decisions
//! of the Government of January 2024, of the same length: their labels were given by reading each entry that the rules
//! made at first sight.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;
use paragraf_law::act::Act;
use paragraf_law::gazette::Gazette;
use serde::Deserialize;
use serde_json::{Value, json};

use super::{ArchivedAct, DatedEntry, Days, days};

const CASES: &str = include_str!("cases/days.json");

/// The fields of an entry that are compared.
pub const FIELDS: [&str; 6] = ["entry", "kind", "date", "within", "recurs", "for"];

#[derive(Deserialize)]
struct LabelledLaw {
    /// `60/2025`
    law: String,
    /// `OUG`, if the act is no law.
    #[serde(default)]
    kind: Option<String>,
    published: Date,
    text: String,
    entries: Vec<Value>,
}

/// How often the values of a field are right.
#[derive(Debug, Default)]
pub struct Score {
    pub right: usize,
    /// Values that the rules read.
    pub found: usize,
    /// Values that the labels have.
    pub labelled: usize,
}

impl Score {
    pub fn precision(&self) -> f64 {
        self.right as f64 / self.found as f64
    }

    pub fn recall(&self) -> f64 {
        self.right as f64 / self.labelled as f64
    }
}

/// The scores by field, and a line for each mistake.
pub fn measure() -> (BTreeMap<&'static str, Score>, Vec<String>) {
    let laws: Vec<LabelledLaw> = serde_json::from_str(CASES).expect("the labelled laws");
    let (mut scores, mut mistakes) = (BTreeMap::new(), Vec::new());
    for law in laws {
        let mut found = found(&law);
        let mut from = 0;
        for labelled in &law.entries {
            let words = labelled["words"].as_str().expect("words");
            let start = from + law.text[from..].find(words).unwrap_or_else(|| panic!("{}: {words}", law.law));
            let place = start..start + words.len();
            from = place.end;
            let at = found.iter().position(|(range, _)| range.start < place.end && place.start < range.end);
            let entry = at.map_or(Value::Null, |at| found.remove(at).1);
            compare(&law.law, words, labelled, &entry, (&mut scores, &mut mistakes));
        }
        for (range, entry) in found {
            let words = &law.text[range];
            compare(&law.law, words, &Value::Null, &entry, (&mut scores, &mut mistakes));
        }
    }
    (scores, mistakes)
}

fn compare(
    law: &str,
    words: &str,
    labelled: &Value,
    found: &Value,
    (scores, mistakes): (&mut BTreeMap<&'static str, Score>, &mut Vec<String>),
) {
    for field in FIELDS {
        let value = |entry: &Value| if field == "entry" { json!(!entry.is_null()) } else { entry[field].clone() };
        let (expected, read) = (value(labelled), value(found));
        let is_value = |value: &Value| !matches!(value, Value::Null | Value::Bool(false));
        let score: &mut Score = scores.entry(field).or_default();
        score.labelled += usize::from(is_value(&expected));
        score.found += usize::from(is_value(&read));
        score.right += usize::from(is_value(&read) && read == expected);
        if read != expected && (field == "entry" || !labelled.is_null() && !found.is_null()) {
            mistakes.push(format!("{law}: {words}: {field} is {read}, not {expected}"));
        }
    }
}

/// The entries that the rules read, with their places in the text.
fn found(law: &LabelledLaw) -> Vec<(std::ops::Range<usize>, Value)> {
    let number = law.law.split('/').next().unwrap_or_default();
    let kind = law.kind.as_deref().unwrap_or("LEGE");
    let title = format!("{kind} nr. {number} din {}", law.published);
    placed(&archived(kind, number, law.published, title, &law.text))
}

/// A labelled act as a source gives it, published on its day.
pub fn archived(kind: &str, number: &str, day: Date, title: String, text: &str) -> ArchivedAct {
    ArchivedAct {
        act: Act { kind: kind.into(), number: Some(number.into()), year: day.year(), issuer: None },
        title,
        date: Some(day),
        gazette: Some(Gazette { part: "I".into(), number: "1".into(), bis: false, date: day }),
        in_force: None,
        links: Vec::new(),
        file_url: None,
        text: text.to_owned(),
        text_sha256: String::new(),
        fetched_at: Timestamp::UNIX_EPOCH,
    }
}

/// The entries that the rules read in an act, with their places in the text.
pub fn placed(source: &ArchivedAct) -> Vec<(std::ops::Range<usize>, Value)> {
    let (Days { entries, authorities, .. }, reasons) = days(source);
    let offset = |at: usize| source.text.char_indices().nth(at).map_or(source.text.len(), |(at, _)| at);
    let with_places = |field: &'static str, whose: &'static str, entries: Vec<DatedEntry>| {
        let reasons = reasons.iter().filter(move |reason| reason.field == field);
        let places = reasons.filter_map(|reason| reason.place).map(move |it| offset(it.start)..offset(it.end));
        places.zip(entries).map(move |(place, entry)| {
            let mut entry = json!(entry);
            entry["for"] = json!(whose);
            (place, entry)
        })
    };
    let readers = with_places("deadlines", "readers", entries);
    readers.chain(with_places("authority_deadlines", "authorities", authorities)).collect()
}
