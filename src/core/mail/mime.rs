//! Encodes a message by RFC 5322 with lettre: encoded words, parts, line lengths.

use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use super::failure::SendFailure;
use super::message::{BulkHeaders, MARK, Message};

/// Longest address that a header may hold; a line has at most 998 characters (RFC 5322, 2.1.1).
const MAX_ADDRESS: usize = 900;

impl Message {
    /// The message as it is sent, by RFC 5322.
    ///
    /// # Errors
    /// Permanent, when a header cannot be encoded.
    pub fn bytes(&self) -> Result<Vec<u8>, SendFailure> {
        Ok(build(self)?.formatted())
    }
}

/// Builds the message with two alternative parts, text and HTML.
///
/// Refuses control characters in headers: a line break would start another header.
fn build(message: &Message) -> Result<lettre::Message, SendFailure> {
    let sender = &message.sender;
    if [&message.subject, &sender.name].iter().any(|text| text.chars().any(char::is_control)) {
        return Err(refused("a header holds a control character"));
    }
    let name = Some(sender.name.clone()).filter(|name| !name.is_empty());
    let mut builder = lettre::Message::builder()
        .from(Mailbox::new(name, address(&sender.address)?))
        .to(Mailbox::new(None, address(message.to.as_str())?))
        .subject(message.subject.as_str())
        .date(std::time::SystemTime::from(message.sent_at))
        .message_id(Some(format!("<{}@{}>", message.id, sender.host)))
        .raw_header(header("Auto-Submitted", "auto-generated".into()))
        .raw_header(header(MARK, message.id.to_string()));
    if let Some(reply_to) = &sender.reply_to {
        builder = builder.reply_to(Mailbox::new(None, address(reply_to)?));
    }
    if let Some(bulk) = &message.bulk {
        for header in bulk_headers(bulk)? {
            builder = builder.raw_header(header);
        }
    }
    builder
        .multipart(MultiPart::alternative_plain_html(message.text.clone(), message.html.clone()))
        .map_err(|error| refused(&error.to_string()))
}

fn address(text: &str) -> Result<Address, SendFailure> {
    text.parse().map_err(|_| refused("an address cannot be written into a header"))
}

/// The SMTP envelope: return path and recipient.
pub(super) fn envelope(message: &Message) -> Result<(Address, Address), SendFailure> {
    Ok((address(&message.sender.return_path)?, address(message.to.as_str())?))
}

fn bulk_headers(bulk: &BulkHeaders) -> Result<[HeaderValue; 4], SendFailure> {
    let BulkHeaders { unsubscribe, list_id } = bulk;
    let targets = [Some(&unsubscribe.https), unsubscribe.mailto.as_ref()];
    let is_host = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
    if !targets.into_iter().flatten().all(|target| is_bare(target))
        || list_id.is_empty()
        || !list_id.chars().all(is_host)
    {
        return Err(refused("List-Unsubscribe or List-Id cannot be written into a header"));
    }
    let targets: Vec<_> = targets.into_iter().flatten().map(|target| format!("<{target}>")).collect();
    Ok([
        header("List-Unsubscribe", targets.join(",\r\n ")),
        header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()),
        header("List-Id", format!("<{list_id}>")),
        header("Precedence", "bulk".into()),
    ])
}

/// Whether the address can stand between angle brackets without encoding.
fn is_bare(address: &str) -> bool {
    let whole = ["https://", "http://", "mailto:"].iter().any(|scheme| address.starts_with(scheme));
    whole && address.len() <= MAX_ADDRESS && address.chars().all(|c| c.is_ascii_graphic() && !"<>,\"\\".contains(c))
}

/// An ASCII header whose value is already checked and folded.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(HeaderName::new_from_ascii_str(name), value.clone(), value)
}

