//! Compares an article with the stored one and writes the difference.

use jiff::Timestamp;
use serde_json::Value;

use super::report::ImportOptions;
use crate::domain::{Article, Status};
use crate::error::Result;
use crate::ops::notify::Notifier;
use crate::sources::{Location, RecordProblem};
use crate::store::articles::{self, ArticleRecord, PublicationTimes};
use crate::store::{Reading, WriteTx};

/// A valid record.
pub(super) struct PreparedRecord {
    pub location: Location,
    /// A time of this record alone; see [`Clock::next_instant`](crate::clock::Clock::next_instant).
    pub arrival: Timestamp,
    /// The status in the record.
    pub status: Option<Status>,
    /// The stored form of a new article, the usual case. It is made while reading, because other
    /// writes wait for the writer thread.
    pub as_new: ArticleRecord,
}

impl PreparedRecord {
    pub(super) fn new(
        location: Location,
        article: Article,
        status: Option<Status>,
        options: &ImportOptions,
        PublicationTimes { now, arrival }: PublicationTimes,
    ) -> Self {
        let default_status = if options.draft { Status::Draft } else { Status::Published };
        let as_new = ArticleRecord::new(article, status.unwrap_or(default_status), now);
        Self { location, arrival, status, as_new: as_new.with_published_at(None, arrival) }
    }

    pub(super) fn article(&self) -> &Article {
        &self.as_new.article
    }
}

/// Outcome of a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RecordVerdict {
    New,
    /// The changed fields; only filled in by a dry run.
    Changed(Vec<String>),
    Unchanged,
    Refused(RecordProblem),
}

/// A verdict with the values to write.
struct ImportDecision {
    verdict: RecordVerdict,
    status: Status,
}

/// Returns the verdict on a record without writing it.
pub(super) fn compare(tx: &dyn Reading, prepared: &PreparedRecord, options: &ImportOptions) -> Result<RecordVerdict> {
    let before = articles::get_readable(tx, &prepared.article().slug)?;
    let decision = decide(before.as_ref(), prepared, options);
    Ok(match (decision.verdict, before) {
        (RecordVerdict::Changed(_), Some(before)) => {
            RecordVerdict::Changed(changed_fields(&before, prepared.article(), decision.status))
        }
        (verdict, _) => verdict,
    })
}

/// Decides, writes and notifies in one transaction, so that nothing changes in between.
pub(super) fn write(
    tx: &WriteTx,
    prepared: &PreparedRecord,
    options: &ImportOptions,
    notifier: &mut Notifier,
) -> Result<RecordVerdict> {
    let before = articles::get_to_replace(tx, &prepared.article().slug)?;
    let ImportDecision { verdict, status } = decide(before.as_ref(), prepared, options);
    match (&verdict, &before) {
        (RecordVerdict::New | RecordVerdict::Changed(_), None) => {
            articles::put(tx, None, &prepared.as_new)?;
            notifier.article_changed(tx, None, &prepared.as_new)?;
        }
        (RecordVerdict::New | RecordVerdict::Changed(_), Some(before)) => {
            let times = PublicationTimes { now: prepared.as_new.updated_at, arrival: prepared.arrival };
            let record = before.revised(prepared.article().clone(), status, times);
            articles::put(tx, Some(before), &record)?;
            notifier.article_changed(tx, Some(before), &record)?;
        }
        (RecordVerdict::Unchanged | RecordVerdict::Refused(_), _) => {}
    }
    Ok(verdict)
}

/// The status in the record takes precedence over the stored one.
fn decide(before: Option<&ArticleRecord>, prepared: &PreparedRecord, options: &ImportOptions) -> ImportDecision {
    let Some(before) = before else {
        return ImportDecision { verdict: RecordVerdict::New, status: prepared.as_new.status };
    };
    let status = prepared.status.unwrap_or(before.status);
    let verdict = if before.article == *prepared.article() && status == before.status {
        RecordVerdict::Unchanged
    // `--draft` holds new articles back; for a published one it would take the article away from its readers.
    } else if options.draft && before.status == Status::Published {
        RecordVerdict::Refused(RecordProblem::of_field(
            "slug",
            format!("{} is published and a draft would change it for readers", prepared.article().slug),
            "withdraw the article, give the draft another slug, or import without --draft",
        ))
    } else {
        RecordVerdict::Changed(vec![])
    };
    ImportDecision { verdict, status }
}

fn changed_fields(before: &ArticleRecord, article: &Article, status: Status) -> Vec<String> {
    let fields = |article: &Article| match serde_json::to_value(article) {
        Ok(Value::Object(fields)) => fields,
        _ => serde_json::Map::new(),
    };
    let (old, new) = (fields(&before.article), fields(article));
    let gone = old.keys().filter(|name| !new.contains_key(*name));
    let differ = new.iter().filter(|(name, value)| old.get(*name) != Some(value)).map(|(name, _)| name);
    let mut names: Vec<_> = differ.chain(gone).cloned().collect();
    if status != before.status {
        names.push("status".into());
    }
    names
}
