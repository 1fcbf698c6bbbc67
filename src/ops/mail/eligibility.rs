//! Decides whether a recipient gets a campaign, and which of its articles.

use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use jiff::civil::Date;

use super::due_candidates::DueCandidates;
use super::recipients::Recipient;
use super::relevance::{self, ItemReason};
use crate::app::App;
use crate::catalogue::Snapshot;
use crate::domain::concern::{DayFigures, Evaluations, Truth, book};
use crate::domain::email::Email;
use crate::domain::mailing::{Audience, SkipReason};
use crate::domain::message::MessageKind;
use crate::domain::{OverviewId, Slug, Status};
use crate::error::Result;
use crate::ops::concerns::account;
use crate::ops::day_figures::figures_of_today;
use crate::store::campaigns::{CampaignRecord, CampaignStatus};
use crate::store::outbox::OutboxRecord;
use crate::store::{Reading, accounts, articles, monthly_overviews, subscribers, suppressions};

/// An article of a campaign that concerns a recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CampaignItem {
    pub slug: Slug,
    pub topic: String,
    pub reason: ItemReason,
    /// Whether the article concerns the recipient; `None` for one who answered no questions.
    pub concern: Option<Truth>,
}

/// A recipient that gets the campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Eligible {
    pub recipient: Recipient,
    /// In the campaign's order; what concerns the recipient comes first, and what does not comes last.
    pub items: Vec<CampaignItem>,
    /// The monthly overviews of a digest.
    pub overviews: Vec<OverviewId>,
}

/// What a campaign has for one recipient.
struct Relevant {
    items: Vec<CampaignItem>,
    /// Whether something is certainly due by the answers, with or without an article.
    has_due: bool,
}

/// Either a recipient that gets the campaign, or the reason why the delivery is skipped.
pub type EligibilityDecision = std::result::Result<Eligible, SkipReason>;

/// What a decision depends on apart from the store.
#[derive(Debug, Clone)]
pub struct DecisionMoment {
    /// The current date in Europe/Bucharest.
    pub today: Date,
    /// Has the conditions of the articles.
    pub snapshot: Arc<Snapshot>,
    /// With which conditions are compared.
    pub figures: DayFigures,
    /// The address that gets a copy of urgent mails.
    pub seed: Option<Email>,
}

impl From<&App> for DecisionMoment {
    /// The present moment.
    fn from(app: &App) -> Self {
        Self {
            today: app.clock.today(),
            snapshot: app.catalogue.snapshot(),
            figures: figures_of_today(app),
            seed: app.config.mail.seed.address(),
        }
    }
}

/// Whether the address gets a copy of the campaign, to prove that it arrives.
pub(super) fn is_seed(campaign: &CampaignRecord, address: &Email, moment: &DecisionMoment) -> bool {
    campaign.kind == MessageKind::Urgent
        && campaign.audience == Audience::Everybody
        && moment.seed.as_ref().is_some_and(|seed| seed.key() == address.key())
}

/// Decides about the recipients of one campaign within one transaction, and reads the status of each article and
/// overview once.
// docs/decisions/0071
pub struct Eligibility<'a> {
    tx: &'a dyn Reading,
    campaign: &'a CampaignRecord,
    moment: &'a DecisionMoment,
    published: RefCell<HashMap<&'a Slug, bool>>,
    published_overviews: RefCell<HashMap<&'a OverviewId, bool>>,
    due_candidates: OnceCell<DueCandidates>,
}

impl<'a> Eligibility<'a> {
    pub fn new(tx: &'a dyn Reading, campaign: &'a CampaignRecord, moment: &'a DecisionMoment) -> Self {
        let (published, published_overviews) = (RefCell::default(), RefCell::default());
        Self { tx, campaign, moment, published, published_overviews, due_candidates: OnceCell::new() }
    }

