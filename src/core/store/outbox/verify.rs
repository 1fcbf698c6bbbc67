//! Checks of the outbox.

use std::collections::{HashMap, HashSet};

use super::super::engine::ReadTx;
use super::super::error::StoreError;
use super::super::finding::Findings;
use super::super::subscribers;
use super::index::{self, OUTBOX_BY_ADDRESS, OUTBOX_BY_CAMPAIGN, OUTBOX_CLAIMS, OUTBOX_DUE};
use super::record::OutboxRecord;
use super::rows::OUTBOX;
use super::tally::{OUTBOX_TALLIES, Tally, tally};
use crate::domain::CampaignId;

/// Checks that every unconfirmed subscriber, and no other address, was asked to confirm, and that indexes and tallies
/// match the rows.
pub(in crate::store) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut expected = Expected::default();
    findings.each_row(tx, OUTBOX, |findings, id, record| {
        let mut report = |problem| findings.row(OUTBOX, &id, problem);
        if record.id != id {
            report("the record names another id");
        }
        if record.state.settled_at().is_some() && !record.content.is_empty() {
            report("a settled message still has its content");
        }
        let is_subscribed = record.email().map_or(Ok(false), |email| subscribers::exists(tx, email))?;
        if record.is_for_confirmation() && !is_subscribed {
            report("it asks an address that did not subscribe");
        }
        missing(tx, &record)?.into_iter().for_each(report);
        expected.add(&record);
        Ok(())
    })?;
    let asked = &expected.asked;
    subscribers::each_readable(tx, &mut |record| {
        if record.is_asked() && !asked.contains(&record.email.key()) {
            findings.add(OUTBOX.name(), String::new(), "a subscriber was never asked to confirm".to_owned());
        }
    })?;
    findings.check_len(tx, OUTBOX_DUE, expected.due, "messages")?;
    findings.check_len(tx, OUTBOX_CLAIMS, expected.claims, "messages")?;
    findings.check_len(tx, OUTBOX_BY_CAMPAIGN, expected.of_campaigns, "messages")?;
    findings.check_len(tx, OUTBOX_BY_ADDRESS, expected.addresses, "messages")?;
    verify_tallies(tx, findings, &expected.tallies)
}

/// The index rows and tallies that the outbox rows require.
#[derive(Default)]
struct Expected {
    asked: HashSet<String>,
    due: u64,
    claims: u64,
    of_campaigns: u64,
    addresses: u64,
    tallies: HashMap<Option<CampaignId>, Tally>,
}

impl Expected {
    fn add(&mut self, record: &OutboxRecord) {
        if record.is_for_confirmation() {
            self.asked.insert(record.to.key());
        }
        self.due += u64::from(index::due(record).is_some());
        self.claims += u64::from(index::claim(record).is_some());
        self.of_campaigns += u64::from(record.campaign.is_some());
        self.addresses += index::addresses(record).len() as u64;
        self.tallies.entry(record.campaign.clone()).or_default().add(record.state.name());
    }
}

/// The indexes that lack a row of this message.
fn missing(tx: &ReadTx, record: &OutboxRecord) -> Result<Vec<&'static str>, StoreError> {
    let mut missing = Vec::new();
    if let Some(key) = index::due(record)
        && !OUTBOX_DUE.contains(tx, &&key)?
    {
        missing.push("the message is missing from the index of due times");
    }
    if let Some(key) = index::claim(record)
        && !OUTBOX_CLAIMS.contains(tx, &&key)?
    {
        missing.push("the message is missing from the index of claims");
    }
    for key in index::addresses(record) {
        if !OUTBOX_BY_ADDRESS.contains(tx, &&key)? {
            missing.push("the message is missing from the index of its address");
        }
    }
    if let Some(campaign) = &record.campaign
        && OUTBOX_BY_CAMPAIGN.get(tx, &(campaign, &record.to))? != Some(record.id)
    {
        missing.push("the message is missing from the index of its campaign");
    }
    Ok(missing)
}

fn verify_tallies(
    tx: &ReadTx,
    findings: &mut Findings,
    expected: &HashMap<Option<CampaignId>, Tally>,
) -> Result<(), StoreError> {
    let mut known: HashSet<Option<CampaignId>> = expected.keys().cloned().collect();
    for row in OUTBOX_TALLIES.scan_all(tx) {
        known.insert(row?.0);
    }
    for campaign in known {
        let rows = expected.get(&campaign).copied().unwrap_or_default();
        if !tally(tx, campaign.as_ref())?.fits(&rows) {
            findings.row(OUTBOX_TALLIES, &campaign, "the numbers are not those of the rows");
        }
    }
    Ok(())
}
