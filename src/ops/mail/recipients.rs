//! To whom a campaign goes, what of it concerns them, and whether it is still wanted when its turn comes.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::domain::email::Email;
use crate::domain::mailing::{Audience, DigestFrequency, Unwanted};
use crate::domain::message::MessageKind;
use crate::domain::{Importance, Language, MailPreferences, Status, Uid, text};
use crate::error::Result;
use crate::ops::news::DOMAIN;
use crate::store::accounts::{self, AccountRecord};
use crate::store::campaigns::{CampaignArticle, CampaignRecord, CampaignStatus};
use crate::store::outbox::OutboxRecord;
use crate::store::readers::{self, Mark};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, articles, suppressions};

/// Somebody who gets mails, with what they want.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    pub email: Email,
    pub language: Language,
    /// Empty for a subscriber.
    pub display_name: String,
    pub preferences: MailPreferences,
    /// The account; `None` for a subscriber or an address of a list.
    pub uid: Option<Uid>,
    /// Topic ids, and `domain:` with domains' folded texts; `None`: everything.
    pub follows: Option<BTreeSet<String>>,
}

/// Why an article is in somebody's mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ItemReason {
    /// It is urgent, whatever one follows.
    Urgent,
    /// Its topic is followed or chosen.
    Topic,
    /// One of its domains is followed.
    Domain,
    /// The reader wants all topics.
    Everything,
}

/// Whoever has this address: the account when its address is verified, else the confirmed subscriber.
pub fn of_address(tx: &impl Reading, email: &Email) -> Result<Option<Recipient>> {
    if let Some(account) = accounts::by_email(tx, email)?.filter(is_reachable) {
        return of_account(tx, account).map(Some);
    }
    Ok(subscribers::get(tx, email)?.filter(SubscriberRecord::is_active).map(of_subscriber))
}

/// Whether mails that do not concern the account itself may go to it.
pub fn is_reachable(account: &AccountRecord) -> bool {
    account.email_verified && !account.disabled
}

pub fn of_account(tx: &impl Reading, account: AccountRecord) -> Result<Recipient> {
    let follows = readers::of(tx, Mark::Follow, &account.uid)?.into_iter().map(|(name, _)| name).collect();
    let AccountRecord { uid, email, language, display_name, mail, .. } = account;
    Ok(Recipient { email, language, display_name, preferences: mail, uid: Some(uid), follows: Some(follows) })
}

pub fn of_subscriber(subscriber: SubscriberRecord) -> Recipient {
    let SubscriberRecord { email, language, preferences, .. } = subscriber;
    let follows = Some(preferences.topics.iter().cloned().collect()).filter(|topics: &BTreeSet<_>| !topics.is_empty());
    Recipient { email, language, display_name: String::new(), preferences, uid: None, follows }
}

/// Asked again in the transaction that claims a delivery: whoever gets it, or why it is not sent.
///
/// `today` is the day in Europe/Bucharest.
pub fn still_wanted(
    tx: &impl Reading,
    campaign: &CampaignRecord,
    delivery: &OutboxRecord,
    today: Date,
) -> Result<std::result::Result<Recipient, Unwanted>> {
    if campaign.status == CampaignStatus::Cancelled {
        return Ok(Err(Unwanted::CampaignCancelled));
    }
    if suppressions::reason(tx, &delivery.to)?.is_some() {
        return Ok(Err(Unwanted::SuppressionList));
    }
    let recipient = match (of_address(tx, &delivery.to)?, &campaign.audience) {
        (Some(recipient), _) => recipient,
        (None, Audience::List) => stranger(delivery),
        (None, _) => return absent(tx, &delivery.to).map(Err),
    };
    Ok(match unwanted(tx, campaign, &recipient, today)? {
        Some(why) => Err(why),
        None => Ok(recipient),
    })
}

/// An address of a list that is neither an account nor a subscriber.
fn stranger(delivery: &OutboxRecord) -> Recipient {
    Recipient {
        email: delivery.to.clone(),
        language: delivery.language,
        display_name: String::new(),
        preferences: MailPreferences::default(),
        uid: None,
        follows: None,
    }
}