    /// Decides about a delivery that is being claimed.
    pub fn of_delivery(&self, delivery: &OutboxRecord) -> Result<EligibilityDecision> {
        if self.campaign.status == CampaignStatus::Cancelled {
            return Ok(Err(SkipReason::CampaignCancelled));
        }
        let Some(to) = delivery.email() else { return Ok(Err(SkipReason::Gone)) };
        match (Recipient::at(self.tx, to)?, &self.campaign.audience) {
            (Some(recipient), _) => self.of_recipient(recipient),
            (None, _) if is_seed(self.campaign, to, self.moment) => {
                self.of_recipient(Recipient::from_address(to.clone(), delivery.language))
            }
            (None, Audience::List) => self.of_recipient(Recipient::from_address(to.clone(), delivery.language)),
            (None, _) if self.is_suppressed(to)? => Ok(Err(SkipReason::SuppressionList)),
            (None, _) => self.absence(to).map(Err),
        }
    }

    /// Decides about a recipient, without regard to the campaign's status.
    pub fn of_recipient(&self, recipient: Recipient) -> Result<EligibilityDecision> {
        if self.is_suppressed(&recipient.email)? {
            return Ok(Err(SkipReason::SuppressionList));
        }
        let wants = &recipient.preferences;
        if wants.is_paused(self.moment.today) {
            return Ok(Err(SkipReason::Paused));
        }
        if !self.is_wanted(&recipient)? {
            return Ok(Err(SkipReason::NotWanted));
        }
        let may_be_empty = match self.campaign.kind {
            kind @ (MessageKind::DailyDigest | MessageKind::WeeklyDigest) => {
                wants.digest_when_empty && relevance::gets_by_default(kind, wants)
            }
            MessageKind::Urgent | MessageKind::Deadlines => false,
            _ => true,
        };
        let (Relevant { items, has_due }, overviews) = (self.relevant(&recipient)?, self.overviews(&recipient)?);
        if items.is_empty() && overviews.is_empty() && !has_due && !may_be_empty {
            return Ok(Err(SkipReason::NothingRelevant));
        }
        Ok(Ok(Eligible { recipient, items, overviews }))
    }

    fn is_suppressed(&self, email: &Email) -> Result<bool> {
        Ok(suppressions::reason(self.tx, email)?.is_some())
    }

    /// Why the address has no recipient any more.
    fn absence(&self, email: &Email) -> Result<SkipReason> {
        Ok(match subscribers::get(self.tx, email)? {
            Some(subscriber) if subscriber.left_at.is_some() => SkipReason::Left,
            Some(_) => SkipReason::Unverified,
            None if !accounts::at(self.tx, email)?.is_empty() => SkipReason::Unverified,
            None => SkipReason::Gone,
        })
    }

    fn is_wanted(&self, recipient: &Recipient) -> Result<bool> {
        let wants = &recipient.preferences;
        Ok(match self.campaign.kind {
            kind @ (MessageKind::Urgent | MessageKind::DailyDigest | MessageKind::WeeklyDigest) => {
                relevance::gets_by_default(kind, wants) || relevance::gets_by_follow(kind, recipient)
            }
            MessageKind::Deadlines => wants.deadlines,
            MessageKind::Reminders => wants.reminders && recipient.uid.is_some(),
            MessageKind::Launch => wants.news && self.subscribed_before_launch(&recipient.email)?,
            // An address of a list has the default preferences unless it belongs to an account or a subscriber.
            MessageKind::Campaign => wants.news && self.is_in_audience(recipient),
            _ => true,
        })
    }

    fn subscribed_before_launch(&self, email: &Email) -> Result<bool> {
        let Some(launch) = self.campaign.until else { return Ok(true) };
        Ok(subscribers::get(self.tx, email)?.is_some_and(|subscriber| subscriber.created_at < launch))
    }

    fn is_in_audience(&self, recipient: &Recipient) -> bool {
        match &self.campaign.audience {
            Audience::Topic(topic) => recipient.follows.as_ref().is_none_or(|follows| follows.contains_key(topic)),
            _ => true,
        }
    }

