//! Notifying readers of a published article, in the transaction that publishes it.
//!
//! The first publication notifies the followers of the article's topic, of its domains and of the acts that it is on or
//! names, or every account if the article is urgent. Later revisions notify the accounts that track it. Each account is notified once per
//! revision and, unless it tracks the article, only from the importance it chose. Old articles notify
//! only trackers, so that importing an archive does not flood readers.
//!
//! An urgent article is also mailed to accounts and subscribers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::catalogue::Catalogue;
use crate::domain::notification::{Concerned, Reason};
use crate::domain::{Importance, Status, Uid, text};
use crate::error::Result;
use crate::ops::mail::automatic::urgent;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::CampaignRecord;
use crate::store::notifications::{self, NotificationRecord};
use crate::store::readers::{self, Mark};
use crate::store::{WriteTx, accounts, subscribers};

/// Prefix of a followed domain, before its folded name.
pub const DOMAIN_PREFIX: &str = "domain:";

/// Prefix of a followed act, before its name in addresses.
pub const ACT_PREFIX: &str = "act:";

/// The current time, the publish date from which articles notify followers, and the names of acts.
#[derive(Debug, Clone)]
pub(super) struct NotificationRules {
    catalogue: Arc<Catalogue>,
    now: Timestamp,
    notify_from: Date,
}

/// Writes the notifications of one transaction and collects the accounts concerned.
pub(super) struct Notifier {
    rules: NotificationRules,
    /// Whether there are any accounts, followers and trackers; looked up once, since most imports run
    /// without any.
    has_accounts: bool,
    has_followers: bool,
    /// Reading the acts of an article takes time, which only their followers are worth.
    has_act_followers: bool,
    has_trackers: bool,
    /// Whether there are any accounts or subscribers to mail to.
    has_recipients: bool,
    /// The campaign about the urgent articles of this transaction.
    urgent_campaign: Option<CampaignRecord>,
    /// Every account with the importance from which it is notified; read for the first urgent article.
    all_accounts: Option<Vec<(Uid, Importance)>>,
    notified: BTreeSet<Uid>,
    notified_all: bool,
}

impl NotificationRules {
    pub(super) fn new(app: &App) -> Self {
        let age = jiff::Span::new().days(i64::from(app.config.notifications.max_age_days));
        let catalogue = Arc::clone(&app.catalogue);
        Self { catalogue, now: app.clock.now(), notify_from: app.clock.today().saturating_sub(age) }
    }

    pub(super) fn begin(&self, tx: &WriteTx) -> Result<Notifier> {
        let has_accounts = accounts::any(tx)?;
        Ok(Notifier {
            rules: self.clone(),
            has_accounts,
            has_followers: has_accounts && readers::any(tx, Mark::Follow)?,
            has_act_followers: has_accounts && readers::any_begins(tx, Mark::Follow, ACT_PREFIX)?,
            has_trackers: has_accounts && readers::any(tx, Mark::Track)?,
            has_recipients: has_accounts || subscribers::any(tx)?,
            urgent_campaign: None,
            all_accounts: None,
            notified: BTreeSet::new(),
            notified_all: false,
        })
    }
}

impl Notifier {
    /// Notifies the accounts concerned by the change of an article from `before` to `record`.
    pub(super) fn article_changed(
        &mut self,
        tx: &WriteTx,
        before: Option<&ArticleRecord>,
        record: &ArticleRecord,
    ) -> Result<()> {
        if !self.has_recipients {
            return Ok(());
        }
        if record.status != Status::Published {
            if self.has_accounts && before.is_some_and(|before| before.status == Status::Published) {
                self.notified.extend(notifications::remove_article(tx, &record.article.slug)?);
            }
            return Ok(());
        }
        let seen = before.map_or(0, ArticleRecord::last_public_revision);
        if seen >= record.revision {
            return Ok(());
        }
        if urgent::is_urgent(before, record, seen == 0) && self.is_recent(record) {
            urgent::announce(tx, &mut self.urgent_campaign, record, self.rules.now)?;
        }
        if !self.has_accounts {
            return Ok(());
        }
        let urgent = |record: &ArticleRecord| record.article.importance == Importance::URGENT;
        let became_urgent = urgent(record) && (seen == 0 || !before.is_some_and(urgent));
        if became_urgent && self.is_recent(record) {
            self.notify_all(tx, record)
        } else {
            self.notify_followers(tx, record, seen == 0)
        }
    }

