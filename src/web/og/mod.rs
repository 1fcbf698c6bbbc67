//! The images of link previews: one per article and language, and one for the site.
//!
//! A [`PreviewCard`] is the content of an image; [`render`] lays it out as SVG and rasterizes it, [`text`] measures
//! and breaks lines, [`fonts`] embeds the fonts. The card is also the key of the cache, so an image is never
//! older than its article.

pub(super) mod cache;
mod card;
mod fonts;
mod render;
mod text;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;

use self::card::PreviewCard;
use super::accepted::Accepted;
use super::body::{Body, Effort, Encoding};
use super::error::Result;
use super::extract::{PathParam, slug};
use super::pages::parameters::{PageUri, language};
use super::reply::{Caching, send};
use super::state::{VISITOR, Web};
use crate::catalogue::ArticleView;
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::browse;
use crate::web::operation::{NoSuchArticle, Unavailable};

/// Returns the preview image of an article, 1200 by 630 pixels: title, importance, date and act.
#[utoipa::path(
    get, path = "", tag = "pages", operation_id = "getArticlePicture",
    responses(
        (status = 200, description = "The picture", content_type = "image/png", body = Vec<u8>),
        NoSuchArticle,
        Unavailable,
    ),
)]
// docs/decisions/0029
pub(super) async fn article(
    State(web): State<Arc<Web>>,
    PathParam(file): PathParam,
    PageUri(uri): PageUri,
    accepted: Accepted,
) -> Result {
    let slug = slug(file.strip_suffix(".png").unwrap_or_default())?;
    let revision = browse::article(&web.app, &VISITOR, &slug)?.article.unpack()?;
    respond(&web, PreviewCard::of(&ArticleView::new(&revision, language(&uri)), &web.site), accepted).await
}

/// Returns the preview image of the site, 1200 by 630 pixels.
#[utoipa::path(
    get, path = "", tag = "pages", operation_id = "getSitePicture",
    responses((status = 200, description = "The picture", content_type = "image/png", body = Vec<u8>), Unavailable),
)]
pub(super) async fn site(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    respond(&web, PreviewCard::of_site(language(&uri), &web.site), accepted).await
}

async fn respond(web: &Arc<Web>, card: PreviewCard, accepted: Accepted) -> Result {
    let body = match web.preview_images.0.get(&card) {
        Some(body) => body,
        None => render(web, card).await?,
    };
    // PNG is compressed already.
    let accepted = Accepted { encoding: Encoding::Identity, ..accepted };
    Ok(send(&accepted, body, Caching::Day).await?)
}

/// Renders an image off the async threads; concurrent requests for one image share the result.
async fn render(web: &Arc<Web>, card: PreviewCard) -> Result<Arc<Body>, Error> {
    let attempted = "rendering a preview image";
    let shared = Arc::clone(web);
    let render = move || {
        shared.preview_images.0.get_or_make_once(&card, || {
            let png = render::png(&card)?;
            Ok(Body::new(png, HeaderValue::from_static("image/png"), Effort::Fast))
        })
    };
    let rendered = blocking(attempted, render).await?;
    rendered.map_err(|error: Arc<String>| Error::internal(attempted, std::io::Error::other(error.to_string())))
}
