//! The example articles.

use std::ops::ControlFlow;

use paragraf::domain::Language;
use paragraf::ops::demo;
use paragraf::store::articles;

use super::ImportTest;

#[test]
fn every_demo_article_is_complete() {
    let test = ImportTest::new();
    let summary = demo::load(&test.app).expect("it loads");
    assert_eq!((summary.new, summary.refused, summary.warnings), (78, 0, 0));
    let mut check = |record: articles::ArticleRecord| {
        let article = record.article;
        let slug = &article.slug;
        assert_eq!(article.languages(), Language::ALL, "{slug}");
        assert!((3..=6).contains(&article.steps.len()), "{slug}");
        assert!(article.source_url().is_some(), "{slug}");
        assert!(!article.topic.is_empty(), "{slug}");
        ControlFlow::Continue(())
    };
    test.app.store.read_blocking(|tx| Ok(articles::each(tx, &mut check)?)).expect("read");
}

#[test]
fn a_store_with_articles_is_not_changed() {
    let test = ImportTest::new();
    demo::load(&test.app).expect("it loads");
    let again = demo::load(&test.app).expect("it does nothing");
    assert_eq!(again, Default::default());
    assert_eq!(test.count(), 78);
}
