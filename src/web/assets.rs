//! The UI bundle, embedded in the executable.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::http::{HeaderValue, Uri};
use rust_embed::RustEmbed;

use super::Web;
use super::body::{Body, Effort};
use super::error::{Result, not_found};
use super::extract::Accepted;
use super::reply::{Caching, send};

#[derive(RustEmbed)]
#[folder = "$OUT_DIR/ui"]
struct Bundle;

/// Suffix of the bundle's pages, which are templates and not served as they are.
const TEMPLATE_SUFFIX: &str = ".html";

/// The bundle's files as ready-made bodies.
pub(super) struct Assets {
    files: OnceLock<HashMap<String, Arc<Body>>>,
}

impl Assets {
    pub(super) fn embedded() -> Self {
        Self { files: OnceLock::new() }
    }

    /// The text of one of the bundle's pages.
    pub(super) fn template(&self, name: &str) -> Option<String> {
        String::from_utf8(Bundle::get(name)?.data.into_owned()).ok()
    }

    /// The file at a request path.
    pub(super) fn get(&self, path: &str) -> Option<Arc<Body>> {
        self.files.get_or_init(read_all).get(path.strip_prefix('/')?).cloned()
    }
}

fn read_all() -> HashMap<String, Arc<Body>> {
    let names = Bundle::iter().filter(|name| !name.ends_with(TEMPLATE_SUFFIX));
    names.filter_map(|name| Some((name.to_string(), Arc::new(read(&name)?)))).collect()
}

fn read(name: &str) -> Option<Body> {
    let file = Bundle::get(name)?;
    let guessed = file.metadata.mimetype();
    let media_type = match guessed {
        text if text.starts_with("text/") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    let media_type = HeaderValue::try_from(media_type).ok()?;
    Some(Body::new(file.data.into_owned(), media_type, Effort::Best))
}

/// Returns a file of the UI bundle; its name changes with its content.
#[utoipa::path(
    get, path = "/assets/{file}", tag = "pages", operation_id = "getAsset",
    params(("file" = String, Path, description = "A path inside the bundle")),
    responses(
        (status = 200, description = "The file", content_type = "application/octet-stream", body = Vec<u8>),
        (status = 404, description = "`not_found`: there is no such file"),
    )
)]
pub(super) async fn file(State(web): State<Arc<Web>>, uri: Uri, accepted: Accepted) -> Result {
    let body = web.assets.get(uri.path()).ok_or_else(not_found)?;
    Ok(send(&accepted, body, Caching::Forever).await?)
}
