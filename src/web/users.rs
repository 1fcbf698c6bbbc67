//! A signed-in reader's account with its marks, and the lists of marked articles.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::articles::dto::ArticleSummaryDto;
use super::articles::lists;
use super::bearer::OwnCall;
use super::error::Result;
use super::extract::NoParameters;
use super::json::{json, json_response};
use super::parameter_values::Lang;
use super::state::Web;
use crate::catalogue::ListedArticle;
use crate::domain::Language;
use crate::ops::blocking::blocking;
use crate::ops::done_steps::DoneSteps;
use crate::ops::readers::{self, CountedMark, ReaderData};

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
    photo_url: Option<String>,
    email_verified: bool,
    language: Language,
    created_at: Timestamp,
    /// Slugs.
    liked_law_changes: Vec<String>,
    /// Slugs.
    bookmarks: Vec<String>,
    notifications: UnreadNotifications,
    /// Topic ids, and other follows by a name with one spelling each: `domain:` with a folded domain, `act:` with the
    /// id of an act, `provision:` with such an id, `:` and a provision (`lege-227-2015:art. 120`), `deadline:` with `slug.number` or `duty.id`, `search:` with a query whose parameters are sorted.
    topics_followed: Vec<String>,
    /// The domains that these names have, by their folded form: each as the newest article has it. Without those that no
    /// article has any longer.
    domains_followed: BTreeMap<String, String>,
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

/// Returns the reader's account with all likes, bookmarks, follows, ticks and notifications.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "getUserData", responses(
    (status = 200, description = "The data", body = UserData),
))]
pub(super) async fn user_data(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    let ReaderData { account, likes, bookmarks, notifications, follows, domains, tracked, done_steps } =
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
        domains_followed: domains,
        articles_tracked: tracked,
        done_steps,
    })
}

/// Lists the published articles that the reader likes, newest like first.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listLikedArticles", responses(
    (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
))]
pub(super) async fn liked(OwnCall { web, actor, uid }: OwnCall, Lang(language): Lang) -> Result {
    private_list(&web, readers::marked(&web.app, &actor, &uid, CountedMark::Like).await?, language).await
}

/// Lists the published articles that the reader bookmarked, newest bookmark first.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listBookmarkedArticles", responses(
    (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
))]
pub(super) async fn bookmarked(OwnCall { web, actor, uid }: OwnCall, Lang(language): Lang) -> Result {
    private_list(&web, readers::marked(&web.app, &actor, &uid, CountedMark::Bookmark).await?, language).await
}

/// Lists the published articles that the reader tracks, newest first.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listTrackedArticles", responses(
    (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>),
))]
pub(super) async fn tracked(OwnCall { web, actor, uid }: OwnCall, Lang(language): Lang) -> Result {
    private_list(&web, readers::tracked(&web.app, &actor, &uid).await?, language).await
}

async fn private_list(web: &Web, articles: Vec<ListedArticle>, language: Language) -> Result {
    let today = web.app.clock.today();
    let write = move || {
        let mut json = Vec::new();
        lists::write_json(&mut json, &articles, language, today).map(|()| json)
    };
    Ok(json_response(blocking("writing the list", write).await??))
}
