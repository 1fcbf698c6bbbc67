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

use super::refusal::judge;

pub use imap::Imap;
pub use kind::BounceKind;
pub use mailbox::MailboxReader;
use marks::{answered, is, marked, original, text};
pub use marks::{outbox_id, received};
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
    let body = message.body_text(0).unwrap_or_default();
    let stage = plain::stage(&body);
    let failed = groups.iter().filter(|group| status::is_failure(group)).map(|group| {
        let named = ["final-recipient", "original-recipient"].into_iter().filter_map(|name| group.get(name));
        let recipients: Vec<_> = named.filter_map(|value| status::recipient(value)).collect();
        // A server that refuses by itself, such as Exim for a quota, often gives its reason only in the text.
        let in_text = || recipients.first().map(|recipient| plain::paragraph_of(&body, recipient));
        let reason = status::reply(group).or_else(in_text).unwrap_or_default();
        let status = group.get("status").map(String::as_str).unwrap_or_default();
        let verdict = judge(stage, &format!("{status} {reason}"));
        let reason = one_line(if reason.is_empty() { status } else { &reason });
        Notice::Failed { verdict, recipients, outbox_id, reason }
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

#[cfg(test)]
mod tests {
    use super::super::refusal::Verdict;
    use super::*;

    /// The verdicts of a report with these fields about Ana, and this text before them.
    fn judged(text: &str, fields: &str) -> Vec<Verdict> {
        let report = format!(
            "Content-Type: multipart/report; boundary=b\n\n--b\n\n{text}\n\n--b\nContent-Type: \
             message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; ana@x.ro\n{fields}\n--b--\n"
        );
        let verdict = |notice| if let Notice::Failed { verdict, .. } = notice { Some(verdict) } else { None };
        read(report.replace('\n', "\r\n").as_bytes()).into_iter().filter_map(verdict).collect()
    }

    #[test]
    fn status_and_reply_are_judged_together() {
        let address = |certain| Verdict::Address { certain };
        for (fields, verdict) in [
            ("Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp; 552 5.2.2 full", Verdict::Full),
            ("Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.7.1 no", Verdict::Sender),
            ("Action: failed (permanent)\nStatus: 5.1.1 (bad destination)", address(true)),
            ("Action: failed\nStatus: 5.1.1", address(true)),
            ("Action: failed\nStatus: 5.2.1", address(false)),
            ("Action: Failed\nStatus: 5.0.0", Verdict::Unclear),
            ("Action: failed", Verdict::Unclear),
            ("Action: failed\nStatus: 4.4.7", Verdict::Unreachable),
        ] {
            assert_eq!(judged("", fields), [verdict], "{fields}");
        }
        for none in ["Action: delayed\nStatus: 4.4.1", "Action: delivered\nStatus: 2.0.0", "Status: 5.1.1", ""] {
            assert_eq!(judged("", none), [], "{none}");
        }
    }

    #[test]
    fn a_report_without_a_reply_gives_its_reason_in_the_text() {
        let text = "failed:\n\n  ana@x.ro\n    Domain x.ro has exceeded the max emails per hour (313/250) allowed.";
        for fields in ["Action: failed\nStatus: 5.0.0", "Action: failed\nStatus: 5.0.0\nDiagnostic-Code: smtp;"] {
            assert_eq!(judged(text, fields), [Verdict::Sender], "{fields}");
        }
    }
}
