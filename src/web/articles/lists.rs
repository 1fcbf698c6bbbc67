//! Ready-made responses of `GET /lawchanges`.
//!
//! A list is made at the first request for it and serves all later ones, until the articles change, a day ends in
//! Romania, or its counts of likes and bookmarks are too old. The request that finds old counts makes the next list;
//! requests in the meantime get the previous one.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use arc_swap::ArcSwapOption;
use axum::http::HeaderValue;
use jiff::civil::Date;
use serde::ser::{SerializeSeq, Serializer};
use tokio::sync::Semaphore;

use super::dto::ArticleSummaryDto;
use crate::app::App;
use crate::catalogue::{ArticleList, ArticleView, CountsMoment, ListQuery, ListedArticle};
use crate::domain::Language;
use crate::error::{Error, Result};
use crate::ops::{Actor, browse};
use crate::web::accepted::Accepted;
use crate::web::body::cache::BodyCache;
use crate::web::body::writer::BodyWriter;
use crate::web::body::{Body, Encoding};
use crate::web::reply::{make, make_for_all};

/// Memory for filtered lists and pages.
const FILTERED_BYTES: u64 = 16 << 20;

/// A list or one page of it.
pub(in crate::web) struct ListBody {
    pub(super) body: Body,
    /// How many articles match, on all pages.
    pub(super) total: HeaderValue,
    /// `Link` to the next page.
    pub(super) next: Option<HeaderValue>,
    is_empty: bool,
    version: ListVersion,
    counts_read: CountsMoment,
    /// Set by the request that makes the replacement.
    is_being_replaced: AtomicBool,
}

/// The state that a list depends on apart from its query: the catalogue's generation, and today in Romania.
type ListVersion = (u64, Date);

/// The lists that are ready.
pub(in crate::web) struct ListBodies {
    /// The unfiltered list of each language, outside the bounded cache, which it may exceed.
    complete: [ArcSwapOption<ListBody>; 2],
    /// A complete list takes as much memory as all articles, so one is made at a time.
    making_complete: Arc<Semaphore>,
    filtered: BodyCache<(ListVersion, ListQuery), ListBody>,
}

/// The list that a request replaces. If the request is cancelled, the next one replaces the list.
struct Replacing(Arc<ListBody>);

impl Drop for Replacing {
    fn drop(&mut self) {
        self.0.is_being_replaced.store(false, Ordering::Release);
    }
}

impl AsRef<Body> for ListBody {
    fn as_ref(&self) -> &Body {
        &self.body
    }
}

impl ListBodies {
    pub(in crate::web) fn new() -> Self {
        Self {
            complete: Default::default(),
            making_complete: Arc::new(Semaphore::new(1)),
            filtered: BodyCache::new(FILTERED_BYTES),
        }
    }

    /// Returns the response to `query`.
    pub(super) async fn get_or_make(
        &self,
        app: &Arc<App>,
        accepted: &Accepted,
        query: ListQuery,
    ) -> Result<Arc<ListBody>> {
        let today = app.clock.today();
        let version = (app.catalogue.peek(|snapshot| snapshot.generation), today);
        let kept = self.kept(version, &query);
        if let Some(list) = &kept
            && (is_fresh(app, list) || list.is_being_replaced.swap(true, Ordering::AcqRel))
        {
            return Ok(Arc::clone(list));
        }
        let _replacing = kept.clone().map(Replacing);
        let permit =
            if query.is_complete() { Some(Arc::clone(&self.making_complete).acquire_owned().await) } else { None };
        let permit = Arc::new(permit.transpose().map_err(|error| Error::internal("writing the list", error))?);
        if let Some(list) = self.kept(version, &query).filter(|list| is_fresh(app, list)) {
            return Ok(list);
        }
        let (shared, wanted, held) = (Arc::clone(app), query.clone(), Arc::clone(&permit));
        let write = move || {
            let _held = held;
            ListBody::new(&browse::list(&shared, &Actor::Visitor, &wanted)?, &wanted, today, kept.as_deref())
        };
        let made = match query.is_complete() {
            // A network whose turn it is not would hold up all others.
            true => make_for_all(accepted, "writing the list", write).await?,
            false => make(accepted, "writing the list", write).await?,
        };
        let made = Arc::new(made);
        if query.may_be_kept(made.is_empty) {
            self.keep(query, Arc::clone(&made));
        }
        // Those who waited find the list.
        drop(permit);
        Ok(made)
    }

    fn kept(&self, version: ListVersion, query: &ListQuery) -> Option<Arc<ListBody>> {
        if query.is_complete() {
            self.complete[query.language as usize].load_full().filter(|list| list.version == version)
        } else {
            self.filtered.get(&(version, query.clone()))
        }
    }

    fn keep(&self, query: ListQuery, list: Arc<ListBody>) {
        if query.is_complete() {
            self.complete[query.language as usize].store(Some(list));
        } else {
            self.filtered.insert((list.version, query), list);
        }
    }
}

fn is_fresh(app: &App, list: &ListBody) -> bool {
    app.catalogue.counts().is_fresh(list.counts_read, list.body.len())
}

impl ListBody {
    /// Writes the list, and compresses it as the `previous` one was.
    fn new(list: &ArticleList, query: &ListQuery, today: Date, previous: Option<&Self>) -> Result<Self> {
        let link = |cursor| format!("<{}>; rel=\"next\"", query.page_url("/lawchanges", cursor));
        let mut body = BodyWriter::new();
        write_json(&mut body, &list.articles, list.language, today)?;
        let made = Self {
            body: body.finish_json().map_err(|error| Error::internal("writing the list", error))?,
            total: HeaderValue::from(list.total),
            next: list.next.as_ref().and_then(|cursor| HeaderValue::try_from(link(cursor)).ok()),
            is_empty: list.articles.is_empty(),
            version: (list.generation, today),
            counts_read: list.counts_read,
            is_being_replaced: AtomicBool::new(false),
        };
        for encoding in Encoding::ALL {
            if previous.is_some_and(|previous| previous.body.ready(encoding).is_some()) {
                made.body.encode(encoding);
            }
        }
        Ok(made)
    }
}

/// Writes the articles as a JSON array of [`ArticleSummaryDto`]; `today` is the current date in Romania.
pub(in crate::web) fn write_json(
    to: impl Write,
    articles: &[ListedArticle],
    language: Language,
    today: Date,
) -> Result<()> {
    let failed = |error: serde_json::Error| Error::internal("writing the list", error);
    let mut serializer = serde_json::Serializer::new(to);
    let mut array = serializer.serialize_seq(Some(articles.len())).map_err(failed)?;
    for ListedArticle { article, counts } in articles {
        let revision = article.unpack()?;
        let view = ArticleView::current(&revision, article, language);
        array.serialize_element(&ArticleSummaryDto::new(&view, *counts, today)).map_err(failed)?;
    }
    array.end().map_err(failed)
}
