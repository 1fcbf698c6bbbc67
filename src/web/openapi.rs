//! The OpenAPI document; a test keeps it in step with the table of routes and with `openapi.json`.

use std::sync::Arc;

use axum::extract::State;
use utoipa::OpenApi;

use super::error::Result;
use super::extract::Asked;
use super::reply::{Caching, send};
use super::{Web, articles, assets, files, pages, site, subscribers};
use crate::catalogue::Body;
use crate::error::{Error, Problem};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Paragraf",
        description = "Changes of Romanian law, explained. Optional fields are absent when they have no value; dates are plain days in Europe/Bucharest; instants are UTC.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    paths(
        pages::root,
        pages::app,
        pages::auth,
        assets::file,
        articles::list,
        articles::article,
        articles::topics,
        articles::deadlines,
        site::site,
        files::fetch_pdf,
        subscribers::subscribe,
        serve,
        site::healthz,
        site::readyz,
    ),
    components(schemas(Problem))
)]
struct Api;

/// The document as indented JSON with a line break at its end.
pub fn document() -> Result<String, Error> {
    let json = Api::openapi().to_pretty_json();
    json.map(|text| text + "\n").map_err(|error| Error::internal("writing the OpenAPI document", error))
}

pub(super) fn body() -> Result<Body, Error> {
    let json = Api::openapi().to_json().map_err(|error| Error::internal("writing the OpenAPI document", error))?;
    Ok(Body::json(json.into_bytes()))
}

/// This document.
#[utoipa::path(
    get, path = "/openapi.json", tag = "site", operation_id = "getOpenApi",
    responses((status = 200, description = "OpenAPI 3.1", body = Object))
)]
pub(super) async fn serve(State(web): State<Arc<Web>>, asked: Asked) -> Result {
    Ok(send(&asked, Arc::clone(&web.openapi), Caching::Revalidate).await?)
}
