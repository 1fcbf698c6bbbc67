//! How many articles a follow would announce.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::error::Result;
use super::json::json;
use super::network::ClientNetwork;
use super::operation::TooManyRequests;
use super::query::{Query, query};
use super::state::{VISITOR, Web};
use crate::domain::Importance;
use crate::ops::follows;
use crate::rate_limit::Limit;

query! {
    /// Which follow.
    pub(super) struct VolumeParameters {
        /// As `topicId` of `/users/follow-topic`
        name: String,
        /// Default 1
        importance_from: Option<Importance>,
    }
}

/// The articles that a follow would have announced.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowVolume {
    /// Absent for a deadline, which announces no articles.
    #[serde(skip_serializing_if = "Option::is_none")]
    articles: Option<usize>,
    /// The days that are counted, up to today.
    days: i32,
}

/// Counts the articles of the last 90 days that a topic, a tag, an act, a provision or a search would have announced.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getFollowVolume", responses(
    (status = 200, description = "The number of articles", body = FollowVolume),
    (status = 404, description = "`not_found`: there is nothing of this name to follow"),
    TooManyRequests,
))]
pub(super) async fn volume(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    Query(VolumeParameters { name, importance_from }): Query<VolumeParameters>,
) -> Result {
    web.count(Limit::FollowVolume, network)?;
    let from = importance_from.unwrap_or(Importance::TRIVIAL);
    let articles = follows::volume(&web.app, &VISITOR, &name, from).await?;
    json(&FollowVolume { articles, days: follows::VOLUME_DAYS })
}
