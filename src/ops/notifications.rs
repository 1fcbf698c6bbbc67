//! A reader's notifications: listing, clearing and watching them.

use jiff::Timestamp;

use super::accounts::session_check;
use super::browse::live;
use super::policy::{self, Action, Actor, Principal};
use super::read_notifications::mark_read;
use super::readers::own;
use crate::app::App;
use crate::catalogue::ListedArticle;
use crate::domain::Slug;
use crate::domain::notification::{NotifiedAccounts, Reason};
use crate::error::Result;
use crate::store::notifications::{self, NotificationRecord};

/// The result of clearing notifications.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cleared {
    /// False if there was nothing to clear.
    pub cleared: bool,
    /// The articles that are still notified, newest first.
    pub left: Vec<Slug>,
}

/// A published article with the notification about it.
#[derive(Debug)]
pub struct NotifiedArticle {
    pub article: ListedArticle,
    pub at: Timestamp,
    pub reason: Reason,
    /// The name of the followed search, that of the provision by its number at the change, or the id of the deadline.
    pub about: Option<String>,
}

/// Lists the articles that the account is notified of, newest notification first.
pub async fn list(app: &App, actor: &Actor, uid: &str) -> Result<Vec<NotifiedArticle>> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let read = app.store.read(move |tx| {
        session_check::account(tx, &reader)?;
        Ok(notifications::of(tx, &reader.uid)?)
    });
    let (notifications, snapshot) = (read.await?, live(app)?);
    let notified = |(slug, NotificationRecord { at, reason, about, .. })| {
        let withdrawn = || (reason == Reason::DeadlineWithdrawn).then(|| snapshot.listed_withdrawn(&slug)).flatten();
        let article = snapshot.listed(&slug).or_else(withdrawn)?;
        Some(NotifiedArticle { article, at, reason, about })
    };
    Ok(notifications.into_iter().filter_map(notified).collect())
}

/// Clears the notification about an article in all sessions of the account, and keeps it as read.
pub async fn clear(app: &App, actor: &Actor, uid: &str, slug: Slug) -> Result<Cleared> {
    policy::authorize(actor, Action::UseAccount)?;
    clear_where(app, actor, uid, move |it| *it == slug).await
}

/// Clears the notifications about these articles, or all notifications if `slugs` is `None`. A page sends the slugs it
/// shows: something may be published in the instant when the reader clears the list.
pub async fn clear_all(app: &App, actor: &Actor, uid: &str, slugs: Option<Vec<Slug>>) -> Result<Cleared> {
    policy::authorize(actor, Action::UseAccount)?;
    clear_where(app, actor, uid, move |slug| slugs.as_ref().is_none_or(|slugs| slugs.contains(slug))).await
}

async fn clear_where(
    app: &App,
    actor: &Actor,
    uid: &str,
    is_seen: impl Fn(&Slug) -> bool + Send + 'static,
) -> Result<Cleared> {
    let reader = own(actor, uid)?;
    let (now, concerned) = (app.clock.now(), NotifiedAccounts::Accounts([reader.uid.clone()].into()));
    let cleared = app
        .store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let all = notifications::of(tx, &reader.uid)?.into_iter().map(|(slug, _)| slug);
            let (seen, left): (Vec<_>, Vec<_>) = all.partition(&is_seen);
            Ok(Cleared { cleared: mark_read(tx, &reader.uid, &seen, now)?, left })
        })
        .await?;
    if cleared.cleared {
        app.notify_streams(concerned);
    }
    Ok(cleared)
}

/// Permission to watch an account's notifications until its access token expires.
#[derive(Debug, Clone)]
pub struct Watch {
    pub reader: Principal,
    pub until: Timestamp,
}

/// Permits an account to watch its own notifications.
pub fn watch(actor: &Actor, uid: &str, until: Timestamp) -> Result<Watch> {
    policy::authorize(actor, Action::UseAccount)?;
    Ok(Watch { reader: own(actor, uid)?, until })
}

/// Lists the articles that the account is notified of now, newest first.
///
/// # Errors
/// Those of [`session_check::account`], and `id_token_expired` when the watch is over.
pub async fn current(app: &App, watch: &Watch) -> Result<Vec<Slug>> {
    session_check::require_unexpired(watch.until, app.clock.now())?;
    let reader = watch.reader.clone();
    app.store
        .read(move |tx| {
            session_check::account(tx, &reader)?;
            Ok(notifications::of(tx, &reader.uid)?.into_iter().map(|(slug, _)| slug).collect())
        })
        .await
}
