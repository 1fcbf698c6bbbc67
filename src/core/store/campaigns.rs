//! Campaigns: mail-outs written by the operator or created by a job. Their deliveries are in `outbox`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::key_parts::Address;
use super::row::readable;
use super::subscribers;
use super::table::Table;
use crate::domain::act::Act;
use crate::domain::email::Email;
use crate::domain::mailing::{Audience, SkipReason};
use crate::domain::message::MessageKind;
use crate::domain::provision_follow::ProvisionHit;
use crate::domain::{CampaignId, Importance, Language, OverviewId, Slug, Uid};

pub(super) const CAMPAIGNS: Table<CampaignId, CampaignRecord> = Table::new("campaigns");
/// By rank, creation time and id, which is the order of sending. Index of the `CAMPAIGNS` under way.
pub(super) const ACTIVE_CAMPAIGNS: Table<(u8, Timestamp, CampaignId), ()> = Table::new("active_campaigns");
/// Recipients of the operator's list who are not queued yet.
pub(super) const CAMPAIGN_LISTS: Table<(CampaignId, Address), Listed> = Table::new("campaign_lists");

/// The number of ranks, which begin at 0.
const RANKS: u8 = 3;

/// One mail-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignRecord {
    pub id: CampaignId,
    /// A [bulk](MessageKind::is_bulk) kind.
    pub kind: MessageKind,
    pub audience: Audience,
    pub created_at: Timestamp,
    /// Its creator, written as in the audit log.
    pub created_by: String,
    /// Nothing is sent earlier.
    pub not_before: Timestamp,
    pub status: CampaignStatus,
    /// When the status last changed.
    pub status_at: Timestamp,
    /// The progress of queueing its recipients; `None` when all of them are queued.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gathering: Option<Gathering>,
    /// The operator's text by language; empty for automatic campaigns.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<Language, CampaignVersion>,
    /// The articles of an automatic campaign.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<CampaignArticle>,
    /// The monthly overviews of a digest.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overviews: Vec<OverviewId>,
    /// The period of a digest: after `since`, up to `until`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Whether it appears in the public archive.
    pub is_public: bool,
    /// Whether it was created while the clock was ahead, so that its dates do not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_early: bool,
    /// The mail server's latest refusals, if they are equal and nothing was sent since. A paused campaign with them was
    /// paused because of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<EqualRefusals>,
    /// The latest refusals in reports about messages that the mail server had accepted, if they are equal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reported_refusals: Option<EqualRefusals>,
}

/// Refusals in a row that say the same.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EqualRefusals {
    /// The words that are the same.
    pub gist: String,
    /// The latest reply, without addresses.
    pub reply: String,
    pub count: u32,
    /// In reports, the domain of the recipients, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain: Option<String>,
}

/// The status of a campaign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStatus {
    /// Waiting for its time, queueing recipients, or sending.
    Active,
    Paused,
    Cancelled,
    /// Every delivery is settled.
    Done,
}

/// The last recipient who was queued, by group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gathering {
    Accounts {
        after: Option<Uid>,
    },
    /// By the key of the address.
    Subscribers {
        after: Option<String>,
    },
    /// By the key of the address.
    List {
        after: Option<String>,
    },
}

/// A campaign's text in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignVersion {
    pub subject: String,
    /// Preview text that mail programs show beside the subject; may be empty.
    pub preheader: String,
    /// Markdown with placeholders.
    pub body: String,
}

/// An article of an automatic campaign, with the fields that decide its recipients.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignArticle {
    pub slug: Slug,
    pub revision: u32,
    pub importance: Importance,
    pub topic: String,
    /// As written in the article.
    pub domains: Vec<String>,
    /// The acts that it is on or names; empty while nobody follows an act.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub acts: Vec<CampaignAct>,
    /// The followed provisions that its act changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub provisions: Vec<CampaignProvision>,
    /// The saved searches that found it, by the names of their follows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<String>,
    /// Whether it goes only to followers of these searches who were not notified through another follow.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub only_searches: bool,
}

/// An act that an article of a campaign is on or names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignAct {
    /// The act as addresses name it.
    pub id: String,
    pub act: Act,
}

/// A followed provision that the act of an article of a campaign changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignProvision {
    /// The act that has the provision.
    pub act: Act,
    pub hit: ProvisionHit,
}

/// A recipient on the operator's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub email: Email,
    /// `None` for the site's language, Romanian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    /// Why the list itself excludes the address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excluded: Option<SkipReason>,
}

impl CampaignRecord {
    /// An active campaign of this moment, without texts, articles or a period, which queues no further recipients.
    pub fn new(id: CampaignId, kind: MessageKind, audience: Audience, created_by: String, now: Timestamp) -> Self {
        Self {
            id,
            kind,
            audience,
            created_at: now,
            created_by,
            not_before: now,
            status: CampaignStatus::Active,
            status_at: now,
            gathering: None,
            versions: BTreeMap::new(),
            articles: vec![],
            overviews: vec![],
            since: None,
            until: None,
            is_public: false,
            is_early: false,
            refusals: None,
            reported_refusals: None,
        }
    }

    /// Whether it has unfinished work; a paused one waits for the operator.
    pub fn is_under_way(&self) -> bool {
        matches!(self.status, CampaignStatus::Active | CampaignStatus::Paused)
    }

