//! Moving a store into a database with `paragraf backup restore --to`, and back.

use std::process::Stdio;

use serde_json::Value;

use super::{import_articles, json_lines};
use crate::support::binary::{Home, Ran};
use crate::support::eventually::eventually_blocking;
use crate::support::postgres::{self, OpenTransaction};

const COUNT: &str = "SELECT count(*) FROM articles";
const TABLES: &str = "SELECT count(*) FROM information_schema.tables WHERE table_schema = current_schema()";

/// A home with this number of articles, and a backup of them.
fn with_backup(home: &Home, articles: usize) {
    import_articles(home, articles);
    home.ok(&["backup", "create"]);
}

/// Restores the newest backup into the database.
fn restore(home: &Home, url: &str, options: &[&str]) -> Ran {
    home.run(&[&["backup", "restore", "latest", "--to", url][..], options].concat())
}

#[test]
fn a_dry_run_lists_what_would_be_replaced_and_changes_nothing() {
    let (home, url) = (Home::new(), postgres::url());
    with_backup(&home, 5);
    let planned = restore(&home, &url, &["--dry-run"]);
    assert_eq!(planned.code, 0, "{}", planned.err);
    let line = |name: &str| planned.out.lines().map(str::trim).find(|line| line.starts_with(name)).unwrap_or_default();
    assert!(line("into ").contains("(postgresql 1") && line("replaces ").ends_with("nothing"), "{}", planned.out);
    assert!(line("articles ").ends_with('5'), "{}", planned.out);
    assert_eq!(postgres::ask(&url, TABLES), "0");

    let restored = restore(&home, &url, &[]);
    assert_eq!(restored.code, 0, "{}", restored.err);
    assert!(restored.err.contains("replaces  nothing"), "the plan comes first: {}", restored.err);
    assert_eq!(postgres::ask(&url, COUNT), "5");

    with_backup(&home, 9);
    let planned = restore(&home, &url, &["--dry-run", "--json"]);
    let planned: Value = serde_json::from_str(&planned.out).expect("JSON");
    assert!(planned["replaced_schema"].is_number(), "{planned}");
    let of_articles = planned["tables"].as_array().expect("tables").iter().find(|rows| rows["table"] == "articles");
    assert_eq!(of_articles, Some(&serde_json::json!({"table": "articles", "restored": 9, "replaced": 5})));
    let refused = restore(&home, &url, &[]);
    assert!(refused.code == 1 && refused.err.contains("--replace"), "{}", refused.err);
    assert_eq!(postgres::ask(&url, COUNT), "5");
}

#[test]
fn a_restore_that_is_killed_has_changed_nothing_and_is_run_again() {
    let (home, url) = (Home::new(), postgres::url());
    with_backup(&home, 5);
    assert_eq!(restore(&home, &url, &[]).code, 0);
    with_backup(&home, 9);
    // The restore replaces the tables in their order, and waits before the last one.
    let (last, _) = paragraf::store::holdings::tables().last().expect("a table");
    let held = OpenTransaction::of(&url, &format!("LOCK TABLE {last} IN SHARE MODE"));
    let mut command = home.command(&["backup", "restore", "latest", "--to", &url, "--replace"]);
    let mut killed = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("the program starts");
    let waits = format!("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = '{last}'::regclass");
    eventually_blocking("the restore waits", || (postgres::ask(&url, &waits) == "1").then_some(()));
    killed.kill().expect("a kill");
    killed.wait().expect("its end");
    drop(held);
    assert_eq!(postgres::ask(&url, COUNT), "5");
    let again = restore(&home, &url, &["--replace"]);
    assert_eq!(again.code, 0, "{}", again.err);
    assert_eq!(postgres::ask(&url, COUNT), "9");
    // The copy of the killed one is removed by the next server.
    assert_eq!(copies(&home), 1);
    assert_eq!(home.serve(&[]).stop(), 0);
    assert_eq!(copies(&home), 0);
}

/// The copies of backups that are being restored.
fn copies(home: &Home) -> usize {
    let names = std::fs::read_dir(home.data()).expect("the data folder").flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with("restoring-")).count()
}

#[test]
fn a_store_moves_into_a_database_and_back_into_a_file() {
    let (home, url) = (Home::new(), postgres::url());
    with_backup(&home, 5);
    assert_eq!(restore(&home, &url, &[]).code, 0);
    home.write("paragraf.toml", format!("[store]\nurl = \"{url}\"\n"));
    home.write("more.jsonl", json_lines(9));
    home.ok(&["import", "more.jsonl"]);
    home.ok(&["backup", "create"]);
    let planned = home.run(&["backup", "restore", "latest", "--dry-run"]);
    assert!(planned.err.contains("when store.url is empty"), "{}", planned.err);
    std::fs::remove_file(home.path().join("paragraf.toml")).expect("the configuration");
    assert!(home.ok(&["articles", "list"]).ends_with("5 articles\n"), "the file is as it was");
    let planned = home.ok(&["backup", "restore", "latest", "--dry-run"]);
    assert!(planned.contains("(file), with schema") && planned.contains("kept beside it"), "{planned}");
    assert!(home.ok(&["articles", "list"]).ends_with("5 articles\n"));
    home.ok(&["backup", "restore", "latest"]);
    assert!(home.ok(&["articles", "list"]).ends_with("9 articles\n"));
}

#[test]
fn a_backup_that_was_made_in_maintenance_is_restored_without_it() {
    let (home, url) = (Home::new(), postgres::url());
    with_backup(&home, 5);
    assert_eq!(restore(&home, &url, &[]).code, 0);
    home.write("paragraf.toml", format!("[store]\nurl = \"{url}\"\n"));
    let server = home.serve(&[]);
    home.ok(&["maintenance", "on"]);
    home.ok(&["backup", "create"]);
    assert_eq!(server.stop(), 0);
    assert_eq!(restore(&home, &url, &["--replace"]).code, 0);
    let server = home.serve(&[]);
    assert_eq!(home.ok(&["maintenance", "off"]), "there was no maintenance\n");
    assert_eq!(server.stop(), 0);
}

#[test]
fn only_an_import_or_a_server_makes_tables_in_an_empty_database() {
    let (home, url) = (Home::new(), postgres::url());
    home.write("paragraf.toml", format!("[store]\nurl = \"{url}\"\n"));
    for command in [&["articles", "list"][..], &["topics", "set", "munca", "--en", "Work"]] {
        let refused = home.run(command);
        assert!(refused.code == 1 && refused.err.contains("there is no store in the database "), "{refused:?}");
    }
    home.write("articles.jsonl", json_lines(1));
    assert!(home.ok(&["import", "--dry-run", "articles.jsonl"]).starts_with("dry run: 1 new"));
    assert!(home.ok(&["backup", "list"]).contains("no backups yet"));
    assert_eq!(postgres::ask(&url, TABLES), "0");
    home.ok(&["import", "articles.jsonl"]);
    assert!(home.ok(&["articles", "list"]).ends_with("1 article\n"));
}
