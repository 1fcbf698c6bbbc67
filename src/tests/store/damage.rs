//! Changed bits in the store's file.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use paragraf::clock::Clock;
use paragraf::store::articles::{self, ArticleRecord};
use paragraf::store::{Store, StoreError, verify};

use super::put;
use crate::support::articles::article;
use crate::support::faulty_disk::FaultyDisk;

/// A store of articles that was closed.
fn closed_store(articles: usize) -> FaultyDisk {
    let disk = FaultyDisk::default();
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
    let write = move |tx: &_| (0..articles).try_for_each(|index| put(tx, &article(&format!("article-{index}"))));
    store.write_blocking(write).expect("the articles");
    disk
}

fn open(disk: &FaultyDisk) -> Store {
    Store::over_storage(disk.clone(), &Clock::System).expect("it opens")
}

/// The articles that can be read, by slug.
fn readable(store: &Store) -> BTreeMap<String, ArticleRecord> {
    let mut found = BTreeMap::new();
    let read = store.read_blocking(|tx| {
        Ok(articles::each(tx, &mut |record| {
            found.insert(record.article.slug.to_string(), record);
            ControlFlow::Continue(())
        })?)
    });
    read.expect("the others are read");
    found
}

/// Changes one bit of this text wherever the file has it; old pages may hold it too.
fn damage(disk: &FaultyDisk, text: &str, byte: usize, bit: usize) {
    let bytes = disk.bytes();
    let places = (0..bytes.len() - text.len()).filter(|at| bytes[*at..].starts_with(text.as_bytes()));
    let places: Vec<_> = places.collect();
    assert!(!places.is_empty(), "{text} is not in the file");
    places.into_iter().for_each(|at| disk.flip((at + byte) * 8 + bit));
}

#[test]
fn a_changed_letter_costs_one_article_which_is_named_and_can_be_written_again() {
    let disk = closed_store(5);
    // The record stays valid JSON.
    damage(&disk, "Schimbare pentru article-3", 0, 0);
    let store = open(&disk);
    let slugs: Vec<_> = readable(&store).into_keys().collect();
    assert_eq!(slugs, ["article-0", "article-1", "article-2", "article-4"]);
    let damaged = store.damaged_records();
    let named: Vec<_> = damaged.iter().map(|found| (found.table.as_str(), found.key.as_str())).collect();
    assert_eq!(named, [("articles", "article-3")]);

    let again = |tx: &paragraf::store::WriteTx| {
        let before = articles::get_to_replace(tx, &article("article-3").slug)?;
        assert!(before.is_none(), "a damaged record is no earlier revision");
        put(tx, &article("article-3"))
    };
    store.write_blocking(again).expect("stored");
    assert_eq!(readable(&store).len(), 5);
    assert_eq!(store.damaged_records(), []);
    assert_eq!(store.read_blocking(|tx| Ok(verify::verify(tx)?)).expect("a verify"), []);
}

#[test]
fn a_record_under_a_damaged_key_is_not_taken_for_another_one() {
    let disk = closed_store(3);
    // The keys of a page stand next to each other; this makes article-9 of article-1.
    damage(&disk, "article-1article-2", 8, 3);
    let slugs: Vec<_> = readable(&open(&disk)).into_keys().collect();
    assert_eq!(slugs, ["article-0", "article-2"]);
}

/// The bench `faults` flips two hundred bits.
#[test]
fn no_changed_bit_makes_the_store_panic_or_return_altered_articles() {
    const TRIALS: usize = 40;
    let disk = closed_store(12);
    let (wanted, bytes) = (readable(&open(&disk)), disk.bytes());
    let used: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
    for trial in 0..TRIALS {
        let damaged = FaultyDisk::holding(bytes.clone());
        damaged.flip(used[used.len() / TRIALS * trial + trial % 7] * 8 + trial % 8);
        // A damaged header or root needs a backup.
        let Ok(store) = Store::over_storage(damaged, &Clock::System) else { continue };
        for (slug, record) in readable(&store) {
            assert_eq!(wanted.get(&slug), Some(&record), "trial {trial}");
        }
    }
}

#[test]
fn a_damaged_store_is_not_copied_as_a_sound_one() {
    let disk = closed_store(3);
    damage(&disk, "Schimbare pentru article-1", 0, 0);
    let folder = tempfile::tempdir().expect("a folder");
    let refused = open(&disk).snapshot(&folder.path().join("copy.redb")).expect_err("a refusal");
    assert!(matches!(refused, StoreError::Damaged { .. }), "{refused}");
}
