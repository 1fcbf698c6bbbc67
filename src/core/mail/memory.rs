//! The transport of tests: keeps messages in memory and fails on request.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::failure::SendFailure;
use super::message::Message;

/// Sent messages, oldest first, and the failures of the next ones.
#[derive(Debug, Default)]
pub struct Memory {
    sent: Mutex<Vec<Message>>,
    failures: Mutex<VecDeque<SendFailure>>,
}

impl Memory {
    /// Makes one more of the next messages fail.
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
