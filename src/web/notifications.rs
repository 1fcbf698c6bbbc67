//! A reader's notifications.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::articles::dto::ArticleSummaryDto;
use super::bearer::OwnCall;
use super::error::Result;
use super::extract::slug;
use super::json::{json, json_response, to_bytes};
use super::notification_subject::NotificationSubject;
use super::parameter_values::Lang;
use super::request_body::{Json, OptionalJson};
use super::users::UnreadNotifications;
use crate::catalogue::ArticleView;
use crate::domain::Slug;
use crate::domain::notification::Reason;
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::notifications::{self, Cleared};
use crate::web::operation::NoSuchArticle;

/// An article that the reader is notified of.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NotifiedArticle)]
pub(super) struct NotifiedArticleDto<'a> {
    #[serde(flatten)]
    summary: ArticleSummaryDto<'a>,
    notified_at: Timestamp,
    reason: Reason,
    #[serde(flatten)]
    subject: NotificationSubject,
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

/// Lists the articles that the reader is notified of, newest notification first.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listNotifications", responses(
    (status = 200, description = "The articles", body = Vec<NotifiedArticleDto<'static>>),
))]
pub(super) async fn list(OwnCall { web, actor, uid }: OwnCall, Lang(language): Lang) -> Result {
    let notified = notifications::list(&web.app, &actor, &uid).await?;
    let today = web.app.clock.today();
    let mut subjects = Vec::with_capacity(notified.len());
    for notified in &notified {
        subjects.push(NotificationSubject::of(&web, notified.about.as_deref(), language).await?);
    }
    let write = move || {
        let revisions = notified.iter().map(|notified| notified.article.article.unpack());
        let revisions = revisions.collect::<Result<Vec<_>, Error>>()?;
        let current = revisions.iter().zip(&notified);
        let views: Vec<_> = current
            .map(|(revision, notified)| ArticleView::current(revision, &notified.article.article, language))
            .collect();
        let shown = notified.iter().zip(&views).zip(subjects).map(|((notified, view), subject)| NotifiedArticleDto {
            summary: ArticleSummaryDto::new(view, notified.article.counts, today),
            notified_at: notified.at,
            reason: notified.reason,
            subject,
        });
        to_bytes(&shown.collect::<Vec<_>>())
    };
    Ok(json_response(blocking("listing notifications", write).await??))
}

/// Clears the notification about an article.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "clearNotification", responses(
    (status = 200, description = "The remaining notifications", body = ClearState),
    NoSuchArticle,
))]
pub(super) async fn clear(OwnCall { web, actor, uid }: OwnCall, Json(input): Json<ClearArticle>) -> Result {
    state(notifications::clear(&web.app, &actor, &uid, slug(&input.article_id)?).await?)
}

/// Clears the notifications about several articles, or all.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "clearNotifications", responses(
    (status = 200, description = "The remaining notifications", body = ClearState),
))]
pub(super) async fn clear_all(
    OwnCall { web, actor, uid }: OwnCall,
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
