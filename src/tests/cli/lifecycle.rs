use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use super::home_with_articles;
use crate::support::binary::{Home, Server, wait_for_exit};
use crate::support::eventually::eventually_blocking;

fn socket(home: &Home) -> std::path::PathBuf {
    home.data().join("run/control.sock")
}

#[test]
fn a_stop_signal_ends_the_server_gracefully_and_removes_its_socket() {
    for name in ["TERM", "INT"] {
        let home = Home::new();
        let mut server = home.serve(&[]);
        let mode = |path: &std::path::Path| std::fs::metadata(path).expect("a file").permissions().mode() & 0o777;
        assert_eq!(mode(&socket(&home)), 0o600);
        assert_eq!(mode(socket(&home).parent().expect("a folder")), 0o700);
        server.signal(name);
        assert_eq!(server.wait(), 0, "{:#?}", server.log_lines());
        assert!(!socket(&home).exists());
    }
}

#[test]
fn commands_work_while_a_server_starts_or_stops() {
    let home = home_with_articles(50);
    for _ in 0..5 {
        let mut starting =
            home.command(&["serve", "--listen", "127.0.0.1:0"]).stderr(Stdio::null()).spawn().expect("a server");
        assert!(home.ok(&["articles", "list"]).ends_with("50 articles\n"));
        starting.kill().expect("a kill");
        wait_for_exit(&mut starting, "the killed server ends");
        let server = home.serve(&[]);
        server.signal("TERM");
        assert!(home.ok(&["articles", "list"]).ends_with("50 articles\n"));
        let mut server = server;
        assert_eq!(server.wait(), 0);
    }
}

#[test]
fn a_command_that_waits_for_input_does_not_keep_the_server_from_stopping() {
    let home = Home::new();
    home.write("paragraf.toml", "[server]\nstop_timeout_secs = 1\n");
    let mut server = home.serve(&[]);
    let (mut import, input) = waiting_import(&home);
    server.signal("TERM");
    assert_eq!(server.wait(), 0);
    assert_eq!(wait_for_exit(&mut import, "the import ends"), Some(3));
    drop(input);
}

