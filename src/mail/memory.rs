//! Mails that go nowhere: what tests look at, with failures on request.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::{Message, SendFailure};

/// What was sent, oldest first, and what is to fail next.
#[derive(Debug, Default)]
pub struct Memory {
    sent: Mutex<Vec<Message>>,
    failures: Mutex<VecDeque<SendFailure>>,
}

impl Memory {
    /// Makes the next mail fail, after those that were to fail before.
    pub fn fail_next(&self, failure: SendFailure) {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).push_back(failure);
    }

    pub fn sent(&self) -> Vec<Message> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn send(&self, message: &Message) -> Result<String, SendFailure> {
        if let Some(failure) = self.failures.lock().unwrap_or_else(PoisonError::into_inner).pop_front() {
            return Err(failure);
        }
        message.bytes()?;
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).push(message.clone());
        Ok("kept in memory".into())
    }
}
