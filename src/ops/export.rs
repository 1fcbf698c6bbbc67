//! The export format of articles, which [`super::import`] reads back without a difference.

use serde::Serialize;

use crate::domain::{Article, Status};
use crate::store::articles::ArticleRecord;

/// One line of an export, without its line end: the article's fields in their order.
///
/// The status comes last and only when it is not `published`, the status that an import gives an article
/// without one. Revisions and counts are not exported; backups contain them.
pub fn export_line(record: &ArticleRecord) -> String {
    #[derive(Serialize)]
    struct ExportedArticle<'a> {
        #[serde(flatten)]
        article: &'a Article,
        #[serde(skip_serializing_if = "Option::is_none")]
        status: Option<Status>,
    }
    let status = Some(record.status).filter(|status| *status != Status::Published);
    serde_json::to_string(&ExportedArticle { article: &record.article, status })
        .expect("writing an article as JSON cannot fail: its maps have string keys")
}
