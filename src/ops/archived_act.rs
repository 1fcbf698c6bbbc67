//! A stored act with its text, as the readers of acts take it.

use crate::sources::act_draft::ArchivedAct;
use crate::store::acts::ActRecord;

pub(super) fn act_text(record: &ActRecord, text: String) -> ArchivedAct {
    let links = [&record.links.published, &record.links.consolidated, &record.links.gazette];
    let links = links.into_iter().flatten().cloned().collect();
    ArchivedAct {
        act: record.act.clone(),
        title: record.title.clone(),
        date: record.date,
        gazette: record.gazette.clone(),
        in_force: record.in_force,
        links,
        file_url: record.links.gazette.clone(),
        text,
        text_sha256: record.text_sha256.clone(),
        fetched_at: record.fetched_at,
    }
}