    /// Urgent campaigns go first, the operator's own last.
    fn rank(&self) -> u8 {
        match self.kind {
            MessageKind::Urgent => 0,
            MessageKind::Campaign => 2,
            _ => 1,
        }
    }

    fn active_key(&self) -> Option<(u8, Timestamp, CampaignId)> {
        self.is_under_way().then(|| (self.rank(), self.created_at, self.id.clone()))
    }
}

pub fn get(tx: &dyn Reading, id: &CampaignId) -> Result<Option<CampaignRecord>, StoreError> {
    CAMPAIGNS.get(tx, id)
}

/// Writes the record and updates the index of those under way.
pub fn put(tx: &WriteTx, record: &CampaignRecord) -> Result<(), StoreError> {
    let before = get(tx, &record.id)?.and_then(|before| before.active_key());
    ACTIVE_CAMPAIGNS.replace_key(tx, before, record.active_key())?;
    CAMPAIGNS.put(tx, &record.id, record)
}

/// The readable campaigns under way, paused ones too, in the order of sending.
pub fn under_way(tx: &dyn Reading) -> Result<Vec<CampaignRecord>, StoreError> {
    let index = ACTIVE_CAMPAIGNS.scan(tx, KeyRange::between(&0, &RANKS));
    let ids = index.map(|row| Ok(row?.0.2)).collect::<Result<Vec<_>, StoreError>>()?;
    CAMPAIGNS.get_many(tx, &ids)?.into_iter().filter_map(readable).collect()
}

/// Visits every readable campaign in order of id.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(CampaignRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    CAMPAIGNS.visit_all(tx, visit)
}

/// As [`each`], in the write of a job that starts a campaign.
pub fn each_in_write(tx: &WriteTx, visit: &mut dyn FnMut(CampaignRecord)) -> Result<(), StoreError> {
    CAMPAIGNS.scan_all_in_write(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

/// Adds a recipient to a campaign's list, or replaces the one with this address.
pub fn put_listed(tx: &WriteTx, id: &CampaignId, listed: &Listed) -> Result<(), StoreError> {
    CAMPAIGN_LISTS.put(tx, &(id, &listed.email), listed)
}

/// Up to `limit` recipients of the list after this address key, in order of their keys.
pub fn listed_after(
    tx: &dyn Reading,
    id: &CampaignId,
    key: Option<&str>,
    limit: usize,
) -> Result<Vec<Listed>, StoreError> {
    let mut range = KeyRange::prefix(id);
    if let Some(key) = key {
        range = range.after(&(id, &Address(key.to_owned())));
    }
    CAMPAIGN_LISTS.scan(tx, range).take(limit).map(|row| Ok(row?.1)).collect()
}

/// Whether the address is on a campaign's list.
pub fn is_listed(tx: &dyn Reading, id: &CampaignId, email: &Email) -> Result<bool, StoreError> {
    CAMPAIGN_LISTS.contains(tx, &(id, email))
}

/// Removes an address from a campaign's list. Returns whether it was there.
pub fn remove_listed(tx: &WriteTx, id: &CampaignId, email: &Email) -> Result<bool, StoreError> {
    CAMPAIGN_LISTS.delete(tx, &(id, email))
}

/// Removes an address from the lists of all campaigns under way. Returns whether it was on one.
pub fn unlist(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    let mut found = false;
    for campaign in under_way(tx)?.iter().filter(|campaign| campaign.audience == Audience::List) {
        found |= remove_listed(tx, &campaign.id, email)?;
    }
    Ok(found)
}

/// Visits the readable recipients on the lists of all campaigns.
pub fn each_listed(tx: &ReadTx, visit: &mut dyn FnMut(Listed)) -> Result<(), StoreError> {
    CAMPAIGN_LISTS.scan_all(tx).try_for_each(|row| {
        visit(row?.1);
        Ok(())
    })
}

/// Removes an address from the lists and from the cursors of all campaigns, also of those that have ended. A cursor
/// moves back to the subscriber before. Reads all campaigns; for commands.
pub fn forget_address(tx: &WriteTx, email: &Email) -> Result<(), StoreError> {
    let key = email.key();
    let mut all = Vec::new();
    each_in_write(tx, &mut |campaign| all.push(campaign))?;
    for mut campaign in all {
        remove_listed(tx, &campaign.id, email)?;
        let moved = match &campaign.gathering {
            Some(Gathering::Subscribers { after: Some(after) }) if *after == key => {
                Some(Gathering::Subscribers { after: subscribers::key_before(tx, &key)? })
            }
            // Recipients before the cursor have left the list.
            Some(Gathering::List { after: Some(after) }) if *after == key => Some(Gathering::List { after: None }),
            _ => continue,
        };
        campaign.gathering = moved;
        put(tx, &campaign)?;
    }
    Ok(())
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut under_way = 0;
    findings.each_row(tx, CAMPAIGNS, |findings, id, record| {
        if record.id != id {
            findings.row(CAMPAIGNS, &id, "the record names another id");
        }
        if let Some(active) = record.active_key() {
            under_way += 1;
            if !ACTIVE_CAMPAIGNS.contains(tx, &&active)? {
                findings.row(ACTIVE_CAMPAIGNS, &&active, "the campaign is missing from the index");
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, ACTIVE_CAMPAIGNS, under_way, "campaigns under way")?;
    findings.each_row(tx, CAMPAIGN_LISTS, |_, _, _| Ok(()))?;
    Ok(())
}
