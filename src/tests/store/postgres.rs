//! The store on PostgreSQL: several processes, the same answers as on a file.

use std::path::{Path, PathBuf};

use paragraf::clock::Clock;
use paragraf::domain::Slug;
use paragraf::error::{Error, ErrorCode};
use paragraf::store::articles;
use paragraf::store::verify::verify;
use paragraf::store::{DatabaseContent, PostgresConfig, ReadTx, Store, WriteTx};

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

/// Looks for an article before and after another process writes it.
fn look_around(
    writer: Store,
    slug: &'static str,
) -> impl FnOnce(&ReadTx) -> paragraf::error::Result<[bool; 2]> + Send + 'static {
    move |tx| {
        let before = has(tx, slug)?;
        writer.write_blocking(move |tx| put(tx, &article(slug)))?;
        Ok([before, has(tx, slug)?])
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_read_sees_one_moment_unless_it_does_without_a_snapshot() {
    let config = postgres::schema();
    let (store, writer) = (connect(&config), connect(&config));
    let of_one_moment = store.read(look_around(writer.clone(), "one")).await.expect("a read");
    assert_eq!(of_one_moment, [false, false]);
    let of_two = store.read_without_snapshot(look_around(writer, "two")).await.expect("a read");
    assert_eq!(of_two, [false, true]);
}

#[test]
fn the_revisions_of_several_articles_are_read_together() {
    let store = connect(&postgres::schema());
    let revisions = |slug: &'static str, count: usize| {
        (0..count).for_each(|_| store.write_blocking(move |tx| put(tx, &article(slug))).expect("a commit"));
    };
    revisions("long", 70);
    revisions("short", 3);
    revisions("single", 1);
    let slugs = ["single", "short", "none", "long"].map(|slug| Slug::parse(slug).expect("a slug"));
    let together = store.read_blocking(|tx| Ok(articles::revisions_of(tx, &slugs)?)).expect("a read");
    assert_eq!(together.iter().map(Vec::len).collect::<Vec<_>>(), [0, 2, 0, 69]);
    let alone = store.read_blocking(|tx| Ok(articles::revisions(tx, &slugs[3])?)).expect("a read");
    assert_eq!(together[3], alone);
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

#[test]
fn a_store_moves_into_a_database_and_back() {
    let file = Store::in_memory(&Clock::System).expect("a store");
    file.write_blocking(|tx| put(tx, &article("kept"))).expect("a commit");
    let config = postgres::schema();
    let empty = DatabaseContent::of(&config).expect("a look");
    assert_eq!((empty.schema, empty.rows.len()), (None, 0));
    assert_eq!(DatabaseContent::of(&config).expect("a look"), empty, "a look changes nothing");
    file.fill_database(config.clone(), false).expect("it is filled");
    let filled = DatabaseContent::of(&config).expect("a look");
    assert_eq!((filled.schema, filled.rows["articles"]), (Some(i64::from(paragraf::store::schema_version())), 1));
    file.fill_database(config.clone(), false).expect_err("it has content");
    file.fill_database(config.clone(), true).expect("it is replaced");
    let moved = connect(&config);
    assert_eq!(moved.instance(), file.instance());
    assert!(moved.read_blocking(|tx| has(tx, "kept")).expect("a read"));
    assert_eq!(moved.read_blocking(|tx| Ok(verify(tx)?)).expect("a verification"), []);
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("back.redb");
    moved.snapshot(&path).expect("a copy");
    let back = Store::open_copy(&path, 4 << 20, &Clock::System).expect("the copy opens");
    assert!(back.read_blocking(|tx| has(tx, "kept")).expect("a read"));
}

#[test]
fn a_connection_with_tls_checks_the_certificate_and_one_on_this_machine_needs_none() {
    let url = postgres::url().replace("127.0.0.1", "localhost");
    let facts = |config| {
        let store = Store::connect(config, &Clock::System).expect("a store");
        store.database_facts().expect("the facts").expect("a database")
    };
    let plain = facts(PostgresConfig::new(&url, "", None, 4).expect("the address is right"));
    assert_eq!((plain.tls, plain.requires_tls), (None, false), "the server would offer it");
    let secure = |ca: Option<&str>| {
        PostgresConfig::new(&format!("{url}&sslmode=require"), "", ca.map(str::as_bytes), 4)
            .expect("the address is right")
    };
    let encrypted = facts(secure(Some(postgres::certificate())));
    assert_eq!((encrypted.tls.as_deref(), encrypted.requires_tls), (Some("TLSv1.3"), true));
    let refused = Store::connect(secure(None), &Clock::System).err().expect("a foreign certificate");
    let refused = Error::from(refused).chain();
    assert!(refused.contains("certificate"), "{refused}");
}

/// The folder of what speaks to PostgreSQL.
fn sources() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/core/store/engine/postgres");
    let files = std::fs::read_dir(folder).expect("the folder").map(|entry| entry.expect("an entry").path());
    let code = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let code = lines.collect::<Vec<_>>().join("\n");
        (path.file_name().expect("a name").to_string_lossy().into_owned(), code)
    };
    files.map(code).collect()
}

#[test]
fn the_statements_need_nothing_that_distributed_engines_lack() {
    let sources = sources();
    let (_, statements) = sources.iter().find(|(name, _)| name == "statements.rs").expect("the statements");
    let statements = statements.to_lowercase();
    for word in ["advisory", "extension", "lock table", "truncate", "copy ", "create trigger", "plpgsql"] {
        assert!(!statements.contains(word), "{word}");
    }
    assert_eq!(statements.matches("pg_notify(").count(), 1);
    assert!(statements.contains("pg_notify('paragraf_' || current_schema(), '')"), "a notification has no data");
    assert!(sources.len() > 5, "the sources were not found");
    for (name, code) in sources.iter().filter(|(name, _)| name != "statements.rs") {
        for word in ["\"SELECT ", "\"INSERT ", "\"UPDATE ", "\"DELETE ", "\"CREATE ", "\"BEGIN", "\"LISTEN"] {
            assert!(!code.contains(word), "{name}: {word} belongs to statements.rs");
        }
    }
}
