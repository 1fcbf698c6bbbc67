//! The profiles of an account: its reader's answers, kept until the reader removes them. Nothing of them is logged.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

use super::asked::in_field;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Uid;
use crate::domain::concern::{
    Answers, Fact, KeptAnswer, MAX_ANSWERS, MAX_NAME, MAX_PROFILES, ProfileAnswers, ProfileName, ReaderProfile, book,
    merge_profile,
};
use crate::domain::text::shorten;
use crate::error::{Error, Result};
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers::{own, rate_limit};
use crate::store::{Reading, WriteTx, reader_profiles};

/// Maximum size of an answer as JSON, in bytes; the longest list of options has a quarter of it.
const MAX_ANSWER_BYTES: usize = 2_000;

/// A change of a profile; what is absent stays.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProfileInput)]
pub struct AnswersChange {
    /// The profile to change; absent for a new one, which needs a name.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub id: Option<Uuid>,
    /// Another than those of the account's other profiles.
    #[serde(default)]
    pub name: Option<String>,
    /// Answers by the ids of facts, as in `POST /concerns`; `null` removes one.
    #[serde(default)]
    #[schema(value_type = Object, example = json!({"vat": "monthly", "employees": null}))]
    pub facts: Map<String, Value>,
    /// The ids of questions that the reader passes over; those with an answer keep it.
    #[serde(default)]
    pub skipped: Vec<String>,
    /// Whether the reader agrees to keep an answer of a special category (`special_category` of the question) in the
    /// account; needed with such an answer.
    #[serde(default)]
    pub consent: bool,
}

/// Answers that a device kept while nobody was signed in.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DeviceAnswersInput)]
pub struct DeviceAnswers {
    /// The name if they become a profile of their own.
    pub name: String,
    /// Answers by the ids of facts, as in `POST /concerns`.
    #[schema(value_type = Object, example = json!({"subject": "person", "owns": ["home"]}))]
    pub facts: Map<String, Value>,
    /// The ids of questions that the reader passed over.
    #[serde(default)]
    pub skipped: Vec<String>,
    /// When each question was answered, by the ids of facts.
    #[serde(default)]
    #[schema(value_type = std::collections::HashMap<String, String>)]
    pub answered_at: BTreeMap<String, Timestamp>,
}

/// Lists the profiles of the account, oldest first.
pub async fn list(app: &App, actor: &Actor, uid: &str) -> Result<Vec<ReaderProfile>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    app.store
        .read(move |tx| {
            session_check::account(tx, &reader)?;
            Ok(reader_profiles::of(tx, &reader.uid)?)
        })
        .await
}

/// Changes a profile or adds one, and returns all profiles of the account.
///
/// # Errors
/// `invalid` in the field of an answer that cannot be read, in `name`, `skipped` or `consent`, and in `profiles` when
/// the account has [`MAX_PROFILES`]; `not_found` when the profile is gone.
pub async fn change(app: &App, actor: &Actor, uid: &str, change: AnswersChange) -> Result<Vec<ReaderProfile>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    check_answers(&change)?;
    let name = change.name.as_deref().map(parse_name).transpose()?;
    let now = rate_limit(app, &reader)?;
    let new_id = uuid_at(now);
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let mut profiles = reader_profiles::of(tx, &reader.uid)?;
            let place = match change.id {
                Some(id) => profiles.iter().position(|profile| profile.id == id).ok_or_else(no_such_profile)?,
                None if profiles.len() >= MAX_PROFILES => return Err(full()),
                None => profiles.len(),
            };
            let others = profiles.iter().zip(0..).filter(|(_, other)| *other != place);
            if let Some(name) = &name
                && others.into_iter().any(|(other, _)| other.name.is_like(name))
            {
                return Err(Error::invalid("name", "Another profile has this name."));
            }
            match (profiles.get_mut(place), name.clone()) {
                (None, None) => return Err(Error::invalid("name", "A new profile needs a name.")),
                (None, Some(name)) => profiles.push(ReaderProfile::new(new_id, name)),
                (Some(_), None) => {}
                (Some(profile), Some(name)) => profile.name = name,
            }
            apply(&mut profiles[place], &change, now)?;
            reader_profiles::put(tx, &reader.uid, &profiles)?;
            Ok(profiles)
        })
        .await
}

/// Adds the answers of a device to the account, and returns all profiles. The newer answer to a question wins, but for
/// what it leaves open; an answer without a time is older than any. Left out are answers that cannot be read, and those
/// of a special category: the account asks for them with a consent of its own.
///
/// # Errors
/// `invalid` in `name`, and in `profiles` when the answers need a profile of their own and the account has
/// [`MAX_PROFILES`].
pub async fn merge(app: &App, actor: &Actor, uid: &str, device: DeviceAnswers) -> Result<Vec<ReaderProfile>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let name = parse_name(&device.name)?;
    let now = rate_limit(app, &reader)?;
    let found = ReaderProfile { answers: of_device(&device, now), ..ReaderProfile::new(uuid_at(now), name) };
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let mut profiles = reader_profiles::of(tx, &reader.uid)?;
            if !found.answers.is_empty() {
                if !merge_profile(&mut profiles, found.clone()) {
                    return Err(full());
                }
                reader_profiles::put(tx, &reader.uid, &profiles)?;
            }
            Ok(profiles)
        })
        .await
}

