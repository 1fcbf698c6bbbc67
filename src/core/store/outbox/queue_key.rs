//! The queues of unsettled messages, as parts of keys.

use super::super::key::KeyPart;
use super::record::OutboxRecord;
use crate::domain::CampaignId;
use crate::domain::message_address::MessageAddress;

/// A queue of messages that wait to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Queue {
    /// Single mails.
    Mails,
    TextMessages,
    Campaign(CampaignId),
}

/// The name of the queue of text messages, which is no campaign's id. That of single mails is empty.
const TEXT_MESSAGES: &str = "+";

impl Queue {
    pub(super) fn of(record: &OutboxRecord) -> Self {
        match (&record.campaign, &record.to) {
            (Some(campaign), _) => Self::Campaign(campaign.clone()),
            (None, MessageAddress::Phone(_)) => Self::TextMessages,
            (None, MessageAddress::Email(_)) => Self::Mails,
        }
    }

    fn name(&self) -> &str {
        match self {
            Self::Mails => "",
            Self::TextMessages => TEXT_MESSAGES,
            Self::Campaign(id) => id.as_str(),
        }
    }
}

impl From<Option<&CampaignId>> for Queue {
    /// The queue of a campaign, or that of single mails.
    fn from(campaign: Option<&CampaignId>) -> Self {
        campaign.map_or(Self::Mails, |id| Self::Campaign(id.clone()))
    }
}

impl KeyPart for Queue {
    const LEN: Option<usize> = None;

    fn push(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(self.name().as_bytes());
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        match std::str::from_utf8(bytes).ok()? {
            "" => Some(Self::Mails),
            TEXT_MESSAGES => Some(Self::TextMessages),
            id => CampaignId::parse(id).map(Self::Campaign),
        }
    }
}
