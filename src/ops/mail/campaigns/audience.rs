//! Counts the recipients of a campaign before it is sent.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::ROWS_PER_WRITE;
use super::selection::{self, Selected, language_for};
use crate::domain::Language;
use crate::domain::mailing::SkipReason;
use crate::error::Result;
use crate::ops::mail::eligibility::{DecisionMoment, Eligible};
use crate::store::Reading;
use crate::store::campaigns::CampaignRecord;

/// Recipients of a campaign, and why others are excluded.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudienceCount {
    pub recipients: u64,
    /// Recipients with an account.
    pub accounts: u64,
    /// By language of the message.
    pub languages: BTreeMap<Language, u64>,
    /// Excluded addresses by reason.
    pub left_out: BTreeMap<SkipReason, u64>,
    /// Repeated lines of a list.
    pub duplicates: u64,
    /// Rows of a list without an address.
    #[serde(default)]
    pub without_address: u64,
}

impl AudienceCount {
    pub(in crate::ops::mail) fn add(&mut self, campaign: &CampaignRecord, selected: Selected) {
        match selected {
            Selected::Recipient(eligible) => {
                let Eligible { recipient, .. } = *eligible;
                self.recipients += 1;
                self.accounts += u64::from(recipient.uid.is_some());
                *self.languages.entry(language_for(campaign, recipient.language)).or_default() += 1;
            }
            Selected::Excluded(_, _, why) => *self.left_out.entry(why).or_default() += 1,
            Selected::Duplicate => {}
        }
    }
}

/// Adds the whole audience to `count`, as gathering would select it.
pub(super) fn count(
    tx: &dyn Reading,
    campaign: &CampaignRecord,
    moment: &DecisionMoment,
    count: &mut AudienceCount,
) -> Result<()> {
    let mut next = campaign.gathering.clone();
    while let Some(cursor) = next {
        let page = selection::page(tx, campaign, &cursor, moment, ROWS_PER_WRITE)?;
        page.selected.into_iter().for_each(|selected| count.add(campaign, selected));
        next = page.next;
    }
    Ok(())
}
