//! A reader's notifications (calls 8 and 9 of the specification).

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Web;
use super::bearer::Bearer;
use super::error::Result;
use super::extract::{Json, Parameters, PathUid};
use super::site::{json, private_json};
use super::users::{UnreadNotifications, language, slug};
use crate::catalogue::dto::NotifiedArticleDto;
use crate::domain::Language;
use crate::error::Problem;
use crate::ops::notifications::{self, Cleared};
use crate::ops::readers;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClearArticle {
    /// An article's slug.
    article_id: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClearState {
    /// False when the article was not among the notifications.
    cleared: bool,
    notifications: UnreadNotifications,
}

/// The articles of which the reader is notified, newest notification first.
#[utoipa::path(
    get, path = "/notifications/{uid}", tag = "readers", operation_id = "listNotifications",
    params(
        ("uid" = String, Path, description = "The token's own account"),
        ("lang" = Option<Language>, Query, description = "Default `ro`"),
    ),
    security(("bearer" = [])),
    responses(
        (status = 200, description = "The articles", body = Vec<NotifiedArticleDto<'static>>),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
    )
)]
pub(super) async fn list(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathUid(uid): PathUid,
    parameters: Parameters,
) -> Result {
    let language = language(parameters)?;
    Ok(private_json(notifications::list(&web.app, &actor, &uid, language).await?))
}

/// Takes an article from the notifications, because its reader saw it.
#[utoipa::path(
    post, path = "/notifications/{uid}/clear-article", tag = "readers", operation_id = "clearNotification",
    params(("uid" = String, Path, description = "The token's own account")),
    request_body = ClearArticle, security(("bearer" = [])),
    responses(
        (status = 200, description = "What is left", body = ClearState),
        (status = 400, description = "Not the documented shape", body = Problem),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
        (status = 404, description = "Not an article's name", body = Problem),
    )
)]
pub(super) async fn clear(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathUid(uid): PathUid,
    Json(input): Json<ClearArticle>,
) -> Result {
    readers::check(&actor, &uid)?;
    let Cleared { cleared, left } = notifications::clear(&web.app, &actor, &uid, slug(&input.article_id)?).await?;
    let articles = left.iter().map(ToString::to_string).collect();
    json(&ClearState { cleared, notifications: UnreadNotifications { articles } })
}
