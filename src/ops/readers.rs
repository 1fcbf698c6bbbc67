//! A reader's marks: likes, bookmarks, followed topics and domains, tracked articles.
//!
//! Each change reads the state it depends on in its own transaction and returns the new state.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::accounts::session_check;
use super::browse::{live, no_such_article};
use super::follow_names;
use super::policy::{self, Action, Actor, Principal};
use crate::app::App;
use crate::catalogue::ListedArticle;
use crate::domain::notification::NotifiedAccounts;
use crate::domain::{ArticleCounts, Slug, Status, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::rate_limit::Limit;
use crate::store::accounts::AccountRecord;
use crate::store::articles::{self, Brief};
use crate::store::marks::{self, Mark};
use crate::store::{
    ReadTx, Reading, WriteTx, calendars, done_steps, follow_settings, notifications, read_notifications,
    reader_profiles, reminders, reports,
};

/// A mark whose count is shown with the article.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CountedMark {
    Like,
    Bookmark,
}

/// The state of a like or bookmark after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkState {
    pub on: bool,
    /// How many readers have set the mark on the article.
    pub count: u64,
}

/// The tracked articles after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackedArticles {
    pub on: bool,
    /// Newest first.
    pub all: Vec<String>,
}

/// A reader's account, marks, ticks and notifications.
#[derive(Debug)]
pub struct ReaderData {
    pub account: AccountRecord,
    /// Slugs and topics, newest first.
    pub likes: Vec<String>,
    pub bookmarks: Vec<String>,
    pub notifications: Vec<String>,
    pub follows: Vec<String>,
    /// The followed domains, and those of saved searches, by their keys.
    pub domains: BTreeMap<String, String>,
    pub tracked: Vec<String>,
    pub done_steps: done_steps::DoneSteps,
}

impl CountedMark {
    fn mark(self) -> Mark {
        match self {
            Self::Like => Mark::Like,
            Self::Bookmark => Mark::Bookmark,
        }
    }

    fn count(self, counts: ArticleCounts) -> u64 {
        match self {
            Self::Like => counts.likes,
            Self::Bookmark => counts.bookmarks,
        }
    }
}

/// Returns the signed-in account if its uid is `uid`.
///
/// # Errors
/// `invalid_user_token` without a signed-in account; `forbidden` for another account.
pub(super) fn own(actor: &Actor, uid: &str) -> Result<Principal> {
    let principal = actor.principal()?;
    if principal.uid.as_str() == uid {
        Ok(principal.clone())
    } else {
        Err(Error::new(Kind::Forbidden, ErrorCode::Forbidden, "This belongs to another account."))
    }
}

/// Checks that the signed-in account is `uid`.
///
/// # Errors
/// Those of [`own`]. The extractors of access tokens call this for a uid in the path, and handlers first for one in the
/// body, so that no other error reveals anything.
pub fn check_own(actor: &Actor, uid: &str) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    own(actor, uid).map(drop)
}

/// Sets or removes a like or bookmark; toggles it if `wanted` is `None`.
///
/// # Errors
/// `not_found` unless the article is published; a mark on a withdrawn article can still be removed.
pub async fn mark(
    app: &App,
    actor: &Actor,
    uid: &str,
    counted: CountedMark,
    slug: Slug,
    wanted: Option<bool>,
) -> Result<MarkState> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let now = rate_limit(app, &reader)?;
    let named = slug.clone();
    let (on, counts) = app
        .store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let article = articles::brief(tx, &named)?.ok_or_else(no_such_article)?;
            let on =
                set_mark(tx, counted.mark(), &reader.uid, named.as_str(), wanted, now, || require_published(&article))?;
            Ok((on, articles::counts(tx, &named)?))
        })
        .await?;
    app.catalogue.set_counts(&slug, counts);
    Ok(MarkState { on, count: counted.count(counts) })
}

/// Applies the rate limit of marks and returns the current time.
///
/// # Errors
/// `too_many_requests` with the seconds to wait.
pub(super) fn rate_limit(app: &App, reader: &Principal) -> Result<Timestamp> {
    let (now, count) = (app.clock.now(), app.config.limits.marks_per_minute);
    app.rate_limiter.take(Limit::Mark(count), reader.uid.as_str(), app.clock.steady())?;
    Ok(now)
}

fn require_published(article: &Brief) -> Result<()> {
    if article.status == Status::Published { Ok(()) } else { Err(no_such_article()) }
}

/// Sets a mark to the wanted state, or toggles it, and returns the new state.
///
/// `check_target` is called unless the mark is set already.
pub(super) fn set_mark(
    tx: &WriteTx,
    mark: Mark,
    uid: &Uid,
    name: &str,
    wanted: Option<bool>,
    now: Timestamp,
    check_target: impl FnOnce() -> Result<()>,
) -> Result<bool> {
    let before = marks::get(tx, mark, uid, name)?.is_some();
    if !before {
        check_target()?;
    }
    let on = wanted.unwrap_or(!before);
    marks::set(tx, mark, uid, name, on.then_some(now))?;
    Ok(on)
}

