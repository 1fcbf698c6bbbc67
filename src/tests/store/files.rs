use paragraf::clock::Clock;
use paragraf::store::verify::verify;
use paragraf::store::{Store, StoreError};
use redb::TableDefinition;

use super::put;
use crate::support::articles::article;

#[test]
fn a_store_that_is_open_cannot_be_opened_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = super::open(&folder);
    let second = Store::open(store.path().expect("a file"), 4 << 20, &Clock::System);
    assert!(matches!(second.err(), Some(StoreError::Locked(_))));
}

#[test]
fn a_file_that_is_not_a_store_is_refused_and_left_unchanged() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("paragraf.redb");
    let text = "this is a letter to a friend, not a store. ".repeat(200);
    std::fs::write(&path, &text).expect("a file");
    let error = Store::open(&path, 4 << 20, &Clock::System).err().expect("a refusal");
    assert!(matches!(error, StoreError::Damaged { .. }), "{error}");
    assert_eq!(std::fs::read_to_string(&path).expect("the file"), text);
}

#[test]
fn verify_finds_a_missing_index_row_and_an_unreadable_record() {
    const ARTICLES: TableDefinition<&[u8], &[u8]> = TableDefinition::new("articles");
    const BY_DATE: TableDefinition<&[u8], &[u8]> = TableDefinition::new("article_by_date");
    let folder = tempfile::tempdir().expect("a folder");
    let store = super::open(&folder);
    store.write_blocking(|tx| put(tx, &article("a"))).expect("an article");
    let path = store.path().expect("a file").to_owned();
    drop(store);

    let db = redb::Database::open(&path).expect("the file");
    let tx = db.begin_write().expect("a transaction");
    tx.open_table(ARTICLES).expect("articles").insert(&b"b"[..], &b"{"[..]).expect("a broken record");
    tx.open_table(BY_DATE).expect("the index").retain(|_, _| false).expect("an empty index");
    tx.commit().expect("the damage");
    drop(db);

    let store = Store::open(&path, 4 << 20, &Clock::System).expect("it still opens");
    let findings = store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify");
    let problems: Vec<_> = findings.iter().map(|finding| (finding.table.as_str(), finding.key.as_str())).collect();
    assert_eq!(problems, [("article_by_date", "a"), ("articles", "b"), ("article_by_date", "")]);
}
