//! Read notifications: keeping them for a while, listing and removing them.

use jiff::{SignedDuration, Timestamp};

use super::accounts::session_check;
use super::browse::live;
use super::policy::{self, Action, Actor};
use super::readers::own;
use crate::app::App;
use crate::catalogue::ListedArticle;
use crate::domain::notification::Reason;
use crate::domain::{Slug, Uid, kept_days};
use crate::error::Result;
use crate::store::notifications::{self, NotificationRecord};
use crate::store::read_notifications::{self, ReadNotificationRecord};
use crate::store::{StoreError, WriteTx};

/// How long an account keeps a notification after reading it.
const KEPT: SignedDuration = SignedDuration::from_hours(kept_days::READ_NOTIFICATION * 24);
/// Maximum number of read notifications of one account; those read last are kept.
pub const MAX_READ: usize = 100;

/// A published article with the notification that was read.
#[derive(Debug)]
pub struct ReadArticle {
    pub article: ListedArticle,
    pub at: Timestamp,
    pub reason: Reason,
    pub read_at: Timestamp,
    pub about: Option<String>,
}

/// Lists the articles whose notifications the account has read recently, last read first, without those with
/// a new notification.
pub async fn list(app: &App, actor: &Actor, uid: &str) -> Result<Vec<ReadArticle>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let oldest = oldest_kept(app.clock.now());
    let read = app.store.read(move |tx| {
        session_check::account(tx, &reader)?;
        let mut read = read_notifications::of(tx, &reader.uid)?;
        let unread = notifications::of(tx, &reader.uid)?;
        read.retain(|(slug, record)| record.read_at >= oldest && unread.iter().all(|(other, _)| other != slug));
        Ok(read)
    });
    let (read, snapshot) = (read.await?, live(app)?);
    let article = |(slug, ReadNotificationRecord { at, reason, read_at, about })| {
        Some(ReadArticle { article: snapshot.listed(&slug)?, at, reason, read_at, about })
    };
    Ok(read.into_iter().filter_map(article).collect())
}

/// Removes all read notifications of the account.
pub async fn remove_all(app: &App, actor: &Actor, uid: &str) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            Ok(read_notifications::remove_account(tx, &reader.uid)?)
        })
        .await
}

/// Turns the account's notifications about these articles into read ones. Returns whether there were any.
pub(super) fn mark_read<'a>(
    tx: &WriteTx,
    uid: &Uid,
    slugs: impl IntoIterator<Item = &'a Slug>,
    now: Timestamp,
) -> Result<bool> {
    let mut any = false;
    for slug in slugs {
        let Some(record) = notifications::take(tx, uid, slug)? else { continue };
        let NotificationRecord { at, reason, about, .. } = record;
        let record = ReadNotificationRecord { at, reason, read_at: now, about };
        read_notifications::put(tx, uid, slug, &record)?;
        any = true;
    }
    if any {
        keep_newest(tx, uid)?;
    }
    Ok(any)
}

/// Gives an account what another one is notified of and has read. What the account has read since then, or is notified
/// of itself, stays as it is.
// docs/decisions/0597
pub(super) fn move_account(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<()> {
    for (slug, record) in notifications::of(tx, from)? {
        let has_read = read_notifications::get(tx, to, &slug)?.is_some_and(|read| read.at >= record.at);
        if !has_read && notifications::get(tx, to, &slug)?.is_none() {
            notifications::put(tx, to, &slug, &record)?;
        }
    }
    for (slug, record) in read_notifications::of(tx, from)? {
        if read_notifications::get(tx, to, &slug)?.is_none() {
            read_notifications::put(tx, to, &slug, &record)?;
        }
    }
    notifications::remove_account(tx, from)?;
    read_notifications::remove_account(tx, from)?;
    keep_newest(tx, to)
}

/// Removes what was read before the last [`MAX_READ`].
fn keep_newest(tx: &WriteTx, uid: &Uid) -> Result<()> {
    for (slug, _) in read_notifications::of(tx, uid)?.iter().skip(MAX_READ) {
        read_notifications::remove(tx, uid, slug)?;
    }
    Ok(())
}

/// Removes the read notifications that have been kept long enough.
pub(super) fn remove_old(tx: &WriteTx, now: Timestamp) -> Result<(), StoreError> {
    read_notifications::remove_before(tx, oldest_kept(now))
}

fn oldest_kept(now: Timestamp) -> Timestamp {
    now.saturating_sub(KEPT).unwrap_or(Timestamp::MIN)
}
