//! Which issues of the gazette were read.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;

use super::body::Body;
use super::error::Result;
use super::extract::{Accepted, Parameters};
use super::reply::{Caching, send};
use super::state::{VISITOR, Web};
use crate::domain::coverage::YearCoverage;
use crate::error::Error;
use crate::ops::sources::coverage;
use crate::web::operation::{InvalidQuery, NotModified};

/// Lists the years of the gazette with the issues that were seen, read and announced, and the numbers that are missing,
/// last year first.
///
/// An issue was seen when an act in it was found, and read when its PDF file was read act by act. An issue that was only
/// announced is neither seen nor missing. The first known one of a year begins the count.
#[utoipa::path(
    get, path = "/coverage", tag = "articles", operation_id = "getCoverage",
    responses(
        (status = 200, description = "The years", body = Vec<YearCoverage>),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn coverage(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    parameters.each(|_, _| Ok(false))?;
    let generation = web.app.sources_generation.load(Ordering::Acquire);
    let make = async {
        let years = coverage::coverage(&web.app, &VISITOR).await?;
        let json = serde_json::to_vec(&years).map_err(|error| Error::internal("writing a response", error))?;
        Ok::<_, Error>(Body::json(json))
    };
    let body = web.coverage.0.get_or_make(generation, make).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
