//! The days of the articles' dated entries, as JSON.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use jiff::civil::Date;
use jiff::{Span, ToSpan};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};
use utoipa::ToSchema;

use super::ArticleFilters;
use crate::catalogue::{ArticleView, Deadline, DeadlineList, DeadlineQuery};
use crate::domain::recurrence::ShiftReason;
use crate::domain::{AudienceRole, EntryKind, Language, working_days};
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::deadlines;
use crate::web::accepted::Accepted;
use crate::web::bearer::MaybeBearer;
use crate::web::body::{Body, BodyWith};
use crate::web::error::Result;
use crate::web::json::json_response;
use crate::web::operation::TooManyRequests;
use crate::web::parameter_values::{Lang, UpTo};
use crate::web::query::{Query, query};
use crate::web::reply::{Caching, make, send};
use crate::web::state::{VISITOR, Web};

const DEFAULT_LIMIT: u16 = 20;
const MAX_LIMIT: u16 = 1_000;

query! {
    /// The choice of days.
    pub(in crate::web) struct DeadlineParameters {
        lang: Lang,
        /// Default 20
        limit: Option<UpTo<MAX_LIMIT>>,
        /// The first day; default today
        from: Option<Date>,
        /// The last day, at most two years after `from`
        to: Option<Date>,
        /// Only what the signed-in account follows (by topic, tag or act, or by itself), and the days of articles that it tracks or bookmarked
        mine: Option<bool>,
        /// Default all
        kind: Option<EntryKind>,
        filters: ArticleFilters,
    }
}

/// A day of a dated entry, with the article it comes from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Deadline)]
pub(in crate::web) struct DeadlineDto<'a> {
    /// Stays the same in all revisions of the article, even when the day moves.
    id: String,
    date: Date,
    kind: EntryKind,
    /// Position in the article's `deadlines`.
    index: usize,
    /// Whether the entry has later days as well.
    recurring: bool,
    /// The day that the rule names, if the date is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    nominal: Option<Date>,
    /// Why the date is not the one that the rule names.
    #[serde(skip_serializing_if = "Option::is_none")]
    shift_reason: Option<ShiftReason>,
    /// Whether the date is a working day.
    working_day: bool,
    /// The last working day before, for a `due` day that is not one.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_by: Option<Date>,
    /// The date before an amendment of the article moved it.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved_from: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'a str>,
    what: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    who: Option<&'a str>,
    /// It is due only when this happens.
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    /// The entry's own roles, or those of the article.
    roles: &'a [AudienceRole],
    slug: &'a str,
    title: &'a str,
    topic: &'a str,
    domains: &'a [String],
    /// As in articles.
    domain_keys: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    act_citation: Option<String>,
    #[schema(minimum = 1, maximum = 5)]
    importance: u8,
    /// The ids of recurring duties with the same days.
    duties: &'a [String],
}

impl<'a> DeadlineDto<'a> {
    pub(in crate::web) fn new(deadline: &'a Deadline, language: Language) -> Self {
        let view = ArticleView::new(&deadline.revision, language);
        let Deadline { date, nominal, index, entry, history, revision } = deadline;
        let concern = revision.article.concerns.as_deref().filter(|_| entry.kind == EntryKind::Due);
        Self {
            id: deadline.id(),
            date: *date,
            kind: entry.kind,
            index: *index,
            recurring: entry.recurs.is_some(),
            nominal: Some(*nominal).filter(|nominal| nominal != date),
            shift_reason: deadline.shift_reason(),
            working_day: working_days::is_working_day(*date),
            file_by: deadline.file_by(),
            moved_from: history.moved_from.filter(|_| entry.date == Some(*date)),
            rule: entry.rule.as_deref(),
            what: &entry.what,
            who: entry.who.as_deref(),
            event: concern.and_then(|concern| concern.event.as_ref()).map(|event| event.get(language)),
            roles: deadline.roles(),
            slug: view.slug.as_str(),
            title: view.title,
            topic: view.topic,
            domains: view.domains,
            domain_keys: view.domain_keys(),
            act_citation: view.act_citation(),
            importance: view.importance.level(),
            duties: &entry.duties,
        }
    }
}

