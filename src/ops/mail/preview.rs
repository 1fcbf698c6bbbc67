//! Mails before anybody gets them: with sample data, and one to oneself.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::messages::{self, Writing};
use crate::mail::{Envelope, Message, Sender};
use crate::ops::mail::compose;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{MessageState, OutboxRecord};

/// A mail as its reader would see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    pub kind: MessageKind,
    pub language: Language,
    pub from: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// The mails of these kinds, filled with made-up data and, where they tell of articles, with the demo ones.
pub fn preview(app: &App, actor: &Actor, kinds: &[MessageKind], language: Language) -> Result<Vec<Preview>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    kinds.iter().map(|kind| sample(app, *kind, language)).collect()
}

fn sample(app: &App, kind: MessageKind, language: Language) -> Result<Preview> {
    let sender = Sender::new(&app.config, &app.public_url());
    let created_at = app.clock.now();
    let to = Email::parse("ana@example.ro").ok_or_else(|| Error::invalid("address", "This is not an address."))?;
    let content = messages::sample(kind, &sender);
    let id = uuid_at(created_at);
    let record =
        OutboxRecord { id, kind, to, language, created_at, state: MessageState::Queued, campaign: None, content };
    let Message { subject, text, html, .. } =
        if kind.is_bulk() { compose::sample(app, &record)? } else { super::compose(app, &record)? };
    let from = format!("{} <{}>", sender.name, sender.address);
    Ok(Preview { kind, language, from, subject, text, html })
}

/// Sends a test message now, past the outbox; answers what the mail server said, or the file.
///
/// Errors: `mail_not_sent` with what stood in the way.
pub async fn test(app: &App, actor: &Actor, to: Email, language: Language) -> Result<String> {
    policy::authorize(actor, Action::SendMail)?;
    let sender = Sender::new(&app.config, &app.public_url());
    let now = app.clock.now();
    let content = Default::default();
    let letter = messages::write_test(&Writing { to: &to, language, at: now, content: &content }, &sender)?;
    let envelope = Envelope { id: uuid_at(now), name: "test", to, created_at: now, sent_at: now };
    let message = Message::new(envelope, &letter, language, &sender);
    app.mailer.send(&message).await.map_err(|failure| {
        let remedy = "correct the keys under [mail] and try again";
        Error::new(
            Kind::Upstream,
            ErrorCode::MailNotSent,
            format!("the mail did not leave: {}; {remedy}", failure.reason),
        )
    })
}
