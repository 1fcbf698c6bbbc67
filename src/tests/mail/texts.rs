use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::domain::message::{MessageContent, MessageKind};
use paragraf::mail::messages::{Writing, sample, write, write_test};
use paragraf::mail::{Envelope, MailDocument, Message};

use super::sample::sender;

fn at() -> jiff::Timestamp {
    crate::support::app::NOW.parse().expect("an instant")
}

fn message(document: &MailDocument, language: Language) -> Message {
    let to = Email::parse("maria@example.org").expect("an address");
    let envelope = Envelope { id: uuid::Uuid::nil(), name: "x", to, created_at: at(), sent_at: at() };
    Message::new(envelope, document, language, &sender())
}

fn written(kind: MessageKind, language: Language, content: &MessageContent) -> Message {
    let to = Email::parse("maria@example.org").expect("an address");
    let document = write(kind, &Writing { to: &to, language, at: at(), content }, &sender()).expect("a message");
    message(&document, language)
}

#[test]
fn every_kind_is_complete_in_both_languages() {
    for kind in MessageKind::SENT {
        let content = sample(kind, &sender());
        let [ro, en] = Language::ALL.map(|language| written(kind, language, &content));
        assert_ne!(ro.subject, en.subject, "{kind}");
        for mail in [&ro, &en] {
            let all = format!("{}\n{}\n{}", mail.subject, mail.text, mail.html);
            for left in ["{{", "}}", "**", "](", "undefined"] {
                assert!(!all.contains(left), "{kind}: {left} is left in\n{}", mail.text);
            }
            assert!(!mail.subject.contains('@') && !mail.subject.contains("Ana"), "{kind}: {}", mail.subject);
            assert!(mail.subject.chars().count() <= 60 && !mail.subject.ends_with('.'), "{kind}: {}", mail.subject);
            if let Some(link) = &content.link {
                assert!(mail.text.lines().any(|line| line == link), "{kind}: the link is whole on a line of its own");
                let escaped = link.replace('&', "&amp;");
                assert_eq!(mail.html.matches(&escaped).count(), 3, "{kind}: button, link, and the link to read");
            }
            assert!(mail.text.contains("https://p.example.ro") && mail.text.contains("contact@example.ro"));
            let wide = mail.text.lines().find(|line| line.chars().count() > 72 && !line.starts_with("http"));
            assert_eq!(wide, None, "{kind}");
            assert!(mail.html.len() < 20_000, "{kind}: {} bytes", mail.html.len());
        }
        assert!(!ro.text.contains(['ş', 'ţ', 'Ş', 'Ţ', '\u{201c}']), "{kind}: ș and ț have commas");
    }
}

#[test]
fn the_validity_of_a_link_is_in_the_recipients_language() {
    let content = |minutes| MessageContent {
        link: Some("https://p.example.ro/auth?oobCode=x".into()),
        valid_minutes: Some(minutes),
        ..MessageContent::default()
    };
    let text = |language, minutes| written(MessageKind::PasswordReset, language, &content(minutes)).text;
    assert!(text(Language::Ro, 30).contains("Linkul este valabil 30 de minute"));
    assert!(text(Language::Ro, 10).contains("10 minute"));
    assert!(text(Language::Ro, 60).contains("o oră"));
    assert!(text(Language::En, 30).contains("The link is valid for 30 minutes"));
    let unsaid = MessageContent { valid_minutes: None, ..content(1) };
    let text = written(MessageKind::PasswordReset, Language::En, &unsaid).text;
    assert!(!text.contains("valid for"), "a sentence without its number is left out");
}

#[test]
fn an_early_sign_up_learns_where_to_ask_for_what_was_promised() {
    let text = |at: &str, contact: &str, language| {
        let to = Email::parse("maria@example.org").expect("an address");
        let mut sender = sender();
        sender.contact = contact.into();
        let (kind, at) = (MessageKind::ConfirmSubscription, at.parse().expect("an instant"));
        let content = sample(kind, &sender);
        let document = write(kind, &Writing { to: &to, language, at, content: &content }, &sender).expect("a message");
        message(&document, language).text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let (before, after) = ("2025-01-14T00:23:59Z", "2025-01-14T00:24:00Z");
    let [ro, en] = Language::ALL.map(|language| text(before, "contact@example.ro", language));
    assert!(ro.contains("scrie-ne de la această adresă la contact@example.ro") && !ro.contains("răspunde"), "{ro}");
    assert!(en.contains("write to contact@example.ro from this address") && !en.contains("reply to"), "{en}");
    assert!(text(before, "", Language::En).contains("reply to this message"));
    assert!(text(before, "", Language::Ro).contains("răspunde la acest mesaj"));
    for language in Language::ALL {
        assert!(!text(after, "contact@example.ro", language).contains("premium"));
    }
}

#[test]
fn text_from_strangers_is_never_markup() {
    let evil = "<img src=x onerror=alert(1)> \"quoted\" & {{link}} {{content}} [go](https://evil.example)";
    let content = MessageContent {
        text: Some(format!("{evil}\n\u{202e}second\u{7}")),
        device: Some(evil.into()),
        display_name: Some("<b>free money at evil.example</b>".into()),
        slug: Some("legea-1".into()),
        link: Some("https://p.example.ro/auth?x=\"><script>".into()),
        ..MessageContent::default()
    };
    for kind in [MessageKind::Report, MessageKind::NewDevice, MessageKind::VerifyEmail] {
        let mail = written(kind, Language::En, &content);
        assert!(!mail.html.contains("<img") && !mail.html.contains("<script"), "{}", mail.html);
        assert!(!mail.html.contains("href=\"https://evil.example"), "{}", mail.html);
        assert!(!mail.text.contains("free money"), "an advertisement is no name to greet");
        assert!(!mail.text.contains(['\u{202e}', '\u{7}']));
    }
    let report = written(MessageKind::Report, Language::En, &content);
    assert!(report.html.contains("&lt;img src=x onerror=alert(1)&gt; \"quoted\" &amp; {{link}} {{content}}"));
    assert!(report.text.contains("\n> \u{fffd}second\u{fffd}"), "{}", report.text);
    assert!(report.text.contains("https://p.example.ro/app?articleId=legea-1"));
}

#[test]
fn a_message_without_its_link_is_refused() {
    let to = Email::parse("maria@example.org").expect("an address");
    for link in [None, Some("javascript:alert(1)".into())] {
        let content = MessageContent { link, ..MessageContent::default() };
        let writing = Writing { to: &to, language: Language::Ro, at: at(), content: &content };
        assert!(write(MessageKind::PasswordReset, &writing, &sender()).is_err());
        assert!(write(MessageKind::PasswordChanged, &writing, &sender()).is_ok());
        assert!(write(MessageKind::ConfirmSubscription, &writing, &sender()).is_err(), "its link is missing");
        let test = message(&write_test(&writing, &sender()).expect("a message"), Language::Ro);
        assert!(test.text.contains("paragraf mail test"), "{}", test.text);
    }
}
