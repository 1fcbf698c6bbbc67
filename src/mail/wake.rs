//! Wakes the workers that deliver mail.

use tokio::sync::Notify;

/// Wakes a worker of each kind: one of those that deliver everything, and the one that delivers single messages only.
#[derive(Debug, Default)]
pub struct MailWake {
    everything: Notify,
    single: Notify,
}

impl MailWake {
    /// Call it when a message was queued.
    pub fn notify_one(&self) {
        self.everything.notify_one();
        self.single.notify_one();
    }

    /// Waits for a message of any kind.
    pub async fn notified(&self) {
        self.everything.notified().await;
    }

    /// Waits for a message, in the worker of single messages.
    pub async fn notified_single(&self) {
        self.single.notified().await;
    }
}
