//! Made-up articles.

use jiff::civil::Date;
use paragraf::config::Config;
use paragraf::domain::source::Source;
use paragraf::domain::step::Step;
use paragraf::domain::topic;
use paragraf::domain::{Article, DatedEntry, EntryKind, Importance, Slug, Status, article::Translation};
use paragraf::sources::draft::{self, Rules};
use paragraf::store::articles::ArticleRecord;
use serde_json::{Map, Value};

/// A small sound article in Romanian, without translation.
pub fn article(slug: &str) -> Article {
    Article {
        slug: Slug::parse(slug).expect("a slug"),
        title: format!("Schimbare pentru {slug}"),
        in_short: None,
        technical_summary: "Legea nr. 239/2025 modifică art. 84 din Codul fiscal.".into(),
        simple_explanation: "Dacă închiriezi un apartament, plătești altfel impozitul.".into(),
        steps: vec![step("contract", "Verifică contractul."), step("declaratie", "Depune declarația.")],
        importance: Importance::new(3).expect("3 is a level"),
        publish_date: jiff::civil::date(2025, 12, 15),
        file_url: None,
        domains: vec!["chirii".into(), "impozite".into()],
        topic: "inchirieri".into(),
        act: None,
        gazette: None,
        in_force_date: None,
        applies_from: None,
        deadlines: vec![],
        roles: vec![],
        audience: vec![],
        concerns: None,
        sources: vec![],
        provenance: None,
        translations: Default::default(),
    }
}

/// The published article as the revision after `before`.
pub fn next_revision(before: Option<&ArticleRecord>, article: Article, now: jiff::Timestamp) -> ArticleRecord {
    let first = ArticleRecord::new(article, Status::Published, now);
    match before {
        Some(before) => ArticleRecord { revision: before.revision + 1, created_at: before.created_at, ..first },
        None => first,
    }
}

/// An article in a topic, of this importance and day.
pub fn on(slug: &str, topic: &str, level: u8, publish_date: Date) -> Article {
    let importance = Importance::new(level).expect("a level");
    Article { topic: topic.into(), importance, publish_date, ..article(slug) }
}

/// The slugs of listed articles.
pub fn slugs(list: &Value) -> Vec<&str> {
    list.as_array().expect("an array").iter().filter_map(|item| item["slug"].as_str()).collect()
}

/// A step for everybody.
pub fn step(id: &str, text: &str) -> Step {
    Step { id: id.into(), text: text.into(), roles: vec![], date: None, condition: None }
}

/// A source without a title.
pub fn source(url: &str) -> Source {
    Source { url: url.into(), title: None }
}

/// An entry of this kind on a day such as `2026-05-25`.
pub fn entry(kind: EntryKind, day: &str, what: &str) -> DatedEntry {
    DatedEntry { kind, date: Some(day.parse().expect("a day")), what: what.into(), ..DatedEntry::default() }
}

/// English texts for [`article`].
pub fn english(slug: &str) -> Box<Translation> {
    Box::new(Translation {
        title: format!("A change for {slug}"),
        in_short: None,
        technical_summary: "Law no. 239/2025 amends article 84 of the Fiscal Code.".into(),
        simple_explanation: "If you rent out a flat, you pay the tax in another way.".into(),
        implementation_key_points: vec!["Check your contract.".into(), "File the return.".into()],
        deadlines: vec![],
        audience: vec![],
    })
}

/// The demo articles, real ones with translations, acts and deadlines.
pub fn demo() -> Vec<Article> {
    let files = [
        include_str!("../../demo/afaceri.json"),
        include_str!("../../demo/fiscalitate.json"),
        include_str!("../../demo/munca.json"),
        include_str!("../../demo/inchirieri.json"),
    ];
    let rules = Rules {
        topics: topic::defaults().into_iter().map(|topic| topic.id).collect(),
        allowed_hosts: Config::default().fetch.allowed_hosts,
    };
    let records = files.iter().flat_map(|text| serde_json::from_str::<Vec<Map<String, Value>>>(text).expect("JSON"));
    records.map(|record| draft::read(record, &rules, &mut vec![]).expect("a demo article").article).collect()
}
