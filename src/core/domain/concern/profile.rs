//! Profiles of a reader: the answers about one person or one firm, as an account keeps them.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::answers::Answers;
use super::book::FactBook;
use super::day_figures::DayFigures;
use super::evaluations::Evaluations;
use super::open_answer::{completed, is_open};
use crate::domain::text::{fold, is_hidden, shorten};

/// Maximum number of profiles of one account.
pub const MAX_PROFILES: usize = 8;
/// Maximum number of questions that a profile keeps an answer to, more than there are facts.
pub const MAX_ANSWERS: usize = 60;
/// Maximum length of the name of a profile, in characters.
pub const MAX_NAME: usize = 40;

/// The fact that says what a profile is about.
const SUBJECT: &str = "subject";

/// The name of a profile, such as "Eu": one line of at most [`MAX_NAME`] characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ProfileName(String);

/// A named set of answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReaderProfile {
    pub id: Uuid,
    pub name: ProfileName,
    /// By the ids of facts. Those that this version does not know are kept, and decide nothing.
    pub answers: BTreeMap<String, KeptAnswer>,
}

/// The answer to a question, or that the reader passed over it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnswer {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answer: Option<Value>,
    /// Passed over; also where an answer leaves options open.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub skipped: bool,
    pub at: Timestamp,
}

/// The profiles of a reader that answer something, read for an evaluation.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ProfileAnswers {
    of: Vec<(Option<ProfileName>, Answers)>,
}

impl ProfileName {
    /// Trims a name. `None` if it is empty or too long, or has line breaks or invisible characters.
    pub fn parse(text: &str) -> Option<Self> {
        let name = text.trim();
        let is_valid = (1..=MAX_NAME).contains(&name.chars().count()) && !name.contains(is_hidden);
        is_valid.then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether readers take both for the same name.
    pub fn is_like(&self, other: &Self) -> bool {
        fold(&self.0) == fold(&other.0)
    }

    /// The name, with a number behind it if a profile has it already.
    fn free_among(&self, profiles: &[ReaderProfile]) -> Self {
        let numbered = |number: usize| {
            let end = format!(" {number}");
            Self(format!("{}{end}", shorten(&self.0, MAX_NAME - end.len())))
        };
        let mut names = std::iter::once(self.clone()).chain((2..).map(numbered));
        let is_free = |name: &Self| profiles.iter().all(|profile| !profile.name.is_like(name));
        names.find(is_free).unwrap_or_else(|| self.clone())
    }
}

impl KeptAnswer {
    pub fn given(answer: Value, at: Timestamp) -> Self {
        Self { answer: Some(answer), skipped: false, at }
    }

    pub fn skipped(at: Timestamp) -> Self {
        Self { answer: None, skipped: true, at }
    }

    /// Whether it replaces the other: an answer that is newer, or any answer to a question that was passed over.
    fn replaces(&self, other: &Self) -> bool {
        self.answer.is_some() && (other.answer.is_none() || self.at > other.at)
    }

    /// The answer that holds after another one was found. What it leaves open is as the other one says.
    fn joined(&self, found: &Self) -> Self {
        let (holds, other) = if found.replaces(self) { (found, self) } else { (self, found) };
        let both = holds.answer.as_ref().zip(other.answer.as_ref());
        match both.and_then(|(newer, older)| completed(newer, older)) {
            Some(answer) => Self { skipped: holds.skipped && is_open(&answer), answer: Some(answer), at: holds.at },
            None => holds.clone(),
        }
    }
}

impl ReaderProfile {
    /// A profile without answers.
    pub fn new(id: Uuid, name: ProfileName) -> Self {
        Self { id, name, answers: BTreeMap::new() }
    }

    /// The answers as `POST /concerns` takes them.
    pub fn facts(&self) -> Map<String, Value> {
        self.given().map(|(fact, answer)| (fact.to_owned(), answer.clone())).collect()
    }

    /// The questions that the reader passed over.
    pub fn skipped(&self) -> impl Iterator<Item = &str> {
        self.answers.iter().filter(|(_, kept)| kept.skipped).map(|(fact, _)| fact.as_str())
    }

    fn given(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.answers.iter().filter_map(|(fact, kept)| Some((fact.as_str(), kept.answer.as_ref()?)))
    }

    fn subject(&self) -> Option<&Value> {
        self.answers.get(SUBJECT)?.answer.as_ref()
    }

