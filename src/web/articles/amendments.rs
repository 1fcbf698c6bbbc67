//! What the act of an article changes in the texts of other acts.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::act::ActDto;
use crate::domain::amendment::{ActAmendments, Amendment};
use crate::domain::{Language, Slug};
use crate::ops::{amendments, browse};
use crate::web::accepted::Accepted;
use crate::web::error::Result;
use crate::web::extract::{PathParam, slug};
use crate::web::json::to_body;
use crate::web::operation::NoSuchArticle;
use crate::web::parameter_values::Lang;
use crate::web::reply::{Caching, make, send};
use crate::web::state::{VISITOR, Web};

/// An act whose text is amended, with the provisions before and after.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AmendedAct)]
pub(in crate::web) struct AmendedActDto<'a> {
    act: ActDto<'a>,
    /// The day from which the earlier text was in force. Absent if no earlier form of the act is stored; then no
    /// operation was applied.
    #[serde(skip_serializing_if = "Option::is_none")]
    form_date: Option<Date>,
    /// Where the form can be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    form_url: Option<&'a str>,
    /// The number of operations.
    found: u32,
    /// The number of operations that were applied by rules.
    applied: u32,
    /// The operations in the order of the amending act; fewer than `found` if there are very many.
    amendments: &'a [Amendment],
}

impl<'a> AmendedActDto<'a> {
    pub(in crate::web) fn new(amended: &'a ActAmendments, language: Language) -> Self {
        let form = amended.form.as_ref();
        Self {
            act: ActDto::new(&amended.act, language),
            form_date: form.map(|form| form.date),
            form_url: form.map(|form| form.url.as_str()).filter(|url| url.starts_with("http")),
            found: amended.found,
            applied: amended.applied,
            amendments: &amended.amendments,
        }
    }
}

/// Lists the acts that the act of an article amends, with each provision before and after.
///
/// Rules apply the operations to the last stored form of each act from before the change. An operation that the rules
/// do not understand is listed with its text.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listAmendments", responses(
    (status = 200, description = "The amended acts; `lang` is the language of their citations", body = Vec<AmendedActDto<'static>>),
    NoSuchArticle,
))]
pub(in crate::web) async fn amendments(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    accepted: Accepted,
    Lang(language): Lang,
) -> Result {
    let slug: Slug = slug(&name)?;
    let listed = browse::article(&web.app, &VISITOR, &slug)?;
    // Read before the content, which is then at least as new.
    let generation = web.app.amendments_generation.load(Ordering::Acquire);
    let made = async {
        let article = listed.article.unpack()?.article;
        let acts = amendments::of_article(&web.app, &VISITOR, listed.article.id, article).await?;
        let write = move || {
            let shown = acts.iter().map(|act| AmendedActDto::new(act, language));
            to_body(&shown.collect::<Vec<_>>())
        };
        make(&accepted, "writing amendments", write).await
    };
    let key = (listed.article.id, generation, language);
    let body = web.article_bodies.amendments.get_or_make(key, made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
