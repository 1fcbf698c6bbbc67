//! One article against what the store has of it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::ImportOptions;
use crate::domain::{Article, Status};
use crate::error::Result;
use crate::ops::news::Announcer;
use crate::sources::{Location, Problem};
use crate::store::articles::{self, ArticleRecord};
use crate::store::{Reading, WriteTx};

/// How an article in the store changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    New,
    Changed,
}

/// A record that kept the rules.
pub(super) struct Prepared {
    pub location: Location,
    /// What the record itself says.
    pub status: Option<Status>,
    /// As it is stored when the store has no such article, which is most often so: it is made
    /// while reading, for the writer's time is everybody's.
    pub as_new: ArticleRecord,
}

impl Prepared {
    pub(super) fn new(
        location: Location,
        article: Article,
        status: Option<Status>,
        options: &ImportOptions,
        now: Timestamp,
    ) -> Self {
        let otherwise = if options.draft { Status::Draft } else { Status::Published };
        let as_new = ArticleRecord {
            status: status.unwrap_or(otherwise),
            revision: 1,
            created_at: now,
            updated_at: now,
            announced: 0,
            published_at: None,
            article,
        };
        Self { location, status, as_new: as_new.seen_since(None, now) }
    }

    pub(super) fn article(&self) -> &Article {
        &self.as_new.article
    }
}

/// What becomes of a record.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    New,
    /// The names of the fields; only gathered for a dry run.
    Changed(Vec<String>),
    Unchanged,
    Refused(Problem),
}

/// A verdict with what must be written for it.
struct Decision {
    verdict: Verdict,
    status: Status,
    /// Whether the content is new, which makes a revision.
    content: bool,
}

/// Says what would become of the record.
pub(super) fn look(tx: &impl Reading, prepared: &Prepared, options: &ImportOptions) -> Result<Verdict> {
    let before = articles::get(tx, &prepared.article().slug)?;
    let decision = decide(before.as_ref(), prepared, options);
    Ok(match (decision.verdict, before) {
        (Verdict::Changed(_), Some(before)) => {
            Verdict::Changed(changed_fields(&before, prepared.article(), decision.status))
        }
        (verdict, _) => verdict,
    })
}

/// Decides, writes and tells the readers, in one transaction, so that nothing changes in between.
pub(super) fn write(
    tx: &WriteTx,
    prepared: &Prepared,
    options: &ImportOptions,
    announcer: &mut Announcer,
) -> Result<Verdict> {
    let before = articles::get(tx, &prepared.article().slug)?;
    let Decision { verdict, status, content } = decide(before.as_ref(), prepared, options);
    match (&verdict, &before) {
        (Verdict::New | Verdict::Changed(_), None) => {
            articles::put(tx, None, &prepared.as_new)?;
            announcer.changed(tx, None, &prepared.as_new)?;
        }
        (Verdict::New | Verdict::Changed(_), Some(before)) => {
            let record = ArticleRecord {
                status,
                revision: before.revision + u32::from(content),
                created_at: before.created_at,
                updated_at: if content { prepared.as_new.updated_at } else { before.updated_at },
                announced: before.last_seen(),
                published_at: None,
                article: prepared.article().clone(),
            };
            let record = record.seen_since(Some(before), prepared.as_new.updated_at);
            articles::put(tx, Some(before), &record)?;
            announcer.changed(tx, Some(before), &record)?;
        }
        (Verdict::Unchanged | Verdict::Refused(_), _) => {}
    }
    Ok(verdict)
}

/// The record's own status wins, then the one the article has.
fn decide(before: Option<&ArticleRecord>, prepared: &Prepared, options: &ImportOptions) -> Decision {
    let Some(before) = before else {
        return Decision { verdict: Verdict::New, status: prepared.as_new.status, content: true };
    };
    let status = prepared.status.unwrap_or(before.status);
    let content = before.article != *prepared.article();
    let verdict = if !content && status == before.status {
        Verdict::Unchanged
    } else if options.draft && before.status == Status::Published {
        Verdict::Refused(Problem::of_field(
            "slug",
            format!("{} is published, and a draft would change what readers see", prepared.article().slug),
            "withdraw it first, give the draft another slug, or import without --draft",
        ))
    } else {
        Verdict::Changed(vec![])
    };
    Decision { verdict, status, content }
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