/// Why nobody has the address any more.
fn absent(tx: &impl Reading, email: &Email) -> Result<Unwanted> {
    Ok(match subscribers::get(tx, email)? {
        Some(subscriber) if subscriber.left_at.is_some() => Unwanted::Left,
        Some(_) => Unwanted::Unverified,
        None if accounts::by_email(tx, email)?.is_some() => Unwanted::Unverified,
        None => Unwanted::Gone,
    })
}

/// Why this recipient does not get the campaign; `None` when they do.
pub fn unwanted(
    tx: &impl Reading,
    campaign: &CampaignRecord,
    recipient: &Recipient,
    today: Date,
) -> Result<Option<Unwanted>> {
    let wants = &recipient.preferences;
    if wants.is_paused(today) {
        return Ok(Some(Unwanted::Paused));
    }
    let wanted = match campaign.kind {
        MessageKind::Urgent => wants.urgent_from.is_some(),
        MessageKind::DailyDigest => wants.digest == DigestFrequency::Daily,
        MessageKind::WeeklyDigest => wants.digest == DigestFrequency::Weekly,
        MessageKind::Deadlines => wants.deadlines,
        MessageKind::Launch => wants.news && was_early(tx, campaign, recipient)?,
        // Somebody whose address stands in a list of the operator's has chosen nothing here, unless they have.
        MessageKind::Campaign => wants.news && is_in(&campaign.audience, recipient),
        _ => true,
    };
    if !wanted {
        return Ok(Some(Unwanted::NotWanted));
    }
    let may_be_empty = match campaign.kind {
        MessageKind::DailyDigest | MessageKind::WeeklyDigest => wants.digest_when_empty,
        MessageKind::Urgent | MessageKind::Deadlines => false,
        _ => true,
    };
    let nothing = !may_be_empty && items(tx, campaign, recipient)?.is_empty();
    Ok(nothing.then_some(Unwanted::NothingToSay))
}

/// Whether somebody had subscribed before the launch.
fn was_early(tx: &impl Reading, campaign: &CampaignRecord, recipient: &Recipient) -> Result<bool> {
    let Some(launch) = campaign.until else { return Ok(true) };
    Ok(subscribers::get(tx, &recipient.email)?.is_some_and(|subscriber| subscriber.created_at < launch))
}

fn is_in(audience: &Audience, recipient: &Recipient) -> bool {
    match audience {
        Audience::Topic(topic) => recipient.follows.as_ref().is_none_or(|follows| follows.contains(topic)),
        _ => true,
    }
}

/// The campaign's articles that concern this recipient and are still published, each with its reason, in the
/// campaign's order.
pub fn items<'a>(
    tx: &impl Reading,
    campaign: &'a CampaignRecord,
    recipient: &Recipient,
) -> Result<Vec<(&'a CampaignArticle, ItemReason)>> {
    let mut found = Vec::new();
    for article in &campaign.articles {
        let Some(reason) = reason(campaign.kind, article, recipient) else { continue };
        if articles::brief(tx, &article.slug)?.is_some_and(|brief| brief.status == Status::Published) {
            found.push((article, reason));
        }
    }
    Ok(found)
}

/// Why the article concerns the recipient, if it does.
fn reason(kind: MessageKind, article: &CampaignArticle, recipient: &Recipient) -> Option<ItemReason> {
    let wants = &recipient.preferences;
    let least = match kind {
        MessageKind::Urgent => wants.urgent_from?,
        MessageKind::DailyDigest | MessageKind::WeeklyDigest => wants.digest_from,
        _ => Importance::TRIVIAL,
    };
    if article.importance < least {
        return None;
    }
    let matched = match &recipient.follows {
        None => Some(ItemReason::Everything),
        Some(follows) if follows.contains(&article.topic) => Some(ItemReason::Topic),
        Some(follows) => {
            let follows_domain = |domain: &String| follows.contains(&format!("{DOMAIN}{}", text::fold(domain)));
            article.domains.iter().any(follows_domain).then_some(ItemReason::Domain)
        }
    };
    let urgent = article.importance == Importance::URGENT && kind != MessageKind::Deadlines;
    match matched {
        None | Some(ItemReason::Everything) if urgent => Some(ItemReason::Urgent),
        matched => matched,
    }
}
