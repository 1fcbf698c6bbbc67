//! The store on PostgreSQL: several processes, the same answers as on a file.

use paragraf::clock::Clock;
use paragraf::domain::Slug;
use paragraf::error::{Error, ErrorCode};
use paragraf::store::articles;
use paragraf::store::verify::verify;
use paragraf::store::{Store, WriteTx};

use super::{has, put};
use crate::support::articles::article;
use crate::support::postgres;

fn connect(config: &paragraf::store::PostgresConfig) -> Store {
    Store::connect(config.clone(), &Clock::System).expect("a store")
}

#[test]
fn eight_processes_begin_one_store_together() {
    let config = postgres::schema();
    let stores: Vec<Store> = std::thread::scope(|scope| {
        let starts: Vec<_> = (0..8).map(|_| scope.spawn(|| connect(&config))).collect();
        starts.into_iter().map(|start| start.join().expect("a start")).collect()
    });
    let instance = stores[0].instance();
    assert!(stores.iter().all(|store| store.instance() == instance), "one of them has created it");
    let findings = stores[7].read_blocking(|tx| Ok(verify(tx)?)).expect("a verification");
    assert_eq!(findings, []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_processes_lose_no_change_of_the_same_row() {
    let config = postgres::schema();
    let stores = [connect(&config), connect(&config)];
    let writes: Vec<_> = (0..120)
        .map(|index| {
            let store = stores[index % 2].clone();
            tokio::spawn(async move { store.write(|tx: &WriteTx| put(tx, &article("one"))).await })
        })
        .collect();
    for write in writes {
        write.await.expect("no panic").expect("a commit");
    }
    let slug = Slug::parse("one").expect("a slug");
    for store in stores {
        let slug = slug.clone();
        let record = store.read(move |tx| Ok(articles::get(tx, &slug)?)).await.expect("a read");
        assert_eq!(record.expect("the article").revision, 120);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closure_that_fails_or_panics_changes_nothing() {
    let store = connect(&postgres::schema());
    let failing = |tx: &WriteTx| -> paragraf::error::Result<()> {
        put(tx, &article("failed"))?;
        Err(Error::conflict(ErrorCode::Unchanged, "fails after it wrote"))
    };
    let panicking = |tx: &WriteTx| -> paragraf::error::Result<()> {
        put(tx, &article("panicked"))?;
        panic!("panics after it wrote")
    };
    let good = |tx: &WriteTx| put(tx, &article("good"));
    let (failed, panicked, written) = tokio::join!(store.write(failing), store.write(panicking), store.write(good));
    assert_eq!(failed.expect_err("its own error").code, ErrorCode::Unchanged);
    panicked.expect_err("an error");
    written.expect("a commit");
    let found = store.read(|tx| Ok([has(tx, "failed")?, has(tx, "panicked")?, has(tx, "good")?])).await;
    assert_eq!(found.expect("a read"), [false, false, true]);
}

#[test]
fn a_copy_of_the_database_is_a_file_that_opens() {
    let store = connect(&postgres::schema());
    store.write_blocking(|tx| put(tx, &article("kept"))).expect("a commit");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("copy.redb");
    store.snapshot(&path).expect("a copy");
    let copy = Store::open_copy(&path, 4 << 20, &Clock::System).expect("the copy opens");
    assert_eq!(copy.instance(), store.instance());
    assert!(copy.read_blocking(|tx| has(tx, "kept")).expect("a read"));
    let findings = copy.read_blocking(|tx| Ok(verify(tx)?)).expect("a verification");
    assert_eq!(findings, []);
}