/// An import that runs in the server and waits for more input.
fn waiting_import(home: &Home) -> (std::process::Child, std::process::ChildStdin) {
    let arguments = ["import", "-", "--format", "jsonl"];
    let start = || {
        let started = home.command(&arguments).stdin(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut import = started.expect("an import");
        let input = import.stdin.take().expect("its input");
        (import, input)
    };
    let (mut import, mut input) = start();
    eventually_blocking("the server refuses a second import", || {
        // If the second import came first, the server refused this one, which has to start again.
        if import.try_wait().expect("its state").is_some() {
            (import, input) = start();
        }
        home.run_with_input(&arguments, b"").err.contains("another import is running").then_some(())
    });
    (import, input)
}

#[test]
fn only_its_owner_can_read_the_store() {
    let home = Home::new();
    std::fs::create_dir(home.data()).expect("a folder");
    assert_eq!(home.serve(&[]).stop(), 0);
    let mode = std::fs::metadata(home.data().join("paragraf.redb")).expect("the store").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_stale_socket_of_a_killed_server_is_ignored() {
    let home = Home::new();
    home.serve(&[]).kill();
    assert!(socket(&home).exists());
    assert!(home.ok(&["status"]).contains("not running"));
    home.serve(&[]).kill();
    let server = home.serve(&[]);
    assert!(home.ok(&["status"]).contains("serving"));
    assert_eq!(server.stop(), 0);
}

#[test]
fn a_second_server_is_refused_with_one_sentence() {
    let home = Home::new();
    let server = home.serve(&[]);
    let same_store = home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(same_store.code, 1);
    assert!(same_store.err.contains("stop the server or command that uses it"), "{}", same_store.err);
    let same_port = Home::new().run(&["serve", "--listen", &server.address]);
    assert_eq!(same_port.code, 1);
    assert!(same_port.err.contains("another program does") && same_port.err.lines().count() == 1, "{}", same_port.err);
    assert!(home.ok(&["status"]).contains("serving"), "the first one keeps running");
}

#[test]
fn bad_settings_and_bad_stores_are_refused_with_one_sentence() {
    let home = Home::new();
    home.write("paragraf.toml", "[server]\nport = 80\n");
    let bad = home.run(&["serve"]);
    assert_eq!(bad.code, 1);
    assert!(bad.err.contains("server.port: unknown key"), "{}", bad.err);
    let home = Home::new();
    home.write("data/paragraf.redb", "dear friend");
    let bad = home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(bad.code, 1);
    assert!(bad.err.contains("is not a Paragraf store or is damaged"), "{}", bad.err);
    assert_eq!(home.run(&["serve", "--listen", "nowhere"]).code, 2);
}

#[test]
fn a_newer_store_is_refused() {
    const META: redb::TableDefinition<&[u8], &[u8]> = redb::TableDefinition::new("meta");
    let home = Home::with_store();
    let db = redb::Database::open(home.data().join("paragraf.redb")).expect("the store");
    let tx = db.begin_write().expect("a transaction");
    let (key, record) = (&b"schema_version"[..], &b"\"99\""[..]);
    let checksum = crc32fast::hash(&[key, record].concat()).to_le_bytes();
    let sealed = [record, &checksum].concat();
    tx.open_table(META).expect("meta").insert(key, &sealed[..]).expect("a newer version");
    tx.commit().expect("the change");
    drop(db);
    let refused = home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("was written by a newer version (schema 99"), "{}", refused.err);
}

#[test]
fn the_demo_leaves_no_folder_behind() {
    let home = Home::new();
    let server = home.serve(&["--demo"]);
    assert!(!home.data().exists());
    assert_eq!(server.stop(), 0);
    assert_eq!(std::fs::read_dir(home.path()).expect("the home").count(), 0);
}

#[test]
fn an_address_that_readers_cannot_open_is_logged_as_a_warning() {
    let home = Home::new();
    for (public_url, warned) in [("", true), ("https://paragraf.example.ro", false)] {
        let mut command = home.command(&["serve", "--listen", "0.0.0.0:0"]);
        command.env("PARAGRAF__SERVER__PUBLIC_URL", public_url);
        command.env("PARAGRAF__SITE__DEVELOPER_NAME", "Firma");
        let (code, log) = Server::start(command).stop_with_log();
        assert_eq!(code, 0);
        assert_eq!(log.iter().any(|line| line.contains("set server.public_url")), warned, "{log:?}");
    }
}

#[test]
fn a_public_site_without_an_operator_logs_a_link_at_each_start() {
    let home = Home::new();
    let mut links = Vec::new();
    for public_url in ["", "https://paragraf.example.ro", "https://paragraf.example.ro"] {
        let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("PARAGRAF__SERVER__PUBLIC_URL", public_url);
        command.env("PARAGRAF__SITE__DEVELOPER_NAME", "Firma");
        let (code, log) = Server::start(command).stop_with_log();
        assert_eq!(code, 0);
        let start = "https://paragraf.example.ro/app?screen=operator&code=";
        let code = |line: &String| Some(line.split_once(start)?.1.chars().take(54).collect::<String>());
        links.push(log.iter().find_map(code));
    }
    assert_eq!(links[0], None, "a local address");
    assert!(links[1].as_ref().is_some_and(|code| code.len() == 54), "{links:?}");
    assert!(links[2].is_some() && links[1] != links[2], "{links:?}");
}

#[tokio::test]
async fn ids_of_events_and_feed_entries_survive_a_new_address() {
    paragraf::tls::install_provider();
    let home = Home::new();
    let article = r#"{"slug":"a","title":"A","technical_summary":"B","simple_explanation":"C","importance":3,
        "publish_date":"2026-01-01","topic":"munca","deadlines":[{"kind":"due","date":"2031-08-04","what":"D"}]}"#;
    home.write("articles.jsonl", article.replace('\n', " "));
    home.ok(&["import", "articles.jsonl"]);
    let mut seen = Vec::new();
    for public_url in ["https://vechi.example.ro", "https://nou.example.ro"] {
        let mut command = home.command(&["serve", "--listen", "127.0.0.1:0"]);
        command.env("PARAGRAF__SERVER__PUBLIC_URL", public_url).env("PARAGRAF__SITE__DEVELOPER_NAME", "Firma");
        let server = Server::start(command);
        let text = async |path: &str| {
            let answer = reqwest::get(server.url(path)).await.expect("an answer");
            assert_eq!(answer.status(), 200, "{path}");
            answer.text().await.expect("text")
        };
        let (calendar, feed) = (text("/deadlines/a.1.ics?alarms=7").await, text("/feed.xml").await);
        assert!(feed.contains(public_url), "links have the new address");
        let calendar = calendar.replace("\r\n ", "");
        let uids = calendar.lines().filter(|line| line.starts_with("UID:")).map(str::to_owned);
        let ids = feed.split("<id>").skip(1).filter_map(|rest| rest.split('<').next()).map(str::to_owned);
        let ids: Vec<_> = uids.chain(ids).collect();
        assert_eq!(ids.len(), 4, "an event, its alarm, the feed and its entry: {ids:?}");
        seen.push(ids);
        assert_eq!(server.stop(), 0);
    }
    assert_eq!(seen[0], seen[1]);
}

#[test]
fn a_data_folder_that_every_user_can_change_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let home = Home::new();
    std::fs::create_dir(home.data()).expect("a folder");
    std::fs::set_permissions(home.data(), std::fs::Permissions::from_mode(0o777)).expect("its mode");
    let refused = home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(refused.code == 1 && refused.err.contains("chmod 700"), "{refused:?}");
}
