//! Asking saved searches about newly published articles.
//!
//! Publishing writes a pending row in its transaction. Once the index contains the article, a job asks the searches
//! page by page. One write contains notifications, hits and the place in the list of searches, so that an interrupted
//! job repeats nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::blocking::blocking;
use super::notification_wishes::{is_wanted_at_once, wants_notification};
use super::notify::campaign_acts;
use super::policy::{self, Action, Actor};
use super::provision_hits::provision_hits;
use crate::app::App;
use crate::catalogue::{Catalogue, SavedSearch};
use crate::clock::legal_date;
use crate::domain::follow::SEARCH_PREFIX;
use crate::domain::notification::{NotifiedAccounts, Reason};
use crate::domain::{Slug, Status, Uid};
use crate::error::Result;
use crate::ops::mail::automatic::urgent::{self, Finders};
use crate::ops::mail::campaigns::notify_changed;
use crate::store::articles::{self, ArticleRecord};
use crate::store::marks::{self, Mark};
use crate::store::notifications::{self, NotificationRecord};
use crate::store::saved_searches::{self, PendingArticle};
use crate::store::{ReadTx, WriteTx, follow_settings, read_notifications};

/// Articles of one step. Each step asks its searches about the whole index, so fewer steps make an import faster.
const MAX_ARTICLES: usize = 200;
/// Searches of one step.
const MAX_SEARCHES: usize = 100;
/// How long digests wait for searches that have not been asked yet.
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// How long hits are kept for digests.
const KEPT: SignedDuration = SignedDuration::from_hours(60 * 24);

/// The result of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchStep {
    /// There may be more to do.
    Worked,
    /// Nothing is pending.
    Idle,
    /// The index does not contain the articles yet.
    Waiting,
}

/// Pending articles that have reached the same saved search, and the next searches to match.
struct PendingPage {
    articles: Vec<(Slug, PendingArticle)>,
    /// Pending articles that are no longer published.
    gone: Vec<Slug>,
    searches: Vec<String>,
}

/// A search with the articles that it found.
struct AnsweredSearch {
    name: String,
    found: Vec<Slug>,
}

/// Asks the next searches about the first pending articles.
pub async fn match_next(app: &App, actor: &Actor) -> Result<MatchStep> {
    policy::authorize(actor, Action::SendMail)?;
    let page = app.store.read(next_page).await?;
    if page.articles.is_empty() && page.gone.is_empty() {
        return Ok(MatchStep::Idle);
    }
    let Some(answers) = ask(app, &page).await? else { return Ok(MatchStep::Waiting) };
    let (now, catalogue) = (app.clock.now(), Arc::clone(&app.catalogue));
    let write = app.store.write(move |tx| {
        for slug in &page.gone {
            saved_searches::remove_pending(tx, slug)?;
        }
        let (mut concerned, mut is_mailed) = (BTreeSet::new(), false);
        for (slug, pending) in &page.articles {
            // Another write may have withdrawn or removed the article.
            let record = articles::get_readable(tx, slug)?.filter(|record| record.status == Status::Published);
            let (Some(record), true) = (record, saved_searches::pending_of(tx, slug)?.as_ref() == Some(pending)) else {
                continue;
            };
            for answer in answers.iter().filter(|answer| answer.found.contains(slug)) {
                saved_searches::put_hit(tx, slug, &answer.name, now)?;
                concerned.extend(notify(tx, &answer.name, &record, pending, now)?);
            }
            if page.searches.len() == MAX_SEARCHES {
                let after = page.searches.last().cloned();
                saved_searches::put_pending(tx, slug, &PendingArticle { after, ..pending.clone() })?;
            } else {
                is_mailed |= finish(tx, &catalogue, &record, now)?;
            }
        }
        Ok((concerned, is_mailed))
    });
    let (concerned, is_mailed): (BTreeSet<Uid>, bool) = write.await?;
    if !concerned.is_empty() {
        app.notify_streams(NotifiedAccounts::Accounts(Arc::from_iter(concerned)));
    }
    if is_mailed {
        notify_changed(app);
    }
    Ok(MatchStep::Worked)
}

