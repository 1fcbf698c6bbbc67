//! How many a campaign goes to, before it does.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::BATCH;
use super::selection::{self, Choice, language_for};
use crate::domain::Language;
use crate::error::Result;
use crate::store::Reading;
use crate::store::campaigns::CampaignRecord;

/// Those who would get a campaign now, and those who would not.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AudienceCount {
    pub recipients: u64,
    /// Those of them who have an account.
    pub accounts: u64,
    /// By the language in which they are written to.
    pub languages: BTreeMap<Language, u64>,
    /// By the reason, as the store writes it.
    pub left_out: BTreeMap<String, u64>,
    /// Lines of a list that named an address that came before.
    pub duplicates: u64,
}

impl AudienceCount {
    pub(in crate::ops::mail) fn add(&mut self, campaign: &CampaignRecord, choice: Choice) {
        match choice {
            Choice::Chosen(recipient) => {
                self.recipients += 1;
                self.accounts += u64::from(recipient.uid.is_some());
                *self.languages.entry(language_for(campaign, recipient.language)).or_default() += 1;
            }
            Choice::LeftOut(_, _, why) => *self.left_out.entry(why.name()).or_default() += 1,
            Choice::Met => {}
        }
    }
}

/// Looks at everybody whom the store knows, as gathering would.
pub(super) fn count(
    tx: &impl Reading,
    campaign: &CampaignRecord,
    today: Date,
    count: &mut AudienceCount,
) -> Result<()> {
    let mut at = campaign.gathering.clone();
    while let Some(place) = at {
        let page = selection::page(tx, campaign, &place, today, BATCH)?;
        page.choices.into_iter().for_each(|choice| count.add(campaign, choice));
        at = page.next;
    }
    Ok(())
}
