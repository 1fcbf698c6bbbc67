//! Previews with sample data, and test messages.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::messages::{self, Writing};
use crate::mail::{Envelope, Message, SendFailure, Sender, Verdict};
use crate::ops::mail::compose::sample::sample;
use crate::ops::mail::compose::transactional;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::OutboxRecord;

/// A message as its recipient sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MessagePreview {
    pub kind: MessageKind,
    pub language: Language,
    pub from: String,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Renders messages of these kinds with sample data and the demo articles.
pub fn preview(app: &App, actor: &Actor, kinds: &[MessageKind], language: Language) -> Result<Vec<MessagePreview>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    kinds.iter().map(|kind| preview_of(app, *kind, language)).collect()
}

fn preview_of(app: &App, kind: MessageKind, language: Language) -> Result<MessagePreview> {
    let sender = Sender::new(&app.config, &app.public_url());
    let now = app.clock.now();
    let queued = OutboxRecord::queued(uuid_at(now), kind, sample_address()?, language, now);
    let record = OutboxRecord { content: messages::sample(kind, &sender), ..queued };
    let Message { subject, text, html, .. } =
        if kind.is_bulk() { sample(app, &record)? } else { transactional::compose(app, &record)? };
    let from = format!("{} <{}>", sender.name, sender.address);
    Ok(MessagePreview { kind, language, from, subject, text, html })
}

/// The address of the sample recipient.
pub(super) fn sample_address() -> Result<Email> {
    Email::parse("ana@example.ro").ok_or_else(|| Error::invalid("address", "This is not an address."))
}

/// Sends a test message now, outside the outbox; returns what became of it.
///
/// # Errors
/// `mail_not_sent` with the cause.
pub async fn test(app: &App, actor: &Actor, to: Email, language: Language) -> Result<String> {
    policy::authorize(actor, Action::SendMail)?;
    let sender = Sender::new(&app.config, &app.public_url());
    let now = app.clock.now();
    let content = Default::default();
    let document = messages::write_test(&Writing { to: &to, language, at: now, content: &content }, &sender)?;
    let envelope = Envelope { id: uuid_at(now), name: "test", to, created_at: now, sent_at: now };
    let message = Message::new(envelope, &document, language, &sender);
    let sent = app.mailer.send(&message).await;
    sent.map(|reply| app.mailer.outcome(&reply)).map_err(|failure| not_sent(&failure))
}

/// The error of a test message that was not sent, with what to do about the cause.
pub(super) fn not_sent(failure: &SendFailure) -> Error {
    let remedy = match failure.verdict {
        Some(verdict) if verdict.concerns_recipient() => "try another address",
        Some(Verdict::Sender) => "run `paragraf doctor` and ask the provider of the mail server",
        _ => "correct the keys under [mail] and try again",
    };
    let message = format!("the message was not sent: {}; {remedy}", failure.reason);
    Error::new(Kind::Upstream, ErrorCode::MailNotSent, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::RefusalStage;

    #[test]
    fn the_remedy_of_a_refusal_fits_its_cause() {
        let refused = |code, reply: &str| SendFailure::refused_at(RefusalStage::Recipient, code, reply);
        for (failure, remedy) in [
            (refused(550, "5.1.1 no such user"), "; try another address"),
            (refused(554, "5.7.1 <ana@example.ro>: Relay access denied"), "; run `paragraf doctor` and ask"),
            (SendFailure::not_sent("connection refused"), "; correct the keys under [mail]"),
        ] {
            let message = not_sent(&failure).to_string();
            assert!(message.contains(remedy), "{message}");
        }
    }
}
