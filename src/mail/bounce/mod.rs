//! Incoming mail: delivery reports (RFC 3464, RFC 6533, Exim, qmail), complaints (RFC 5965) and requests to unsubscribe.
//!
//! [`read`] parses one raw message into [`Notice`]s, [`MailboxReader`] splits a mailbox into messages, and [`Imap`]
//! fetches them. Anyone can forge a report, so the caller matches each notice with the outbox.

mod imap;
mod kind;
mod mailbox;
mod marks;
mod notice;
mod plain;
mod status;
mod text;

use mail_parser::{Message, MessageParser, MessagePart};

pub use imap::Imap;
pub use kind::BounceKind;
pub use mailbox::MailboxReader;
pub use marks::outbox_id;
use marks::{answered, is, marked, original, text};
pub use notice::Notice;
pub use text::{MAX_BYTES, one_line};

/// The feedback types (RFC 5965, RFC 6650) by which a reader rejects our mail; others are about its delivery.
const COMPLAINTS: [&str; 3] = ["abuse", "opt-out", "opt-out-list"];
/// Notices of one report; the rest is ignored.
const MAX_NOTICES: usize = 50;

/// Parses an incoming message. Empty for replies, delay notices and anything that is not a message.
pub fn read(raw: &[u8]) -> Vec<Notice> {
    let raw = raw.get(..MAX_BYTES).unwrap_or(raw);
    let Some(message) = MessageParser::default().parse(raw) else { return vec![] };
    let mut notices = match part(&message, &["feedback-report"]) {
        Some(report) => complaint(&message, report).into_iter().collect(),
        None => match part(&message, &["delivery-status", "global-delivery-status"]) {
            Some(report) => failures(&message, report),
            None => plain::failures(&message).into_iter().chain(unsubscribe(&message)).collect(),
        },
    };
    notices.truncate(MAX_NOTICES);
    notices
}

/// The first part of type `message` with one of these subtypes.
fn part<'a>(message: &'a Message<'a>, subtypes: &[&str]) -> Option<&'a MessagePart<'a>> {
    message.parts.iter().find(|part| is(part, "message", subtypes))
}

/// The failed recipients of a delivery status notification.
fn failures(message: &Message, report: &MessagePart) -> Vec<Notice> {
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let outbox_id = original(message).or_else(|| groups.iter().find_map(marked));
    let stage = plain::stage(&message.body_text(0).unwrap_or_default());
    let failed = groups.iter().filter_map(|group| {
        let verdict = status::verdict(group, stage)?;
        let named = ["final-recipient", "original-recipient"].into_iter().filter_map(|name| group.get(name));
        let recipients: Vec<_> = named.filter_map(|value| status::recipient(value)).collect();
        let reason = group.get("diagnostic-code").or_else(|| group.get("status")).cloned().unwrap_or_default();
        Some(Notice::Failed { verdict, recipients, outbox_id, reason: one_line(&reason) })
    });
    failed.collect()
}

/// A complaint; `None` for a report about authentication, viruses or a message that is no spam.
fn complaint(message: &Message, report: &MessagePart) -> Option<Notice> {
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let named = groups.iter().find_map(|group| group.get("feedback-type"))?;
    let feedback_type = named.split_whitespace().next()?.to_ascii_lowercase();
    let reason = one_line(&feedback_type);
    COMPLAINTS.contains(&feedback_type.as_str()).then(|| Notice::Complaint { outbox_id: original(message), reason })
}

/// A message to the address of `List-Unsubscribe`, written by a person or a mail program.
fn unsubscribe(message: &Message) -> Option<Notice> {
    let automatic = message.header("Auto-Submitted").and_then(text);
    if automatic.is_some_and(|value| !value.trim().eq_ignore_ascii_case("no")) {
        return None;
    }
    let subject = message.subject()?.trim();
    let mut words = subject.split_whitespace().skip_while(|word| word.ends_with(':'));
    let first = words.next()?.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    if !["unsubscribe", "dezabonare", "dezabonează-mă", "dezaboneaza-ma"].contains(&first.as_str()) {
        return None;
    }
    Some(Notice::Unsubscribe { token: words.next().map(str::to_owned), outbox_id: answered(message) })
}
