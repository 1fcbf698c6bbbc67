//! Campaigns: mail-outs written by the operator or made by a job. Their deliveries are in `outbox`.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::TableDefinition;
use serde::{Deserialize, Serialize};

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec, keys};
use crate::domain::email::Email;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Importance, Language, Slug, Uid};

/// Key: campaign id. Value: [`CampaignRecord`].
pub(super) const CAMPAIGNS: Table = TableDefinition::new("campaigns");
/// Key: rank, creation time, campaign id. Value: nothing. Index of the `CAMPAIGNS` that are under way.
pub(super) const ACTIVE_CAMPAIGNS: Table = TableDefinition::new("active_campaigns");
/// Key: campaign id, NUL, the address in lower case. Value: [`Listed`]. Gone when everybody has their row.
pub(super) const CAMPAIGN_LISTS: Table = TableDefinition::new("campaign_lists");

/// One mail-out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignRecord {
    pub id: CampaignId,
    /// One of those that are [bulk](MessageKind::is_bulk).
    pub kind: MessageKind,
    pub audience: Audience,
    pub created_at: Timestamp,
    /// Who made it, as the audit writes actors.
    pub created_by: String,
    /// Nothing is sent before.
    pub not_before: Timestamp,
    pub status: CampaignStatus,
    /// Since when it has its status.
    pub status_at: Timestamp,
    /// How far the rows of its recipients are made; `None`: everybody has theirs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gathering: Option<Gathering>,
    /// What the operator wrote, per language; none for automatic ones.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub versions: BTreeMap<Language, CampaignVersion>,
    /// What an automatic one tells of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub articles: Vec<CampaignArticle>,
    /// The time of which a digest tells: after `since`, up to `until`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Whether it stands in the public archive.
    #[serde(default)]
    pub is_public: bool,
}

/// Whether deliveries are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CampaignStatus {
    /// Waits for its time, gathers, or sends.
    Active,
    Paused,
    Cancelled,
    /// Everybody's delivery is settled.
    Done,
}

/// Up to where the recipients have their rows.
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

/// A campaign's words in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignVersion {
    pub subject: String,
    /// What lists of mails show beside the subject; may be empty.
    pub preheader: String,
    /// Markdown with placeholders.
    pub body: String,
}

/// An article that an automatic campaign tells of, with what decides whom it concerns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignArticle {
    pub slug: Slug,
    pub revision: u32,
    pub importance: Importance,
    pub topic: String,
    /// As they are written in the article.
    #[serde(default)]
    pub domains: Vec<String>,
}

/// An address of a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Listed {
    pub email: Email,
    /// `None`: that of the site, Romanian.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
}

impl CampaignRecord {
    /// Whether something of it is still to be done; a paused one waits for the operator.
    pub fn is_under_way(&self) -> bool {
        matches!(self.status, CampaignStatus::Active | CampaignStatus::Paused)
    }

    /// Urgent ones overtake, and letters of the operator come last.
    fn rank(&self) -> u8 {
        match self.kind {
            MessageKind::Urgent => 0,
            MessageKind::Campaign => 2,
            _ => 1,
        }
    }

    fn active_key(&self) -> Option<Vec<u8>> {
        let created = u64::try_from(self.created_at.as_millisecond()).unwrap_or_default();
        let key = [&[self.rank()][..], &created.to_be_bytes(), self.id.as_str().as_bytes()].concat();
        self.is_under_way().then_some(key)
    }
}

const RANK_AND_TIME: usize = 9;

pub fn get(tx: &impl Reading, id: &CampaignId) -> Result<Option<CampaignRecord>, StoreError> {
    let key = id.as_str().as_bytes();
    tx.get(RawTable(CAMPAIGNS), key)?.map(|bytes| codec::decode(CAMPAIGNS, key, &bytes)).transpose()
}

/// Writes the record and keeps the index of those under way in step.
pub fn put(tx: &WriteTx, record: &CampaignRecord) -> Result<(), StoreError> {
    if let Some(key) = get(tx, &record.id)?.and_then(|before| before.active_key()) {
        tx.delete(ACTIVE_CAMPAIGNS, &key)?;
    }
    if let Some(key) = record.active_key() {
        tx.put(ACTIVE_CAMPAIGNS, &key, &[])?;
    }
    tx.put(CAMPAIGNS, record.id.as_str().as_bytes(), &codec::encode(record))
}

