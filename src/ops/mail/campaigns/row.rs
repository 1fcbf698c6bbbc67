//! The outbox row of a campaign's recipient.

use jiff::Timestamp;
use uuid::Uuid;

use super::selection::language_for;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::store::campaigns::CampaignRecord;
use crate::store::outbox::{MessageState, OutboxRecord};

pub(super) fn row(
    id: Uuid,
    campaign: &CampaignRecord,
    to: Email,
    language: Language,
    state: MessageState,
    now: Timestamp,
) -> OutboxRecord {
    let language = language_for(campaign, language);
    let queued = OutboxRecord::queued(id, campaign.kind, to, language, now);
    OutboxRecord { state, campaign: Some(campaign.id.clone()), ..queued }
}
