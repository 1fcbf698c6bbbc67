//! Delivery reports without machine-readable fields: those of Exim, which have `X-Failed-Recipients`, and of qmail.

use mail_parser::{HeaderValue, Message};

use super::super::refusal::{RefusalStage, judge};
use super::marks::original;
use super::notice::Notice;
use super::text::one_line;
use crate::domain::email::Email;

/// The first words of a report of qmail, by its bounce message format.
const QMAIL: &str = "Hi. This is the ";
/// How a report says that the recipient was accepted before the refusal.
const AFTER_DATA: [&str; 3] = ["end of data", "after data", "reply to data"];

/// The failed recipients that the text names, each with what it says about it.
pub(super) fn failures(message: &Message) -> Vec<Notice> {
    let body = message.body_text(0).unwrap_or_default();
    let recipients = if body.trim_start().starts_with(QMAIL) { of_qmail(&body) } else { of_exim(message) };
    let outbox_id = original(message);
    let failed = recipients.into_iter().map(|recipient| {
        let reason = paragraph_of(&body, &recipient);
        let verdict = judge(stage(&reason), &reason);
        Notice::Failed { verdict, recipients: vec![recipient], outbox_id, reason: one_line(&reason) }
    });
    failed.collect()
}

/// The stage of the refusal that a report describes in these words.
pub(super) fn stage(text: &str) -> RefusalStage {
    let text = text.to_ascii_lowercase();
    let is_late = AFTER_DATA.iter().any(|words| text.contains(words));
    if is_late { RefusalStage::ReportAfterData } else { RefusalStage::Report }
}

fn of_exim(message: &Message) -> Vec<Email> {
    let lists = message.header_values("X-Failed-Recipients").filter_map(HeaderValue::as_text);
    lists.flat_map(|list| list.split(',')).filter_map(Email::parse).collect()
}

/// The addresses at the beginning of paragraphs, `<ana@x.ro>:`, up to the copy of the message.
fn of_qmail(body: &str) -> Vec<Email> {
    let lines = body.lines().take_while(|line| !line.starts_with("---"));
    lines.filter_map(|line| Email::parse(line.trim_end().strip_prefix('<')?.strip_suffix(">:")?)).collect()
}

/// The lines below that of the address, up to a blank one.
pub(super) fn paragraph_of(body: &str, recipient: &Email) -> String {
    let key = recipient.key();
    let is_named = |line: &str| {
        let word = line.split_whitespace().next().unwrap_or_default();
        Email::parse(word.trim_matches(|c: char| matches!(c, '<' | '>' | ':'))).is_some_and(|email| email.key() == key)
    };
    let mut lines = body.lines().skip_while(|line| !is_named(line));
    let first = lines.next().and_then(|line| line.trim().split_once(char::is_whitespace)).map(|(_, rest)| rest);
    let rest = lines.map(str::trim).take_while(|line| !line.is_empty());
    first.into_iter().chain(rest).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_of_a_recipient_is_below_its_address() {
        let body =
            "failed:\n\n  ana@x.ro\n    (generated from b@x.ro)\n    550 one\n\n  Ion@x.ro 550 two\n\n  c@x.ro\n";
        let reason = |address| paragraph_of(body, &Email::parse(address).expect("an address"));
        assert_eq!(reason("ana@x.ro"), "(generated from b@x.ro) 550 one");
        assert_eq!((reason("ion@x.ro").as_str(), reason("c@x.ro").as_str()), ("550 two", ""));
        assert_eq!(reason("d@x.ro"), "");
        assert_eq!(stage("SMTP error from remote mail server after end of data"), RefusalStage::ReportAfterData);
        assert_eq!(stage("(in reply to RCPT TO command)"), RefusalStage::Report);
    }
}