fn refused(reason: &str) -> SendFailure {
    SendFailure::unsendable(reason)
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::domain::Language;
    use crate::domain::email::Email;
    use crate::domain::message::{MessageContent, MessageKind};
    use crate::mail::messages::{Writing, write};
    use crate::mail::{BulkHeaders, Envelope, ListUnsubscribe, Message, Sender};

    fn message(change: impl FnOnce(&mut Sender), content: MessageContent, language: Language) -> Message {
        let mut sender = Sender::new(&Config::default(), "https://p.example.ro");
        change(&mut sender);
        let to = Email::parse("ana@example.ro").expect("an address");
        let at: jiff::Timestamp = "2026-01-10T09:00:00Z".parse().expect("an instant");
        let kind = MessageKind::PasswordChanged;
        let writing = Writing { to: &to, language, at, content: &content };
        let letter = write(kind, &writing, &sender).expect("a letter");
        let envelope =
            Envelope { id: uuid::Uuid::nil(), name: kind.name(), to: to.clone(), created_at: at, sent_at: at };
        Message::new(envelope, &letter, language, &sender)
    }

    #[test]
    fn headers_are_ascii_and_mark_the_message_as_automatic() {
        let bytes = message(|sender| sender.name = "Știri".into(), MessageContent::default(), Language::Ro).bytes();
        let text = String::from_utf8(bytes.expect("a mail")).expect("ASCII");
        assert!(text.is_ascii());
        let (head, body) = text.split_once("\r\n\r\n").expect("a body");
        for line in [
            "Message-ID: <00000000-0000-0000-0000-000000000000@p.example.ro>",
            "X-Paragraf-Id: 00000000-0000-0000-0000-000000000000",
            "Date: Sat, 10 Jan 2026 09:00:00 +0000",
            "To: ana@example.ro",
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
        ] {
            assert!(head.lines().any(|header| header == line), "{line} is missing:\n{head}");
        }
        assert!(head.contains("From: =?utf-8?b?") && head.contains("<paragraf@p.example.ro>"), "{head}");
        assert!(head.contains("multipart/alternative") && body.contains("text/plain") && body.contains("text/html"));
        assert!(text.lines().all(|line| line.len() <= 998), "RFC 5322, 2.1.1");
    }

    #[test]
    fn line_breaks_cannot_add_headers() {
        let evil = "x\r\nBcc: b@x.ro\r\n\r\n<script>";
        for part in [0, 1, 2, 3] {
            let injected = message(
                |sender| match part {
                    0 => sender.name = evil.into(),
                    1 => sender.address = format!("a@x.ro{evil}"),
                    2 => sender.reply_to = Some(format!("a@x.ro{evil}")),
                    _ => {}
                },
                MessageContent::default(),
                Language::En,
            );
            let injected =
                Message { subject: if part == 3 { evil.into() } else { injected.subject.clone() }, ..injected };
            assert!(injected.bytes().expect_err("a refusal").permanent);
        }
        let content = MessageContent { device: Some(evil.into()), ..MessageContent::default() };
        let sound = message(|_| {}, content, Language::En);
        let bytes = sound.bytes().expect("a mail");
        let head = String::from_utf8_lossy(&bytes);
        let (head, _) = head.split_once("\r\n\r\n").expect("a body");
        assert!(!head.contains("Bcc") && !sound.html.contains("<script>"), "{head}");
        assert!(sound.html.contains("x\u{fffd} Bcc: b@x.ro\u{fffd} \u{fffd} &lt;script&gt;"), "{}", sound.html);
    }

    fn bulk(https: &str, mailto: Option<&str>, list_id: &str) -> Message {
        let unsubscribe = ListUnsubscribe { https: https.into(), mailto: mailto.map(Into::into) };
        let sound = message(|_| {}, MessageContent::default(), Language::Ro);
        Message { bulk: Some(BulkHeaders { unsubscribe, list_id: list_id.into() }), ..sound }
    }

    #[test]
    fn a_bulk_message_has_list_headers() {
        let https = format!("https://p.example.ro/mail/unsubscribe?token={}", "a".repeat(300));
        let mailto = "mailto:bounces@example.ro?subject=unsubscribe%20abc";
        let bytes = bulk(&https, Some(mailto), "news.p.example.ro").bytes().expect("a mail");
        let text = String::from_utf8(bytes).expect("ASCII");
        for header in [
            format!("\r\nList-Unsubscribe: <{https}>,\r\n <{mailto}>\r\n"),
            "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n".into(),
            "\r\nList-Id: <news.p.example.ro>\r\n".into(),
            "\r\nPrecedence: bulk\r\n".into(),
        ] {
            assert!(text.contains(&header), "{header} is missing:\n{text}");
        }
        let plain = message(|_| {}, MessageContent::default(), Language::Ro).bytes().expect("a mail");
        assert!(!String::from_utf8_lossy(&plain).contains("\r\nList-"));
    }

    #[test]
    fn list_headers_cannot_add_other_headers() {
        let good = "https://p.example.ro/x";
        assert!(bulk(good, None, "p.ro").bytes().is_ok());
        let long = format!("https://{}", "a".repeat(1000));
        for (https, mailto, list_id) in [
            ("https://p.ro/\r\nBcc: b@x.ro", None, "p.ro"),
            ("https://p.ro/>, <https://evil.example", None, "p.ro"),
            ("https://p.ro/ș", None, "p.ro"),
            ("javascript:alert(1)", None, "p.ro"),
            (long.as_str(), None, "p.ro"),
            (good, Some("mailto:a@x.ro\nBcc: b@x.ro"), "p.ro"),
            (good, None, "p.ro\r\nBcc: b@x.ro"),
            (good, None, ""),
        ] {
            assert!(bulk(https, mailto, list_id).bytes().expect_err("a refusal").permanent, "{https} {list_id}");
        }
    }
}
