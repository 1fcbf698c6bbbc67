//! How much of the drafts of 90 laws of 2021 to 2024 is right, field by field.
//!
//! `cases/unseen.jsonl` has a law in each line, with the labels that a person gave by reading its text before any draft
//! of it was made: topics, roles, importance, words of which a title has one, terms with their kind, day and owner, steps
//! and narrower readers by words of which each has one. The first 30 laws were drawn with the seed 3141593 and guided the
//! words; the other 20 (seed 2718282) were measured when all words were chosen, and guided the steps afterwards. The last
//! 20 (seed 1618033) are of at most 7,000 characters and have a word of a duty: their labels stood before the rules of
//! steps ran on them, once, and guided decision 592 afterwards. `cases/unseen-second.jsonl` has 20 more (seed 141421) that
//! guided nothing: only they say what to expect of another law. The headings of all have no subject.

use std::collections::BTreeMap;

use jiff::Span;
use jiff::civil::Date;
use serde::Deserialize;
use serde_json::{Value, json};

use super::measured_days::{Score, archived, placed};
use super::measured_suggestions::names_topic;
use super::{ArchivedAct, draft_article, text};

const LAWS: [&str; 2] = [include_str!("cases/unseen.jsonl"), include_str!("cases/unseen-second.jsonl")];
/// Days after an act on which it is drafted.
const LATER: i64 = 10;
/// The sets of laws.
pub const DRAWS: [&str; 4] = ["guided the words", "measured once", "measured once for steps", "never seen"];

#[derive(Deserialize)]
struct UnseenLaw {
    /// `60/2021`
    law: String,
    title: String,
    issued: Date,
    /// The draw, from 1.
    set: usize,
    topics: Vec<String>,
    roles: Vec<String>,
    importance: u8,
    says: Vec<String>,
    terms: Vec<Value>,
    steps: Vec<Vec<String>>,
    who: Vec<String>,
    text: String,
}

/// The scores by field.
pub type FieldScores = BTreeMap<&'static str, Score>;

/// What is counted and what is wrong.
#[derive(Default)]
struct MeasuredDraw {
    scores: FieldScores,
    mistakes: Vec<String>,
}

impl MeasuredDraw {
    fn add(&mut self, field: &'static str, right: usize, found: usize, labelled: usize) {
        let score = self.scores.entry(field).or_default();
        score.right += right;
        score.found += found;
        score.labelled += labelled;
    }

    /// Counts a value that every law has.
    fn check(&mut self, field: &'static str, is_right: bool, law: &UnseenLaw, found: &str) {
        self.add(field, usize::from(is_right), 1, 1);
        if !is_right {
            self.mistakes.push(format!("{}: {field}: {found}", law.law));
        }
    }
}

impl UnseenLaw {
    fn source(&self) -> ArchivedAct {
        let number = self.law.split('/').next().unwrap_or_default();
        archived("LEGE", number, self.issued, self.title.clone(), &self.text)
    }

    fn tally(&self, topics: &[String], tally: &mut MeasuredDraw) {
        let source = self.source();
        let today = self.issued.saturating_add(Span::new().days(LATER));
        let drafted = draft_article(&source, &[], topics, today).expect("a draft");
        let is_named = names_topic(&drafted.reasons);
        let article = json!(drafted.article);
        let words = |field: &str| article[field].as_str().unwrap_or_default().to_owned();
        let topic = if is_named { words("topic") } else { "none".to_owned() };
        let is_expected = self.topics.contains(&topic);
        tally.check("topic right or none", is_expected || !is_named, self, &topic);
        let roles: Vec<_> = article["roles"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let right = roles.iter().filter(|role| self.roles.iter().any(|label| label == *role)).count();
        tally.add("roles", right, roles.len(), self.roles.len());
        let has_roles = usize::from(!roles.is_empty());
        // A condition is suggested of the roles.
        tally.add(
            "condition",
            has_roles * usize::from(right == roles.len()),
            has_roles,
            usize::from(!self.roles.is_empty()),
        );
        let importance = article["importance"].as_u64().unwrap_or_default();
        let away = importance.abs_diff(u64::from(self.importance));
        tally.check("importance within a step", away <= 1, self, &importance.to_string());
        tally.check("importance equal", away == 0, self, &importance.to_string());
        let title = text::fold(&words("title"));
        tally.check("title", self.says.iter().any(|word| title.contains(word)), self, &title);
        let texts = text::fold(&["in_short", "title", "simple_explanation"].map(words).join(" "));
        if !self.who.is_empty() {
            tally.check("narrow readers", self.who.iter().any(|word| texts.contains(word)), self, "unnamed");
        }
        let steps: Vec<_> = article["steps"].as_array().into_iter().flatten().collect();
        self.tally_steps(&steps, tally);
        self.tally_terms(&source, tally);
    }

    fn tally_steps(&self, steps: &[&Value], tally: &mut MeasuredDraw) {
        let mut left: Vec<_> = steps.iter().map(|step| text::fold(step["text"].as_str().unwrap_or_default())).collect();
        let mut right = 0;
        for words in &self.steps {
            if let Some(at) = left.iter().position(|step| words.iter().any(|word| step.contains(word))) {
                left.remove(at);
                right += 1;
            }
        }
        tally.mistakes.extend(left.into_iter().map(|step| format!("{}: no step: {step}", self.law)));
        tally.add("steps", right, steps.len(), self.steps.len());
    }

    fn tally_terms(&self, source: &ArchivedAct, tally: &mut MeasuredDraw) {
        let mut found = placed(source);
        let mut from = 0;
        for term in &self.terms {
            let words = term["words"].as_str().expect("words");
            let start = from + self.text[from..].find(words).unwrap_or_else(|| panic!("{}: {words}", self.law));
            from = start + words.len();
            let at = found.iter().position(|(range, _)| range.start < from && start < range.end);
            let entry = at.map_or(Value::Null, |at| found.remove(at).1);
            let is_found = !entry.is_null();
            tally.add("term", usize::from(is_found), usize::from(is_found), 1);
            for (field, name) in [("term: kind", "kind"), ("term: owner", "for")] {
                let is_right = is_found && entry[name] == term[name];
                tally.add(field, usize::from(is_right), usize::from(is_found), usize::from(is_found));
                if is_found && !is_right {
                    tally.mistakes.push(format!("{}: {words}: {name} is {}", self.law, entry[name]));
                }
            }
            for name in ["date", "within"].into_iter().filter(|_| is_found) {
                let (read, label) = (&entry[name], &term[name]);
                let right = usize::from(!read.is_null() && read == label);
                tally.add("term: day", right, usize::from(!read.is_null()), usize::from(!label.is_null()));
            }
        }
        for (range, _) in found {
            tally.add("term", 0, 1, 0);
            tally.mistakes.push(format!("{}: no term: {}", self.law, &self.text[range]));
        }
    }
}

/// The scores of [`DRAWS`] by field, and the mistakes. `topics` are the ids that an article may have.
pub fn measure(topics: &[String]) -> ([FieldScores; DRAWS.len()], Vec<String>) {
    let mut tallies = DRAWS.map(|_| MeasuredDraw::default());
    for line in LAWS.into_iter().flat_map(str::lines) {
        let law: UnseenLaw = serde_json::from_str(line).expect("a labelled law");
        law.tally(topics, &mut tallies[law.set - 1]);
    }
    let mistakes = tallies.iter_mut().flat_map(|tally| std::mem::take(&mut tally.mistakes)).collect();
    (tallies.map(|tally| tally.scores), mistakes)
}
