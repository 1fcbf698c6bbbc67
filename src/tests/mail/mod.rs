//! Mails: what they say, how they are sent and tried again, a real mail server.

mod automatic;
pub mod bounces;
mod bulk;
mod campaigns;
mod conditions;
mod deliver;
mod doctor;
mod exactly_once;
mod html_pieces;
mod imap;
mod looks;
mod mail_out;
mod recipients;
mod refusals;
mod sample;
mod sink;
mod smtp;
pub mod snapshots;
mod takeover;
mod texts;
mod transport;

use paragraf::clock::uuid_at;
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::domain::message::{MessageContent, MessageKind};
use paragraf::store::outbox::OutboxRecord;

/// A queued mail of this kind; `content` has a link and a name.
pub fn mail(kind: MessageKind, to: &str, created_at: jiff::Timestamp) -> OutboxRecord {
    let to = Email::parse(to).expect("an address");
    OutboxRecord {
        content: MessageContent {
            link: Some("https://p.example.ro/auth?mode=verifyEmail&oobCode=secret".into()),
            display_name: Some("Ana Pop".into()),
            ..MessageContent::default()
        },
        ..OutboxRecord::queued(uuid_at(created_at), kind, to, Language::Ro, created_at)
    }
}
