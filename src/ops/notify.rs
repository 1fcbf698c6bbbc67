//! Notifying readers of a published article, in the transaction that publishes it.
//!
//! The first publication notifies the followers of the article's topic, of its domains, of the acts that it is on or
//! names and of the provisions that its act changes, or every account if the article is urgent, except those that want
//! nothing urgent that concerns only others. Later revisions notify the accounts that track the article. Each account is
//! notified once per revision. Unless it tracks the article, the article must have the importance that the account
//! chose, and the follow must be neither muted nor paused. Old articles notify only trackers, so that importing an
//! archive does not flood readers.
//!
//! `ops::concerns::notices` asks the answers of accounts later, since each of them is a question.
//!
//! An urgent article is also mailed to accounts and subscribers. `ops::saved_searches` asks saved searches later, since
//! the search index is updated after the transaction.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;

use super::notification_wishes::{UrgentReader, every_account, is_wanted_at_once, wants_notification};
use super::notify_deadlines::{any_followers, deadlines_changed};
use crate::app::App;
use crate::catalogue::Catalogue;
use crate::clock::legal_date;
use crate::domain::concern::{Criteria, DayFigures, Truth, book};
use crate::domain::follow::{ACT_PREFIX, SEARCH_PREFIX, domain_name, followed_act};
use crate::domain::notification::{NotifiedAccounts, Reason};
use crate::domain::{Importance, Status, Uid};
use crate::error::Result;
use crate::ops::day_figures::figures_of_today;
use crate::ops::mail::automatic::urgent::{self, Finders};
use crate::ops::provision_hits::provision_hits;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::{CampaignAct, CampaignProvision, CampaignRecord};
use crate::store::concern_notices::{self, PendingNotice};
use crate::store::marks::{self, Mark};
use crate::store::notifications::{self, NotificationRecord};
use crate::store::saved_searches::{self, PendingArticle};
use crate::store::{WriteTx, accounts, follow_settings, reader_profiles, subscribers};

/// The current time, the publish date from which articles notify followers, and the names of acts.
#[derive(Debug, Clone)]
pub(super) struct NotificationRules {
    catalogue: Arc<Catalogue>,
    now: Timestamp,
    today: Date,
    notify_from: Date,
    figures: DayFigures,
    /// Whether urgent mails go to a seeded address too.
    has_seed: bool,
}

/// A follow that an article concerns.
struct ConcernedFollow<'a> {
    name: Cow<'a, str>,
    reason: Reason,
    /// The change of a followed provision.
    provision: Option<&'a CampaignProvision>,
}

/// What an article is about, as far as follows are concerned.
struct Subjects {
    acts: Vec<CampaignAct>,
    provisions: Vec<CampaignProvision>,
}

/// Writes the notifications of one transaction and collects the accounts that they concern.
pub(super) struct Notifier {
    rules: NotificationRules,
    /// Whether there are any accounts, followers and so on; looked up once, since most imports run without any.
    has_accounts: bool,
    has_followers: bool,
    /// Finding the acts of an article takes time, and only followers of acts need them.
    has_act_followers: bool,
    has_deadline_followers: bool,
    has_saved_searches: bool,
    has_profiles: bool,
    has_settings: bool,
    has_trackers: bool,
    /// Whether there are any accounts or subscribers, or a seeded address.
    has_recipients: bool,
    /// The campaign about the urgent articles of this transaction.
    urgent_campaign: Option<CampaignRecord>,
    /// Every account; read for the first urgent article.
    all_accounts: Option<Vec<UrgentReader>>,
    notified: BTreeSet<Uid>,
    notified_all: bool,
}

impl NotificationRules {
    pub(super) fn new(app: &App) -> Self {
        let age = jiff::Span::new().days(i64::from(app.config.notifications.max_age_days));
        let catalogue = Arc::clone(&app.catalogue);
        let today = app.clock.today();
        let (notify_from, figures) = (today.saturating_sub(age), figures_of_today(app));
        let has_seed = app.config.mail.seed.address().is_some();
        Self { catalogue, now: app.clock.now(), today, notify_from, figures, has_seed }
    }