    /// Takes the answers of another profile where they are newer than its own, or say what its own leave open.
    fn take_newer(&mut self, answers: BTreeMap<String, KeptAnswer>) {
        for (fact, found) in answers {
            let joined = match self.answers.get(&fact) {
                None if self.answers.len() >= MAX_ANSWERS => continue,
                None => found,
                Some(own) => own.joined(&found),
            };
            self.answers.insert(fact, joined);
        }
    }
}

/// Adds a profile from elsewhere to those of an account. Its answers go to the first profile with the same subject, else
/// to the first where one of both has none, else it becomes one more. Returns whether there was room.
// docs/decisions/0320
pub fn merge_profile(profiles: &mut Vec<ReaderProfile>, found: ReaderProfile) -> bool {
    let same = profiles.iter().position(|own| own.subject() == found.subject());
    let open = || profiles.iter().position(|own| own.subject().is_none() || found.subject().is_none());
    match same.or_else(open) {
        Some(place) => profiles[place].take_newer(found.answers),
        None if profiles.len() >= MAX_PROFILES => return false,
        None => profiles.push(ReaderProfile { name: found.name.free_among(profiles), ..found }),
    }
    true
}

impl ProfileAnswers {
    /// Reads the answers. A profile without any is left out: it would make a maybe of everything.
    pub fn read(book: &FactBook, profiles: Vec<ReaderProfile>) -> Self {
        let read = profiles.into_iter().map(|profile| {
            let answers = Answers::readable(book, profile.given());
            (Some(profile.name), answers)
        });
        Self::with_answers(read)
    }

    /// The answers of a visitor, whose profiles have no names here.
    pub fn unnamed(answers: impl Iterator<Item = Answers>) -> Self {
        Self::with_answers(answers.map(|answers| (None, answers)))
    }

    fn with_answers(profiles: impl Iterator<Item = (Option<ProfileName>, Answers)>) -> Self {
        Self { of: profiles.filter(|(_, answers)| !answers.is_empty()).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.of.is_empty()
    }

    /// The evaluation for all profiles; `None` if nothing is answered.
    pub fn evaluations<'a>(&'a self, book: &'a FactBook, figures: &'a DayFigures) -> Option<Evaluations<'a>> {
        let ((_, first), others) = self.of.split_first()?;
        Some(Evaluations::new(book, first, others.iter().map(|(_, answers)| answers), figures))
    }

    /// The names of the profiles at these places, as [`ProfileAnswers::name`]; empty without any.
    pub fn names(&self, places: &[usize]) -> String {
        places.iter().filter_map(|place| self.name(*place)).map(ProfileName::as_str).collect::<Vec<_>>().join(", ")
    }

