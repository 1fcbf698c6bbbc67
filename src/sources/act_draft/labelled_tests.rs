//! Drafts of 124 laws of 2025, compared with what a person read in them.
//!
//! `labelled.jsonl` has a law in each line: its heading, its text (the first 3,000 characters of a long one) and the
//! labels. Several topics may be right; `none` is the reader's fallback. The laws were drawn with the seed 20261127
//! and read before any suggestion was seen; those with `held_back` (seed 31) were never looked at while the words and
//! weights were chosen.

use serde::Deserialize;

use super::tests::{day, topics};
use super::*;
use crate::domain::AudienceRole;
use crate::domain::act::Act;
use crate::domain::gazette::Gazette;
use crate::domain::rule_reason::Rule;

const LAWS: &str = include_str!("labelled.jsonl");

#[derive(Deserialize)]
struct LawWithLabels {
    title: String,
    issued: Date,
    #[serde(default)]
    held_back: bool,
    topics: Vec<String>,
    roles: Vec<AudienceRole>,
    importance: u8,
    text: String,
}

/// How many of a set are right.
#[derive(Debug, Default)]
struct SuggestionScore {
    laws: usize,
    topic_right: usize,
    /// Laws of which a topic and not the fallback is suggested, and those of which it is right.
    topic_named: usize,
    topic_named_right: usize,
    roles: usize,
    roles_right: usize,
    roles_expected: usize,
    importance_near: usize,
    importance_equal: usize,
}

impl LawWithLabels {
    fn source(&self) -> ArchivedAct {
        let number = self.title.split("nr. ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
        ArchivedAct {
            act: Act { kind: "LEGE".into(), number: Some(number.into()), year: 2025, issuer: None },
            title: self.title.clone(),
            date: Some(self.issued),
            gazette: Some(Gazette { part: "I".into(), number: "1".into(), bis: false, date: self.issued }),
            text: self.text.clone(),
            ..tests::law(number, "", "2025-01-01", "")
        }
    }
}

impl SuggestionScore {
    /// Counts a law, and describes what is wrong of one that may be looked at.
    fn add(&mut self, law: &LawWithLabels) -> Option<String> {
        let ActDraft { article, reasons } = draft(&law.source(), &topics(), day("2026-01-10")).expect("a draft");
        let is_named = reasons.iter().any(|reason| reason.field == "topic" && reason.rule == Rule::Keyword);
        let topic = if is_named { article.topic.as_str() } else { "none" };
        let is_expected = law.topics.iter().any(|expected| expected == topic);
        let wrong_roles = article.roles.iter().filter(|role| !law.roles.contains(role)).count();
        let away = article.importance.level().abs_diff(law.importance);
        self.laws += 1;
        self.topic_right += usize::from(is_expected || !is_named);
        self.topic_named += usize::from(is_named);
        self.topic_named_right += usize::from(is_expected && is_named);
        self.roles += article.roles.len();
        self.roles_right += article.roles.len() - wrong_roles;
        self.roles_expected += law.roles.len();
        self.importance_near += usize::from(away <= 1);
        self.importance_equal += usize::from(away == 0);
        let is_wrong = is_named && !is_expected || wrong_roles > 0 || away > 1;
        (is_wrong && !law.held_back).then(|| {
            let wanted = (&law.topics, &law.roles, law.importance);
            format!("{}: {topic} {:?} {}, not {wanted:?}", law.title, article.roles, article.importance)
        })
    }
}

/// The scores of the laws that were looked at and of those that were held back, and the mistakes in the former.
fn scores() -> ([SuggestionScore; 2], Vec<String>) {
    let (mut scores, mut mistakes) = ([SuggestionScore::default(), SuggestionScore::default()], Vec::new());
    for line in LAWS.lines() {
        let law: LawWithLabels = serde_json::from_str(line).expect("a labelled law");
        mistakes.extend(scores[usize::from(law.held_back)].add(&law));
    }
    (scores, mistakes)
}

fn percent(part: usize, whole: usize) -> usize {
    part * 100 / whole.max(1)
}

#[test]
fn suggestions_agree_with_what_a_person_read() {
    let (scores, mistakes) = scores();
    for (name, score) in ["tuned", "held back"].into_iter().zip(&scores) {
        let bars = [
            ("topic right or none", score.topic_right, score.laws, 90),
            ("roles right", score.roles_right, score.roles, 85),
            ("importance within a step", score.importance_near, score.laws, 90),
            // A rule that suggests nothing would pass the bars above.
            ("topic named and right", score.topic_named_right, score.laws, 24),
            ("named topics right", score.topic_named_right, score.topic_named, 90),
            ("roles found", score.roles_right, score.roles_expected, 30),
            ("importance equal", score.importance_equal, score.laws, 70),
        ];
        for (what, part, whole, bar) in bars {
            let found = percent(part, whole);
            assert!(found >= bar, "{name}, {what}: {found} % of {whole}, not {bar} %\n{}", mistakes.join("\n"));
        }
    }
}
