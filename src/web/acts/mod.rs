//! Acts as JSON.

mod dto;
mod history;

use std::sync::Arc;

use axum::extract::State;

use self::dto::ActPageDto;
use self::history::ActHistoryDto;
use super::accepted::Accepted;
use super::error::Result;
use super::extract::PathParam;
use super::json::to_body;
use super::parameter_values::Lang;
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::domain::ActId;
use crate::error::Error;
use crate::ops::{act_history, act_pages};

/// Returns an act with the articles about it, the acts that it changes and its consolidated forms.
///
/// The id is that of the act's page: kind, number, year and, where several bodies number acts of the kind, the issuer.
/// An act has a page only if a published article is about it or names it.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getAct", responses(
    (status = 200, description = "The act; its `id` may write the issuer differently from the requested one", body = ActPageDto<'static>),
    (status = 404, description = "`not_found`: there is no such act, or several of other issuers"),
))]
pub(super) async fn act(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    accepted: Accepted,
    Lang(language): Lang,
) -> Result {
    let id = parse(&id)?;
    let today = web.app.clock.today();
    let made = async {
        let page = act_pages::page(&web.app, &VISITOR, &id, language).await?;
        make(&accepted, "writing an act", move || to_body(&ActPageDto::new(&page, language))).await
    };
    let key = (web.generations(), today, language, id.clone());
    let body = web.bodies.acts.get_or_make(key, made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Returns what changed in an act, the newest first, by which acts, with each provision before and after.
///
/// Changes come from the stored consolidated forms, each compared with the next. Acts with a published article whose
/// changes no later form shows are listed with the operations that rules read in them.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getActHistory", responses(
    (status = 200, description = "The history; `lang` is the language of citations and titles", body = ActHistoryDto<'static>),
    (status = 404, description = "`not_found`: there is no such act"),
))]
pub(super) async fn history(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    accepted: Accepted,
    Lang(language): Lang,
) -> Result {
    let id = parse(&id)?;
    let made = async {
        let history = act_history::history(&web.app, &VISITOR, &id).await?;
        make(&accepted, "writing a history", move || to_body(&ActHistoryDto::new(&history, language))).await
    };
    let key = (web.generations(), language, id.clone());
    let body = web.bodies.act_histories.get_or_make(key, made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

fn parse(id: &str) -> Result<ActId, Error> {
    ActId::parse(id).ok_or_else(|| Error::not_found("There is no such act."))
}
