//! Notifications that a reader has seen.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::bearer::OwnCall;
use super::error::Result;
use super::json::{Nothing, json_response, nothing, to_bytes};
use super::notification_subject::NotificationSubject;
use super::parameter_values::Lang;
use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::domain::notification::Reason;
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::read_notifications::{self, ReadArticle};

/// A notification that the reader has seen, with its article.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReadNotification)]
pub(super) struct ReadNotificationDto<'a> {
    slug: &'a str,
    title: &'a str,
    /// The language of the title.
    lang: Language,
    topic: &'a str,
    domains: &'a [String],
    /// As in articles.
    domain_keys: Vec<String>,
    notified_at: Timestamp,
    reason: Reason,
    read_at: Timestamp,
    #[serde(flatten)]
    subject: NotificationSubject,
}

/// Lists the notifications that the reader has seen, last read first: 100 at most, of the last 90 days.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listReadNotifications", responses(
    (status = 200, description = "The notifications", body = Vec<ReadNotificationDto<'static>>),
))]
pub(super) async fn list(OwnCall { web, actor, uid }: OwnCall, Lang(language): Lang) -> Result {
    let read = read_notifications::list(&web.app, &actor, &uid).await?;
    let mut subjects = Vec::with_capacity(read.len());
    for read in &read {
        subjects.push(NotificationSubject::of(&web, read.about.as_deref(), language).await?);
    }
    let write = move || {
        let revisions = read.iter().map(|read| read.article.article.unpack());
        let revisions = revisions.collect::<Result<Vec<_>, Error>>()?;
        let views: Vec<_> = revisions.iter().map(|revision| ArticleView::new(revision, language)).collect();
        let shown = read.iter().zip(&views).zip(subjects).map(|((read, view), subject)| dto(read, view, subject));
        to_bytes(&shown.collect::<Vec<_>>())
    };
    Ok(json_response(blocking("listing read notifications", write).await??))
}

fn dto<'a>(read: &ReadArticle, view: &'a ArticleView<'_>, subject: NotificationSubject) -> ReadNotificationDto<'a> {
    ReadNotificationDto {
        slug: view.slug.as_str(),
        title: view.title,
        lang: view.language,
        topic: view.topic,
        domains: view.domains,
        domain_keys: view.domain_keys(),
        notified_at: read.at,
        reason: read.reason,
        read_at: read.read_at,
        subject,
    }
}

/// Removes the notifications that the reader has seen.
#[utoipa::path(delete, path = "", tag = "readers", operation_id = "removeReadNotifications", responses(
    (status = 200, description = "Removed", body = Nothing),
))]
pub(super) async fn remove_all(OwnCall { web, actor, uid }: OwnCall) -> Result {
    read_notifications::remove_all(&web.app, &actor, &uid).await?;
    nothing()
}