/// Removes a profile, or all without an id, and returns those that are left.
pub async fn remove(app: &App, actor: &Actor, uid: &str, id: Option<Uuid>) -> Result<Vec<ReaderProfile>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let mut profiles = reader_profiles::of(tx, &reader.uid)?;
            profiles.retain(|profile| id.is_some_and(|id| profile.id != id));
            reader_profiles::put(tx, &reader.uid, &profiles)?;
            Ok(profiles)
        })
        .await
}

/// The answers of an account's profiles, for what is decided about the account: mails, notifications and calendars.
pub fn answers_of(tx: &dyn Reading, uid: &Uid) -> Result<ProfileAnswers> {
    Ok(ProfileAnswers::read(book(), reader_profiles::of(tx, uid)?))
}

/// Adds one account's profiles to those of another, where there is room.
pub(in crate::ops) fn copy(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<()> {
    let found = reader_profiles::of(tx, from)?;
    if found.is_empty() {
        return Ok(());
    }
    let mut profiles = reader_profiles::of(tx, to)?;
    for profile in found {
        merge_profile(&mut profiles, profile);
    }
    Ok(reader_profiles::put(tx, to, &profiles)?)
}

fn parse_name(name: &str) -> Result<ProfileName> {
    let invalid =
        || Error::invalid("name", format!("Use 1 to {MAX_NAME} characters, without line breaks and invisible ones."));
    ProfileName::parse(name).ok_or_else(invalid)
}

fn no_such_profile() -> Error {
    Error::not_found("There is no such profile.")
}

fn full() -> Error {
    Error::invalid("profiles", format!("An account has at most {MAX_PROFILES} profiles; remove one first."))
}

/// The fact with this id that a reader is asked about; the rate of the euro is none.
fn asked(id: &str) -> Option<&'static Fact> {
    book().id(id).map(|fact| book().fact(fact))
}

fn is_short(answer: &Value) -> bool {
    answer.to_string().len() <= MAX_ANSWER_BYTES
}

fn check_answers(change: &AnswersChange) -> Result<()> {
    Answers::read(book(), &change.facts).map_err(|problem| in_field("facts", problem))?;
    for (id, answer) in &change.facts {
        if !is_short(answer) || (asked(id).is_none() && !answer.is_null()) {
            let field = format!("facts.{}", shorten(id, 60));
            return Err(Error::invalid(field.clone(), format!("{field}: this is not an answer to keep")));
        }
        if asked(id).is_some_and(|fact| fact.special_category) && !answer.is_null() && !change.consent {
            let message = "An answer of a special category needs the reader's consent.";
            return Err(Error::invalid("consent", message));
        }
    }
    match change.skipped.iter().find(|id| asked(id).is_none()) {
        Some(id) => Err(Error::invalid("skipped", format!("skipped: there is no fact {:?}", shorten(id, 60)))),
        None => Ok(()),
    }
}

/// Applies the answers of a checked change.
fn apply(profile: &mut ReaderProfile, change: &AnswersChange, now: Timestamp) -> Result<()> {
    for (fact, answer) in &change.facts {
        if answer.is_null() {
            profile.answers.remove(fact);
        } else {
            profile.answers.insert(fact.clone(), KeptAnswer::given(answer.clone(), now));
        }
    }
    for fact in &change.skipped {
        profile.answers.entry(fact.clone()).or_insert(KeptAnswer::skipped(now)).skipped = true;
    }
    if profile.answers.len() > MAX_ANSWERS {
        return Err(Error::invalid("facts", format!("A profile keeps at most {MAX_ANSWERS} answers.")));
    }
    Ok(())
}

/// The answers of a device that an account takes.
fn of_device(device: &DeviceAnswers, now: Timestamp) -> BTreeMap<String, KeptAnswer> {
    let is_kept = |id: &str, answer: &Value| {
        let alone = Map::from_iter([(id.to_owned(), answer.clone())]);
        let is_open = asked(id).is_some_and(|fact| !fact.special_category);
        is_open && !answer.is_null() && is_short(answer) && Answers::read(book(), &alone).is_ok()
    };
    let at = |id: &str| device.answered_at.get(id).map_or(Timestamp::UNIX_EPOCH, |at| (*at).min(now));
    let given = device.facts.iter().filter(|(id, answer)| is_kept(id, answer));
    let is_skipped = |id: &String| device.skipped.contains(id);
    let kept = |id: &String, answer: &Value| KeptAnswer {
        skipped: is_skipped(id),
        ..KeptAnswer::given(answer.clone(), at(id))
    };
    let given = given.map(|(id, answer)| (id.clone(), kept(id, answer)));
    let skipped = device.skipped.iter().filter(|id| asked(id).is_some());
    let skipped = skipped.map(|id| (id.clone(), KeptAnswer::skipped(now)));
    // Of a question that is in both, the answer.
    skipped.chain(given).collect()
}
