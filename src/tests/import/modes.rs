//! Dry run, strict and draft.

use paragraf::domain::Status;
use paragraf::ops::import::{ImportChange, ImportEvent, ImportOptions};
use serde_json::json;

use super::{ImportTest, lines, record};

const DRAFT: ImportOptions = ImportOptions { format: None, draft: true, dry_run: false, strict: false };
const DRY_RUN: ImportOptions = ImportOptions { format: None, draft: false, dry_run: true, strict: false };
const STRICT: ImportOptions = ImportOptions { format: None, draft: false, dry_run: false, strict: true };

#[test]
fn a_dry_run_reports_changes_and_writes_nothing() {
    let test = ImportTest::new();
    let mut changed = record("a");
    test.import(&[("a.jsonl", &lines(&[record("a"), record("b")]))], ImportOptions::default());
    changed["title"] = json!("Alt titlu");
    changed["source_url"] = json!("https://legislatie.just.ro/1");
    changed["status"] = json!("draft");
    let mut bad = record("d");
    bad["importance"] = json!(0);
    let outcome = test.import(&[("a.jsonl", &lines(&[changed, record("b"), record("c"), bad]))], DRY_RUN);
    assert_eq!(outcome.counts(), [1, 1, 1, 1, 0]);
    assert!(outcome.summary.dry_run);
    let would: Vec<_> = outcome
        .events
        .iter()
        .filter_map(|event| match event {
            ImportEvent::Would { slug, change, fields } => Some((slug.as_str(), *change, fields.join(" "))),
            _ => None,
        })
        .collect();
    let fields = "title sources status".to_owned();
    assert_eq!(would, [("a", ImportChange::Changed, fields), ("c", ImportChange::New, String::new())]);
    assert_eq!(test.count(), 2);
    assert_eq!(test.get("a").map(|record| record.revision), Some(1));
}

#[test]
fn strict_imports_all_records_or_none() {
    let test = ImportTest::new();
    let mut records: Vec<_> = (0..1200).map(|number| record(&format!("a-{number}"))).collect();
    records[1100]["importance"] = json!(6);
    let outcome = test.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(outcome.counts(), [0, 0, 0, 1, 0]);
    assert_eq!(outcome.messages().len(), 1);
    assert_eq!(test.count(), 0);

    records[1100]["importance"] = json!(5);
    let outcome = test.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(outcome.counts(), [1200, 0, 0, 0, 0]);
    assert_eq!(outcome.stored().len(), 1200);
    let outcome = test.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(outcome.counts(), [0, 0, 1200, 0, 0]);
}

#[test]
fn drafts_are_hidden_and_never_change_published_articles() {
    for options in [DRAFT, ImportOptions { strict: true, ..DRAFT }, ImportOptions { dry_run: true, ..DRAFT }] {
        let test = ImportTest::new();
        let outcome = test.import(&[("a.jsonl", &lines(&[record("new")]))], options);
        assert_eq!(outcome.counts(), [1, 0, 0, 0, 0]);
        let expected = (!options.dry_run).then_some(Status::Draft);
        assert_eq!(test.get("new").map(|record| record.status), expected);

        test.import(&[("a.jsonl", &lines(&[record("a"), record("b")]))], ImportOptions::default());
        let mut changed = record("a");
        changed["title"] = json!("Alt titlu");
        let outcome = test.import(&[("a.jsonl", &lines(&[record("b"), changed]))], options);
        assert_eq!(
            outcome.messages(),
            [
                "a.jsonl, line 2: slug: a is published and a draft would change it for readers; withdraw the article, give the draft another slug, or import without --draft"
            ]
        );
        let unchanged = u64::from(!options.strict);
        assert_eq!(outcome.counts(), [0, 0, unchanged, 1, 0]);
        assert_eq!(test.get("a").map(|record| record.revision), Some(1));
    }
}

/// The command line parses these lines.
#[test]
fn events_are_serialised_as_json() {
    let mut bad = record("a");
    bad["importance"] = json!(9);
    bad["autor"] = json!("x");
    let outcome = ImportTest::new().import(&[("a.jsonl", &lines(&[bad, record("b")]))], DRY_RUN);
    let wire: Vec<_> = outcome.events.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    assert_eq!(
        wire,
        [
            r#"{"refused":{"location":{"file":"a.jsonl","line":1},"problems":[{"field":"importance","code":"out_of_range","min":1,"max":5,"wrong":"is 9","allowed":"write a whole number from 1 (trivial) to 5 (urgent)"}]}}"#,
            r#"{"warning":{"location":{"file":"a.jsonl","line":1},"field":"autor","message":"is not a field of an article and was ignored","records":1}}"#,
            r#"{"would":{"slug":"b","change":"new","fields":[]}}"#,
            &format!(
                r#"{{"progress":{{"files":1,"records":2,"bytes":{},"stored":0}}}}"#,
                lines(&[record("a"), record("b")]).len() + 12
            ),
        ]
    );
    for (line, event) in wire.iter().zip(&outcome.events) {
        assert_eq!(&serde_json::from_str::<ImportEvent>(line).expect("it reads back"), event);
    }
}
