//! Notifying the accounts that a newly published article concerns by their answers.
//!
//! Publishing writes a row in its transaction. A job asks the accounts that have answers, page by page. One write
//! contains notifications and the place in the list of accounts, so that an interrupted job repeats nothing.

// docs/decisions/0361

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;

use super::profiles;
use crate::app::App;
use crate::domain::concern::{Criteria, DayFigures, book};
use crate::domain::notification::{NotifiedAccounts, Reason};
use crate::domain::{Slug, Status, Uid};
use crate::error::Result;
use crate::ops::day_figures::figures_of_today;
use crate::ops::policy::{self, Action, Actor};
use crate::store::articles::{self, ArticleRecord};
use crate::store::concern_notices::{self, PendingNotice};
use crate::store::notifications::{self, NotificationRecord};
use crate::store::{ReadTx, WriteTx, accounts, read_notifications, reader_profiles};

/// Articles of one step.
const MAX_ARTICLES: usize = 20;
/// Accounts of one step.
const MAX_ACCOUNTS: usize = 100;

/// Pending articles that have reached the same account, and which of the next accounts they concern.
struct NoticePage {
    articles: Vec<AskedArticle>,
    /// Pending articles that are no longer published.
    gone: Vec<Slug>,
    /// The last account of a full page; `None` when every account was asked.
    last: Option<Uid>,
}

struct AskedArticle {
    record: ArticleRecord,
    pending: PendingNotice,
    concerned: Vec<Uid>,
}

/// Asks the next accounts about the first pending articles. Returns whether there may be more to do.
pub async fn notify_next(app: &App, actor: &Actor) -> Result<bool> {
    policy::authorize(actor, Action::SendMail)?;
    let figures = figures_of_today(app);
    let page = app.store.read(move |tx| next_page(tx, &figures)).await?;
    if page.articles.is_empty() && page.gone.is_empty() {
        return Ok(false);
    }
    let now = app.clock.now();
    let write = app.store.write(move |tx| {
        for slug in &page.gone {
            concern_notices::remove(tx, slug)?;
        }
        let mut notified = BTreeSet::new();
        for article in &page.articles {
            let slug = &article.record.article.slug;
            // Another write may have withdrawn, changed or removed the article; the next step reads it again.
            let is_same = |brief: &articles::Brief| {
                brief.status == Status::Published && brief.revision == article.record.revision
            };
            let is_current = articles::brief(tx, slug)?.as_ref().is_some_and(is_same);
            if !is_current || concern_notices::get(tx, slug)?.as_ref() != Some(&article.pending) {
                continue;
            }
            for uid in &article.concerned {
                if notify(tx, uid, article, now)? {
                    notified.insert(uid.clone());
                }
            }
            match &page.last {
                Some(last) => {
                    let pending = PendingNotice { after: Some(last.clone()), ..article.pending.clone() };
                    concern_notices::put(tx, slug, &pending)?;
                }
                None => drop(concern_notices::remove(tx, slug)?),
            }
        }
        Ok(notified)
    });
    let notified: BTreeSet<Uid> = write.await?;
    if !notified.is_empty() {
        app.notify_streams(NotifiedAccounts::Accounts(Arc::from_iter(notified)));
    }
    Ok(true)
}

fn next_page(tx: &ReadTx, figures: &DayFigures) -> Result<NoticePage> {
    let mut page = NoticePage { articles: vec![], gone: vec![], last: None };
    let first = concern_notices::first(tx, MAX_ARTICLES)?;
    let after = first.first().and_then(|(_, pending)| pending.after.clone());
    for (slug, pending) in first.into_iter().filter(|(_, pending)| pending.after == after) {
        match articles::get_readable(tx, &slug)?.filter(|record| record.status == Status::Published) {
            Some(record) => page.articles.push(AskedArticle { record, pending, concerned: vec![] }),
            None => page.gone.push(slug),
        }
    }
    if page.articles.is_empty() {
        return Ok(page);
    }
    let criteria = |article: &AskedArticle| article.record.article.concerns.as_ref().map(|of| Criteria::of(of));
    let criteria: Vec<_> = page.articles.iter().map(criteria).collect();
    let readers = reader_profiles::accounts_after(tx, after.as_ref(), MAX_ACCOUNTS)?;
    page.last = readers.last().filter(|_| readers.len() == MAX_ACCOUNTS).cloned();
    for uid in readers {
        let Some(account) = accounts::get(tx, &uid)?.filter(|account| !account.disabled) else { continue };
        let answers = profiles::answers_of(tx, &uid)?;
        let Some(evaluations) = answers.evaluations(book(), figures) else { continue };
        for (article, criteria) in page.articles.iter_mut().zip(&criteria) {
            let is_wanted = article.record.article.importance >= account.in_app_from;
            if is_wanted && evaluations.decide(criteria.as_ref()).is_yes() {
                article.concerned.push(uid.clone());
            }
        }
    }
    Ok(page)
}

/// Notifies the account, unless it was notified of the article for another reason. Returns whether it did.
fn notify(tx: &WriteTx, uid: &Uid, article: &AskedArticle, now: Timestamp) -> Result<bool> {
    let AskedArticle { record, pending, .. } = article;
    let slug = &record.article.slug;
    let is_known = notifications::get(tx, uid, slug)?.is_some()
        || read_notifications::get(tx, uid, slug)?.is_some_and(|it| it.at >= pending.published_at);
    if is_known || accounts::get(tx, uid)?.is_none_or(|account| account.disabled) {
        return Ok(false);
    }
    let notification = NotificationRecord { at: now, reason: Reason::Concern, revision: record.revision, about: None };
    notifications::put(tx, uid, slug, &notification)?;
    Ok(true)
}
