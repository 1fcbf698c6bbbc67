//! Incoming mail: delivery reports (RFC 3464), complaints (RFC 5965) and requests to unsubscribe.
//!
//! [`read`] parses one raw message into [`Notice`]s, [`MailboxReader`] splits a mailbox into messages, and [`Imap`]
//! fetches them. Anyone can forge a report, so the caller matches each notice with the outbox.

mod imap;
mod kind;
mod mailbox;
mod status;
mod text;

use mail_parser::{HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use uuid::Uuid;

pub use imap::Imap;
pub use kind::BounceKind;
pub use mailbox::MailboxReader;
pub(super) use status::enhanced_code;
pub use text::{MAX_BYTES, one_line};

use crate::domain::email::Email;

/// Notices of one report; the rest is ignored.
const MAX_NOTICES: usize = 50;

/// One fact from an incoming message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    Failed {
        kind: BounceKind,
        /// The addresses named in the report; complaints often name none.
        recipients: Vec<Email>,
        /// The outbox id, from the `Message-ID`.
        outbox_id: Option<Uuid>,
        /// The mail server's reply on one line.
        reason: String,
    },
    /// A request to unsubscribe. Its `From` address may be forged and counts for nothing.
    Unsubscribe {
        /// The token from the subject, as in the address of `List-Unsubscribe`.
        token: Option<String>,
        /// The outbox id of the message that it answers.
        outbox_id: Option<Uuid>,
    },
}

/// Parses an incoming message. Empty for replies, delay notices and anything that is not a message.
pub fn read(raw: &[u8]) -> Vec<Notice> {
    let raw = raw.get(..MAX_BYTES).unwrap_or(raw);
    let Some(message) = MessageParser::default().parse(raw) else { return vec![] };
    let mut notices = match part(&message, "message", "feedback-report") {
        Some(report) => complaint(&message, report).into_iter().collect(),
        None => match part(&message, "message", "delivery-status") {
            Some(report) => failures(&message, report),
            None => failed_recipients(&message).or_else(|| unsubscribe(&message)).into_iter().collect(),
        },
    };
    notices.truncate(MAX_NOTICES);
    notices
}

fn part<'a>(message: &'a Message<'a>, kind: &str, subtype: &str) -> Option<&'a MessagePart<'a>> {
    message.parts.iter().find(|part| is(part, kind, subtype))
}

fn is(part: &MessagePart, kind: &str, subtype: &str) -> bool {
    part.content_type().is_some_and(|found| {
        found.c_type.eq_ignore_ascii_case(kind)
            && found.c_subtype.as_deref().is_some_and(|found| found.eq_ignore_ascii_case(subtype))
    })
}

/// The failed recipients of a delivery status notification.
fn failures(message: &Message, report: &MessagePart) -> Vec<Notice> {
    let outbox_id = original(message);
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let failed = groups.iter().filter_map(|group| {
        let kind = status::kind(group)?;
        let named = ["final-recipient", "original-recipient"].into_iter().filter_map(|name| group.get(name));
        let recipients: Vec<_> = named.filter_map(|value| status::recipient(value)).collect();
        let reason = group.get("diagnostic-code").or_else(|| group.get("status")).cloned().unwrap_or_default();
        Some(Notice::Failed { kind, recipients, outbox_id, reason: one_line(&reason) })
    });
    failed.collect()
}

/// A spam complaint; `None` for a `not-spam` report.
fn complaint(message: &Message, report: &MessagePart) -> Option<Notice> {
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let field = |name: &str| groups.iter().find_map(|group| group.get(name)).cloned();
    let feedback_type = field("feedback-type")?.trim().to_ascii_lowercase();
    if feedback_type == "not-spam" {
        return None;
    }
    let recipients = field("original-rcpt-to").and_then(|value| status::recipient(&value)).into_iter().collect();
    let (kind, reason) = (BounceKind::Complaint, one_line(&feedback_type));
    Some(Notice::Failed { kind, recipients, outbox_id: original(message), reason })
}

/// A report with Exim's `X-Failed-Recipients` instead of RFC 3464.
fn failed_recipients(message: &Message) -> Option<Notice> {
    let list = text(message.header("X-Failed-Recipients")?)?;
    let recipients: Vec<_> = list.split(',').filter_map(Email::parse).collect();
    let body = message.body_text(0).unwrap_or_default();
    let reason = body.lines().map(str::trim).find(|line| enhanced_code(line).is_some()).unwrap_or_default();
    let kind = enhanced_code(reason).map_or(BounceKind::Hard, status::kind_of_code);
    let outbox_id = original(message).or_else(|| body.lines().find_map(message_id_line));
    (!recipients.is_empty()).then(|| Notice::Failed { kind, recipients, outbox_id, reason: one_line(reason) })
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

/// The outbox id of the message that this one answers.
fn answered(message: &Message) -> Option<Uuid> {
    let ids = [message.in_reply_to(), message.references()].into_iter().filter_map(HeaderValue::as_text_list);
    ids.flatten().find_map(|id| outbox_id(id))
}

/// The outbox id, from the `Message-ID` in the report's copy of the original.
fn original(message: &Message) -> Option<Uuid> {
    message.parts.iter().skip(1).find_map(|part| match &part.body {
        PartType::Message(inner) => inner.message_id().and_then(outbox_id),
        _ if is(part, "text", "rfc822-headers") || is(part, "message", "rfc822") => {
            String::from_utf8_lossy(part.contents()).lines().find_map(message_id_line)
        }
        _ => None,
    })
}

fn message_id_line(line: &str) -> Option<Uuid> {
    let (name, value) = line.trim().split_once(':')?;
    if name.eq_ignore_ascii_case("message-id") { outbox_id(value) } else { None }
}

/// The outbox id in a `Message-ID`, `<id@host>`.
pub fn outbox_id(message_id: &str) -> Option<Uuid> {
    let (id, _) = message_id.trim().trim_start_matches('<').split_once('@')?;
    Uuid::try_parse(id).ok()
}

fn text<'a>(value: &'a HeaderValue) -> Option<&'a str> {
    value.as_text()
}
