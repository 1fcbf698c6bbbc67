//! Every message in both languages, as its readers see it: subject, text, and the HTML as an outline.
//!
//! The outline leaves out the inlined styles, which `looks` checks; classes stay.

use std::collections::BTreeMap;

use jiff::civil::date;
use paragraf::domain::email::Email;
use paragraf::domain::message::{FactorName, MessageContent, MessageKind};
use paragraf::domain::second_factor::FactorKind;
use paragraf::domain::{Importance, Language, Slug};
use paragraf::mail::messages::{Writing, write, write_test};
use paragraf::mail::{
    ArticleLine, AutomaticContent, CampaignText, Card, Day, DutyLine, MailDocument, OverviewLink, Rendered,
    write_automatic, write_campaign,
};

use super::html_pieces::{Piece, pieces};
use super::looks::all;
use super::sample::{everything, sender};

/// Compares one message, in each language that it has, with its snapshot.
fn assert_message(name: &str, versions: impl IntoIterator<Item = (Language, [String; 3])>) {
    let mut page = String::new();
    for (language, [subject, text, html]) in versions {
        let html = outline(&html);
        page.push_str(&format!("==== {language}: {subject}\n\n{text}\n---- HTML\n\n{html}\n"));
    }
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, without_tokens(&page));
    });
}

/// One element or text a line, indented by depth; white space between elements that holds a line break means
/// nothing and is left out.
pub fn outline(html: &str) -> String {
    let mut lines = String::new();
    let mut depth = 0;
    for piece in pieces(html) {
        match piece {
            Piece::Open(name, mut attributes) => {
                attributes.remove("style");
                let attributes = attributes.iter().map(|(name, value)| format!(" {name}=\"{value}\""));
                lines.push_str(&format!("{}<{name}{}>\n", "  ".repeat(depth), attributes.collect::<String>()));
                depth += 1;
            }
            Piece::Close => depth -= 1,
            Piece::Text(text) if text.contains("@media") => {}
            Piece::Text(text) => {
                let text = without_layout(text);
                if !text.is_empty() {
                    lines.push_str(&format!("{}{text:?}\n", "  ".repeat(depth)));
                }
            }
        }
    }
    lines
}

fn without_layout(text: &str) -> &str {
    let (start, end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    match (text[..start].contains('\n'), text.get(end..).is_some_and(|rest| rest.contains('\n'))) {
        (true, true) => text.trim(),
        (true, false) => text.trim_start(),
        (false, true) => text.trim_end(),
        (false, false) => text,
    }
}

/// Tokens are made with the store's random key.
fn without_tokens(page: &str) -> String {
    let mut parts = page.split("token=");
    let mut redacted = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '-' && c != '_').unwrap_or(part.len());
        redacted.push_str("token=[token]");
        redacted.push_str(&part[end..]);
    }
    redacted
}

fn rendered(language: Language, message: &MailDocument) -> (Language, [String; 3]) {
    let mail = Rendered::new(message, language, &sender());
    let open = |text: &str| text.replace('\u{e000}', "[place ").replace('\u{e001}', "]");
    (language, [message.subject.clone(), open(mail.text()), open(mail.html())])
}

#[test]
fn every_message_looks_as_it_did() {
    let mut messages: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for mail in all() {
        messages.entry(mail.kind.to_string()).or_default().push((mail.language, [mail.subject, mail.text, mail.html]));
    }
    for (name, versions) in messages {
        assert_message(&name, versions);
    }
}

#[test]
fn a_message_without_optional_values_looks_as_it_did() {
    let to = Email::parse("maria@example.org").expect("an address");
    let at = crate::support::app::NOW.parse().expect("an instant");
    let content = MessageContent { link: Some("https://p.example.ro/auth".into()), ..MessageContent::default() };
    let writing = |language| Writing { to: &to, language, at, content: &content };
    for kind in [MessageKind::VerifyEmail, MessageKind::RecoverEmail, MessageKind::NewDevice, MessageKind::Report] {
        let message = |language| write(kind, &writing(language), &sender()).expect("a message");
        assert_message(&format!("{kind}_bare"), Language::ALL.map(|language| rendered(language, &message(language))));
    }
    let message = |language| write_test(&writing(language), &sender()).expect("a message");
    assert_message("test", Language::ALL.map(|language| rendered(language, &message(language))));
}

#[test]
fn a_second_step_of_every_kind_looks_as_it_did() {
    let to = Email::parse("maria@example.org").expect("an address");
    let at = crate::support::app::NOW.parse().expect("an instant");
    let sms = FactorName { kind: FactorKind::Sms, name: "Al meu".into(), phone: Some("3456".into()) };
    let passkey = FactorName { kind: FactorKind::Passkey, name: "Laptop".into(), phone: None };
    for factor in [Some(sms), Some(passkey), None] {
        let name = factor.as_ref().map_or("bare", |factor| factor.kind.name());
        let link = Some("https://p.example.ro/auth".into());
        let content = MessageContent { link, factor: factor.clone(), ..MessageContent::default() };
        let message = |language| {
            let writing = Writing { to: &to, language, at, content: &content };
            write(MessageKind::SecondFactorAdded, &writing, &sender()).expect("a message")
        };
        let versions = Language::ALL.map(|language| rendered(language, &message(language)));
        assert_message(&format!("second_factor_added_{name}"), versions);
    }
}

