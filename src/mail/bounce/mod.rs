//! What comes back: reports that a mail did not arrive (RFC 3464), complaints (RFC 5965) and mails that
//! ask to be left alone.
//!
//! [`read`] makes [`Notice`]s of one raw mail, [`Mails`] cuts a mailbox into such mails, [`Imap`]
//! fetches them. Whether a
//! notice speaks of a mail of ours, whoever knows the outbox decides: anybody can write such a report.

mod imap;
mod mailbox;
mod status;

use mail_parser::{HeaderValue, Message, MessageParser, MessagePart, MimeHeaders, PartType};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

pub use imap::Imap;
pub use mailbox::Mails;

use crate::domain::email::Email;

/// No more of a mail is looked at, or kept in memory.
pub const MAX_BYTES: usize = 1 << 20;
/// One report speaks of few recipients.
const MAX_NOTICES: usize = 50;
/// What is kept of a server's words.
const MAX_REASON: usize = 300;

/// How a mail failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The address will never take a mail: it is gone, or never was.
    Hard,
    /// It did not take this one: full, too large, refused for what it says.
    Soft,
    /// Its owner called the mail unwanted.
    Complaint,
}

/// What a returned mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    Failed {
        failure: Failure,
        /// The addresses that the report names; of a complaint often none.
        recipients: Vec<Email>,
        /// The row that the mail was made from, by its `Message-ID`.
        mail: Option<Uuid>,
        /// What the mail server said, on one line.
        reason: String,
    },
    /// Somebody wrote that they want no more.
    Unsubscribe {
        /// The token in the subject.
        token: Option<String>,
        /// The sender, as far as a sender can be believed.
        from: Option<Email>,
    },
}

/// What this mail says; nothing for an answer, a notice that a mail is late, or what is no mail.
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

/// What went wrong with each recipient of a delivery status notification.
fn failures(message: &Message, report: &MessagePart) -> Vec<Notice> {
    let mail = original(message);
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let failed = groups.iter().filter_map(|group| {
        let failure = status::failure(group)?;
        let named = ["final-recipient", "original-recipient"].into_iter().filter_map(|name| group.get(name));
        let recipients: Vec<_> = named.filter_map(|value| status::recipient(value)).collect();
        let reason = group.get("diagnostic-code").or_else(|| group.get("status")).cloned().unwrap_or_default();
        Some(Notice::Failed { failure, recipients, mail, reason: one_line(&reason) })
    });
    failed.collect()
}

/// What somebody pressed “spam” for; `None` for a report that says the opposite.
fn complaint(message: &Message, report: &MessagePart) -> Option<Notice> {
    let groups = status::groups(&String::from_utf8_lossy(report.contents()));
    let field = |name: &str| groups.iter().find_map(|group| group.get(name)).cloned();
    let kind = field("feedback-type")?.trim().to_ascii_lowercase();
    if kind == "not-spam" {
        return None;
    }
    let recipients = field("original-rcpt-to").and_then(|value| status::recipient(&value)).into_iter().collect();
    Some(Notice::Failed { failure: Failure::Complaint, recipients, mail: original(message), reason: one_line(&kind) })
}

/// What servers say that do not follow RFC 3464 (`X-Failed-Recipients`, of Exim).
fn failed_recipients(message: &Message) -> Option<Notice> {
    let list = text(message.header("X-Failed-Recipients")?)?;
    let recipients: Vec<_> = list.split(',').filter_map(Email::parse).collect();
    let body = message.body_text(0).unwrap_or_default();
    let reason = body.lines().map(str::trim).find(|line| status::code(line).is_some()).unwrap_or_default();
    let failure = status::code(reason).map_or(Failure::Hard, status::failure_of_code);
    let mail = original(message).or_else(|| body.lines().find_map(message_id_line));
    (!recipients.is_empty()).then(|| Notice::Failed { failure, recipients, mail, reason: one_line(reason) })
}

/// A mail to the address of `List-Unsubscribe`, written by a person or by their mail program.
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
    let from = message.from().and_then(|from| from.first()?.address()).and_then(Email::parse);
    Some(Notice::Unsubscribe { token: words.next().map(str::to_owned), from })
}

/// The row that the returned mail was made from, by the `Message-ID` in what the report has of it.
fn original(message: &Message) -> Option<Uuid> {
    message.parts.iter().skip(1).find_map(|part| match &part.body {
        PartType::Message(inner) => inner.message_id().and_then(row),
        _ if is(part, "text", "rfc822-headers") || is(part, "message", "rfc822") => {
            String::from_utf8_lossy(part.contents()).lines().find_map(message_id_line)
        }
        _ => None,
    })
}

fn message_id_line(line: &str) -> Option<Uuid> {
    let (name, value) = line.trim().split_once(':')?;
    if name.eq_ignore_ascii_case("message-id") { row(value) } else { None }
}

/// The id in a `Message-ID` of ours, `<id@host>`.
pub fn row(message_id: &str) -> Option<Uuid> {
    let (id, _) = message_id.trim().trim_start_matches('<').split_once('@')?;
    Uuid::try_parse(id).ok()
}

fn text<'a>(value: &'a HeaderValue) -> Option<&'a str> {
    value.as_text()
}

/// What is kept of a server's words: one line, without signs that steer terminals.
pub fn one_line(text: &str) -> String {
    let words: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    words.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_REASON).collect()
}
