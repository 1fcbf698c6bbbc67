//! The rendering of all messages, with and without stylesheets, in the light and the dark colour scheme.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::message::MessageKind;
use paragraf::domain::{Importance, Language};
use paragraf::mail::{ArticleLine, AutomaticContent, Card, Rendered, write_automatic};
use paragraf::ops::Actor;
use paragraf::ops::mail::preview::{MessagePreview, preview};
use paragraf::store::Store;

use super::html_pieces::{Piece, pieces};
use super::sample::{everything, sender};

/// Mail programs cut what is longer at about 102 kB.
const MAX_BYTES: usize = 100_000;

fn app() -> Arc<App> {
    paragraf::tls::install_provider();
    let mut config = Config::default();
    config.server.public_url = "https://p.example.ro".into();
    config.site.contact_email = "contact@example.ro".into();
    config.mail.postal_address = "Asociația <Paragraf> & co, str. Exemplului 12, București".into();
    let clock = Clock::fixed(crate::support::app::NOW.parse().expect("an instant"));
    let store = Store::in_memory(&clock).expect("a store");
    Arc::new(App::with_store(config, std::env::temp_dir(), clock, store).expect("the app"))
}

/// Every mail that can be shown, in both languages.
pub(super) fn all() -> Vec<MessagePreview> {
    let app = app();
    let kinds: Vec<_> = MessageKind::SENT.into_iter().chain(MessageKind::AUTOMATIC).collect();
    let mut all = Vec::new();
    for language in Language::ALL {
        all.extend(preview(&app, &Actor::Operator { uid: 0 }, &kinds, language).expect("previews"));
    }
    all
}

fn declarations(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style
        .split(';')
        .filter_map(|declaration| declaration.split_once(':'))
        .map(|(name, value)| (name.trim(), value.trim().trim_end_matches("!important").trim()))
}

/// The colours that the dark scheme gives to each class.
fn dark_rules() -> BTreeMap<String, Vec<(String, String)>> {
    let css = include_str!("../../core/mail/templates/mail.css");
    let dark = css.split_once("prefers-color-scheme: dark) {").expect("a dark scheme").1;
    let mut rules: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for rule in dark.split('}') {
        let Some((selectors, body)) = rule.split_once('{') else { continue };
        for selector in selectors.split(',') {
            let class = selector.trim().trim_start_matches('.').to_owned();
            let found = declarations(body).map(|(name, value)| (name.to_owned(), value.to_owned()));
            rules.entry(class).or_default().extend(found);
        }
    }
    rules
}

/// The contrast of two colours by WCAG 2.2.
fn contrast(one: &str, other: &str) -> f64 {
    let luminance = |color: &str| {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&color[at..at + 2], 16).expect("a hexadecimal colour")) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    };
    let (a, b) = (luminance(one), luminance(other));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

/// Each visible text with its colour and its background.
fn painted(html: &str, dark: Option<&BTreeMap<String, Vec<(String, String)>>>) -> Vec<(String, String, String)> {
    let mut stack = vec![(String::new(), String::new(), false)];
    let mut found = Vec::new();
    for piece in pieces(html) {
        match piece {
            Piece::Close => drop(stack.pop()),
            Piece::Open(_, attributes) => {
                let (mut color, mut background, mut hidden) = stack.last().expect("a root").clone();
                let style = attributes.get("style").copied().unwrap_or_default().replace("&quot;", "'");
                let classes = attributes.get("class").copied().unwrap_or_default().split(' ');
                let rules = classes.filter_map(|class| dark?.get(class)).flatten();
                let rules = rules.map(|(name, value)| (name.as_str(), value.as_str()));
                for (name, value) in declarations(&style).chain(rules) {
                    match name {
                        "color" => color = value.to_owned(),
                        "background-color" => background = value.to_owned(),
                        "display" if value == "none" => hidden = true,
                        _ => {}
                    }
                }
                stack.push((color, background, hidden));
            }
            Piece::Text(text) => {
                let (color, background, hidden) = stack.last().expect("a root").clone();
                let text = text.replace("&nbsp;", " ");
                if !hidden && !text.trim().is_empty() {
                    found.push((text, color, background));
                }
            }
        }
    }
    found
}