    pub(super) fn begin(&self, tx: &WriteTx) -> Result<Notifier> {
        let has_accounts = accounts::any(tx)?;
        Ok(Notifier {
            rules: self.clone(),
            has_accounts,
            has_followers: has_accounts && marks::any(tx, Mark::Follow)?,
            has_act_followers: has_accounts && marks::any_with_prefix(tx, Mark::Follow, ACT_PREFIX)?,
            has_deadline_followers: has_accounts && any_followers(tx)?,
            has_saved_searches: has_accounts && marks::any_with_prefix(tx, Mark::Follow, SEARCH_PREFIX)?,
            has_profiles: has_accounts && reader_profiles::any(tx)?,
            has_settings: has_accounts && follow_settings::any(tx)?,
            has_trackers: has_accounts && marks::any(tx, Mark::Track)?,
            has_recipients: self.has_seed || has_accounts || subscribers::any(tx)?,
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
            return self.unpublished_changed(tx, before, record);
        }
        let seen = before.map_or(0, ArticleRecord::last_public_revision);
        if seen >= record.revision {
            return Ok(());
        }
        let subjects = self.subjects_of(tx, record)?;
        let is_first = seen == 0;
        if urgent::is_urgent(before, record, is_first) || (is_first && self.is_awaited(tx, record, &subjects)?) {
            self.announce(tx, record, &subjects)?;
        }
        if !self.has_accounts {
            return Ok(());
        }
        let became_urgent = is_for_all(record) && (is_first || !before.is_some_and(is_for_all));
        if became_urgent && self.is_recent(record) {
            let others = self.notify_all(tx, record)?;
            if !others.is_empty() {
                self.notify_followers(tx, record, &subjects, is_first, |uid| others.contains(uid))?;
            }
        } else {
            self.notify_followers(tx, record, &subjects, is_first, |_| true)?;
        }
        if is_first && self.is_recent(record) {
            self.put_pending(tx, record)?;
        }
        self.deadlines_changed(tx, before, Some(record))
    }

    /// Mails a recent article at once.
    fn announce(&mut self, tx: &WriteTx, record: &ArticleRecord, subjects: &Subjects) -> Result<()> {
        if !self.is_recent(record) {
            return Ok(());
        }
        let (acts, provisions) = (subjects.acts.clone(), subjects.provisions.clone());
        let finders = Finders { acts, provisions, ..Finders::default() };
        urgent::announce(tx, &mut self.urgent_campaign, record, finders, self.rules.now)
    }

    /// Leaves the article to the jobs that ask saved searches and the answers of accounts.
    fn put_pending(&self, tx: &WriteTx, record: &ArticleRecord) -> Result<()> {
        let (slug, published_at) = (&record.article.slug, self.rules.now);
        if self.has_saved_searches {
            let pending = PendingArticle { revision: record.revision, published_at, after: None };
            saved_searches::put_pending(tx, slug, &pending)?;
        }
        // Everybody is notified of what is urgent, unless it is a no.
        if self.has_profiles && record.article.concerns.is_some() && !is_for_all(record) {
            concern_notices::put(tx, slug, &PendingNotice { published_at, after: None })?;
        }
        Ok(())
    }

    fn unpublished_changed(
        &mut self,
        tx: &WriteTx,
        before: Option<&ArticleRecord>,
        record: &ArticleRecord,
    ) -> Result<()> {
        if self.has_accounts && before.is_some_and(|before| before.status == Status::Published) {
            self.notified.extend(notifications::remove_article(tx, &record.article.slug)?);
        }
        saved_searches::remove_pending(tx, &record.article.slug)?;
        concern_notices::remove(tx, &record.article.slug)?;
        self.deadlines_changed(tx, before, Some(record))
    }

    fn deadlines_changed(
        &mut self,
        tx: &WriteTx,
        before: Option<&ArticleRecord>,
        after: Option<&ArticleRecord>,
    ) -> Result<()> {
        if let Some(before) = before.filter(|_| self.has_deadline_followers) {
            self.notified.extend(deadlines_changed(tx, before, after, self.rules.now)?);
        }
        Ok(())
    }

    fn is_recent(&self, record: &ArticleRecord) -> bool {
        record.article.publish_date >= self.rules.notify_from
    }

    /// Notifies all accounts, except those that do not want it because it certainly does not concern them; returns these.
    fn notify_all(&mut self, tx: &WriteTx, record: &ArticleRecord) -> Result<BTreeSet<Uid>> {
        let all = match self.all_accounts.take() {
            Some(all) => all,
            None => every_account(tx)?,
        };
        let criteria = record.article.concerns.as_ref().map(|concern| Criteria::of(concern));
        let mut others = BTreeSet::new();
        for UrgentReader { uid, from, answers } in &all {
            let figures = &self.rules.figures;
            let evaluations = answers.as_ref().and_then(|answers| answers.evaluations(book(), figures));
            if evaluations.is_some_and(|of| of.decide(criteria.as_ref()).judged.truth == Truth::No) {
                others.insert(uid.clone());
            } else if record.article.importance >= *from {
                self.put(tx, uid, record, (Reason::Urgent, None))?;
            }
        }
        self.all_accounts = Some(all);
        self.notified_all = true;
        Ok(others)
    }

    /// The acts of the article, empty if nobody follows an act, and the followed provisions that change; nothing of an
    /// old article.
    fn subjects_of(&self, tx: &WriteTx, record: &ArticleRecord) -> Result<Subjects> {
        if !self.is_recent(record) {
            return Ok(Subjects { acts: vec![], provisions: vec![] });
        }
        let catalogue = &self.rules.catalogue;
        let acts = if self.has_act_followers { campaign_acts(catalogue, record) } else { vec![] };
        let provisions = if self.has_followers { provision_hits(tx, catalogue, &record.article)? } else { vec![] };
        Ok(Subjects { acts, provisions })
    }

    /// The follows that an article concerns, a stronger reason after a weaker one.
    fn concerned_follows<'a>(&self, record: &'a ArticleRecord, subjects: &'a Subjects) -> Vec<ConcernedFollow<'a>> {
        if !self.has_followers || !self.is_recent(record) {
            return vec![];
        }
        let named = |name: Cow<'a, str>, reason| ConcernedFollow { name, reason, provision: None };
        let of_act = |act: &CampaignAct| named(followed_act(&act.id).into(), Reason::Act);
        let of_domain = |domain: &String| named(domain_name(domain).into(), Reason::Domain);
        let topic = named(record.article.topic.as_str().into(), Reason::Topic);
        let of_provision = |provision: &'a CampaignProvision| ConcernedFollow {
            name: provision.hit.name.as_str().into(),
            reason: Reason::Provision,
            provision: Some(provision),
        };
        let acts = subjects.acts.iter().map(of_act).chain(record.article.domains.iter().map(of_domain));
        acts.chain([topic]).chain(subjects.provisions.iter().map(of_provision)).collect()
    }