    /// The name of the profile at this place of the evaluation; `None` if there is only one, which needs no name, and
    /// for a visitor's.
    pub fn name(&self, place: usize) -> Option<&ProfileName> {
        self.of.get(place).filter(|_| self.of.len() > 1).and_then(|(name, _)| name.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::domain::concern::{Truth, book};
    use crate::domain::duty;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    /// A profile with these answers of this second; `null` passes over a question.
    fn profile(name: &str, second: i64, answers: &Value) -> ReaderProfile {
        let mut profile = ReaderProfile::new(Uuid::nil(), ProfileName::parse(name).expect("a name"));
        for (fact, answer) in answers.as_object().expect("answers") {
            let skipped = answer.is_null().then(|| KeptAnswer::skipped(at(second)));
            let kept = skipped.unwrap_or_else(|| KeptAnswer::given(answer.clone(), at(second)));
            profile.answers.insert(fact.clone(), kept);
        }
        profile
    }

    fn shown(profiles: &[ReaderProfile]) -> Value {
        profiles.iter().map(|profile| json!({profile.name.as_str(): profile.facts()})).collect()
    }

    #[test]
    fn a_name_is_one_short_line() {
        assert_eq!(ProfileName::parse("  SRL-ul meu ").expect("a name").as_str(), "SRL-ul meu");
        assert!(ProfileName::parse(&"ș".repeat(MAX_NAME)).is_some());
        for bad in ["", "  ", "a\nb", "a\u{202e}b", &"a".repeat(MAX_NAME + 1)] {
            assert_eq!(ProfileName::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_newer_answer_wins_and_any_answer_replaces_a_skipped_question() {
        let mut own = vec![profile("Eu", 5, &json!({"subject": "person", "farms": false, "pension": null}))];
        let older = profile("x", 4, &json!({"subject": "person", "farms": true, "pension": true, "owns": ["home"]}));
        assert!(merge_profile(&mut own, older));
        assert_eq!(
            shown(&own),
            json!([{"Eu": {"subject": "person", "farms": false, "pension": true, "owns": ["home"]}}])
        );
        assert!(merge_profile(&mut own, profile("x", 6, &json!({"farms": true, "owns": null}))));
        assert_eq!(own[0].facts()["farms"], json!(true));
        assert_eq!(own[0].facts()["owns"], json!(["home"]), "passing over takes no answer away");
    }

    #[test]
    fn an_open_answer_takes_nothing_from_one_that_says_more() {
        let full = json!({"subject": "person", "situations": ["employee", "trades"], "passive_income": 30_000});
        let pressed = json!({
            "situations": {"yes": ["lets_property"], "unsure": [], "open": true},
            "passive_income": {"from": 24_300, "open": true},
        });
        let both = json!(["employee", "lets_property", "trades"]);
        for (own, found) in [((5, &full), (6, &pressed)), ((6, &pressed), (5, &full))] {
            let mut profiles = vec![profile("Eu", own.0, own.1)];
            assert!(merge_profile(&mut profiles, profile("x", found.0, found.1)));
            let facts = profiles[0].facts();
            assert_eq!((&facts["situations"], &facts["passive_income"]), (&both, &json!(30_000)));
        }
        let mut profiles = vec![profile("Eu", 6, &full)];
        assert!(merge_profile(&mut profiles, profile("x", 5, &pressed)));
        assert_eq!(profiles[0].facts()["situations"], full["situations"], "the newer answer says everything");
    }

    #[test]
    fn answers_about_another_subject_become_a_profile_of_their_own() {
        let mut own = vec![profile("Eu", 5, &json!({"subject": "person"}))];
        assert!(merge_profile(&mut own, profile("EU", 9, &json!({"subject": "srl", "employees": 3}))));
        assert!(merge_profile(&mut own, profile("x", 9, &json!({"subject": "srl", "vat": "monthly"}))));
        assert_eq!(
            shown(&own),
            json!([{"Eu": {"subject": "person"}}, {"EU 2": {"employees": 3, "subject": "srl", "vat": "monthly"}}])
        );
        let full = || (0..MAX_PROFILES).map(|number| profile(&number.to_string(), 1, &json!({"subject": "srl"})));
        let mut own: Vec<_> = full().collect();
        assert!(!merge_profile(&mut own, profile("x", 9, &json!({"subject": "person"}))));
        assert!(own.into_iter().eq(full()));
    }

    #[test]
    fn a_yes_of_any_profile_is_the_readers_and_names_the_profile() {
        let duties = duty::defaults();
        let criteria = |id: &str| duties.iter().find(|duty| duty.id == id).and_then(duty::Duty::criteria);
        let d300 = criteria("d300-monthly").expect("conditions");
        let vat = json!({"subject": "srl", "vat": "monthly", "gone": 1, "employees": "many"});
        let figures = DayFigures::built_in(jiff::civil::date(2026, 11, 26));
        let decide = |profiles: Vec<ReaderProfile>| {
            let answers = ProfileAnswers::read(book(), profiles);
            let evaluations = answers.evaluations(book(), &figures)?;
            let decision = evaluations.decide(Some(&d300));
            let reason = evaluations.reason(&d300, &decision).en;
            let name = answers.name(decision.profile).map(|name| name.as_str().to_owned());
            Some((decision.judged.truth, name, reason))
        };
        let person = || profile("Eu", 1, &json!({"subject": "person", "farms": false}));
        let srl = || profile("SRL-ul meu", 1, &vat);
        let (truth, name, reason) = decide(vec![person(), srl()]).expect("answers");
        assert_eq!((truth, name.as_deref()), (Truth::Yes, Some("SRL-ul meu")));
        assert!(reason.starts_with("because"), "{reason}");
        let open = profile("Alt SRL", 1, &json!({"subject": "srl"}));
        let (truth, name, _) = decide(vec![person(), open]).expect("answers");
        assert_eq!((truth, name.as_deref()), (Truth::Maybe, Some("Alt SRL")));
        let (truth, name, _) = decide(vec![person(), profile("Gol", 1, &json!({"gone": true}))]).expect("answers");
        assert_eq!((truth, name), (Truth::No, None), "a profile without readable answers decides nothing");
        assert!(decide(vec![profile("Gol", 1, &json!({"farms": null}))]).is_none());
    }
}
