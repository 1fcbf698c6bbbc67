//! Precision and recall of topic, roles and importance in drafts, on laws of 2025 that a person labelled.
//!
//! `labelled.jsonl` has a law in each line: its heading, its text (the first 3,000 or 6,000 characters of a long one)
//! and the labels. Several topics may be right; `none` is the reader's fallback. 124 laws were drawn with the seed
//! 20261127; those with `held_back` (seed 31) were never looked at while words and weights were chosen. The other 120
//! laws of the year are in three draws (seed 606060), each labelled by reading before any suggestion was seen, and
//! measured once before what was found wrong in it was mended.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::measured_days::archived;
use super::{ArchivedAct, draft_article};

const LAWS: &str = include_str!("labelled.jsonl");
/// The day on which the drafts are made.
const TODAY: Date = jiff::civil::date(2026, 1, 10);

/// The sets of labelled laws.
pub const SETS: [&str; 5] = ["tuned", "held back", "first draw", "second draw", "third draw"];

#[derive(Deserialize)]
struct LawWithLabels {
    title: String,
    issued: Date,
    #[serde(default)]
    held_back: bool,
    /// The draw, from 1.
    #[serde(default)]
    draw: usize,
    topics: Vec<String>,
    roles: Vec<String>,
    importance: u8,
    text: String,
}

/// What the rules suggest for a law. `none` is the topic of a law for which no words are enough.
struct MeasuredSuggestion {
    topic: String,
    roles: Vec<String>,
    importance: u8,
}

/// How many of a set are right.
#[derive(Debug, Default)]
pub struct SuggestionScore {
    laws: usize,
    topic_right: usize,
    /// Laws of which a topic and not the fallback is suggested, and those of which it is right.
    topic_named: usize,
    topic_named_right: usize,
    /// Laws that a person gave a topic.
    topic_expected: usize,
    topic_found: usize,
    roles: usize,
    roles_right: usize,
    roles_expected: usize,
    importance_near: usize,
    importance_equal: usize,
}

impl LawWithLabels {
    fn set(&self) -> usize {
        if self.draw > 0 { self.draw + 1 } else { usize::from(self.held_back) }
    }

    fn source(&self) -> ArchivedAct {
        let number = self.title.split("nr. ").nth(1).and_then(|rest| rest.split(' ').next()).expect("a number");
        archived("LEGE", number, self.issued, self.title.clone(), &self.text)
    }

    fn suggestion(&self, topics: &[String]) -> MeasuredSuggestion {
        let drafted = draft_article(&self.source(), &[], topics, TODAY).expect("a draft");
        let is_named = names_topic(&drafted.reasons);
        let article = drafted.article;
        let roles = article.roles.iter().map(|role| role.id().to_owned()).collect();
        let topic = if is_named { article.topic } else { "none".to_owned() };
        MeasuredSuggestion { topic, roles, importance: article.importance.level() }
    }
}

/// Whether words of an act named its topic, by the reasons of the draft.
pub fn names_topic(reasons: &impl Serialize) -> bool {
    let listed = json!(reasons);
    let mut reasons = listed.as_array().into_iter().flatten();
    reasons.any(|reason| reason["field"] == "topic" && reason["rule"] == "keyword")
}

impl SuggestionScore {
    /// Counts a law, and describes what is wrong of one that may be looked at.
    fn add(&mut self, law: &LawWithLabels, found: &MeasuredSuggestion) -> Option<String> {
        let is_named = found.topic != "none";
        let is_expected = law.topics.contains(&found.topic);
        let has_topic = !law.topics.iter().any(|topic| topic == "none");
        let wrong_roles = found.roles.iter().filter(|role| !law.roles.contains(role)).count();
        let away = found.importance.abs_diff(law.importance);
        self.laws += 1;
        self.topic_right += usize::from(is_expected || !is_named);
        self.topic_named += usize::from(is_named);
        self.topic_named_right += usize::from(is_expected && is_named);
        self.topic_expected += usize::from(has_topic);
        self.topic_found += usize::from(has_topic && is_expected);
        self.roles += found.roles.len();
        self.roles_right += found.roles.len() - wrong_roles;
        self.roles_expected += law.roles.len();
        self.importance_near += usize::from(away <= 1);
        self.importance_equal += usize::from(away == 0);
        let is_wrong = is_named && !is_expected || wrong_roles > 0 || away > 1;
        (is_wrong && !law.held_back).then(|| {
            let wanted = (&law.topics, &law.roles, law.importance);
            format!("{}: {} {:?} {}, not {wanted:?}", law.title, found.topic, found.roles, found.importance)
        })
    }

    /// What is right by field, of how many, and the least percentage of it.
    pub fn shares(&self) -> [(&'static str, usize, usize, usize); 7] {
        [
            ("topic right or none", self.topic_right, self.laws, 90),
            ("topic: precision", self.topic_named_right, self.topic_named, 90),
            // A rule that suggests nothing would pass the bars of what it suggests.
            ("topic: recall", self.topic_found, self.topic_expected, 75),
            ("roles: precision", self.roles_right, self.roles, 85),
            ("roles: recall", self.roles_right, self.roles_expected, 30),
            ("importance within a step", self.importance_near, self.laws, 90),
            ("importance equal", self.importance_equal, self.laws, 70),
        ]
    }
}

/// The scores of [`SETS`], and the mistakes in those that were looked at. `topics` are the ids that an article may have.
pub fn measure(topics: &[String]) -> ([SuggestionScore; SETS.len()], Vec<String>) {
    let (mut scores, mut mistakes) = (SETS.map(|_| SuggestionScore::default()), Vec::new());
    for line in LAWS.lines() {
        let law: LawWithLabels = serde_json::from_str(line).expect("a labelled law");
        mistakes.extend(scores[law.set()].add(&law, &law.suggestion(topics)));
    }
    (scores, mistakes)
}

/// A share in whole percent.
pub fn percent(part: usize, whole: usize) -> usize {
    part * 100 / whole.max(1)
}
