//! The reminders campaign. While its recipients are gathered, `ops::reminders` decides what each account is reminded
//! of.

use jiff::civil::Date;

use super::record::History;
use super::schedule::{beginning_of, date_of};
use crate::store::campaigns::CampaignRecord;

/// Adds the period: the days after that of `since` up to that of `until`. Without an earlier campaign, it is one day.
// docs/decisions/0188
pub(super) fn plan(campaign: CampaignRecord, history: &History) -> CampaignRecord {
    let today = date_of(campaign.created_at);
    let done = history.last().and_then(|last| last.until).map(date_of);
    let since = done.or_else(|| today.yesterday().ok()).unwrap_or(Date::MIN);
    CampaignRecord { since: beginning_of(since), until: Some(campaign.created_at), ..campaign }
}

/// The last day that earlier campaigns covered, and the last day of this one.
pub(in crate::ops) fn days(campaign: &CampaignRecord) -> Option<(Date, Date)> {
    Some((date_of(campaign.since?), date_of(campaign.until?)))
}
