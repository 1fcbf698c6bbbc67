//! Steps and dated duties of articles that readers ticked off as done.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use super::{accounts, articles};
use crate::domain::dated_entry::EntryKind;
use crate::domain::step::duty_of_id;
use crate::domain::{Slug, Status, Uid};

/// By account and slug; no row without a step.
pub(super) const DONE_STEPS: Table<(Uid, Slug), Vec<DoneStep>> = Table::new("done_steps");

/// Ids by article.
pub type DoneSteps = BTreeMap<String, Vec<String>>;

/// A step or a duty that the account has done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DoneStep {
    pub id: String,
    pub at: Timestamp,
}

/// The part of an article that readers tick off.
#[derive(Debug, Deserialize)]
pub struct Checklist {
    status: Status,
    article: ChecklistArticle,
}

#[derive(Debug, Deserialize)]
struct ChecklistArticle {
    #[serde(default)]
    steps: Vec<ChecklistStep>,
    #[serde(default)]
    deadlines: Vec<ChecklistEntry>,
}

#[derive(Debug, Deserialize)]
struct ChecklistStep {
    id: String,
}

#[derive(Debug, Deserialize)]
struct ChecklistEntry {
    kind: EntryKind,
}

impl Checklist {
    /// Whether readers can tick this off: the article is published and has the step or the duty.
    pub fn has(&self, id: &str) -> bool {
        let Self { status, article } = self;
        let is_duty = || {
            let entry = duty_of_id(id).and_then(|(_, index)| article.deadlines.get(index));
            entry.is_some_and(|entry| entry.kind == EntryKind::Due)
        };
        *status == Status::Published && (article.steps.iter().any(|step| step.id == id) || is_duty())
    }
}

/// The checklist of an article, whatever its status.
pub fn checklist(tx: &dyn Reading, slug: &Slug) -> Result<Option<Checklist>, StoreError> {
    articles::ARTICLES.read_as::<Checklist>().get_readable(tx, slug)
}

/// What the account has done of an article, first tick first.
pub fn get(tx: &dyn Reading, uid: &Uid, slug: &Slug) -> Result<Vec<DoneStep>, StoreError> {
    Ok(DONE_STEPS.get(tx, &(uid, slug))?.unwrap_or_default())
}

/// Replaces what the account has done of an article.
pub fn put(tx: &WriteTx, uid: &Uid, slug: &Slug, steps: &Vec<DoneStep>) -> Result<(), StoreError> {
    if steps.is_empty() {
        DONE_STEPS.delete(tx, &(uid, slug))?;
        return Ok(());
    }
    DONE_STEPS.put(tx, &(uid, slug), steps)
}

/// What the account has done, by slug.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<(Slug, Vec<DoneStep>)>, StoreError> {
    DONE_STEPS.scan(tx, KeyRange::prefix(uid)).map(|row| row.map(|((_, slug), steps)| (slug, steps))).collect()
}

/// The ids of what the account has done.
pub fn ids(tx: &dyn Reading, uid: &Uid) -> Result<DoneSteps, StoreError> {
    let ids = |steps: Vec<DoneStep>| steps.into_iter().map(|step| step.id).collect();
    Ok(of(tx, uid)?.into_iter().map(|(slug, steps)| (slug.to_string(), ids(steps))).collect())
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    DONE_STEPS.delete_range(tx, &KeyRange::prefix(uid))
}

/// Removes what readers have done of an article. Reads the rows of all accounts.
pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    DONE_STEPS.delete_where(tx, |(_, of), _| of == slug)
}

/// Checks that each row belongs to an existing account and article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, DONE_STEPS, |findings, (uid, slug), _| {
        if !accounts::exists(tx, &uid)? {
            findings.row(DONE_STEPS, &(&uid, &slug), "there is no such account");
        }
        if !articles::exists(tx, &slug)? {
            findings.row(DONE_STEPS, &(&uid, &slug), "there is no such article");
        }
        Ok(())
    })?;
    Ok(())
}
