//! The marks of a signed-in reader: likes, bookmarks, followed topics and tracked articles.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::bearer::Bearer;
use super::error::Result;
use super::extract::slug;
use super::json::json;
use super::request_body::Json;
use super::state::Web;
use crate::ops::follows::{self, FollowedTopics};
use crate::ops::readers::{self, CountedMark, MarkState, TrackedArticles};
use crate::web::operation::{NoSuchArticle, TooManyRequests};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LikeArticle {
    /// The uid of the token's account.
    user_id: String,
    /// An article's slug.
    article_id: String,
    /// The wanted state; without it the like is toggled.
    #[serde(default)]
    liked: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookmarkArticle {
    /// The uid of the token's account.
    user_id: String,
    /// An article's slug.
    article_id: String,
    /// The wanted state; without it the bookmark is toggled.
    #[serde(default)]
    bookmarked: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct FollowTopic {
    /// The uid of the token's account.
    user_id: String,
    /// A topic's id; `domain:` with a domain of a published article; `act:` with the id of an act's page;
    /// `provision:` with such an id, `:` and one provision in any spelling (`lege-227-2015:art. 120 alin. (2)`); `deadline:`
    /// with the id of a day of `/deadlines` or `/duties`; or `search:` with the query of `/search`, without `lang`.
    topic_id: String,
    /// The wanted state; without it following is toggled.
    #[serde(default)]
    followed: Option<bool>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TrackArticle {
    /// The uid of the token's account.
    user_id: String,
    /// An article's slug.
    article_id: String,
    /// The wanted state; without it tracking is toggled.
    #[serde(default)]
    tracked: Option<bool>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct LikeState {
    liked: bool,
    /// How many readers like the article.
    likes: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct BookmarkState {
    bookmarked: bool,
    /// How many readers bookmarked the article.
    bookmarks: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct FollowState {
    followed: bool,
    /// Newest first.
    topics_followed: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TrackState {
    tracked: bool,
    /// Slugs, newest first.
    articles_tracked: Vec<String>,
}

/// Likes or unlikes an article.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "likeArticle", responses(
    (status = 200, description = "The new state", body = LikeState),
    NoSuchArticle,
    TooManyRequests,
))]
pub(super) async fn like(State(web): State<Arc<Web>>, Bearer(actor): Bearer, Json(input): Json<LikeArticle>) -> Result {
    let LikeArticle { user_id, article_id, liked } = input;
    readers::check_own(&actor, &user_id)?;
    let MarkState { on, count } =
        readers::mark(&web.app, &actor, &user_id, CountedMark::Like, slug(&article_id)?, liked).await?;
    json(&LikeState { liked: on, likes: count })
}

/// Bookmarks an article or removes the bookmark.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "bookmarkArticle", responses(
    (status = 200, description = "The new state", body = BookmarkState),
    NoSuchArticle,
    TooManyRequests,
))]
pub(super) async fn bookmark(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    Json(input): Json<BookmarkArticle>,
) -> Result {
    let BookmarkArticle { user_id, article_id, bookmarked } = input;
    readers::check_own(&actor, &user_id)?;
    let MarkState { on, count } =
        readers::mark(&web.app, &actor, &user_id, CountedMark::Bookmark, slug(&article_id)?, bookmarked).await?;
    json(&BookmarkState { bookmarked: on, bookmarks: count })
}

/// Follows or unfollows a topic, a tag, an act, a deadline or a search.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "followTopic", responses(
    (status = 200, description = "The new state", body = FollowState),
    (status = 404, description = "`not_found`: there is nothing of this name to follow"),
    (status = 409, description = "`too_many_follows`: the account follows 500 things, or has 25 saved searches"),
    TooManyRequests,
))]
pub(super) async fn follow(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    Json(input): Json<FollowTopic>,
) -> Result {
    let FollowTopic { user_id, topic_id, followed } = input;
    let FollowedTopics { on, all } = follows::follow(&web.app, &actor, &user_id, &topic_id, followed).await?;
    json(&FollowState { followed: on, topics_followed: all })
}

/// Tracks an article, whose later revisions become notifications, or stops tracking it.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "trackArticle", responses(
    (status = 200, description = "The new state", body = TrackState),
    NoSuchArticle,
    TooManyRequests,
))]
pub(super) async fn track(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    Json(input): Json<TrackArticle>,
) -> Result {
    let TrackArticle { user_id, article_id, tracked } = input;
    readers::check_own(&actor, &user_id)?;
    let TrackedArticles { on, all } = readers::track(&web.app, &actor, &user_id, slug(&article_id)?, tracked).await?;
    json(&TrackState { tracked: on, articles_tracked: all })
}