/// Lists days of the articles' dated entries, soonest first, from today in Romania.
///
/// Without `to`, a recurring entry is listed once, with its next day; with `to`, on each of its days. Within a day, the
/// most important articles come first.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listDeadlines", responses(
    (status = 200, description = "The days", body = Vec<DeadlineDto<'static>>, headers(("X-Total-Count" = u64, description = "How many days match"), ("ETag" = String))),
    (status = 401, description = "`invalid_user_token`: `mine` needs a signed-in account"),
    TooManyRequests,
))]
pub(in crate::web) async fn deadlines(
    State(web): State<Arc<Web>>,
    MaybeBearer(actor): MaybeBearer,
    accepted: Accepted,
    Query(parameters): Query<DeadlineParameters>,
) -> Result {
    let today = web.app.clock.today();
    let mine = parameters.mine.unwrap_or_default();
    let query = deadline_query(parameters, today)?;
    let language = query.articles.language;
    if mine {
        let query = deadlines::mine(&web.app, &actor, query, today).await?;
        let write = move || to_json(&deadlines::list(&web.app, &VISITOR, &query, today)?, language);
        return Ok(json_response(blocking("listing deadlines", write).await??));
    }
    let key = (web.catalogue_generation(), today, query);
    let body = match web.article_bodies.deadlines.get(&key) {
        Some(body) => body,
        None => {
            let (shared, query) = (Arc::clone(&web), key.2.clone());
            let write = move || {
                let list = deadlines::list(&shared.app, &VISITOR, &query, today)?;
                Ok(BodyWith { body: Body::json(to_json(&list, language)?).compacted(), value: list.total })
            };
            let body = Arc::new(make(&accepted, "listing deadlines", write).await?);
            // Clients choose ranges of days as freely as words: kept ones would fill the cache.
            if key.2.articles.may_be_kept(body.value == 0) && key.2.from.is_none() {
                web.article_bodies.deadlines.insert(key, Arc::clone(&body));
            }
            body
        }
    };
    let total = HeaderValue::from(body.value);
    let mut response = send(&accepted, body, Caching::Revalidate).await?;
    response.headers_mut().insert("x-total-count", total);
    Ok(response)
}

fn deadline_query(parameters: DeadlineParameters, today: Date) -> Result<DeadlineQuery, Error> {
    let DeadlineParameters { lang, limit, from, to, mine: _, kind, filters } = parameters;
    if let Some(to) = to {
        check_range(from.unwrap_or(today), to, 2.years())?;
    }
    let limit = limit.map_or(DEFAULT_LIMIT, |UpTo(limit)| limit).into();
    Ok(DeadlineQuery { articles: filters.list(lang.0), kind, from, to, interest: None, limit })
}

/// Refuses a range of days that ends before it begins, or that is longer than `longest`.
pub(super) fn check_range(from: Date, to: Date, longest: Span) -> Result<(), Error> {
    if to < from {
        Err(Error::invalid("to", "This day is before `from`."))
    } else if from.checked_add(longest).is_ok_and(|last| to > last) {
        Err(Error::invalid("to", "This day is too long after `from`."))
    } else {
        Ok(())
    }
}

/// Writes the days as a JSON array; one article is unpacked at a time.
fn to_json(list: &DeadlineList, language: Language) -> Result<Vec<u8>, Error> {
    let failed = |error: serde_json::Error| Error::internal("writing the deadlines", error);
    let mut json = Vec::new();
    let mut serializer = serde_json::Serializer::new(&mut json);
    let mut array = serializer.serialize_seq(None).map_err(failed)?;
    for deadline in list.iter() {
        array.serialize_element(&DeadlineDto::new(&deadline?, language)).map_err(failed)?;
    }
    array.end().map_err(failed)?;
    Ok(json)
}
