//! Selects the recipients of a campaign page by page, for counting and for gathering.

use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::mailing::{Audience, SkipReason};
use crate::error::Result;
use crate::ops::mail::eligibility::{DecisionMoment, Eligibility, Eligible};
use crate::ops::mail::recipients::{self, Recipient};
use crate::store::accounts::{self, AccountRecord};
use crate::store::campaigns::{self, CampaignRecord, Gathering, Listed};
use crate::store::subscribers::{self, SubscriberRecord};
use crate::store::{self, Reading};

/// One account, subscriber or address of the audience.
pub(in crate::ops::mail) enum Selected {
    Recipient(Box<Eligible>),
    Excluded(Email, Language, SkipReason),
    /// A subscriber that is already selected as an account.
    Duplicate,
}

/// A page of the audience, and the cursor of the next page.
pub(in crate::ops::mail) struct AudiencePage {
    pub selected: Vec<Selected>,
    pub next: Option<Gathering>,
}

/// The cursor of the first page.
pub(in crate::ops::mail) fn first_page(audience: &Audience) -> Gathering {
    match audience {
        Audience::Subscribers => Gathering::Subscribers { after: None },
        Audience::Accounts | Audience::Topic(_) | Audience::Everybody => Gathering::Accounts { after: None },
        Audience::List => Gathering::List { after: None },
    }
}

/// Selects up to `limit` entries of the audience from the cursor on.
pub(in crate::ops::mail) fn page(
    tx: &dyn Reading,
    campaign: &CampaignRecord,
    cursor: &Gathering,
    moment: &DecisionMoment,
    limit: usize,
) -> Result<AudiencePage> {
    let eligibility = Eligibility::new(tx, campaign, moment);
    match cursor {
        Gathering::Accounts { after } => {
            let (found, last) = accounts::after(tx, after.as_ref(), limit)?;
            // An account without an address gets no mail.
            let addressed = found.into_iter().filter_map(|account| Some((account.email.clone()?, account)));
            let selected =
                store::each(tx, addressed, |(email, account)| select_account(tx, &eligibility, email, account))?;
            let subscribers =
                (campaign.audience != Audience::Accounts).then_some(Gathering::Subscribers { after: None });
            let next = last.map(|uid| Gathering::Accounts { after: Some(uid) }).or(subscribers);
            Ok(AudiencePage { selected, next })
        }
        Gathering::Subscribers { after } => {
            let (found, last) = subscribers::after(tx, after.as_deref(), limit)?;
            let audience = &campaign.audience;
            let selected =
                store::each(tx, found, |subscriber| select_subscriber(tx, &eligibility, audience, subscriber))?;
            Ok(AudiencePage { selected, next: last.map(|key| Gathering::Subscribers { after: Some(key) }) })
        }
        Gathering::List { after } => {
            let found = campaigns::listed_after(tx, &campaign.id, after.as_deref(), limit)?;
            let next = found.last().map(|listed| Gathering::List { after: Some(listed.email.key()) });
            let selected = store::each(tx, found, |listed| select_listed(tx, &eligibility, listed))?;
            Ok(AudiencePage { selected, next })
        }
    }
}

fn select_account(
    tx: &dyn Reading,
    eligibility: &Eligibility<'_>,
    email: Email,
    account: AccountRecord,
) -> Result<Selected> {
    // An address with accounts in several tenants gets one mail. An account of the default tenant comes first.
    let comes_first = account.tenant.is_default() && recipients::is_reachable(&account);
    if !comes_first && accounts::verified_at(tx, &email)?.is_some_and(|owner| owner.uid != account.uid) {
        return Ok(Selected::Duplicate);
    }
    if !recipients::is_reachable(&account) {
        let why = if account.disabled { SkipReason::Gone } else { SkipReason::Unverified };
        return Ok(Selected::Excluded(email, account.language, why));
    }
    select(eligibility, Recipient::from_account(tx, email, account)?)
}

fn select_subscriber(
    tx: &dyn Reading,
    eligibility: &Eligibility<'_>,
    audience: &Audience,
    subscriber: SubscriberRecord,
) -> Result<Selected> {
    let account = accounts::verified_at(tx, &subscriber.email)?.filter(recipients::is_reachable);
    if account.is_some() && *audience != Audience::Subscribers {
        return Ok(Selected::Duplicate);
    }
    if !subscriber.is_active() {
        let why = if subscriber.left_at.is_some() { SkipReason::Left } else { SkipReason::Unverified };
        return Ok(Selected::Excluded(subscriber.email, subscriber.language, why));
    }
    // The account's preferences apply to a subscriber that has an account.
    let recipient = match account {
        Some(account) => Recipient::from_account(tx, subscriber.email, account)?,
        None => Recipient::from_subscriber(subscriber),
    };
    select(eligibility, recipient)
}

/// Selects an address of the operator's list, with the preferences of its account or subscriber if there is one.
pub(super) fn select_listed(tx: &dyn Reading, eligibility: &Eligibility<'_>, listed: Listed) -> Result<Selected> {
    if let Some(why) = listed.excluded {
        return Ok(Selected::Excluded(listed.email, listed.language.unwrap_or_default(), why));
    }
    if let Some(recipient) = Recipient::at(tx, &listed.email)? {
        return select(eligibility, recipient);
    }
    let has_left = subscribers::get(tx, &listed.email)?.is_some_and(|subscriber| subscriber.left_at.is_some());
    let recipient = Recipient::from(listed);
    if has_left {
        return Ok(Selected::Excluded(recipient.email, recipient.language, SkipReason::Left));
    }
    select(eligibility, recipient)
}

fn select(eligibility: &Eligibility<'_>, recipient: Recipient) -> Result<Selected> {
    let (email, language) = (recipient.email.clone(), recipient.language);
    Ok(match eligibility.of_recipient(recipient)? {
        Ok(eligible) => Selected::Recipient(Box::new(eligible)),
        Err(why) => Selected::Excluded(email, language, why),
    })
}

/// The language of the campaign's text for a recipient with this language.
pub(super) fn language_for(campaign: &CampaignRecord, wanted: Language) -> Language {
    let has_text = campaign.versions.is_empty() || campaign.versions.contains_key(&wanted);
    match campaign.versions.keys().next() {
        Some(other) if !has_text => *other,
        _ => wanted,
    }
}
