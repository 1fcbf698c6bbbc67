//! A sender, and a message with every kind of block.

use paragraf::config::Config;
use paragraf::domain::Importance;
use paragraf::domain::prose::{Part, Run};
use paragraf::mail::{ArticleLine, Block, Card, DutyLine, MailDocument, Sender};

pub(super) fn sender() -> Sender {
    let mut config = Config::default();
    config.site.contact_email = "contact@example.ro".into();
    Sender::new(&config, "https://p.example.ro")
}

/// A message with every kind of block.
pub(super) fn everything() -> MailDocument {
    let words = |text: &str| text.to_owned();
    let link = "https://p.example.ro/app";
    let card = |importance| Card {
        step: None,
        label: None,
        is_private: false,
        importance,
        title: words("Titlu"),
        source: words("Legea"),
        summary: words("Text"),
        next_entry: Some(words("Până mâine")),
        reason: Some(words("Pentru că")),
        link: words(link),
    };
    let line = |importance| ArticleLine {
        step: None,
        importance,
        title: words("Titlu"),
        reason: Some(words("Pentru că")),
        link: words(link),
    };
    let duty = DutyLine {
        is_private: false,
        is_conditional: false,
        what: words("Depui"),
        who: Some(words("toți")),
        title: words("Titlu"),
        verify: vec![],
        reason: Some(words("Pentru că")),
        link: words(link),
    };
    let run = |text: &str| Run::plain(text);
    let runs = vec![
        run("a"),
        Run { strong: true, ..run("b") },
        Run { emphasis: true, ..run("c") },
        Run { code: true, ..run("d") },
        Run { link: Some(words(link)), ..run("e") },
    ];
    let levels: Vec<_> = (1..=5).filter_map(Importance::new).collect();
    let parts = [
        Part::Heading { level: 1, words: vec![run("T")] },
        Part::Heading { level: 2, words: vec![run("H")] },
        Part::Paragraph(runs.clone()),
        Part::List { first: Some(1), items: vec![runs.clone()] },
        Part::List { first: None, items: vec![runs] },
        Part::Button { words: words("Apasă"), link: words(link) },
        Part::Facts(vec![(vec![run("Când")], vec![run("Acum")])]),
        Part::Quote(vec![vec![run("Spus")]]),
        Part::Rule,
    ];
    let mut blocks: Vec<_> = parts.into_iter().map(Block::Part).collect();
    blocks.extend([
        Block::Lines(levels.iter().copied().map(line).collect()),
        Block::Days(vec![paragraf::mail::Day { date: jiff::civil::date(2026, 1, 12), duties: vec![duty] }]),
    ]);
    blocks.extend(levels.into_iter().map(card).map(Block::Card));
    MailDocument { subject: words("S"), preview: words("P"), blocks, reason: words("R"), is_bulk: true }
}
