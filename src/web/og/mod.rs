//! The pictures that link previews show: one for each article and language, one for the site.
//!
//! [`card`] says what stands on a picture, [`draw`] lays it out as SVG and paints it, [`text`]
//! measures and breaks lines, [`fonts`] holds the letters. A card is drawn once: it is the key
//! under which its picture is kept, so a picture can never be older than its article.

mod card;
mod draw;
mod fonts;
mod text;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, Uri};
use tokio::sync::Semaphore;

use self::card::Card;
use super::body::{Body, BodyCache, Effort, Encoding};
use super::error::Result;
use super::extract::Asked;
use super::reply::{Caching, send};
use super::{VISITOR, Web, pages};
use crate::domain::{Language, Slug};
use crate::error::{Error, Problem};
use crate::ops::browse;

/// Memory for pictures; one weighs about 50 kB.
const PICTURES_BYTES: u64 = 24 << 20;

/// Drawing takes a core for some hundredths of a second, and six megabytes.
static PAINTERS: Semaphore = Semaphore::const_new(2);

/// Requests that may wait for a painter; more would take the places of those who read.
const MAX_WAITING: usize = 64;

/// The pictures that are ready, and the places of those who wait for one that is not.
pub(super) struct Pictures {
    ready: BodyCache<Card>,
    waiting: Semaphore,
}

impl Pictures {
    pub(super) fn new() -> Self {
        Self { ready: BodyCache::new(PICTURES_BYTES), waiting: Semaphore::new(MAX_WAITING) }
    }
}

/// The picture of an article: its title, importance, date and act, 1200 by 630.
#[utoipa::path(
    get, path = "/og/{file}", tag = "pages", operation_id = "getArticlePicture",
    params(
        ("file" = String, Path, description = "The article's slug, and `.png`"),
        ("lang" = Option<Language>, Query, description = "Default `en`"),
    ),
    responses(
        (status = 200, description = "The picture", content_type = "image/png", body = Vec<u8>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 404, description = "No such article", body = Problem),
        (status = 503, description = "Too many pictures are being drawn; see Retry-After", body = Problem),
    )
)]
pub(super) async fn article(State(web): State<Arc<Web>>, uri: Uri, asked: Asked) -> Result {
    let name = uri.path().rsplit('/').next().and_then(|file| file.strip_suffix(".png"));
    let slug = name.and_then(Slug::parse).ok_or_else(|| Error::not_found("There is no such article."))?;
    let listed = browse::article(&web.app, &VISITOR, &slug)?;
    answer(&web, Card::of(&listed.article.view(pages::language(&uri)), &web.site), asked).await
}

/// The picture of the site, 1200 by 630.
#[utoipa::path(
    get, path = "/og.png", tag = "pages", operation_id = "getSitePicture",
    params(("lang" = Option<Language>, Query, description = "Default `en`")),
    responses(
        (status = 200, description = "The picture", content_type = "image/png", body = Vec<u8>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 503, description = "Too many pictures are being drawn; see Retry-After", body = Problem),
    )
)]
pub(super) async fn site(State(web): State<Arc<Web>>, uri: Uri, asked: Asked) -> Result {
    answer(&web, Card::of_site(pages::language(&uri), &web.site), asked).await
}

async fn answer(web: &Arc<Web>, card: Card, asked: Asked) -> Result {
    let body = match web.pictures.ready.get(&card) {
        Some(body) => body,
        None => paint(web, card).await?,
    };
    // A PNG is compressed already.
    let asked = Asked { encoding: Encoding::Identity, ..asked };
    Ok(send(&asked, body, Caching::Day).await?)
}

/// Paints where blocking is allowed; those who wait for the same picture get the same.
async fn paint(web: &Arc<Web>, card: Card) -> Result<Arc<Body>, Error> {
    let failed = |error: String| Error::internal("painting a picture", std::io::Error::other(error));
    let busy = |_| Error::unavailable("Too many pictures are being drawn; try again in a moment.").retry_after(2);
    let _waiting = web.pictures.waiting.try_acquire().map_err(busy)?;
    // The place goes along with the work: a client that hangs up does not end the drawing.
    let place = PAINTERS.acquire().await.map_err(|error| failed(error.to_string()))?;
    let shared = Arc::clone(web);
    let painted = tokio::task::spawn_blocking(move || {
        let _place = place;
        shared.pictures.ready.get_or_make_once(&card, || {
            let png = draw::png(&card)?;
            Ok(Body::new(png, HeaderValue::from_static("image/png"), Effort::Fast))
        })
    });
    let painted = painted.await.map_err(|error| failed(error.to_string()))?;
    painted.map_err(|error: Arc<String>| failed(error.to_string()))
}