    /// Whether a follower wants a mail about the article at once.
    fn is_awaited(&self, tx: &WriteTx, record: &ArticleRecord, subjects: &Subjects) -> Result<bool> {
        if !self.has_settings {
            return Ok(false);
        }
        let follows = self.concerned_follows(record, subjects).into_iter();
        let names: Vec<String> = follows.map(|follow| follow.name.into_owned()).collect();
        is_wanted_at_once(tx, &names, record.article.importance, self.rules.today)
    }

    fn notify_followers(
        &mut self,
        tx: &WriteTx,
        record: &ArticleRecord,
        subjects: &Subjects,
        is_first: bool,
        is_wanted: impl Fn(&Uid) -> bool,
    ) -> Result<()> {
        // A later insertion replaces a weaker reason.
        let mut reasons: BTreeMap<Uid, (Reason, Option<String>)> = BTreeMap::new();
        for follow in if is_first { self.concerned_follows(record, subjects) } else { vec![] } {
            let name = &*follow.name;
            for uid in marks::holders(tx, Mark::Follow, name)? {
                if !began_in_time(tx, &uid, &follow)? {
                    continue;
                }
                let settings =
                    if self.has_settings { follow_settings::get(tx, &uid, name)? } else { Default::default() };
                if wants_notification(tx, &uid, &settings, record.article.importance, self.rules.today)? {
                    let about = follow.provision.map(|provision| provision.hit.present_name());
                    reasons.insert(uid, (follow.reason, about));
                }
            }
        }
        if !is_first && self.has_trackers {
            let trackers = marks::holders(tx, Mark::Track, record.article.slug.as_str())?;
            reasons.extend(trackers.into_iter().map(|uid| (uid, (Reason::Revision, None))));
        }
        for (uid, reason) in reasons.into_iter().filter(|(uid, _)| is_wanted(uid)) {
            self.put(tx, &uid, record, reason)?;
            self.notified.insert(uid);
        }
        Ok(())
    }

    fn put(
        &self,
        tx: &WriteTx,
        uid: &Uid,
        record: &ArticleRecord,
        (reason, about): (Reason, Option<String>),
    ) -> Result<()> {
        let notification = NotificationRecord { at: self.rules.now, reason, revision: record.revision, about };
        Ok(notifications::put(tx, uid, &record.article.slug, &notification)?)
    }

    /// Removes all notifications about an article that is being removed.
    pub(super) fn article_removed(&mut self, tx: &WriteTx, slug: &crate::domain::Slug) -> Result<()> {
        if self.has_accounts {
            self.notified.extend(notifications::remove_article(tx, slug)?);
        }
        if self.has_deadline_followers {
            let before = articles::get_readable(tx, slug)?;
            self.deadlines_changed(tx, before.as_ref(), None)?;
        }
        Ok(())
    }

    /// The accounts whose notifications changed; their open streams are woken after the commit.
    pub(super) fn concerned(self) -> NotifiedAccounts {
        if self.notified_all {
            NotifiedAccounts::Everybody
        } else {
            NotifiedAccounts::Accounts(Arc::from_iter(self.notified))
        }
    }
}

/// Whether every account is notified of the article.
fn is_for_all(record: &ArticleRecord) -> bool {
    record.article.importance == Importance::URGENT
}

/// Whether the follow's name means the provision that changes: its number may have been another when the follow began.
fn began_in_time(tx: &WriteTx, uid: &Uid, follow: &ConcernedFollow<'_>) -> Result<bool> {
    let Some(provision) = follow.provision else { return Ok(true) };
    let began = marks::get(tx, Mark::Follow, uid, &follow.name)?;
    Ok(began.is_some_and(|began| provision.hit.includes(legal_date(began))))
}

/// The acts that an article is on or names.
pub(in crate::ops) fn campaign_acts(catalogue: &Catalogue, record: &ArticleRecord) -> Vec<CampaignAct> {
    let named = catalogue.named_acts(&record.article).into_iter();
    named.map(|(id, act)| CampaignAct { id: id.to_string(), act }).collect()
}
