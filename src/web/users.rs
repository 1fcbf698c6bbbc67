//! The marks of a signed-in reader: likes, bookmarks, followed topics and tracked articles.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::Response;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::articles::dto::ArticleSummaryDto;
use super::articles::{LANG, lists};
use super::bearer::Bearer;
use super::error::Result;
use super::extract::{Json, Parameters, PathParam, value};
use super::site::{json, private_json};
use super::state::Web;
use crate::catalogue::ListedArticle;
use crate::domain::{Language, Slug};
use crate::error::Error;
use crate::ops::done_steps::DoneSteps;
use crate::ops::follows::{self, FollowedTopics};
use crate::ops::readers::{self, CountedMark, MarkState, ReaderData, TrackedArticles};
use crate::web::operation::{ContentLanguage, InvalidQuery, NoSuchArticle, TooManyRequests, UidPath};

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
    /// A topic's id; `domain:` with a domain of a published article; `act:` with the id of an act's page; `deadline:`
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

/// A reader's account, marks and ticks; the lists of marks are newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UserData {
    uid: String,
    /// Absent for an account without an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(rename = "displayName")]
    display_name: String,
    #[serde(rename = "photoURL", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    photo_url: Option<String>,
    email_verified: bool,
    language: Language,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// Slugs.
    liked_law_changes: Vec<String>,
    /// Slugs.
    bookmarks: Vec<String>,
    notifications: UnreadNotifications,
    /// Topic ids, and other names in the one form of each: `domain:` with a folded domain, `act:` with the id of an act,
    /// `deadline:` with `slug.number` or `duty.id`, `search:` with a query whose parameters are sorted.
    topics_followed: Vec<String>,
    /// Slugs.
    articles_tracked: Vec<String>,
    /// Ids of steps and duties that are done, by article.
    #[schema(value_type = std::collections::HashMap<String, Vec<String>>)]
    done_steps: DoneSteps,
}

/// The unread notifications; the number on the bell is the total of all lists.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct UnreadNotifications {
    /// Slugs, newest notification first.
    pub articles: Vec<String>,
}

/// Parses the slug in a body.
///
/// # Errors
/// `not_found`: a malformed slug names no article.
pub(super) fn slug(text: &str) -> Result<Slug, Error> {
    Slug::parse(text).ok_or_else(|| Error::not_found("There is no such article."))
}

/// Reads the query of a call whose only parameter is `lang`.
pub(super) fn language(parameters: Parameters) -> Result<Language, Error> {
    let mut language = Language::default();
    parameters.each(|name, text| {
        if name == "lang" {
            language = value("lang", text, LANG)?;
        }
        Ok(name == "lang")
    })?;
    Ok(language)
}

/// Likes or unlikes an article.
#[utoipa::path(
    post, path = "/users/like-article", tag = "readers", operation_id = "likeArticle",
    request_body = LikeArticle,
    responses(
        (status = 200, description = "The new state", body = LikeState),
        NoSuchArticle,
        TooManyRequests,
    )
)]
pub(super) async fn like(State(web): State<Arc<Web>>, Bearer(actor): Bearer, Json(input): Json<LikeArticle>) -> Result {
    let LikeArticle { user_id, article_id, liked } = input;
    readers::check_own(&actor, &user_id)?;
    let MarkState { on, count } =
        readers::mark(&web.app, &actor, &user_id, CountedMark::Like, slug(&article_id)?, liked).await?;
    json(&LikeState { liked: on, likes: count })
}

/// Bookmarks an article or removes the bookmark.
#[utoipa::path(
    post, path = "/users/bookmark-article", tag = "readers", operation_id = "bookmarkArticle",
    request_body = BookmarkArticle,
    responses(
        (status = 200, description = "The new state", body = BookmarkState),
        NoSuchArticle,
        TooManyRequests,
    )
)]
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
#[utoipa::path(
    post, path = "/users/follow-topic", tag = "readers", operation_id = "followTopic",
    request_body = FollowTopic,
    responses(
        (status = 200, description = "The new state", body = FollowState),
        (status = 404, description = "`not_found`: there is nothing of this name to follow"),
        (status = 409, description = "`too_many_follows`: the account follows 500 things, or has 25 saved searches"),
        TooManyRequests,
    )
)]
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
#[utoipa::path(
    post, path = "/users/track-article", tag = "readers", operation_id = "trackArticle",
    request_body = TrackArticle,
    responses(
        (status = 200, description = "The new state", body = TrackState),
        NoSuchArticle,
        TooManyRequests,
    )
)]
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

/// Returns the reader's account with all likes, bookmarks, follows, ticks and notifications.
#[utoipa::path(
    get, path = "/users/user-data/{uid}", tag = "readers", operation_id = "getUserData",
    params(UidPath),
    responses(
        (status = 200, description = "The data", body = UserData),
        InvalidQuery,
    )
)]
pub(super) async fn user_data(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    parameters: Parameters,
) -> Result {
    parameters.each(|_, _| Ok(false))?;
    let ReaderData { account, likes, bookmarks, notifications, follows, tracked, done_steps } =
        readers::data(&web.app, &actor, &uid).await?;
    json(&UserData {
        uid: account.uid.to_string(),
        email: account.email.map(|email| email.as_str().to_owned()),
        display_name: account.display_name,
        photo_url: account.photo_url,
        email_verified: account.email_verified,
        language: account.language,
        created_at: account.created_at,
        liked_law_changes: likes,
        bookmarks,
        notifications: UnreadNotifications { articles: notifications },
        topics_followed: follows,
        articles_tracked: tracked,
        done_steps,
    })
}

/// Lists the published articles that the reader likes, newest like first.
#[utoipa::path(
    get, path = "/users/liked-articles/{uid}", tag = "readers", operation_id = "listLikedArticles",
    params(UidPath, ContentLanguage),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
        InvalidQuery,
    )
)]
pub(super) async fn liked(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    parameters: Parameters,
) -> Result {
    let language = language(parameters)?;
    let articles = readers::marked(&web.app, &actor, &uid, CountedMark::Like).await?;
    Ok(private_list(&articles, language, web.app.clock.today())?)
}

/// Lists the published articles that the reader bookmarked, newest bookmark first.
#[utoipa::path(
    get, path = "/users/bookmarked-articles/{uid}", tag = "readers", operation_id = "listBookmarkedArticles",
    params(UidPath, ContentLanguage),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
        InvalidQuery,
    )
)]
pub(super) async fn bookmarked(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    parameters: Parameters,
) -> Result {
    let language = language(parameters)?;
    let articles = readers::marked(&web.app, &actor, &uid, CountedMark::Bookmark).await?;
    Ok(private_list(&articles, language, web.app.clock.today())?)
}

/// Lists the published articles that the reader tracks, newest first.
#[utoipa::path(
    get, path = "/users/tracked-articles/{uid}", tag = "readers", operation_id = "listTrackedArticles",
    params(UidPath, ContentLanguage),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
        InvalidQuery,
    )
)]
pub(super) async fn tracked(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    parameters: Parameters,
) -> Result {
    let language = language(parameters)?;
    let articles = readers::tracked(&web.app, &actor, &uid).await?;
    Ok(private_list(&articles, language, web.app.clock.today())?)
}

fn private_list(articles: &[ListedArticle], language: Language, today: Date) -> Result<Response<Body>, Error> {
    let mut json = Vec::new();
    lists::write_json(&mut json, articles, language, today)?;
    Ok(private_json(json))
}
