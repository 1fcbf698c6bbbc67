//! A delivery.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::super::subscribers::SubscriberRecord;
use super::state::MessageState;
use crate::domain::email::Email;
use crate::domain::message::{MessageContent, MessageKind};
use crate::domain::message_address::MessageAddress;
use crate::domain::{CampaignId, Language};

/// One message to one address or telephone number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxRecord {
    /// A UUID of version 7.
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: MessageAddress,
    pub language: Language,
    pub created_at: Timestamp,
    pub state: MessageState,
    /// `None` for a single message.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub campaign: Option<CampaignId>,
    /// Further values of the template; wiped when the message is settled, since it may hold a secret link or code.
    #[serde(default, skip_serializing_if = "MessageContent::is_empty")]
    pub content: MessageContent,
}

impl OutboxRecord {
    /// A single message to send at once, without further values of its template.
    pub fn queued(
        id: Uuid,
        kind: MessageKind,
        to: impl Into<MessageAddress>,
        language: Language,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            kind,
            to: to.into(),
            language,
            created_at,
            state: MessageState::Queued,
            campaign: None,
            content: MessageContent::default(),
        }
    }

    /// The message that asks a new subscriber to confirm.
    pub fn confirmation(id: Uuid, subscriber: &SubscriberRecord) -> Self {
        let (to, at) = (subscriber.email.clone(), subscriber.asked_at());
        Self::queued(id, MessageKind::ConfirmSubscription, to, subscriber.language, at)
    }

    /// The message with a new link to the mail preferences.
    pub fn preferences_link(id: Uuid, to: Email, language: Language, created_at: Timestamp) -> Self {
        Self::queued(id, MessageKind::PreferencesLink, to, language, created_at)
    }

    /// The address of a mail; `None` for a text message.
    pub fn email(&self) -> Option<&Email> {
        self.to.email()
    }

    pub(super) fn is_for_confirmation(&self) -> bool {
        self.kind == MessageKind::ConfirmSubscription
    }

    /// Whether it is sent to this address or its content names it; `key` is an [`Email::key`].
    pub(super) fn concerns(&self, key: &str) -> bool {
        self.to.key() == key || self.content.email.as_ref().is_some_and(|other| other.key() == key)
    }
}