fn next_page(tx: &ReadTx) -> Result<PendingPage> {
    let mut page = PendingPage { articles: vec![], gone: vec![], searches: vec![] };
    let pending = saved_searches::pending(tx, MAX_ARTICLES)?;
    let after = pending.first().and_then(|(_, first)| first.after.clone());
    for (slug, article) in pending {
        if articles::brief(tx, &slug)?.is_none_or(|brief| brief.status != Status::Published) {
            page.gone.push(slug);
        } else if article.after == after {
            page.articles.push((slug, article));
        }
    }
    if !page.articles.is_empty() {
        page.searches = marks::names_after(tx, Mark::Follow, SEARCH_PREFIX, after.as_deref(), MAX_SEARCHES)?;
    }
    Ok(page)
}

/// Asks the searches of the page; `None` until the index contains the articles.
async fn ask(app: &App, page: &PendingPage) -> Result<Option<Vec<AnsweredSearch>>> {
    let articles: Vec<_> = page.articles.iter().map(|(slug, pending)| (slug.clone(), pending.revision)).collect();
    let (names, catalogue, today) = (page.searches.clone(), Arc::clone(&app.catalogue), app.clock.today());
    let work = move || -> Result<Option<Vec<AnsweredSearch>>> {
        let mut answers = Vec::new();
        for name in names {
            let query = name.strip_prefix(SEARCH_PREFIX).unwrap_or_default();
            let Some(search) = SavedSearch::parse(query) else { continue };
            match catalogue.found_by(&search, &articles, today)? {
                Some(found) if found.is_empty() => {}
                Some(found) => answers.push(AnsweredSearch { name, found }),
                None => return Ok(None),
            }
        }
        Ok(Some(answers))
    };
    blocking("asking saved searches", work).await?
}

/// Ends the matching of an article that every search was asked about. Returns whether it created a campaign.
fn finish(tx: &WriteTx, catalogue: &Catalogue, record: &ArticleRecord, now: Timestamp) -> Result<bool> {
    let slug = &record.article.slug;
    saved_searches::remove_pending(tx, slug)?;
    let found = saved_searches::hits(tx, slug)?;
    let is_wanted =
        follow_settings::any(tx)? && is_wanted_at_once(tx, &found, record.article.importance, legal_date(now))?;
    if is_wanted {
        let acts = campaign_acts(catalogue, record);
        let provisions = provision_hits(tx, catalogue, &record.article)?;
        urgent::announce_found(tx, record, Finders { acts, provisions, searches: found }, now)?;
    }
    Ok(is_wanted)
}

/// Notifies the followers of a search that found the article, except accounts that were notified of this revision for
/// another reason.
fn notify(
    tx: &WriteTx,
    name: &str,
    record: &ArticleRecord,
    pending: &PendingArticle,
    now: Timestamp,
) -> Result<Vec<Uid>> {
    let (slug, today) = (&record.article.slug, legal_date(now));
    let mut notified = Vec::new();
    for uid in marks::holders(tx, Mark::Follow, name)? {
        let settings = follow_settings::get(tx, &uid, name)?;
        let is_known = notifications::get(tx, &uid, slug)?.is_some_and(|it| it.revision >= pending.revision)
            || read_notifications::get(tx, &uid, slug)?.is_some_and(|it| it.at >= pending.published_at);
        if is_known || !wants_notification(tx, &uid, &settings, record.article.importance, today)? {
            continue;
        }
        let about = Some(name.to_owned());
        let notification = NotificationRecord { at: now, reason: Reason::Search, revision: record.revision, about };
        notifications::put(tx, &uid, slug, &notification)?;
        notified.push(uid);
    }
    Ok(notified)
}

/// Whether a digest should wait until searches have been asked about its articles.
pub(in crate::ops) fn is_waiting(tx: &ReadTx, now: Timestamp) -> Result<bool> {
    let pending = saved_searches::pending(tx, MAX_ARTICLES)?;
    Ok(pending.iter().any(|(_, article)| now.duration_since(article.published_at) < LONGEST_WAIT))
}

/// Removes hits that no digest needs any more.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::SendMail)?;
    let before = app.clock.now() - KEPT;
    if !app.store.read(|tx| Ok(saved_searches::any_hits(tx)?)).await? {
        return Ok(());
    }
    app.store.write(move |tx| Ok(saved_searches::remove_hits_before(tx, before)?)).await
}
