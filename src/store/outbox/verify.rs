//! What must be true of the ledger.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use uuid::Uuid;

use super::super::tx::{Order, RawTable, Reading, Visit};
use super::super::verify::Finding;
use super::super::{StoreError, codec, keys, subscribers};
use super::due::{self, OUTBOX_DUE};
use super::tally::{OUTBOX_TALLIES, Tally, tally};
use super::{OUTBOX, OUTBOX_BY_CAMPAIGN, OutboxRecord};
use crate::domain::CampaignId;

/// Every unconfirmed subscriber was asked, and nobody else; indexes and numbers are those of the rows.
pub(in crate::store) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let asked = asked(tx, findings)?;
    subscribers::each_readable(tx, &mut |record| {
        if record.is_asked() && !asked.contains(&record.email.key()) {
            findings.push(Finding::new("outbox", b"", "a subscriber was never asked to confirm"));
        }
    })?;
    indexes(tx, findings)
}

/// The keys of all addresses that were asked to confirm; what cannot be read goes to `findings`.
pub(super) fn asked(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<HashSet<String>, StoreError> {
    let mut asked = HashSet::new();
    tx.scan(RawTable(OUTBOX), &[], Order::Ascending, &mut |key, bytes| -> Visit {
        // The name of a finding is printed, so it is the id and never the address.
        let name = Uuid::from_slice(key).map(|id| id.to_string()).unwrap_or_default();
        match codec::decode::<OutboxRecord>(OUTBOX, key, bytes) {
            Ok(record) => {
                if record.id.as_bytes() != key {
                    findings.push(Finding::new("outbox", name.as_bytes(), "the record names another id"));
                }
                if record.state.settled_at().is_some() && !record.content.is_empty() {
                    findings.push(Finding::new("outbox", name.as_bytes(), "a settled message still has its content"));
                }
                if record.is_for_confirmation() && !subscribers::exists(tx, &record.to)? {
                    findings.push(Finding::new("outbox", name.as_bytes(), "it asks an address that did not subscribe"));
                }
                if record.is_for_confirmation() {
                    asked.insert(record.to.key());
                }
            }
            Err(error) => findings.push(Finding::unreadable("outbox", name.as_bytes(), &error)),
        }
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(asked)
}

fn indexes(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let (mut due, mut of_campaigns) = (0_u64, 0_u64);
    let mut tallies: HashMap<Option<CampaignId>, Tally> = HashMap::new();
    super::each_readable(tx, &mut |record| {
        tallies.entry(record.campaign.clone()).or_default().add(record.state.name());
        if let Some(problem) = missing(tx, &record, &mut due, &mut of_campaigns).transpose() {
            let problem = problem.unwrap_or("an index cannot be read");
            findings.push(Finding::new("outbox", record.id.to_string().as_bytes(), problem));
        }
    })?;
    for (table, name, wanted) in
        [(OUTBOX_DUE, "outbox_due", due), (OUTBOX_BY_CAMPAIGN, "outbox_by_campaign", of_campaigns)]
    {
        let found = tx.count(RawTable(table))?;
        if found != wanted {
            findings.push(Finding::new(name, b"", &format!("{found} rows for {wanted} messages")));
        }
    }
    let mut known: HashSet<Option<CampaignId>> = tallies.keys().cloned().collect();
    tx.scan(RawTable(OUTBOX_TALLIES), &[], Order::Ascending, &mut |key, _| -> Visit {
        known.insert(std::str::from_utf8(key).ok().and_then(CampaignId::parse));
        Ok(ControlFlow::Continue(()))
    })?;
    for campaign in known {
        let rows = tallies.get(&campaign).copied().unwrap_or_default();
        if !tally(tx, campaign.as_ref())?.fits(&rows) {
            let name = campaign.map(String::from).unwrap_or_default();
            findings.push(Finding::new("outbox_tallies", name.as_bytes(), "the numbers are not those of the rows"));
        }
    }
    Ok(())
}

/// What an index lacks of this row.
fn missing(
    tx: &impl Reading,
    record: &OutboxRecord,
    due: &mut u64,
    of_campaigns: &mut u64,
) -> Result<Option<&'static str>, StoreError> {
    if let Some(key) = due::key(record) {
        *due += 1;
        if tx.get(RawTable(OUTBOX_DUE), &key)?.is_none() {
            return Ok(Some("the message is missing from the index of due times"));
        }
    }
    if let Some(campaign) = &record.campaign {
        *of_campaigns += 1;
        let id = tx.get(RawTable(OUTBOX_BY_CAMPAIGN), &keys::campaign_address(campaign, &record.to))?;
        if id.as_deref() != Some(record.id.as_bytes()) {
            return Ok(Some("the message is missing from the index of its campaign"));
        }
    }
    Ok(None)
}
