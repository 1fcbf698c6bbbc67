//! The limits of texts and lists in the API document, from the constants that enforce them. The UI takes its own from
//! here.
// docs/decisions/0425

use serde_json::{Map, Value, json};

use crate::catalogue::MAX_FILTER_TEXT;
use crate::domain::article::limits as article;
use crate::domain::concern::{MAX_ANSWERS, MAX_NAME as MAX_PROFILE_NAME, MAX_PROFILES};
use crate::domain::follow::{self, SEARCH_PREFIX};
use crate::domain::{ActId, Slug, account, desk, duty_text, kept_days, monthly_overview, passkey, password, report};
use crate::error::{Error, Result};
use crate::ops::accounts::provider::start::MAX_ADDITIONS;
use crate::ops::mail::preferences::MAX_TOPICS;
use crate::ops::private_calendars::MAX_ALARMS;
use crate::ops::{done_steps, follows};
use crate::web::analytics::MAX_EVENTS;
use crate::web::operator::ROWS_PER_PAGE;

/// A place of the document.
#[derive(Debug, Clone, Copy)]
enum LimitedPlace {
    /// A property of a schema.
    Property(&'static str, &'static str),
    /// A query parameter of a `GET`.
    Query(&'static str, &'static str),
    /// The list that a `GET` returns.
    List(&'static str),
}

/// The limit of a value.
#[derive(Debug, Clone, Copy)]
enum DocumentLimit {
    /// Characters of a text.
    Length(usize),
    /// Items of a list.
    Items(usize),
    /// Items of a list that begin with this text.
    ItemsWith(&'static str, usize),
    /// Entries of an object.
    Entries(usize),
    /// Characters of each text of an object.
    LengthOfEach(usize),
    /// Items of each list of an object.
    ItemsOfEach(usize),
}

use DocumentLimit::{Entries, Items, ItemsOfEach, ItemsWith, Length, LengthOfEach};
use LimitedPlace::{List, Property, Query};

const LIMITS: &[(LimitedPlace, DocumentLimit)] = &[
    (Property("AccountPageDto", "accounts"), Items(ROWS_PER_PAGE)),
    (Property("Act", "id"), Length(ActId::MAX_LEN)),
    (Property("AnalyticsEvents", "events"), Items(MAX_EVENTS)),
    (Property("ArticleSummary", "slug"), Length(Slug::MAX_LEN)),
    (Property("ArticleSummary", "title"), Length(article::TITLE)),
    (Property("ArticleSummary", "in_short"), Length(article::IN_SHORT)),
    (Property("ArticleSummary", "simple_explanation"), Length(article::LONG_TEXT)),
    (Property("ArticleSummary", "technical_summary"), Length(article::LONG_TEXT)),
    (Property("CalendarInput", "alarms"), Items(MAX_ALARMS)),
    (Property("ChangeInput", "display_name"), Length(account::MAX_NAME)),
    (Property("ChangeInput", "password"), Length(password::MAX_CHARS)),
    (Property("Concern", "event"), LengthOfEach(duty_text::MAX_TEXT)),
    (Property("Concern", "unless"), LengthOfEach(duty_text::MAX_TEXT)),
    (Property("Concern", "open_point"), LengthOfEach(duty_text::MAX_TEXT)),
    (Property("ConcernReason", "yes"), LengthOfEach(duty_text::MAX_TEXT)),
    (Property("ConcernReason", "no"), LengthOfEach(duty_text::MAX_TEXT)),
    (Property("ConcernRequest", "other_profiles"), Items(MAX_PROFILES - 1)),
    (Property("DatedEntry", "what"), Length(article::SHORT_TEXT)),
    (Property("EnrolFinalizeInput", "display_name"), Length(account::MAX_NAME)),
    (Property("FollowState", "topics_followed"), Items(follows::MAX_FOLLOWS)),
    (Property("FollowState", "topics_followed"), ItemsWith(SEARCH_PREFIX, follows::MAX_SEARCHES)),
    (Property("FollowTopic", "topicId"), Length(follow::MAX_NAME)),
    (Property("OutboxPageDto", "messages"), Items(ROWS_PER_PAGE)),
    (Property("PasskeyEnrollInput", "name"), Length(account::MAX_NAME)),
    (Property("PasskeyList", "passkeys"), Items(passkey::MAX_PASSKEYS)),
    (Property("PasskeyName", "name"), Length(account::MAX_NAME)),
    (Property("PreferencesChange", "topics"), Items(MAX_TOPICS)),
    (Property("Profile", "facts"), Entries(MAX_ANSWERS)),
    (Property("ProfileInput", "name"), Length(MAX_PROFILE_NAME)),
    (Property("RejectDraft", "reason"), Length(desk::MAX_REASON)),
    (Property("RenameInput", "display_name"), Length(account::MAX_NAME)),
    (Property("ReportPageDto", "reports"), Items(ROWS_PER_PAGE)),
    (Property("ResetInput", "new_password"), Length(password::MAX_CHARS)),
    (Property("SaveOverview", "introduction"), LengthOfEach(monthly_overview::MAX_INTRODUCTION)),
    (Property("SaveOverview", "articles"), Items(monthly_overview::MAX_ARTICLES)),
    (Property("SendReport", "message"), Length(report::MAX_MESSAGE)),
    (Property("SignUpInput", "display_name"), Length(account::MAX_NAME)),
    (Property("SignUpInput", "password"), Length(password::MAX_CHARS)),
    (Property("StartInput", "scopes"), Items(MAX_ADDITIONS)),
    (Property("StartInput", "parameters"), Entries(MAX_ADDITIONS)),
    (Property("Step", "text"), Length(article::STEP)),
    (Property("SubscriberPageDto", "subscribers"), Items(ROWS_PER_PAGE)),
    (Property("TickSteps", "steps"), Entries(done_steps::MAX_ARTICLES)),
    (Property("TickSteps", "steps"), ItemsOfEach(done_steps::MAX_PER_ARTICLE)),
    (Query("/lawchanges", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/search", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/search/suggest", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/deadlines", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/deadlines.ics", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/figures", "q"), Length(MAX_FILTER_TEXT)),
    (Query("/follows/volume", "name"), Length(follow::MAX_NAME)),
    (Query("/figures.csv", "q"), Length(MAX_FILTER_TEXT)),
    (List("/users/profiles/{uid}"), Items(MAX_PROFILES)),
];

/// Days that texts of the UI name.
const DAYS: &[(&str, i64)] = &[
    ("activity", kept_days::ACTIVITY),
    ("link", kept_days::LINK),
    ("message", kept_days::MESSAGE),
    ("readNotification", kept_days::READ_NOTIFICATION),
];

/// Adds the limits and the days to the document.
///
/// # Errors
/// `internal` for a limit of a place that the document does not have.
pub(super) fn add(document: &mut Value) -> Result<()> {
    for (place, limit) in LIMITS {
        let missing = || Error::internal("writing the OpenAPI document", anyhow::anyhow!("there is no {place:?}"));
        limit.write(place.of(document).ok_or_else(missing)?);
    }
    document["info"]["x-days"] =
        DAYS.iter().map(|(name, days)| ((*name).to_owned(), json!(days))).collect::<Map<_, _>>().into();
    Ok(())
}

impl LimitedPlace {
    fn of<'d>(&self, document: &'d mut Value) -> Option<&'d mut Value> {
        match self {
            Property(schema, name) => property(document["components"]["schemas"].get_mut(schema)?, name),
            Query(path, name) => {
                let parameters = document["paths"].get_mut(path)?["get"]["parameters"].as_array_mut()?;
                parameters.iter_mut().find(|parameter| parameter["name"] == *name)?.get_mut("schema")
            }
            List(path) => {
                let answer = &mut document["paths"].get_mut(path)?["get"]["responses"]["200"];
                answer.pointer_mut("/content/application~1json/schema")
            }
        }
    }
}

/// A property of a schema, or of one of the parts that it is made of.
fn property<'d>(schema: &'d mut Value, name: &str) -> Option<&'d mut Value> {
    if schema.get("allOf").is_none() {
        return schema.get_mut("properties")?.get_mut(name);
    }
    let parts = schema["allOf"].as_array_mut()?;
    parts.iter_mut().find_map(|part| part.get_mut("properties")?.get_mut(name))
}

impl DocumentLimit {
    fn write(self, value: &mut Value) {
        match self {
            Length(most) => value["maxLength"] = most.into(),
            Items(most) => value["maxItems"] = most.into(),
            ItemsWith(start, most) => {
                value["contains"] = json!({ "pattern": format!("^{start}") });
                value["minContains"] = json!(0);
                value["maxContains"] = most.into();
            }
            Entries(most) => value["maxProperties"] = most.into(),
            LengthOfEach(most) => value["additionalProperties"]["maxLength"] = most.into(),
            ItemsOfEach(most) => value["additionalProperties"]["maxItems"] = most.into(),
        }
    }
}
