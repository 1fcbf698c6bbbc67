//! Acts of official sources: storing what a source delivered, and reading acts and their archived texts.

pub mod cleanup;
mod decide;
pub mod record;

use std::cmp::Reverse;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::policy::{self, Action, Actor};
use super::rows::first;
use crate::app::App;
use crate::domain::ActKey;
use crate::error::{Error, Result};
pub use crate::store::acts::{ActLinks, ActRecord};
use crate::store::{acts, archive};

/// A filter of acts; empty fields match all.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ActFilter {
    /// The kind in capitals, such as `LEGE`.
    pub kind: Option<String>,
    pub number: Option<String>,
    pub year: Option<i16>,
    /// Maximum number of acts; all when missing.
    pub limit: Option<usize>,
}

impl ActFilter {
    fn matches(&self, record: &ActRecord) -> bool {
        self.kind.as_ref().is_none_or(|kind| *kind == record.act.kind)
            && self.number.as_ref().is_none_or(|number| record.act.number.as_ref() == Some(number))
            && self.year.is_none_or(|year| year == record.act.year)
    }
}

/// A text or file as a source delivered it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceText {
    pub sha256: String,
    pub media_type: String,
    /// Where it was first fetched.
    pub url: String,
    pub fetched_at: Timestamp,
    /// The whole text.
    pub text: String,
}

/// Passes the acts that match the filter to `take`, last published first, until it breaks.
pub async fn list(
    app: &App,
    actor: &Actor,
    filter: ActFilter,
    mut take: impl FnMut(ActRecord) -> ControlFlow<()> + Send + 'static,
) -> Result<()> {
    policy::authorize(actor, Action::ReadSources)?;
    let read = app.store.read(move |tx| {
        let published = |record: &ActRecord| record.gazette.as_ref().map(|gazette| gazette.date).or(record.date);
        let mut rank =
            |record: &ActRecord| filter.matches(record).then(|| Reverse((published(record), record.portal_id)));
        let mut take = first(filter.limit.unwrap_or(usize::MAX), &mut take);
        Ok(acts::each_ranked(tx, &mut rank, &mut take)?)
    });
    read.await
}

/// Returns one act.
///
/// # Errors
/// `not_found`, naming the key.
pub async fn show(app: &App, actor: &Actor, key: ActKey) -> Result<ActRecord> {
    policy::authorize(actor, Action::ReadSources)?;
    let missing = format!("there is no act {key}; `paragraf import portal` fetches acts");
    app.store.read(move |tx| acts::get(tx, &key)?.ok_or_else(|| Error::not_found(missing))).await
}

/// Returns an archived text, such as the one that [`Provenance::source_sha256`] names.
///
/// # Errors
/// `not_found` if the archive has no such document; `invalid` in `sha256` if the document is not text.
///
/// [`Provenance::source_sha256`]: crate::domain::Provenance::source_sha256
pub async fn source_text(app: &App, actor: &Actor, sha256: String) -> Result<SourceText> {
    policy::authorize(actor, Action::ReadSources)?;
    let found = app.store.read(move |tx| {
        archive::get(tx, &sha256)?.ok_or_else(|| Error::not_found(format!("the archive has no document {sha256}")))
    });
    let archive::ArchivedDocument { record, bytes } = found.await?;
    let no_text =
        |_| Error::invalid("sha256", format!("the document {} is {}, not text", record.sha256, record.media_type));
    let text = String::from_utf8(bytes).map_err(no_text)?;
    let archive::ArchiveRecord { sha256, media_type, url, fetched_at, .. } = record;
    Ok(SourceText { sha256, media_type, url, fetched_at, text })
}