/// Those that are under way, paused ones too, in the order in which they are sent.
pub fn under_way(tx: &impl Reading) -> Result<Vec<CampaignRecord>, StoreError> {
    let mut ids = Vec::new();
    tx.scan(RawTable(ACTIVE_CAMPAIGNS), &[], Order::Ascending, &mut |key, _| {
        let id = key.get(RANK_AND_TIME..).and_then(|id| CampaignId::parse(std::str::from_utf8(id).ok()?));
        ids.extend(id);
        Ok(ControlFlow::Continue(()))
    })?;
    let found = ids.iter().map(|id| get(tx, id)).collect::<Result<Vec<_>, _>>()?;
    Ok(found.into_iter().flatten().collect())
}

/// Visits every campaign in order of id, until told to stop.
pub fn each(tx: &impl Reading, visit: &mut dyn FnMut(CampaignRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    tx.scan(RawTable(CAMPAIGNS), &[], Order::Ascending, &mut |key, bytes| {
        Ok(visit(codec::decode(CAMPAIGNS, key, bytes)?))
    })
}

/// Puts an address on a campaign's list; one that is there already is replaced.
pub fn put_listed(tx: &WriteTx, id: &CampaignId, listed: &Listed) -> Result<(), StoreError> {
    tx.put(CAMPAIGN_LISTS, &keys::campaign_address(id, &listed.email), &codec::encode(listed))
}

/// Up to `limit` addresses of the list after this key, in order of their keys.
pub fn listed_after(
    tx: &impl Reading,
    id: &CampaignId,
    key: Option<&str>,
    limit: usize,
) -> Result<Vec<Listed>, StoreError> {
    let prefix = keys::name_prefix(id.as_str());
    let from = match key {
        Some(key) => [&prefix, key.as_bytes(), &[0]].concat(),
        None => prefix.clone(),
    };
    let mut found = Vec::new();
    tx.scan(RawTable(CAMPAIGN_LISTS), &from, Order::Ascending, &mut |key, bytes| {
        if !key.starts_with(&prefix) || found.len() == limit {
            return Ok(ControlFlow::Break(()));
        }
        found.push(codec::decode(CAMPAIGN_LISTS, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// Whether the address waits on a campaign's list.
pub fn is_listed(tx: &impl Reading, id: &CampaignId, email: &Email) -> Result<bool, StoreError> {
    Ok(tx.get(RawTable(CAMPAIGN_LISTS), &keys::campaign_address(id, email))?.is_some())
}

/// Takes an address from a campaign's list.
pub fn remove_listed(tx: &WriteTx, id: &CampaignId, email: &Email) -> Result<(), StoreError> {
    tx.delete(CAMPAIGN_LISTS, &keys::campaign_address(id, email))
}

/// Takes an address from every list that waits; answers whether it stood on one.
pub fn unlist(tx: &WriteTx, email: &Email) -> Result<bool, StoreError> {
    let mut found = false;
    for campaign in under_way(tx)?.iter().filter(|campaign| campaign.audience == Audience::List) {
        if is_listed(tx, &campaign.id, email)? {
            remove_listed(tx, &campaign.id, email)?;
            found = true;
        }
    }
    Ok(found)
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let mut under_way = 0_u64;
    tx.scan(RawTable(CAMPAIGNS), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<CampaignRecord>(CAMPAIGNS, key, bytes) {
            Err(error) => findings.push(Finding::unreadable("campaigns", key, &error)),
            Ok(record) => {
                if record.id.as_str().as_bytes() != key {
                    findings.push(Finding::new("campaigns", key, "the record names another id"));
                }
                if let Some(active) = record.active_key() {
                    under_way += 1;
                    if tx.get(RawTable(ACTIVE_CAMPAIGNS), &active)?.is_none() {
                        findings.push(Finding::new("active_campaigns", key, "the campaign is missing from the index"));
                    }
                }
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    let indexed = tx.count(RawTable(ACTIVE_CAMPAIGNS))?;
    if indexed != under_way {
        let problem = format!("{indexed} rows for {under_way} campaigns under way");
        findings.push(Finding::new("active_campaigns", b"", &problem));
    }
    tx.scan(RawTable(CAMPAIGN_LISTS), &[], Order::Ascending, &mut |key, bytes| {
        if let Err(error) = codec::decode::<Listed>(CAMPAIGN_LISTS, key, bytes) {
            findings.push(Finding::unreadable("campaign_lists", b"", &error));
        }
        Ok(ControlFlow::Continue(()))
    })
}
