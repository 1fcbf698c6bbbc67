//! Mails: sending what is queued, and what the operator may see of it.

pub mod automatic;
pub mod bounces;
pub mod campaigns;
pub mod compose;
pub mod deliver;
pub mod late;
pub mod links;
pub mod mailbox;
pub mod outbox;
pub mod preferences;
pub mod preview;
pub mod quiet;
pub mod recipients;
pub mod settings;
pub mod suppressions;
pub mod tidy;
pub mod warnings;

use std::path::Path;

use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::Result;
use crate::mail::messages::{self, Writing};
use crate::mail::{Envelope, Mailer, Message, Sender};
use crate::store::outbox::{MessageContent, MessageKind, OutboxRecord};

/// The mail that this row is to become; one of many is made of its campaign and of what its recipient wants now.
///
/// Reads the store and lays out on this thread, which must be allowed to block. Errors: `internal` when its kind
/// has no text, or its content lacks what the text needs; `nothing_to_say` when nothing of its campaign concerns
/// the recipient any more.
pub fn compose(app: &App, record: &OutboxRecord) -> Result<Message> {
    match &record.campaign {
        Some(campaign) if record.kind.is_bulk() => compose::bulk::compose(app, record, campaign),
        _ => single(app, record),
    }
}

fn single(app: &App, record: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let OutboxRecord { id, kind, to, language, created_at, content, .. } = record;
    let content = &linked(app, record, content.clone())?;
    let writing = Writing { to, language: *language, at: *created_at, content };
    let letter = messages::write(*kind, &writing, &sender)?;
    let envelope =
        Envelope { id: *id, name: kind.name(), to: to.clone(), created_at: *created_at, sent_at: app.clock.now() };
    Ok(Message::new(envelope, &letter, *language, &sender))
}

/// The content with the links that are made anew whenever the mail is written, so that no row holds them.
fn linked(app: &App, record: &OutboxRecord, content: MessageContent) -> Result<MessageContent> {
    if record.kind != MessageKind::ConfirmSubscription || content.link.is_some() {
        return Ok(content);
    }
    let link = Some(links::confirm_url(app, &record.to, record.created_at)?);
    Ok(MessageContent { link, valid_minutes: u64::try_from(links::CONFIRM_LIFE.as_mins()).ok(), ..content })
}

/// Reads the files that the settings of mail name: certificates and the key of signatures.
///
/// Errors: `config` with the key whose file cannot be used.
pub fn check(config: &Config, data_dir: &Path) -> Result<()> {
    Mailer::new(&config.mail, data_dir, &Clock::System).map(drop)
}
