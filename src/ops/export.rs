//! Articles as files that [`super::import`] takes back without a difference.

use serde::Serialize;

use crate::domain::{Article, Status};
use crate::store::articles::ArticleRecord;

/// One line of an export, without its line end: the article's fields in their order.
///
/// The status stands last and only when it is not `published`, which is what an import gives an
/// article that says nothing. Revisions and counts stay in the store; backups keep those.
pub fn export_line(record: &ArticleRecord) -> String {
    #[derive(Serialize)]
    struct Line<'a> {
        #[serde(flatten)]
        article: &'a Article,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<Status>,
    }
    let status = Some(record.status).filter(|status| *status != Status::Published);
    // An article has text keys and no failing serializers, as the store relies on too.
    serde_json::to_string(&Line { article: &record.article, status }).unwrap_or_default()
}
