//! Dry run, strict and draft.

use paragraf::domain::Status;
use paragraf::ops::import::{Change, ImportEvent, ImportOptions};
use serde_json::json;

use super::{Desk, lines, record};

const DRAFT: ImportOptions = ImportOptions { format: None, draft: true, dry_run: false, strict: false };
const DRY_RUN: ImportOptions = ImportOptions { format: None, draft: false, dry_run: true, strict: false };
const STRICT: ImportOptions = ImportOptions { format: None, draft: false, dry_run: false, strict: true };

#[test]
fn a_dry_run_says_what_would_change_and_writes_nothing() {
    let desk = Desk::new();
    let mut changed = record("a");
    desk.import(&[("a.jsonl", &lines(&[record("a"), record("b")]))], ImportOptions::default());
    changed["title"] = json!("Alt titlu");
    changed["source_url"] = json!("https://legislatie.just.ro/1");
    changed["status"] = json!("draft");
    let mut bad = record("d");
    bad["importance"] = json!(0);
    let told = desk.import(&[("a.jsonl", &lines(&[changed, record("b"), record("c"), bad]))], DRY_RUN);
    assert_eq!(told.counts(), [1, 1, 1, 1, 0]);
    assert!(told.summary.dry_run);
    let would: Vec<_> = told
        .events
        .iter()
        .filter_map(|event| match event {
            ImportEvent::Would { slug, change, fields } => Some((slug.as_str(), *change, fields.join(" "))),
            _ => None,
        })
        .collect();
    let fields = "title source_url status".to_owned();
    assert_eq!(would, [("a", Change::Changed, fields), ("c", Change::New, String::new())]);
    assert_eq!(desk.count(), 2);
    assert_eq!(desk.get("a").map(|record| record.revision), Some(1));
}

#[test]
fn strict_is_all_or_nothing() {
    let desk = Desk::new();
    let mut records: Vec<_> = (0..1200).map(|number| record(&format!("a-{number}"))).collect();
    records[1100]["importance"] = json!(6);
    let told = desk.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(told.counts(), [0, 0, 0, 1, 0]);
    assert_eq!(told.messages().len(), 1);
    assert_eq!(desk.count(), 0);

    records[1100]["importance"] = json!(5);
    let told = desk.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(told.counts(), [1200, 0, 0, 0, 0]);
    assert_eq!(told.stored().len(), 1200);
    let told = desk.import(&[("a.jsonl", &lines(&records))], STRICT);
    assert_eq!(told.counts(), [0, 0, 1200, 0, 0]);
}

#[test]
fn drafts_are_held_back_and_never_touch_what_readers_see() {
    for options in [DRAFT, ImportOptions { strict: true, ..DRAFT }, ImportOptions { dry_run: true, ..DRAFT }] {
        let desk = Desk::new();
        let told = desk.import(&[("a.jsonl", &lines(&[record("new")]))], options);
        assert_eq!(told.counts(), [1, 0, 0, 0, 0]);
        let expected = (!options.dry_run).then_some(Status::Draft);
        assert_eq!(desk.get("new").map(|record| record.status), expected);

        desk.import(&[("a.jsonl", &lines(&[record("a"), record("b")]))], ImportOptions::default());
        let mut changed = record("a");
        changed["title"] = json!("Alt titlu");
        let told = desk.import(&[("a.jsonl", &lines(&[record("b"), changed]))], options);
        assert_eq!(
            told.messages(),
            [
                "a.jsonl, line 2: slug: a is published, and a draft would change what readers see; withdraw it first, give the draft another slug, or import without --draft"
            ]
        );
        let unchanged = u64::from(!options.strict);
        assert_eq!(told.counts(), [0, 0, unchanged, 1, 0]);
        assert_eq!(desk.get("a").map(|record| record.revision), Some(1));
    }
}

/// The command line's other half reads these lines.
#[test]
fn events_cross_a_wire_as_json() {
    let mut bad = record("a");
    bad["importance"] = json!(9);
    bad["autor"] = json!("x");
    let told = Desk::new().import(&[("a.jsonl", &lines(&[bad, record("b")]))], DRY_RUN);
    let wire: Vec<_> = told.events.iter().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    assert_eq!(
        wire,
        [
            r#"{"refused":{"location":{"file":"a.jsonl","line":1},"problems":[{"field":"importance","wrong":"is 9","allowed":"write a whole number from 1 (trivial) to 5 (urgent)"}]}}"#,
            r#"{"warning":{"location":{"file":"a.jsonl","line":1},"field":"autor","message":"is not a field of an article and was passed over","records":1}}"#,
            r#"{"would":{"slug":"b","change":"new","fields":[]}}"#,
            &format!(
                r#"{{"progress":{{"files":1,"records":2,"bytes":{},"stored":0}}}}"#,
                lines(&[record("a"), record("b")]).len() + 12
            ),
        ]
    );
    for (line, event) in wire.iter().zip(&told.events) {
        assert_eq!(&serde_json::from_str::<ImportEvent>(line).expect("it reads back"), event);
    }
}
