//! How many articles a follow would announce.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::Result;
use super::extract::{Parameters, parse_importance};
use super::json::json;
use super::network::ClientNetwork;
use super::operation::{InvalidQuery, TooManyRequests};
use super::state::{VISITOR, Web};
use crate::domain::Importance;
use crate::error::Error;
use crate::ops::follows;
use crate::rate_limit::Limit;

/// The articles that a follow would have announced.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowVolume {
    /// Absent for a deadline, which announces no articles.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    articles: Option<usize>,
    /// The days that are counted, up to today.
    days: i32,
}

/// Counts the articles of the last 90 days that a topic, a tag, an act, a provision or a search would have announced.
#[utoipa::path(
    get, path = "/follows/volume", tag = "articles", operation_id = "getFollowVolume",
    params(
        ("name" = String, Query, description = "As `topicId` of `/users/follow-topic`"),
        ("importance_from" = Option<u8>, Query, minimum = 1, maximum = 5, description = "Default 1"),
    ),
    responses(
        (status = 200, description = "The number of articles", body = FollowVolume),
        InvalidQuery,
        (status = 404, description = "`not_found`: there is nothing of this name to follow"),
        TooManyRequests,
    )
)]
pub(super) async fn volume(State(web): State<Arc<Web>>, network: ClientNetwork, parameters: Parameters) -> Result {
    web.count(Limit::FollowVolume, network)?;
    let (mut name, mut from) = (None, Importance::TRIVIAL);
    parameters.each(|parameter, text| {
        match parameter {
            "name" => name = Some(text.to_owned()),
            "importance_from" => from = parse_importance("importance_from", text)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let name = name.ok_or_else(|| Error::invalid("name", "This parameter is missing."))?;
    let articles = follows::volume(&web.app, &VISITOR, &name, from).await?;
    json(&FollowVolume { articles, days: follows::VOLUME_DAYS })
}
