//! What a signed-in reader marks: likes, bookmarks, followed topics and domains, tracked articles.
//!
//! Each change decides on what it reads in its own transaction, and answers the state after it.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::{Value, json};

use super::accounts::session_check;
use super::browse::{live, no_such_article};
use super::news::DOMAIN;
use super::policy::{self, Action, Actor, Principal};
use crate::app::App;
use crate::catalogue::ListedArticle;
use crate::domain::notification::Concerned;
use crate::domain::{ArticleCounts, Slug, Status, Uid, text};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::attempts::Rule;
use crate::store::accounts::AccountRecord;
use crate::store::articles::{self, Brief};
use crate::store::readers::{self, Mark};
use crate::store::{ReadTx, Reading, WriteTx, notifications, reports, topics};

/// A mark that articles count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counted {
    Like,
    Bookmark,
}

/// The state of a counted mark after a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marked {
    pub on: bool,
    /// How many readers have it on the article.
    pub count: u64,
}

/// What one follows after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Followed {
    pub on: bool,
    /// Newest first.
    pub all: Vec<String>,
}

/// What one tracks after a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tracked {
    pub on: bool,
    /// Whether one follows the article's topic too.
    pub topic_followed: bool,
    /// Newest first.
    pub all: Vec<String>,
}

/// All that one's pages are drawn from.
#[derive(Debug)]
pub struct ReaderData {
    pub account: AccountRecord,
    /// Slugs and topics, newest first.
    pub likes: Vec<String>,
    pub bookmarks: Vec<String>,
    pub notifications: Vec<String>,
    pub follows: Vec<String>,
    pub tracked: Vec<String>,
}

impl Counted {
    fn mark(self) -> Mark {
        match self {
            Self::Like => Mark::Like,
            Self::Bookmark => Mark::Bookmark,
        }
    }

    fn of(self, counts: ArticleCounts) -> u64 {
        match self {
            Self::Like => counts.likes,
            Self::Bookmark => counts.bookmarks,
        }
    }
}

/// The acting account, which must be the one of this name.
///
/// Errors: `invalid_user_token` when nobody is signed in; `forbidden` for another's name.
pub(super) fn own(actor: &Actor, uid: &str) -> Result<Principal> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?;
    if principal.uid.as_str() == uid {
        Ok(principal.clone())
    } else {
        Err(Error::new(Kind::Forbidden, ErrorCode::Forbidden, "This belongs to another account."))
    }
}

/// Refuses who is not the account of this name, before anything else is said of what was asked.
pub fn check(actor: &Actor, uid: &str) -> Result<()> {
    own(actor, uid).map(drop)
}

/// Likes or bookmarks an article, or takes that back; flips when `wanted` says nothing.
///
/// Errors: `not_found` unless the article is published; taking back goes with withdrawn ones too.
pub async fn mark(
    app: &App,
    actor: &Actor,
    uid: &str,
    counted: Counted,
    slug: Slug,
    wanted: Option<bool>,
) -> Result<Marked> {
    let reader = own(actor, uid)?;
    let now = admit(app, &reader)?;
    let named = slug.clone();
    let (on, counts) = app
        .store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let article = articles::brief(tx, &named)?.ok_or_else(no_such_article)?;
            let on = turn(tx, counted.mark(), &reader.uid, named.as_str(), wanted, now, || published(&article))?;
            Ok((on, articles::counts(tx, &named)?))
        })
        .await?;
    app.catalogue.set_counts(&slug, counts);
    Ok(Marked { on, count: counted.of(counts) })
}

/// Now, unless the account marks faster than anybody reads.
///
/// Errors: `too_many_requests` with the seconds to wait.
pub(super) fn admit(app: &App, reader: &Principal) -> Result<Timestamp> {
    let (now, count) = (app.clock.now(), app.config.limits.marks_per_minute);
    app.identity.attempts.take(Rule::Mark(count), reader.uid.as_str(), now)?;
    Ok(now)
}

fn published(article: &Brief) -> Result<()> {
    if article.status == Status::Published { Ok(()) } else { Err(no_such_article()) }
}

/// Brings a mark to the wanted state, or to the other one; answers the state.
///
/// What is not marked yet must be `there`, whatever is wanted of it.
fn turn(
    tx: &WriteTx,
    mark: Mark,
    uid: &Uid,
    name: &str,
    wanted: Option<bool>,
    now: Timestamp,
    there: impl FnOnce() -> Result<()>,
) -> Result<bool> {
    let before = readers::get(tx, mark, uid, name)?.is_some();
    if !before {
        there()?;
    }
    let on = wanted.unwrap_or(!before);
    readers::set(tx, mark, uid, name, on.then_some(now))?;
    Ok(on)
}

/// Follows a topic, or `domain:` with a domain of a published article; or ends that.
///
/// Errors: `not_found` for a topic or domain that there is not, unless one ends following it.
pub async fn follow(app: &App, actor: &Actor, uid: &str, topic: &str, wanted: Option<bool>) -> Result<Followed> {
    let reader = own(actor, uid)?;
    let now = admit(app, &reader)?;
    let domain = topic.strip_prefix(DOMAIN).map(|domain| text::fold(domain.trim()));
    let known_domain = match &domain {
        Some(domain) => live(app)?.has_domain(domain),
        None => false,
    };
    let name = domain.map_or_else(|| topic.to_owned(), |domain| format!("{DOMAIN}{domain}"));
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let there = || match known_domain || topics::get(tx, &name)?.is_some() {
                true => Ok(()),
                false => Err(Error::not_found("There is no such topic.")),
            };
            let on = turn(tx, Mark::Follow, &reader.uid, &name, wanted, now, there)?;
            Ok(Followed { on, all: names(tx, Mark::Follow, &reader.uid)? })
        })
        .await
}