/// Tracks an article or stops tracking it. The reader is notified of later revisions of tracked articles.
///
/// # Errors
/// `not_found` unless the article is published; tracking of a withdrawn article can still be stopped.
pub async fn track(app: &App, actor: &Actor, uid: &str, slug: Slug, wanted: Option<bool>) -> Result<TrackedArticles> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let now = rate_limit(app, &reader)?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let article = articles::brief(tx, &slug)?.ok_or_else(no_such_article)?;
            let uid = &reader.uid;
            let on = set_mark(tx, Mark::Track, uid, slug.as_str(), wanted, now, || require_published(&article))?;
            Ok(TrackedArticles { on, all: names(tx, Mark::Track, uid)? })
        })
        .await
}

pub(super) fn names(tx: &dyn Reading, mark: Mark, uid: &Uid) -> Result<Vec<String>> {
    Ok(marks::of(tx, mark, uid)?.into_iter().map(|(name, _)| name).collect())
}

/// Returns the account with all its marks, ticks and notifications.
pub async fn data(app: &App, actor: &Actor, uid: &str) -> Result<ReaderData> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = own(actor, uid)?;
    let snapshot = app.catalogue.snapshot();
    app.store
        .read(move |tx| {
            let account = session_check::account(tx, &reader)?;
            let notified = notifications::of(tx, &reader.uid)?;
            let follows = names(tx, Mark::Follow, &reader.uid)?;
            Ok(ReaderData {
                likes: names(tx, Mark::Like, &reader.uid)?,
                bookmarks: names(tx, Mark::Bookmark, &reader.uid)?,
                notifications: notified.into_iter().map(|(slug, _)| slug.to_string()).collect(),
                domains: follow_names::domains(&snapshot, follows.iter().map(String::as_str)),
                follows,
                tracked: names(tx, Mark::Track, &reader.uid)?,
                done_steps: done_steps::ids(tx, &reader.uid)?,
                account,
            })
        })
        .await
}

/// Lists the published articles that the account liked or bookmarked, newest mark first.
pub async fn marked(app: &App, actor: &Actor, uid: &str, counted: CountedMark) -> Result<Vec<ListedArticle>> {
    policy::authorize(actor, Action::UseAccount)?;
    articles_of(app, actor, uid, counted.mark()).await
}

/// Lists the published articles that the account tracks, newest first.
pub async fn tracked(app: &App, actor: &Actor, uid: &str) -> Result<Vec<ListedArticle>> {
    policy::authorize(actor, Action::UseAccount)?;
    articles_of(app, actor, uid, Mark::Track).await
}

async fn articles_of(app: &App, actor: &Actor, uid: &str, mark: Mark) -> Result<Vec<ListedArticle>> {
    let reader = own(actor, uid)?;
    let slugs = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        names(tx, mark, &reader.uid)
    };
    let slugs = app.store.read(slugs).await?;
    let snapshot = live(app)?;
    Ok(slugs.iter().filter_map(|slug| snapshot.listed(&Slug::parse(slug)?)).collect())
}

/// Deletes an account's marks, ticks, profiles, notifications and reports, in the transaction that deletes the account.
/// Returns the new counts of its articles, for [`account_removed`] after the commit.
pub fn remove_account(tx: &WriteTx, account: &AccountRecord) -> Result<Vec<(Slug, ArticleCounts)>> {
    let uid = &account.uid;
    notifications::remove_account(tx, uid)?;
    read_notifications::remove_account(tx, uid)?;
    done_steps::remove_account(tx, uid)?;
    reader_profiles::remove_account(tx, uid)?;
    calendars::remove_account(tx, uid)?;
    reminders::remove_account(tx, uid)?;
    reports::remove_account(tx, uid, account.email.as_ref())?;
    remove_marks(tx, uid)
}

fn remove_marks(tx: &WriteTx, uid: &Uid) -> Result<Vec<(Slug, ArticleCounts)>> {
    let slugs = marks::remove_account(tx, uid)?;
    slugs.into_iter().map(|slug| Ok((slug.clone(), articles::counts(tx, &slug)?))).collect()
}

/// Moves an account's marks to another account. A follow that both have keeps the settings of the other account.
/// Returns the new counts of the articles, for [`account_removed`] after the commit.
pub(super) fn move_marks(tx: &WriteTx, from: &Uid, to: &Uid) -> Result<Vec<(Slug, ArticleCounts)>> {
    for mark in Mark::ALL {
        for (name, at) in marks::of(tx, mark, from)? {
            let is_new = marks::set(tx, mark, to, &name, Some(at))?;
            if is_new && mark == Mark::Follow {
                follow_settings::put(tx, to, &name, &follow_settings::get(tx, from, &name)?)?;
            }
        }
    }
    reminders::move_account(tx, from, to)?;
    remove_marks(tx, from)
}

/// Updates the shown counts and wakes the account's open streams, which end. Call it after the commit of
/// [`remove_account`].
pub fn account_removed(app: &App, uid: &Uid, counts: &[(Slug, ArticleCounts)]) {
    for (slug, counts) in counts {
        app.catalogue.set_counts(slug, *counts);
    }
    app.notify_streams(NotifiedAccounts::Accounts([uid.clone()].into()));
}
