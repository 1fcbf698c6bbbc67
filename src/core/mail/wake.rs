//! Wakes the workers that deliver mail.

use tokio::sync::Notify;

/// Wakes a worker of each kind: one of those that deliver all mails, the one that delivers single mails only, and the one
/// that delivers text messages.
#[derive(Debug, Default)]
pub struct MailWake {
    everything: Notify,
    single: Notify,
    text_messages: Notify,
}

impl MailWake {
    /// Call it when a message was queued.
    pub fn notify_one(&self) {
        self.everything.notify_one();
        self.single.notify_one();
        self.text_messages.notify_one();
    }

    /// Waits for a message of any kind.
    pub async fn notified(&self) {
        self.everything.notified().await;
    }

    /// Waits for a message, in the worker of single mails.
    pub async fn notified_single(&self) {
        self.single.notified().await;
    }

    /// Waits for a message, in the worker of text messages.
    pub async fn notified_text_message(&self) {
        self.text_messages.notified().await;
    }
}