const ARTICLE_LINK: &str = "https://p.example.ro/app?articleId=a&lang=ro";

fn card(title: &str) -> Card {
    Card {
        step: None,
        label: None,
        is_private: false,
        importance: Importance::URGENT,
        title: title.into(),
        source: String::new(),
        summary: "Ce se schimbă, pe scurt.".into(),
        next_entry: Some("Termen până la 1 iulie 2026: depui".into()),
        reason: None,
        link: ARTICLE_LINK.into(),
    }
}

fn line() -> ArticleLine {
    let (importance, title, link) = (Importance::URGENT, "Linie".into(), ARTICLE_LINK.into());
    ArticleLine { step: None, importance, title, reason: None, link }
}

fn overview(introduction: &str) -> OverviewLink {
    OverviewLink {
        title: "Octombrie 2026 pe scurt".into(),
        introduction: introduction.into(),
        link: "https://p.example.ro/overview/2026-10?lang=ro".into(),
    }
}

fn duty() -> DutyLine {
    DutyLine {
        what: "D394 octombrie, în țară".into(),
        who: Some("Firma: Până la 30 inclusiv a lunii următoare. Termen mutat de pe 30 noiembrie.".into()),
        title: "Vezi în termenele tale".into(),
        verify: vec![],
        reason: Some("Te privește, fiindcă depui TVA lunar".into()),
        link: "https://p.example.ro/app?screen=deadlines&lang=ro".into(),
        is_private: false,
        is_conditional: false,
    }
}

#[test]
fn automatic_messages_of_every_length_look_as_they_did() {
    let empty = AutomaticContent::default;
    let overviews = vec![overview("Octombrie a adus 23 de schimbări."), overview("")];
    let (days, last_day) = (vec![Day { date: date(2026, 12, 2), duties: vec![duty()] }], Some(date(2026, 12, 2)));
    for (name, kind, content) in [
        ("digest_empty", MessageKind::DailyDigest, empty()),
        ("digest_overviews", MessageKind::WeeklyDigest, AutomaticContent { overviews, ..empty() }),
        ("urgent_single", MessageKind::Urgent, AutomaticContent { cards: vec![card("Unu")], more: 3, ..empty() }),
        (
            "urgent_several",
            MessageKind::Urgent,
            AutomaticContent { cards: vec![card("Unu"), card("Doi")], lines: vec![line()], more: 1, ..empty() },
        ),
        (
            "deadlines_by_answers",
            MessageKind::Deadlines,
            AutomaticContent { by_answers: true, days, last_day, ..empty() },
        ),
        (
            "weekly_digest_long",
            MessageKind::WeeklyDigest,
            AutomaticContent { cards: vec![card("Unu")], lines: vec![line()], more: 21, ..empty() },
        ),
    ] {
        let message = |language| {
            let window = Some((jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::UNIX_EPOCH));
            let content = AutomaticContent { language, window, ..content.clone() };
            write_automatic(kind, &content, &sender()).expect("a message")
        };
        assert_message(name, Language::ALL.map(|language| rendered(language, &message(language))));
    }
}

#[test]
fn campaigns_look_as_they_did() {
    let body = "# Titlu\n\nBună, **{{display_name}}**!\n\n{{!display_name}}Bună!\n\n## Despre {{host}}\n\n\
                Un *text* cu `cod` și [un link](https://example.ro/a_b?c=1&d=2), \
                <ana@example.ro>.\n\n1. unu\n2. **doi**\n\n- trei\n\n> citat\n>\n> al doilea\n\n---\n\n\
                {{article:legea-1}}\n\n[Apasă]({{preferences_url}})\n\nCu drag,  \nAna\n";
    let card = |slug: &Slug| {
        let link = format!("https://p.example.ro/app?articleId={slug}");
        let (title, source, summary) = ("Articol".to_owned(), "1 iulie 2026".to_owned(), "Text".to_owned());
        Some(Card {
            step: None,
            label: None,
            is_private: false,
            importance: Importance::URGENT,
            title,
            source,
            summary,
            next_entry: None,
            reason: None,
            link,
        })
    };
    for (name, is_named, to_list) in [("campaign", true, false), ("campaign_to_list", false, true)] {
        let message = |language| {
            let web_url = (!to_list).then(|| "https://p.example.ro/campaigns/x".to_owned());
            let text = CampaignText { language, subject: "Ce se schimbă", preheader: "", body, web_url, to_list };
            write_campaign(&text, is_named, &sender(), &card).expect("a message")
        };
        assert_message(name, Language::ALL.map(|language| rendered(language, &message(language))));
    }
    assert_message("everything", [rendered(Language::Ro, &everything())]);
}
