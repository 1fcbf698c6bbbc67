use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use paragraf::clock::Clock;
use paragraf::domain::Slug;
use paragraf::ops::Actor;
use paragraf::ops::backup::{OpenBackup, verify};
use paragraf::store::Store;
use paragraf::store::articles::{self, ArticleRecord};

use super::super::of_tests::faulty_disk::FaultyDisk;
use super::super::row::Row;
use super::ARTICLES;
use crate::support::{import_articles, program};

const TRIALS: usize = 200;

type Articles = BTreeMap<Slug, ArticleRecord>;

fn articles(store: &Store) -> paragraf::error::Result<Articles> {
    let mut found = Articles::new();
    store.read_blocking(|tx| {
        Ok(articles::each(tx, &mut |record| {
            found.insert(record.article.slug.clone(), record);
            ControlFlow::Continue(())
        })?)
    })?;
    Ok(found)
}

/// Flips one bit of a closed store. Nothing panics, no altered article is served, and a backup is either refused or
/// has the original articles.
pub fn store() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    import_articles(folder.path(), ARTICLES);
    let sound = FaultyDisk::holding(std::fs::read(folder.path().join("data/paragraf.redb")).expect("the store"));
    let wanted = articles(&open(&sound).expect("a store")).expect("its articles");
    let mut row = Row { trials: TRIALS as u64, acknowledged: wanted.len() as u64, ..Row::default() };
    let (mut unopened, mut partial, mut refused) = (0, 0, 0);
    let bytes = sound.bytes();
    let used: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] != 0).collect();
    for trial in 0..TRIALS {
        let damaged = FaultyDisk::holding(bytes.clone());
        damaged.flip(used[used.len() / TRIALS * trial + trial % 5] * 8 + trial % 8);
        let Ok(opened) = catch_unwind(AssertUnwindSafe(|| open(&damaged))) else {
            row.failures.push(format!("trial {trial}: opening panicked"));
            continue;
        };
        let Some(store) = opened else {
            unopened += 1;
            continue;
        };
        match catch_unwind(AssertUnwindSafe(|| articles(&store))) {
            Err(_) => row.failures.push(format!("trial {trial}: reading panicked")),
            Ok(Err(error)) => row.failures.push(format!("trial {trial}: reading failed: {}", error.chain())),
            Ok(Ok(found)) => {
                partial += usize::from(found.len() < wanted.len());
                let is_altered = found.iter().any(|(slug, record)| wanted.get(slug) != Some(record));
                row.expect(!is_altered, format!("trial {trial}: an altered article is served"));
            }
        }
        let copy = folder.path().join("copy.redb");
        if store.snapshot(&copy).is_err() {
            refused += 1;
        } else {
            let copied = Store::open_copy(&copy, 4 << 20, &Clock::System).expect("the copy");
            let is_same = articles(&copied).is_ok_and(|copied| copied == wanted);
            row.expect(is_same, format!("trial {trial}: a backup was made of altered articles"));
            drop(copied);
            std::fs::remove_file(&copy).expect("the copy is removed");
        }
    }
    row.notes.push(format!(
        "{unopened} files were refused as damaged, {partial} lost some articles, {refused} backups were refused"
    ));
    row
}

fn open(disk: &FaultyDisk) -> Option<Store> {
    Store::over_storage(disk.clone(), &Clock::System).ok()
}

/// Flips one bit of a backup; each must be found.
pub fn backup() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    import_articles(folder.path(), ARTICLES);
    let made = program(folder.path(), &["--json", "backup", "create"]).output().expect("the backup");
    let made: serde_json::Value = serde_json::from_slice(&made.stdout).expect("JSON");
    let path = folder.path().join(made["path"].as_str().expect("a path"));
    let sound = std::fs::read(&path).expect("the backup");
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let mut row = Row { trials: TRIALS as u64, ..Row::default() };
    for trial in 0..TRIALS {
        let mut altered = sound.clone();
        let bit = sound.len() * 8 / TRIALS * trial + trial * 37 % 1000;
        altered[bit / 8] ^= 1 << (bit % 8);
        std::fs::write(&path, altered).expect("an altered backup");
        let opened = OpenBackup::open(&path).expect("the backup");
        let check = runtime.block_on(verify(&Actor::System, &Clock::System, opened));
        let is_found = check.map_or(true, |check| !check.findings.is_empty());
        row.expect(is_found, format!("bit {bit} of the backup was changed and not found"));
    }
    row
}
