//! Telling readers of what is published, in the transaction that publishes it.
//!
//! Followers of an article's topic and domains are told when it is published first, everybody when
//! it is urgent, and those who track it of each later revision. Nobody is told twice of the same
//! revision, and nobody of what is old: an archive that is filled in must not flood people. Who wants
//! to hear of less in the application is told of less there; what one tracks is always told.
//!
//! What cannot wait also becomes a mail-out, for accounts and subscribers.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use crate::app::App;
use crate::domain::notification::{Concerned, Reason};
use crate::domain::{Importance, Status, Uid, text};
use crate::error::Result;
use crate::ops::mail::automatic::urgent;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::CampaignRecord;
use crate::store::notifications::{self, NotificationRecord};
use crate::store::readers::{self, Mark};
use crate::store::{WriteTx, accounts, subscribers};

/// What a followed domain's name begins with, before its folded text.
pub const DOMAIN: &str = "domain:";

/// When it is, and what is too old to tell.
#[derive(Debug, Clone, Copy)]
pub(super) struct News {
    now: Timestamp,
    oldest: Date,
}

/// Tells readers in one transaction, and gathers whom.
pub(super) struct Announcer {
    news: News,
    /// Whether anybody could be told; looked up once, for most imports have nobody to tell.
    accounts: bool,
    followers: bool,
    trackers: bool,
    /// Whether mails have any recipients.
    mails: bool,
    /// The mail about what is urgent among these articles.
    urgent: Option<CampaignRecord>,
    /// Every account and from which importance it is told, read when an urgent article needs them.
    all: Option<Vec<(Uid, Importance)>>,
    told: BTreeSet<Uid>,
    everybody: bool,
}

impl News {
    pub(super) fn of(app: &App) -> Self {
        let age = jiff::Span::new().days(i64::from(app.config.notifications.max_age_days));
        Self { now: app.clock.now(), oldest: app.clock.today().saturating_sub(age) }
    }

    pub(super) fn begin(self, tx: &WriteTx) -> Result<Announcer> {
        let accounts = accounts::count(tx)? > 0;
        Ok(Announcer {
            news: self,
            accounts,
            followers: accounts && readers::any(tx, Mark::Follow)?,
            trackers: accounts && readers::any(tx, Mark::Track)?,
            mails: accounts || subscribers::count(tx)? > 0,
            urgent: None,
            all: None,
            told: BTreeSet::new(),
            everybody: false,
        })
    }
}

impl Announcer {
    /// Tells whom the change of an article from `before` to `record` concerns, if anybody.
    pub(super) fn changed(
        &mut self,
        tx: &WriteTx,
        before: Option<&ArticleRecord>,
        record: &ArticleRecord,
    ) -> Result<()> {
        if !self.mails {
            return Ok(());
        }
        if record.status != Status::Published {
            if self.accounts && before.is_some_and(|before| before.status == Status::Published) {
                self.told.extend(notifications::remove_article(tx, &record.article.slug)?);
            }
            return Ok(());
        }
        let seen = before.map_or(0, ArticleRecord::last_seen);
        if seen >= record.revision {
            return Ok(());
        }
        if urgent::is_urgent(before, record, seen == 0) && self.is_recent(record) {
            urgent::announce(tx, &mut self.urgent, record, self.news.now)?;
        }
        if !self.accounts {
            return Ok(());
        }
        let urgent = |record: &ArticleRecord| record.article.importance == Importance::URGENT;
        let became_urgent = urgent(record) && (seen == 0 || !before.is_some_and(urgent));
        if became_urgent && self.is_recent(record) {
            self.tell_everybody(tx, record)
        } else {
            self.tell(tx, record, seen == 0)
        }
    }

    fn is_recent(&self, record: &ArticleRecord) -> bool {
        record.article.publish_date >= self.news.oldest
    }

    fn tell_everybody(&mut self, tx: &WriteTx, record: &ArticleRecord) -> Result<()> {
        let all = match self.all.take() {
            Some(all) => all,
            None => every_account(tx)?,
        };
        for (uid, _) in all.iter().filter(|(_, from)| record.article.importance >= *from) {
            self.put(tx, uid, record, Reason::Urgent)?;
        }
        self.all = Some(all);
        self.everybody = true;
        Ok(())
    }

    fn tell(&mut self, tx: &WriteTx, record: &ArticleRecord, first: bool) -> Result<()> {
        // A later reason is the better one.
        let mut reasons: BTreeMap<Uid, Reason> = BTreeMap::new();
        if first && self.followers && self.is_recent(record) {
            for domain in &record.article.domains {
                let name = format!("{DOMAIN}{}", text::fold(domain));
                reasons.extend(readers::holders(tx, Mark::Follow, &name)?.into_iter().map(|uid| (uid, Reason::Domain)));
            }
            let followers = readers::holders(tx, Mark::Follow, &record.article.topic)?;
            reasons.extend(followers.into_iter().map(|uid| (uid, Reason::Topic)));
        }
        if !first && self.trackers {
            let trackers = readers::holders(tx, Mark::Track, record.article.slug.as_str())?;
            reasons.extend(trackers.into_iter().map(|uid| (uid, Reason::Revision)));
        }
        for (uid, reason) in reasons {
            if reason == Reason::Revision || is_told_of(tx, &uid, record.article.importance)? {
                self.put(tx, &uid, record, reason)?;
                self.told.insert(uid);
            }
        }
        Ok(())
    }

    fn put(&self, tx: &WriteTx, uid: &Uid, record: &ArticleRecord, reason: Reason) -> Result<()> {
        let notification = NotificationRecord { at: self.news.now, reason, revision: record.revision };
        Ok(notifications::put(tx, uid, &record.article.slug, &notification)?)
    }

    /// Takes an article that is being removed from everybody's notifications.
    pub(super) fn removed(&mut self, tx: &WriteTx, slug: &crate::domain::Slug) -> Result<()> {
        if self.accounts {
            self.told.extend(notifications::remove_article(tx, slug)?);
        }
        Ok(())
    }

    /// Whose notifications changed, to be told after the commit.
    pub(super) fn concerned(self) -> Concerned {
        if self.everybody { Concerned::Everybody } else { Concerned::Accounts(Arc::from_iter(self.told)) }
    }
}

/// Whether the account wants to be told in the application of what matters so much.
fn is_told_of(tx: &WriteTx, uid: &Uid, importance: Importance) -> Result<bool> {
    Ok(accounts::get(tx, uid)?.is_none_or(|account| importance >= account.in_app_from))
}

fn every_account(tx: &WriteTx) -> Result<Vec<(Uid, Importance)>> {
    let mut all = Vec::new();
    accounts::each(tx, &mut |account| {
        all.push((account.uid, account.in_app_from));
        ControlFlow::Continue(())
    })?;
    Ok(all)
}
