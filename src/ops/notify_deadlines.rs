//! Notifying the followers of a deadline that moved or was withdrawn, in the transaction that changes its article.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::clock::legal_date;
use crate::domain::deadline_history::DeadlineHistory;
use crate::domain::duty::DutyText;
use crate::domain::follow::{DEADLINE_PREFIX, DeadlineName};
use crate::domain::notification::Reason;
use crate::domain::reminder::DeadlineNotice;
use crate::domain::text::sentence_case;
use crate::domain::{DatedEntry, Language, Status, Uid};
use crate::error::Result;
use crate::store::articles::{self, ArticleRecord};
use crate::store::marks::{self, Mark};
use crate::store::notifications::{self, NotificationRecord};
use crate::store::{Reading, WriteTx, follow_settings, reminders};

/// The change of a deadline.
struct DeadlineChange {
    reason: Reason,
    notice: DeadlineNotice,
}

/// Notifies the followers of the article's deadlines that readers see changed, and stores a notice for their next mail.
/// `after` is `None` for an article that is removed. Returns the accounts.
pub(super) fn deadlines_changed(
    tx: &WriteTx,
    before: &ArticleRecord,
    after: Option<&ArticleRecord>,
    now: Timestamp,
) -> Result<Vec<Uid>> {
    let (slug, today) = (&before.article.slug, legal_date(now));
    let followers = marks::holders_of_names(tx, Mark::Follow, &format!("{DEADLINE_PREFIX}{slug}."))?;
    if before.status != Status::Published || followers.is_empty() {
        return Ok(vec![]);
    }
    let public = after.filter(|after| after.status == Status::Published);
    let changes = changes(tx, before, public, today)?;
    let mut concerned = Vec::new();
    for (name, uid) in followers {
        let Some(deadline) = name.strip_prefix(DEADLINE_PREFIX) else { continue };
        let Some(change) = number_of(deadline).and_then(|number| changes.get(&number)) else { continue };
        if !follow_settings::get(tx, &uid, &name)?.notifies(today) {
            continue;
        }
        reminders::put_notice(tx, &uid, deadline, &change.notice)?;
        if let Some(after) = after {
            let about = Some(deadline.to_owned());
            let record = NotificationRecord { at: now, reason: change.reason, revision: after.revision, about };
            notifications::put(tx, &uid, slug, &record)?;
        }
        concerned.push(uid);
    }
    Ok(concerned)
}

fn number_of(deadline: &str) -> Option<u32> {
    match DeadlineName::parse(deadline)? {
        DeadlineName::Entry(_, number) => Some(number),
        DeadlineName::Duty(_) => None,
    }
}

/// The changes of entries that moved or were withdrawn, by the number of the entry.
fn changes(
    tx: &dyn Reading,
    before: &ArticleRecord,
    after: Option<&ArticleRecord>,
    today: Date,
) -> Result<BTreeMap<u32, DeadlineChange>> {
    let mut revisions: BTreeMap<u32, Vec<DatedEntry>> = BTreeMap::new();
    for earlier in articles::revisions(tx, &before.article.slug)? {
        revisions.insert(earlier.revision, earlier.article.deadlines);
    }
    revisions.retain(|revision, _| *revision < before.revision);
    revisions.insert(before.revision, before.article.deadlines.clone());
    let old = history(&revisions);
    if let Some(after) = after {
        revisions.insert(after.revision, after.article.deadlines.clone());
    }
    let new = history(&revisions);
    let mut changes = BTreeMap::new();
    for (index, of) in old.entries.iter().enumerate() {
        let Some(entry) = before.article.deadlines.get(index) else { continue };
        let place = after.and_then(|after| {
            let place = new.entries.iter().position(|now| now.number == of.number)?;
            after.article.deadlines.get(place)
        });
        let (from, to) = (day(entry, today), place.and_then(|place| day(place, today)));
        let notice = |is_withdrawn| DeadlineNotice {
            slug: before.article.slug.clone(),
            what: what(before, index),
            from,
            to,
            is_withdrawn,
        };
        let change = match place {
            None => DeadlineChange { reason: Reason::DeadlineWithdrawn, notice: notice(true) },
            Some(_) if from != to => DeadlineChange { reason: Reason::DeadlineMoved, notice: notice(false) },
            Some(_) => continue,
        };
        changes.insert(of.number, change);
    }
    Ok(changes)
}

fn history(revisions: &BTreeMap<u32, Vec<DatedEntry>>) -> DeadlineHistory {
    DeadlineHistory::of(revisions.iter().map(|(revision, entries)| (*revision, entries.as_slice())))
}

fn day(entry: &DatedEntry, today: Date) -> Option<Date> {
    entry.date.or_else(|| entry.next_date(today))
}

fn what(record: &ArticleRecord, index: usize) -> DutyText {
    let text = |language| {
        let entries = record.article.deadlines(language);
        entries.get(index).map(|entry| sentence_case(&entry.what)).unwrap_or_default()
    };
    DutyText { ro: text(Language::Ro), en: text(Language::En) }
}

/// Whether anybody follows a deadline.
pub(super) fn any_followers(tx: &dyn Reading) -> Result<bool> {
    Ok(marks::any_with_prefix(tx, Mark::Follow, DEADLINE_PREFIX)?)
}
