//! A reader's notifications.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Web;
use super::articles::dto::ArticleSummaryDto;
use super::bearer::Bearer;
use super::error::Result;
use super::extract::{Json, OptionalJson, Parameters, PathUid};
use super::site::json;
use super::users::{UnreadNotifications, language, slug};
use crate::domain::notification::Reason;
use crate::domain::{Language, Slug};
use crate::error::Problem;
use crate::ops::notifications::{self, Cleared, NotifiedArticle};
use crate::ops::readers;

/// An article that the reader is notified of.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotifiedArticle)]
pub(super) struct NotifiedArticleDto<'a> {
    #[serde(flatten)]
    summary: ArticleSummaryDto<'a>,
    #[schema(value_type = String, format = DateTime)]
    notified_at: Timestamp,
    reason: Reason,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClearArticle {
    /// An article's slug.
    article_id: String,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ClearNotifications {
    /// The slugs that the reader has seen, so that later notifications stay; without it, all are cleared.
    #[serde(default)]
    article_ids: Option<Vec<String>>,
}

#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ClearState {
    /// False if there was nothing to clear.
    cleared: bool,
    notifications: UnreadNotifications,
}

/// The articles that the reader is notified of, newest notification first.
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
    let notified = notifications::list(&web.app, &actor, &uid).await?;
    let views: Vec<_> = notified.iter().map(|notified| notified.article.article.view(language)).collect();
    let dto = |(notified, view): (&NotifiedArticle, _)| NotifiedArticleDto {
        summary: ArticleSummaryDto::new(view, notified.article.counts),
        notified_at: notified.at,
        reason: notified.reason,
    };
    json(&notified.iter().zip(&views).map(dto).collect::<Vec<_>>())
}

/// Clears the notification about an article.
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
    readers::check_own(&actor, &uid)?;
    state(notifications::clear(&web.app, &actor, &uid, slug(&input.article_id)?).await?)
}

/// Clears the notifications about several articles, or all.
#[utoipa::path(
    post, path = "/notifications/{uid}/clear", tag = "readers", operation_id = "clearNotifications",
    params(("uid" = String, Path, description = "The token's own account")),
    request_body = ClearNotifications, security(("bearer" = [])),
    responses(
        (status = 200, description = "What is left", body = ClearState),
        (status = 400, description = "Not the documented shape", body = Problem),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
    )
)]
pub(super) async fn clear_all(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathUid(uid): PathUid,
    OptionalJson(input): OptionalJson<ClearNotifications>,
) -> Result {
    // A malformed slug cannot be among the notifications.
    let named = input.article_ids.map(|ids| ids.iter().filter_map(|id| Slug::parse(id)).collect());
    state(notifications::clear_all(&web.app, &actor, &uid, named).await?)
}

fn state(Cleared { cleared, left }: Cleared) -> Result {
    let articles = left.iter().map(ToString::to_string).collect();
    json(&ClearState { cleared, notifications: UnreadNotifications { articles } })
}
