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
    OutboxRecord {
        id,
        kind: campaign.kind,
        to: to.into(),
        language: language_for(campaign, language),
        created_at: now,
        state,
        campaign: Some(campaign.id.clone()),
        content: Default::default(),
    }
}