    fn is_recent(&self, record: &ArticleRecord) -> bool {
        record.article.publish_date >= self.rules.notify_from
    }

    fn notify_all(&mut self, tx: &WriteTx, record: &ArticleRecord) -> Result<()> {
        let all = match self.all_accounts.take() {
            Some(all) => all,
            None => every_account(tx)?,
        };
        for (uid, _) in all.iter().filter(|(_, from)| record.article.importance >= *from) {
            self.put(tx, uid, record, Reason::Urgent)?;
        }
        self.all_accounts = Some(all);
        self.notified_all = true;
        Ok(())
    }

    fn notify_followers(&mut self, tx: &WriteTx, record: &ArticleRecord, first: bool) -> Result<()> {
        // A later insertion replaces a weaker reason.
        let mut reasons: BTreeMap<Uid, Reason> = BTreeMap::new();
        if first && self.has_act_followers && self.is_recent(record) {
            for id in self.rules.catalogue.named_acts(&record.article) {
                let followers = readers::holders(tx, Mark::Follow, &format!("{ACT_PREFIX}{id}"))?;
                reasons.extend(followers.into_iter().map(|uid| (uid, Reason::Act)));
            }
        }
        if first && self.has_followers && self.is_recent(record) {
            for domain in &record.article.domains {
                let name = format!("{DOMAIN_PREFIX}{}", text::fold(domain));
                reasons.extend(readers::holders(tx, Mark::Follow, &name)?.into_iter().map(|uid| (uid, Reason::Domain)));
            }
            let followers = readers::holders(tx, Mark::Follow, &record.article.topic)?;
            reasons.extend(followers.into_iter().map(|uid| (uid, Reason::Topic)));
        }
        if !first && self.has_trackers {
            let trackers = readers::holders(tx, Mark::Track, record.article.slug.as_str())?;
            reasons.extend(trackers.into_iter().map(|uid| (uid, Reason::Revision)));
        }
        for (uid, reason) in reasons {
            if reason == Reason::Revision || wants_notification(tx, &uid, record.article.importance)? {
                self.put(tx, &uid, record, reason)?;
                self.notified.insert(uid);
            }
        }
        Ok(())
    }

    fn put(&self, tx: &WriteTx, uid: &Uid, record: &ArticleRecord, reason: Reason) -> Result<()> {
        let notification = NotificationRecord { at: self.rules.now, reason, revision: record.revision };
        Ok(notifications::put(tx, uid, &record.article.slug, &notification)?)
    }

    /// Removes all notifications about an article that is being removed.
    pub(super) fn article_removed(&mut self, tx: &WriteTx, slug: &crate::domain::Slug) -> Result<()> {
        if self.has_accounts {
            self.notified.extend(notifications::remove_article(tx, slug)?);
        }
        Ok(())
    }

    /// The accounts whose notifications changed; their open streams are woken after the commit.
    pub(super) fn concerned(self) -> Concerned {
        if self.notified_all { Concerned::Everybody } else { Concerned::Accounts(Arc::from_iter(self.notified)) }
    }
}

/// Whether the account wants in-app notifications of this importance.
fn wants_notification(tx: &WriteTx, uid: &Uid, importance: Importance) -> Result<bool> {
    Ok(accounts::get(tx, uid)?.is_none_or(|account| importance >= account.in_app_from))
}

fn every_account(tx: &WriteTx) -> Result<Vec<(Uid, Importance)>> {
    let mut all = Vec::new();
    accounts::each_in_write(tx, &mut |account| all.push((account.uid, account.in_app_from)))?;
    Ok(all)
}
