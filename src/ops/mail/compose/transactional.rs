//! Composes messages to one person: about an account, a subscription or a report.

use super::envelope::{address, envelope};
use crate::app::App;
use crate::domain::message::MessageContent;
use crate::error::Result;
use crate::mail::messages::{self, Writing};
use crate::mail::{Message, Sender};
use crate::ops::mail::links;
use crate::store::outbox::{MessageKind, OutboxRecord};

/// Composes the message of this outbox row.
///
/// # Errors
/// `internal` for a text message, a kind without a template, or content without what the template needs.
pub fn compose(app: &App, delivery: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let OutboxRecord { kind, language, created_at, .. } = delivery;
    let to = address(delivery)?;
    let content = &with_link(app, delivery)?;
    let writing = Writing { to, language: *language, at: *created_at, content };
    let document = messages::write(*kind, &writing, &sender)?;
    Ok(Message::new(envelope(app, delivery)?, &document, *language, &sender))
}

/// Adds the link of a subscription, which is not stored but sealed again for each attempt.
fn with_link(app: &App, delivery: &OutboxRecord) -> Result<MessageContent> {
    let content = delivery.content.clone();
    let (link, life) = match delivery.kind {
        _ if content.link.is_some() => return Ok(content),
        MessageKind::ConfirmSubscription => {
            (links::confirm_url(app, address(delivery)?, delivery.created_at)?, links::CONFIRM_LIFE)
        }
        MessageKind::PreferencesLink => (links::preferences_url(app, address(delivery)?)?, links::CHANGE_LIFE),
        _ => return Ok(content),
    };
    Ok(MessageContent { link: Some(link), valid_minutes: u64::try_from(life.as_mins()).ok(), ..content })
}