#[test]
fn every_message_names_its_encoding_first_and_has_no_tiny_text() {
    for MessagePreview { kind, html, .. } in all() {
        let place = html.find("<meta charset=\"utf-8\">").expect("an encoding");
        assert!(place < 100, "{kind}: readers look for it in the first 1,024 bytes");
        for tiny in ["font-size: 1px", "font-size:1px", "line-height: 1px", "line-height:1px"] {
            assert!(!html.contains(tiny), "{kind}: spam filters count {tiny}");
        }
    }
}

#[test]
fn every_text_has_enough_contrast_in_both_colour_schemes() {
    let dark = dark_rules();
    let mut pairs = BTreeSet::new();
    let everything = Rendered::new(&everything(), Language::Ro, &sender());
    let all = all().into_iter().map(|mail| (mail.kind.to_string(), mail.html));
    for (name, html) in all.chain([("everything".to_owned(), everything.html().to_owned())]) {
        for scheme in [None, Some(&dark)] {
            for (text, color, background) in painted(&html, scheme) {
                assert!(color.len() == 7 && background.len() == 7, "{name}: {text:?} is {color:?} on {background:?}");
                let contrast = contrast(&color, &background);
                assert!(contrast >= 4.5, "{name}: {text:?} is {color} on {background}, {contrast:.2}");
                pairs.insert((color, background));
            }
        }
    }
    assert!(pairs.len() > 30, "every importance in both schemes was looked at: {pairs:?}");
}

#[test]
fn html_and_text_of_every_message_have_the_same_links() {
    for mail in all() {
        let name = format!("{} {}", mail.kind, mail.language);
        let all = format!("{}\n{}\n{}", mail.subject, mail.text, mail.html);
        for left in ["{{", "}}", "**", "](", "undefined", "\u{e000}", "\u{e001}", "href=\"\"", "><script"] {
            assert!(!all.contains(left), "{name}: {left:?} is left");
        }
        assert!(mail.html.len() < MAX_BYTES, "{name}: {} bytes", mail.html.len());
        let pieces = pieces(&mail.html);
        let links = pieces.iter().filter_map(|piece| match piece {
            Piece::Open("a", attributes) => attributes.get("href").map(|href| href.replace("&amp;", "&")),
            _ => None,
        });
        let links: BTreeSet<_> = links.filter(|link| link.starts_with("http")).collect();
        let in_text = mail.text.split_whitespace().filter(|word| word.starts_with("http")).map(str::to_owned);
        assert_eq!(links, in_text.collect(), "{name}");
        let wide = mail.text.lines().find(|line| line.chars().count() > 72 && !line.starts_with("http"));
        assert_eq!(wide, None, "{name}");
        let has_unsubscribe = |text: &str| mail.kind.is_bulk() == text.contains("/mail/unsubscribe?token=");
        assert!(has_unsubscribe(&mail.text) && has_unsubscribe(&mail.html), "{name}: the unsubscribe link");
        if mail.kind.is_bulk() {
            assert!(mail.text.contains("Monitorul Oficial al") && mail.html.contains("Monitorul Oficial al"), "{name}");
            assert!(mail.html.contains("Asociația &lt;Paragraf&gt; &amp; co") && mail.text.contains("<Paragraf> & co"));
        }
        assert!(!mail.text.contains(['ş', 'ţ', 'Ş', 'Ţ']), "{name}: ș and ț have commas");
    }
}

