//! What an account follows, and the settings of each follow.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bearer::OwnCall;
use super::error::Result;
use super::extract::NoParameters;
use super::json::json;
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::domain::Importance;
use crate::domain::duty::DutyText;
use crate::domain::follow::{FollowFrequency, FollowSettings, Pause};
use crate::error::Error;
use crate::ops::follows::{self, Follow, ListedFollow};
use crate::web::operation::TooManyRequests;

/// Something that the account follows, with what differs from the account's settings.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Follow)]
pub(super) struct FollowDto {
    /// As in `topics_followed`.
    name: String,
    since: Timestamp,
    /// The title of a deadline or a provision; absent for other follows, and if the deadline or the act's page no longer
    /// exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<DutyText>,
    /// The present number of a provision that laws renumbered since the follow began, such as `art. 121`; `name` and
    /// `title` have the number of that day.
    #[serde(skip_serializing_if = "Option::is_none")]
    present: Option<String>,
    /// When mails about it are sent; absent if the account's preferences decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    frequency: Option<FollowFrequency>,
    /// Least importance of its articles; absent if the account's settings decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    importance_from: Option<Importance>,
    /// Whether it stays on screens without notifications and mails.
    muted: bool,
    /// Whether it has no effect today.
    paused: bool,
    /// The day on which the pause ends; absent if only the reader ends it.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_until: Option<Date>,
}

/// The new settings of a follow. An absent field has its default value.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FollowInput {
    name: String,
    #[serde(default)]
    frequency: Option<FollowFrequency>,
    #[serde(default)]
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    importance_from: Option<Importance>,
    #[serde(default)]
    muted: bool,
    #[serde(default)]
    paused: bool,
    /// Ends the pause on this day; without it, `paused` lasts until the reader ends it.
    #[serde(default)]
    paused_until: Option<Date>,
}

impl FollowDto {
    fn new(web: &Web, ListedFollow { follow, present }: ListedFollow, today: Date) -> Result<Self, Error> {
        let Follow { name, since, settings } = follow;
        let paused = settings.is_paused(today);
        Ok(Self {
            title: follows::title(&web.app, &VISITOR, &name)?,
            name,
            present,
            since,
            frequency: settings.frequency,
            importance_from: settings.importance_from,
            muted: settings.muted,
            paused,
            paused_until: settings.paused.filter(|_| paused).and_then(|pause| pause.until),
        })
    }
}

/// Lists what the account follows, newest first.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listFollows", responses(
    (status = 200, description = "The follows", body = Vec<FollowDto>),
))]
pub(super) async fn list(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    let all = follows::list(&web.app, &actor, &uid).await?;
    shown(&web, all)
}

/// Replaces the settings of a follow; returns all follows.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeFollow", responses(
    (status = 200, description = "The follows after the change", body = Vec<FollowDto>),
    (status = 404, description = "`not_found`: the account does not follow this"),
    TooManyRequests,
))]
pub(super) async fn change(OwnCall { web, actor, uid }: OwnCall, Json(input): Json<FollowInput>) -> Result {
    let FollowInput { name, frequency, importance_from, muted, paused, paused_until } = input;
    let paused = (paused || paused_until.is_some()).then_some(Pause { until: paused_until });
    let settings = FollowSettings { frequency, importance_from, muted, paused };
    let all = follows::change(&web.app, &actor, &uid, name, settings, web.app.clock.today()).await?;
    shown(&web, all)
}

fn shown(web: &Web, follows: Vec<ListedFollow>) -> Result {
    let today = web.app.clock.today();
    let follows = follows.into_iter().map(|follow| FollowDto::new(web, follow, today));
    json(&follows.collect::<Result<Vec<_>, Error>>()?)
}