    /// What the campaign has for the recipient. Answers decide what is due: what is followed adds nothing to it.
    fn relevant(&self, recipient: &Recipient) -> Result<Relevant> {
        match recipient.answers.evaluations(book(), &self.moment.figures) {
            Some(evaluations) if self.campaign.kind == MessageKind::Deadlines => self.due(&evaluations),
            evaluations => Ok(Relevant { items: self.items(recipient, evaluations.as_ref())?, has_due: false }),
        }
    }

    /// The published articles of the campaign with something that is certainly due by the answers.
    fn due(&self, evaluations: &Evaluations<'_>) -> Result<Relevant> {
        let lines = self.due_candidates()?.due_lines(evaluations);
        let slugs: HashSet<_> = lines.iter().filter_map(|day| day.entry).map(|(article, _)| &article.slug).collect();
        let articles = self.campaign.articles.iter().filter(|article| slugs.contains(&article.slug));
        let items = articles.map(|article| CampaignItem {
            slug: article.slug.clone(),
            topic: article.topic.clone(),
            reason: ItemReason::Concern,
            concern: Some(Truth::Yes),
        });
        Ok(Relevant { items: items.collect(), has_due: !lines.is_empty() })
    }

    /// The duties and published articles of the campaign's period, found once for all recipients.
    fn due_candidates(&self) -> Result<&DueCandidates> {
        if let Some(known) = self.due_candidates.get() {
            return Ok(known);
        }
        let mut slugs = Vec::new();
        for article in &self.campaign.articles {
            if self.is_published(&article.slug)? {
                slugs.push(&article.slug);
            }
        }
        let DecisionMoment { today, snapshot, .. } = self.moment;
        let found = DueCandidates::new(snapshot, self.campaign, *today, slugs.into_iter());
        Ok(self.due_candidates.get_or_init(|| found))
    }

    /// The published articles of the campaign that concern the recipient.
    fn items(&self, recipient: &Recipient, evaluations: Option<&Evaluations<'_>>) -> Result<Vec<CampaignItem>> {
        let (mut items, today) = (Vec::new(), self.moment.today);
        for article in &self.campaign.articles {
            let concern = evaluations.map(|evaluations| self.concern(evaluations, &article.slug));
            let reason = relevance::reason(self.campaign.kind, article, recipient, concern, today);
            let Some(reason) = reason else { continue };
            if self.is_published(&article.slug)? {
                let (slug, topic) = (article.slug.clone(), article.topic.clone());
                items.push(CampaignItem { slug, topic, reason, concern });
            }
        }
        items.sort_by_key(|item| match item.concern {
            Some(Truth::Yes) => 0,
            None | Some(Truth::Maybe) => 1,
            Some(Truth::No) => 2,
        });
        Ok(items)
    }

    /// Whether the article concerns the recipient. One that the catalogue does not show yet may.
    fn concern(&self, evaluations: &Evaluations<'_>, slug: &Slug) -> Truth {
        let article = self.moment.snapshot.article(slug);
        article.map_or(Truth::Maybe, |article| account::article(evaluations, article))
    }

    /// The published overviews of the campaign that concern the recipient.
    fn overviews(&self, recipient: &Recipient) -> Result<Vec<OverviewId>> {
        let mut overviews = Vec::new();
        for id in &self.campaign.overviews {
            if relevance::gets_overview(self.campaign.kind, id, recipient, self.moment.today)
                && self.is_overview_published(id)?
            {
                overviews.push(id.clone());
            }
        }
        Ok(overviews)
    }

    fn is_overview_published(&self, id: &'a OverviewId) -> Result<bool> {
        if let Some(known) = self.published_overviews.borrow().get(id) {
            return Ok(*known);
        }
        let published = monthly_overviews::get(self.tx, id)?.is_some_and(|record| record.status == Status::Published);
        self.published_overviews.borrow_mut().insert(id, published);
        Ok(published)
    }

    fn is_published(&self, slug: &'a Slug) -> Result<bool> {
        if let Some(known) = self.published.borrow().get(slug) {
            return Ok(*known);
        }
        let published = articles::brief(self.tx, slug)?.is_some_and(|brief| brief.status == Status::Published);
        self.published.borrow_mut().insert(slug, published);
        Ok(published)
    }
}
