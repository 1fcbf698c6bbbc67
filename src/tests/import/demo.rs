//! The example articles.

use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;

use jiff::civil::Date;
use paragraf::domain::article_time::ArticleTime;
use paragraf::domain::source::Source;
use paragraf::domain::{Article, Language};
use paragraf::ops::demo;
use paragraf::store::articles;

use super::ImportTest;

/// Its duty is due by the last working day of February.
const PASTURE: &str = "lege-246-2025-pajisti-registru-si-cosit";

#[test]
fn every_demo_article_is_complete() {
    let summary = demo::load(&ImportTest::new().app).expect("it loads");
    assert_eq!((summary.new, summary.refused, summary.warnings), (78, 0, 0));
    for article in articles() {
        let slug = &article.slug;
        assert_eq!(article.languages(), Language::ALL, "{slug}");
        assert!((3..=6).contains(&article.steps.len()), "{slug}");
        assert!(article.source_url().is_some(), "{slug}");
        assert!(!article.topic.is_empty(), "{slug}");
    }
}

#[test]
fn the_days_and_sources_of_the_demo_are_right() {
    let today = jiff::civil::date(2026, 11, 22);
    let articles = articles();
    let pasture = articles.iter().find(|article| article.slug.as_str() == PASTURE).expect("the article");
    assert_eq!(pasture.next_date(today), Some(jiff::civil::date(2027, 2, 26)), "the last working day of February");

    let mut in_force: HashMap<String, HashSet<_>> = HashMap::new();
    for article in &articles {
        let Some(act) = &article.act else { continue };
        let issuer = act.issuer.as_deref().unwrap_or_default();
        in_force.entry(format!("{} {issuer}", act.citation(Language::En))).or_default().extend(article.in_force_date);
    }
    let several: Vec<_> = in_force.iter().filter(|(_, days)| days.len() > 1).collect();
    assert_eq!(several, Vec::<(&String, &HashSet<Date>)>::new(), "an act enters into force once");

    let ahead = articles.iter().filter(|article| article.time(today) != ArticleTime::Past).count();
    assert!(ahead * 3 >= articles.len(), "{ahead} of {}", articles.len());
    let unofficial = articles.iter().filter(|article| !article.sources.iter().any(Source::is_official)).count();
    assert!(unofficial * 3 <= articles.len(), "{unofficial} of {}", articles.len());
    let kinds: HashSet<_> = articles.iter().flat_map(|it| it.deadlines.iter().map(|entry| entry.kind)).collect();
    assert_eq!(kinds.len(), 3, "due, starts and ends");
}

fn articles() -> Vec<Article> {
    let test = ImportTest::new();
    demo::load(&test.app).expect("it loads");
    let mut found = Vec::new();
    let mut visit = |record: articles::ArticleRecord| {
        found.push(record.article);
        ControlFlow::Continue(())
    };
    test.app.store.read_blocking(|tx| Ok(articles::each(tx, &mut visit)?)).expect("read");
    found
}

#[test]
fn a_store_with_articles_is_not_changed() {
    let test = ImportTest::new();
    demo::load(&test.app).expect("it loads");
    let again = demo::load(&test.app).expect("it does nothing");
    assert_eq!(again, Default::default());
    assert_eq!(test.count(), 78);
}