/// Tracks an article: follows its topic, and is told of its later revisions; or ends the latter.
///
/// Errors: `not_found` unless the article is published; ending goes with withdrawn ones too.
pub async fn track(app: &App, actor: &Actor, uid: &str, slug: Slug, wanted: Option<bool>) -> Result<Tracked> {
    let reader = own(actor, uid)?;
    let now = admit(app, &reader)?;
    app.store
        .write(move |tx| {
            session_check::account(tx, &reader)?;
            let article = articles::brief(tx, &slug)?.ok_or_else(no_such_article)?;
            let (uid, topic) = (&reader.uid, article.topic());
            let on = turn(tx, Mark::Track, uid, slug.as_str(), wanted, now, || published(&article))?;
            if on {
                readers::set(tx, Mark::Follow, uid, topic, Some(now))?;
            }
            let topic_followed = readers::get(tx, Mark::Follow, uid, topic)?.is_some();
            Ok(Tracked { on, topic_followed, all: names(tx, Mark::Track, uid)? })
        })
        .await
}

fn names(tx: &impl Reading, mark: Mark, uid: &Uid) -> Result<Vec<String>> {
    Ok(readers::of(tx, mark, uid)?.into_iter().map(|(name, _)| name).collect())
}

/// The account with all that it marked and was told.
pub async fn data(app: &App, actor: &Actor, uid: &str) -> Result<ReaderData> {
    let reader = own(actor, uid)?;
    app.store
        .read(move |tx| {
            let account = session_check::account(tx, &reader)?;
            let waiting = notifications::of(tx, &reader.uid)?;
            Ok(ReaderData {
                likes: names(tx, Mark::Like, &reader.uid)?,
                bookmarks: names(tx, Mark::Bookmark, &reader.uid)?,
                notifications: waiting.into_iter().map(|(slug, _)| slug.to_string()).collect(),
                follows: names(tx, Mark::Follow, &reader.uid)?,
                tracked: names(tx, Mark::Track, &reader.uid)?,
                account,
            })
        })
        .await
}

/// The published articles that the account liked or bookmarked, newest mark first.
pub async fn marked(app: &App, actor: &Actor, uid: &str, counted: Counted) -> Result<Vec<ListedArticle>> {
    let reader = own(actor, uid)?;
    let slugs = move |tx: &ReadTx| {
        session_check::account(tx, &reader)?;
        names(tx, counted.mark(), &reader.uid)
    };
    let slugs = app.store.read(slugs).await?;
    let snapshot = live(app)?;
    Ok(slugs.iter().filter_map(|slug| snapshot.listed(&Slug::parse(slug)?)).collect())
}

/// Takes away all that belongs to an account but the account, and lowers the counts; for the
/// transaction that deletes it. Afterwards [`forgotten`] with what this answers.
pub fn forget(tx: &WriteTx, uid: &Uid) -> Result<Vec<(Slug, ArticleCounts)>> {
    notifications::remove_account(tx, uid)?;
    reports::remove_account(tx, uid)?;
    let slugs = readers::remove_account(tx, uid)?;
    slugs.into_iter().map(|slug| Ok((slug.clone(), articles::counts(tx, &slug)?))).collect()
}

/// Shows the lower counts and ends the account's open streams, after the commit of [`forget`].
pub fn forgotten(app: &App, uid: &Uid, counts: &[(Slug, ArticleCounts)]) {
    for (slug, counts) in counts {
        app.catalogue.set_counts(slug, *counts);
    }
    app.notify_streams(Concerned::Accounts([uid.clone()].into()));
}

/// What an account marked, was told and reported, for the file that its owner may ask for.
pub fn export(tx: &impl Reading, uid: &Uid) -> Result<Value> {
    let marks = |mark, name: &str| -> Result<Vec<Value>> {
        let marks = readers::of(tx, mark, uid)?;
        Ok(marks.into_iter().map(|(value, at)| json!({name: value, "at": at})).collect())
    };
    let told = notifications::of(tx, uid)?.into_iter();
    let told: Vec<_> =
        told.map(|(slug, told)| json!({"article": slug, "at": told.at, "reason": told.reason})).collect();
    Ok(json!({
        "likes": marks(Mark::Like, "article")?,
        "bookmarks": marks(Mark::Bookmark, "article")?,
        "topics_followed": marks(Mark::Follow, "topic")?,
        "articles_tracked": marks(Mark::Track, "article")?,
        "notifications": told,
        "reports": reports::of(tx, uid)?.iter().map(reported).collect::<Vec<_>>(),
    }))
}

fn reported(report: &reports::ReportRecord) -> impl Serialize + use<> {
    json!({
        "article": report.slug, "at": report.at, "kind": report.kind, "message": report.message,
        "email": report.email.as_ref().map(|email| email.as_str()),
    })
}
