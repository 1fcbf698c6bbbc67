//! Composes messages from claimed deliveries.

mod articles;
mod bulk;
pub(in crate::ops::mail) mod campaign;
mod composition;
mod concern;
mod content;
mod due_lines;
mod envelope;
mod reasons;
mod reminders;
pub(in crate::ops::mail) mod sample;
pub mod transactional;

pub use composition::Composition;

use super::claimed::ClaimedDelivery;
use crate::app::App;
use crate::error::Result;

/// Composes the message of a claimed delivery.
///
/// Reads the store and renders on this thread, which must be allowed to block.
///
/// # Errors
/// `internal` for a kind without a template, or content without what the template needs.
pub fn compose(app: &App, claimed: &ClaimedDelivery) -> Result<Composition> {
    match &claimed.bulk {
        Some(bulk) => bulk::compose(app, &claimed.delivery, bulk),
        None => transactional::compose(app, &claimed.delivery).map(|message| Composition::Message(Box::new(message))),
    }
}
