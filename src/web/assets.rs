//! The files of the pages that the executable has embedded.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use axum::http::HeaderValue;

use super::body::{Body, Effort};
use crate::domain::Language;
use crate::program;

/// Notices of third parties, a file of the bundle.
const NOTICES: &str = "licenses.txt";

/// Suffix of the bundle's pages, which are templates and not served as they are.
const TEMPLATE_SUFFIX: &str = ".html";

/// The file with the texts of the UI in a language. The server reads it and does not serve it.
pub(super) fn texts_file(language: Language) -> &'static str {
    language.pick("texts.ro.json", "texts.en.json")
}

/// The bundle's files as ready-made bodies. They are the same for every server of the process: the tests start
/// hundreds, and each would compress them again.
static FILES: LazyLock<HashMap<String, Arc<Body>>> = LazyLock::new(read_all);

/// The text of one of the bundle's files.
pub(super) fn text(name: &str) -> Option<String> {
    String::from_utf8(program::file(name)?.data.into_owned()).ok()
}

/// The licences of the packages that the executable and its pages contain.
pub fn third_party_notices() -> Option<String> {
    text(NOTICES)
}

/// The file at a request path.
pub(super) fn get(path: &str) -> Option<Arc<Body>> {
    FILES.get(path.strip_prefix('/')?).cloned()
}

fn read_all() -> HashMap<String, Arc<Body>> {
    let is_served = |name: &str| !name.ends_with(TEMPLATE_SUFFIX) && !Language::ALL.map(texts_file).contains(&name);
    let names = program::file_names().into_iter().filter(|name| is_served(name));
    names.filter_map(|name| Some((name.to_string(), Arc::new(read(&name)?)))).collect()
}

fn read(name: &str) -> Option<Body> {
    let file = program::file(name)?;
    let guessed = file.metadata.mimetype();
    let media_type = match guessed {
        text if text.starts_with("text/") || text.ends_with("+xml") => format!("{text}; charset=utf-8"),
        other => other.to_owned(),
    };
    let media_type = HeaderValue::try_from(media_type).ok()?;
    Some(Body::new(file.data.into_owned(), media_type, Effort::Best))
}
