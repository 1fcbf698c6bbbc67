//! A message as lettre writes it: encoded words, parts, line lengths.

use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use super::{Message, SendFailure};

/// The message with two equal parts, text and HTML.
///
/// Nothing that goes into a header may hold a control character: each would end it and begin another.
pub(super) fn build(message: &Message) -> Result<lettre::Message, SendFailure> {
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
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".into()));
    if let Some(reply_to) = &sender.reply_to {
        builder = builder.reply_to(Mailbox::new(None, address(reply_to)?));
    }
    builder
        .multipart(MultiPart::alternative_plain_html(message.text.clone(), message.html.clone()))
        .map_err(|error| refused(&error.to_string()))
}

fn address(text: &str) -> Result<Address, SendFailure> {
    text.parse().map_err(|_| refused("an address cannot be written into a mail"))
}

fn refused(reason: &str) -> SendFailure {
    SendFailure { permanent: true, code: None, reason: reason.to_owned() }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;
    use crate::domain::Language;
    use crate::domain::email::Email;
    use crate::domain::message::{MessageContent, MessageKind};
    use crate::mail::messages::{Writing, write};
    use crate::mail::{Envelope, Message, Sender};

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
    fn headers_are_those_of_a_machine_and_ascii() {
        let bytes = message(|sender| sender.name = "Știri".into(), MessageContent::default(), Language::Ro).bytes();
        let text = String::from_utf8(bytes.expect("a mail")).expect("ASCII");
        assert!(text.is_ascii());
        let (head, body) = text.split_once("\r\n\r\n").expect("a body");
        for line in [
            "Message-ID: <00000000-0000-0000-0000-000000000000@p.example.ro>",
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
    fn nobody_writes_headers_into_a_mail() {
        let evil = "x\r\nBcc: b@x.ro\r\n\r\n<script>";
        for part in [0, 1, 2, 3] {
            let told = message(
                |sender| match part {
                    0 => sender.name = evil.into(),
                    1 => sender.address = format!("a@x.ro{evil}"),
                    2 => sender.reply_to = Some(format!("a@x.ro{evil}")),
                    _ => {}
                },
                MessageContent::default(),
                Language::En,
            );
            let told = Message { subject: if part == 3 { evil.into() } else { told.subject.clone() }, ..told };
            assert!(told.bytes().expect_err("a refusal").permanent);
        }
        let content = MessageContent { device: Some(evil.into()), ..MessageContent::default() };
        let sound = message(|_| {}, content, Language::En);
        let bytes = sound.bytes().expect("a mail");
        let head = String::from_utf8_lossy(&bytes);
        let (head, _) = head.split_once("\r\n\r\n").expect("a body");
        assert!(!head.contains("Bcc") && !sound.html.contains("<script>"), "{head}");
        assert!(sound.html.contains("x Bcc: b@x.ro &lt;script&gt;"), "{}", sound.html);
    }
}
