//! What concerns one reader: the request, and its answer by duty and article.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::evaluate::Truth;
use super::question_text::NumberBand;
use crate::domain::duty_text::DutyText;
use paragraf_law::language::Language;

/// A reader's answers, and what to return about them. Other fields are ignored.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct ConcernRequest {
    /// The answers by the ids of facts; a fact without an answer is left out. `docs/concerns.md` lists facts and shapes.
    #[schema(value_type = Object, example = json!({"subject": "srl", "farms": false, "vat": "monthly", "employees": 3}))]
    pub facts: Map<String, Value>,
    /// The answers of the reader's other profiles. What concerns one of the profiles concerns the reader; the next
    /// question is that of `facts`.
    #[serde(default)]
    #[schema(value_type = Vec<Object>)]
    pub other_profiles: Vec<Map<String, Value>>,
    /// The ids of questions that the reader does not want to answer: they are not the next one.
    #[serde(default)]
    pub skipped: Vec<String>,
    /// The first day of `dates`; default today in Romania.
    #[serde(default)]
    pub today: Option<Date>,
    /// The last day of `dates`; default the end of the third month after `today`, at most two years after it.
    #[serde(default)]
    pub until: Option<Date>,
    /// Whether answers have `reason` and the other words.
    #[serde(default)]
    pub reasons: bool,
    /// The language of `what`; reasons have both.
    #[serde(default)]
    pub lang: Language,
}

/// What concerns a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConcernReport {
    /// The first day of `dates`.
    pub today: Date,
    /// The last day of `dates`.
    pub until: Date,
    /// By the ids of duties.
    pub duties: BTreeMap<String, ConcernAnswer>,
    /// By the slugs of articles.
    pub articles: BTreeMap<String, ConcernAnswer>,
    /// The days of duties and entries that are a yes, in order.
    pub dates: Vec<ConcernDate>,
    /// The fact whose question decides most; `null` when no question decides anything.
    #[schema(required)]
    pub next_question: Option<String>,
    /// The facts that belong on one screen with `next_question`, which is the first.
    pub next_screen: Vec<String>,
    /// The facts that do not apply to the reader, and options, such as `owns.vehicle`, that are not offered.
    pub not_applicable: Vec<String>,
}

/// Whether a duty or an article concerns a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConcernAnswer {
    #[serde(flatten)]
    pub part: PartAnswer,
    /// Why: after a yes it begins with "fiindcă" and "because", else it is a clause of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<DutyText>,
    /// What to verify when the answer is not certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verify: Option<DutyText>,
    /// The parts of `verify` with their profiles, where one is not about all profiles that the answer concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verify_by_profile: Vec<ProfileNote>,
    /// What the duty asks for, where the answers decide more of it than its general text `what`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<DutyText>,
    /// It is due only when this happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<DutyText>,
    /// A rare exception, which is not asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<DutyText>,
    /// The reader may choose to do it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Nothing is to be done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub information: bool,
    /// It concerns every private person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub everyone: bool,
    /// The ranges between which a number that is missing changes this answer, by the id of its fact, where they are fewer
    /// than the `bands` of the question.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub bands: BTreeMap<String, Vec<NumberBand>>,
    /// The steps of an article whose answer is another, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub steps: BTreeMap<String, PartAnswer>,
    /// The dated entries of an article whose answer is another, by their places in `deadlines`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub entries: BTreeMap<String, EntryAnswer>,
}

/// The answer to a dated entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct EntryAnswer {
    #[serde(flatten)]
    pub part: PartAnswer,
    /// Why it is a yes, if few answers decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<DutyText>,
    /// What to verify when the answer is not certain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub verify: Option<DutyText>,
    /// The parts of `verify` with their profiles, where one is not about all profiles that the answer concerns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verify_by_profile: Vec<ProfileNote>,
}

/// What is to be verified about some of the reader's profiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ProfileNote {
    pub words: DutyText,
    /// Their places, as in `profile`.
    pub profiles: Vec<usize>,
}

/// The answer alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PartAnswer {
    pub answer: Truth,
    /// `false`: a source only leans to the answer.
    pub certain: bool,
    /// What would decide a maybe: ids of facts that can be asked now; or `id:exact` for a number within the given
    /// band, `unsure:id.option` for what the reader does not know, `eur_rate` and `source`.
    pub missing: Vec<String>,
    /// The place of the profile that decided, if there are several: 0 is the one of `facts`, the others follow in the
    /// order of `other_profiles`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<usize>,
}

/// A day on which something is due.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ConcernDate {
    pub date: Date,
    /// The last working day before, if the date is not one: the law does not move it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_by: Option<Date>,
    /// The id of the duty, unless it is a day of an article alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<String>,
    /// The slug of the article; beside `duty`, the one whose entry has the same day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub article: Option<String>,
    /// The place of the entry in the `deadlines` of the article.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    /// The form to file.
    #[schema(required)]
    pub form: Option<String>,
    pub what: String,
    /// The places of the profiles for which it is due, if there are several.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub profiles: Vec<usize>,
}

impl From<PartAnswer> for ConcernAnswer {
    fn from(part: PartAnswer) -> Self {
        Self {
            part,
            reason: None,
            verify: None,
            verify_by_profile: Vec::new(),
            what: None,
            event: None,
            unless: None,
            optional: false,
            information: false,
            everyone: false,
            bands: BTreeMap::new(),
            steps: BTreeMap::new(),
            entries: BTreeMap::new(),
        }
    }
}