#[test]
fn no_information_depends_on_the_stylesheet() {
    let css = include_str!("../../core/mail/templates/mail.css");
    let (always, at_times) = css.split_once("\n@media").expect("rules for some");
    assert!(!css.contains("content:") && !at_times.contains("display"), "nothing comes or goes with a style");
    for mail in all() {
        let (head, body) = mail.html.split_once("<body").expect("a body");
        assert!(head.contains("@media") && !body.contains("<style"), "{}: rules for some are in the head", mail.kind);
        for piece in pieces(&mail.html) {
            let Piece::Open(name, attributes) = piece else { continue };
            for class in
                attributes.get("class").copied().unwrap_or_default().split(' ').filter(|class| !class.is_empty())
            {
                let is_styled = always.contains(&format!(".{class} ")) || always.contains(&format!(".{class},"));
                assert!(is_styled, "{}: no style for {class}", mail.kind);
                assert!(
                    attributes.contains_key("style"),
                    "{}: <{name} class={class}> has no style of its own",
                    mail.kind
                );
            }
        }
        let ghosts = mail.html.matches("<!--[if mso]>").count();
        assert_eq!((ghosts, mail.html.matches("<![endif]-->").count()), (3, 3), "{}: for Outlook", mail.kind);
        assert!(!mail.html.contains("url(") && !mail.html.contains("<img"), "{}: nothing is fetched", mail.kind);
    }
}

#[test]
fn values_are_never_markup() {
    let evil = "<b onclick=x>\"'&</td></table><style>*{}</style>{{content}} **x** [y](https://evil.example)";
    let card = Card {
        step: None,
        label: None,
        is_private: false,
        importance: Importance::URGENT,
        title: evil.into(),
        source: evil.into(),
        summary: evil.into(),
        next_entry: Some(evil.into()),
        reason: Some(evil.into()),
        link: "https://p.example.ro/app?articleId=a&lang=ro".into(),
    };
    let line = ArticleLine {
        step: None,
        importance: Importance::URGENT,
        title: evil.into(),
        reason: Some(evil.into()),
        link: card.link.clone(),
    };
    let content = AutomaticContent {
        cards: vec![card],
        lines: vec![line],
        steps: vec![evil.into()],
        ..AutomaticContent::default()
    };
    for kind in [MessageKind::Urgent, MessageKind::WeeklyDigest] {
        let content = AutomaticContent {
            window: Some((jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::UNIX_EPOCH)),
            ..content.clone()
        };
        let message = write_automatic(kind, &content, &sender()).expect("a message");
        assert!(!message.subject.contains(['\n', '\r']));
        let html = Rendered::new(&message, Language::Ro, &sender()).html().to_owned();
        assert!(!html.contains("<b ") && !html.contains("href=\"https://evil") && html.matches("<style").count() <= 2);
        assert_eq!(html.matches("</html>").count(), 1);
    }
}

#[test]
fn the_longest_digest_is_not_cut() {
    let title = "Ș".repeat(200);
    let card = |importance| Card {
        step: None,
        label: None,
        is_private: false,
        importance,
        title: title.clone(),
        source: "x".repeat(200),
        summary: "ț".repeat(320),
        next_entry: Some("x".repeat(300)),
        reason: Some("x".repeat(150)),
        link: format!("https://p.example.ro/app?articleId={}&lang=ro", "x".repeat(100)),
    };
    let line = |_| ArticleLine {
        step: None,
        importance: Importance::URGENT,
        title: title.clone(),
        reason: Some("x".repeat(150)),
        link: card(Importance::URGENT).link,
    };
    let content = AutomaticContent {
        cards: (1..=5).filter_map(Importance::new).map(card).collect(),
        lines: (0..40).map(line).collect(),
        more: 455,
        window: Some((jiff::Timestamp::UNIX_EPOCH, jiff::Timestamp::UNIX_EPOCH)),
        ..AutomaticContent::default()
    };
    let message = write_automatic(MessageKind::WeeklyDigest, &content, &sender()).expect("a message");
    assert!(message.subject.chars().count() < 130, "{}", message.subject);
    let mail = Rendered::new(&message, Language::Ro, &sender());
    assert!(mail.html().len() < MAX_BYTES, "{} bytes", mail.html().len());
    assert!(mail.text().contains("Și încă 455 de schimbări, pe "), "{}", mail.text());
}
