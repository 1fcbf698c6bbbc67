//! Whom a campaign goes to, page by page: the same for counting and for gathering.

use jiff::civil::Date;

use crate::domain::email::Email;
use crate::domain::mailing::{Audience, Unwanted};
use crate::domain::{Language, MailPreferences};
use crate::error::Result;
use crate::ops::mail::recipients::{self, Recipient};
use crate::store::accounts::{self, AccountRecord};
use crate::store::campaigns::{self, CampaignRecord, Gathering, Listed};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{Reading, suppressions};

/// Somebody whom the campaign was looked at for.
pub(in crate::ops::mail) enum Choice {
    Chosen(Recipient),
    LeftOut(Email, Language, Unwanted),
    /// The same person was met as an account.
    Met,
}

/// A page of people, and where the next one begins; `None` after the last.
pub(in crate::ops::mail) struct Page {
    pub choices: Vec<Choice>,
    pub next: Option<Gathering>,
}

/// Where looking begins.
pub(super) fn beginning(audience: &Audience) -> Gathering {
    match audience {
        Audience::Subscribers => Gathering::Subscribers { after: None },
        Audience::Accounts | Audience::Topic(_) | Audience::Everybody => Gathering::Accounts { after: None },
        Audience::List => Gathering::List { after: None },
    }
}

/// Looks at the next `limit` people. `today` is the day in Europe/Bucharest.
pub(in crate::ops::mail) fn page(
    tx: &impl Reading,
    campaign: &CampaignRecord,
    at: &Gathering,
    today: Date,
    limit: usize,
) -> Result<Page> {
    match at {
        Gathering::Accounts { after } => {
            let (found, last) = accounts::after(tx, after.as_ref(), limit)?;
            let choices = found.into_iter().map(|account| of_account(tx, campaign, account, today));
            let choices = choices.collect::<Result<_>>()?;
            let behind = (campaign.audience != Audience::Accounts).then_some(Gathering::Subscribers { after: None });
            let next = last.map(|uid| Gathering::Accounts { after: Some(uid) }).or(behind);
            Ok(Page { choices, next })
        }
        Gathering::Subscribers { after } => {
            let (found, last) = subscribers::after(tx, after.as_deref(), limit)?;
            let choices = found.into_iter().map(|subscriber| of_subscriber(tx, campaign, subscriber, today));
            let choices = choices.collect::<Result<_>>()?;
            Ok(Page { choices, next: last.map(|key| Gathering::Subscribers { after: Some(key) }) })
        }
        Gathering::List { after } => {
            let found = campaigns::listed_after(tx, &campaign.id, after.as_deref(), limit)?;
            let next = found.last().map(|listed| Gathering::List { after: Some(listed.email.key()) });
            let choices = found.into_iter().map(|listed| of_list(tx, campaign, listed, today));
            Ok(Page { choices: choices.collect::<Result<_>>()?, next })
        }
    }
}

fn of_account(tx: &impl Reading, campaign: &CampaignRecord, account: AccountRecord, today: Date) -> Result<Choice> {
    if !recipients::is_reachable(&account) {
        let why = if account.disabled { Unwanted::Gone } else { Unwanted::Unverified };
        return Ok(Choice::LeftOut(account.email, account.language, why));
    }
    choose(tx, campaign, recipients::of_account(tx, account)?, today)
}

fn of_subscriber(
    tx: &impl Reading,
    campaign: &CampaignRecord,
    subscriber: SubscriberRecord,
    today: Date,
) -> Result<Choice> {
    let account = accounts::by_email(tx, &subscriber.email)?.filter(recipients::is_reachable);
    if account.is_some() && campaign.audience != Audience::Subscribers {
        return Ok(Choice::Met);
    }
    if !subscriber.is_active() {
        let why = if subscriber.left_at.is_some() { Unwanted::Left } else { Unwanted::Unverified };
        return Ok(Choice::LeftOut(subscriber.email, subscriber.language, why));
    }
    // Who is both is written to as the account, and wants what the account wants.
    let recipient = match account {
        Some(account) => recipients::of_account(tx, account)?,
        None => recipients::of_subscriber(subscriber),
    };
    choose(tx, campaign, recipient, today)
}

/// An address of the operator's list, whoever it is.
pub(super) fn of_list(tx: &impl Reading, campaign: &CampaignRecord, listed: Listed, today: Date) -> Result<Choice> {
    let Listed { email, language } = listed;
    let left = subscribers::get(tx, &email)?.filter(|subscriber| subscriber.left_at.is_some());
    if let Some(recipient) = recipients::of_address(tx, &email)? {
        return choose(tx, campaign, recipient, today);
    }
    let language = language.unwrap_or_default();
    if left.is_some() {
        return Ok(Choice::LeftOut(email, language, Unwanted::Left));
    }
    let (display_name, preferences) = (String::new(), MailPreferences::default());
    choose(tx, campaign, Recipient { email, language, display_name, preferences, uid: None, follows: None }, today)
}

fn choose(tx: &impl Reading, campaign: &CampaignRecord, recipient: Recipient, today: Date) -> Result<Choice> {
    let why = match suppressions::reason(tx, &recipient.email)? {
        Some(_) => Some(Unwanted::SuppressionList),
        None => recipients::unwanted(tx, campaign, &recipient, today)?,
    };
    Ok(match why {
        Some(why) => Choice::LeftOut(recipient.email, recipient.language, why),
        None => Choice::Chosen(recipient),
    })
}

/// The language in which the campaign is written to somebody who reads this one.
pub(super) fn language_for(campaign: &CampaignRecord, wanted: Language) -> Language {
    let written = campaign.versions.is_empty() || campaign.versions.contains_key(&wanted);
    match campaign.versions.keys().next() {
        Some(other) if !written => *other,
        _ => wanted,
    }
}
