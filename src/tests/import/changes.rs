//! The stored result of an import.

use jiff::ToSpan;
use paragraf::domain::Status;
use paragraf::error::ErrorCode;
use paragraf::ops::import::ImportOptions;
use paragraf::ops::{Actor, import::import};
use paragraf::store::{articles, audit};
use serde_json::json;

use super::{ImportTest, lines, record, upload, uploads};

#[test]
fn a_repeated_import_changes_nothing_and_new_content_makes_a_revision() {
    let test = ImportTest::new();
    let mut second = record("b");
    let outcome = test.import(&[("a.jsonl", &lines(&[record("a"), second.clone()]))], ImportOptions::default());
    assert_eq!(outcome.counts(), [2, 0, 0, 0, 0]);
    assert_eq!(outcome.stored(), ["a", "b"]);

    test.app.clock.advance(1.hour());
    second["title"] = json!("Alt titlu");
    let outcome = test.import(&[("a.jsonl", &lines(&[record("a"), second]))], ImportOptions::default());
    assert_eq!(outcome.counts(), [0, 1, 1, 0, 0]);
    assert_eq!(outcome.stored(), ["b"]);
    let now = test.get("b").expect("it is there");
    assert_eq!((now.revision, now.article.title.as_str()), (2, "Alt titlu"));
    assert_eq!(now.updated_at, test.app.clock.now());
    assert!(now.created_at < now.updated_at);
    let earlier = test.app.store.read_blocking(|tx| Ok(articles::revisions(tx, &now.article.slug)?)).expect("read");
    assert_eq!(earlier.len(), 1);
    assert_eq!(earlier[0].article.title, "Schimbare pentru b");
}

#[test]
fn the_status_in_the_record_precedes_the_stored_one() {
    let test = ImportTest::new();
    let mut article = record("a");
    let import = |article: &serde_json::Value| {
        let outcome = test.import(&[("a.jsonl", &lines(std::slice::from_ref(article)))], ImportOptions::default());
        (outcome.counts(), test.get("a").map(|record| (record.status, record.revision)))
    };
    article["status"] = json!("withdrawn");
    assert_eq!(import(&article), ([1, 0, 0, 0, 0], Some((Status::Withdrawn, 1))));
    article["status"] = json!(null);
    assert_eq!(import(&article), ([0, 0, 1, 0, 0], Some((Status::Withdrawn, 1))));
    article["title"] = json!("Alt titlu");
    assert_eq!(import(&article), ([0, 1, 0, 0, 0], Some((Status::Withdrawn, 2))));
    article["status"] = json!("published");
    assert_eq!(import(&article), ([0, 1, 0, 0, 0], Some((Status::Published, 2))));
}

#[test]
fn texts_are_trimmed_and_a_slug_is_made_from_the_title() {
    let test = ImportTest::new();
    let mut article = record("x");
    article["slug"] = json!("");
    article["title"] = json!("  Înştiinţare\r\ndespre   chirii ");
    article["technical_summary"] = json!("Unu.\r\n\r\nDoi.\r\n");
    article["domains"] = json!(["Chirii", "chirii ", "taxe"]);
    test.import(&[("a.jsonl", &lines(&[article]))], ImportOptions::default());
    let article = test.get("instiintare-despre-chirii").expect("it is there").article;
    assert_eq!(article.title, "Înștiințare despre chirii");
    assert_eq!(article.technical_summary, "Unu.\n\nDoi.");
    assert_eq!(article.domains, ["Chirii", "taxe"]);
}

#[test]
fn an_import_is_in_the_audit_once() {
    let test = ImportTest::new();
    let names = ["a.jsonl", "b.jsonl", "c.jsonl", "d.jsonl"];
    let texts = names.map(|name| (name, lines(&[record(&name[..1])])));
    let files: Vec<_> = texts.iter().map(|(name, text)| (*name, text.as_str())).collect();
    test.import(&files, ImportOptions::default());
    let rows = test.app.store.read_blocking(|tx| Ok(audit::latest(tx, 10)?)).expect("read");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].subject, "a.jsonl, b.jsonl, c.jsonl and 1 more");
    assert_eq!((rows[0].actor.as_str(), rows[0].action.as_str()), ("operator:1000", "import"));
}

#[test]
fn a_visitor_may_not_import_and_two_imports_do_not_run_at_once() {
    let test = ImportTest::new();
    let options = ImportOptions::default();
    let error = import(&test.app, &Actor::Visitor, uploads(&[]).into_iter(), &options, &mut |_| ());
    assert_eq!(error.expect_err("refused").code, ErrorCode::Forbidden);
    let mut inner = None;
    let text = lines(&[record("a")]);
    let files = uploads(&[("a.jsonl", &text)]).into_iter();
    import(&test.app, &Actor::System, files, &options, &mut |_| {
        let second = import(&test.app, &Actor::System, uploads(&[]).into_iter(), &options, &mut |_| ());
        inner = second.err().map(|error| error.code);
    })
    .expect("the first one runs");
    assert_eq!(inner, Some(ErrorCode::ImportRunning));
    assert!(test.try_import(vec![], options).is_ok());
}

#[test]
fn a_failing_upload_ends_the_import_with_an_error() {
    struct Cut(bool);
    impl std::io::Read for Cut {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(std::io::ErrorKind::ConnectionReset.into());
            }
            buffer[..2].copy_from_slice(b"{\"");
            Ok(2)
        }
    }
    let test = ImportTest::new();
    let error = test.try_import(vec![Ok(upload("a.jsonl", Cut(false)))], ImportOptions::default()).err();
    let error = error.expect("it fails");
    assert_eq!(error.code, ErrorCode::ReadFailed);
    assert_eq!(error.message(), "cannot read a.jsonl to its end; run the import again");
    assert_eq!(test.count(), 0);
}

#[test]
fn records_before_a_failing_upload_are_kept() {
    struct Broken;
    impl std::io::Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::ConnectionReset.into())
        }
    }
    let line = serde_json::to_string(&crate::support::articles::article("whole")).expect("JSON") + "\n";
    let reader = std::io::Read::chain(std::io::Cursor::new(line.into_bytes()), Broken);
    let test = ImportTest::new();
    let error = test.try_import(vec![Ok(upload("a.jsonl", reader))], ImportOptions::default()).err();
    assert_eq!(error.expect("it fails").code, ErrorCode::ReadFailed);
    assert_eq!(test.count(), 1);
}
