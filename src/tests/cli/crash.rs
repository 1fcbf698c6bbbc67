use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use serde_json::json;

use super::{json_lines, post};
use crate::support::binary::{Home, wait_for_exit};

const ARTICLES: usize = 6_000;

/// Kills an import in its middle: acknowledged articles stay stored, none is half written, and repeating the
/// import gives the same result as an undisturbed one.
#[test]
fn a_kill_in_the_middle_of_an_import_loses_nothing_acknowledged() {
    let undisturbed = Home::new();
    let lines = json_lines(ARTICLES);
    undisturbed.write("articles.jsonl", &lines);
    undisturbed.ok(&["import", "articles.jsonl"]);
    let expected = undisturbed.ok(&["articles", "export"]);

    for with_server in [false, true] {
        let home = Home::new();
        home.write("articles.jsonl", &lines);
        let server = with_server.then(|| home.serve(&[]));
        let acknowledged = import_and_kill(&home, &lines, server);
        assert!(acknowledged > 0 && acknowledged < ARTICLES as u64, "{acknowledged} were acknowledged");

        let made = home.json(&["backup", "create"]);
        let check = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
        assert_eq!(check["findings"], serde_json::json!([]));
        let kept = check["articles"].as_u64().expect("a count");
        assert!(kept >= acknowledged, "{acknowledged} were acknowledged, {kept} are there");

        let again = home.ok(&["import", "articles.jsonl"]);
        assert_eq!(again, format!("{} new, 0 changed, {kept} unchanged, 0 refused\n", ARTICLES as u64 - kept));
        assert_eq!(home.ok(&["articles", "export"]), expected);
    }
}

/// Feeds half of the lines, waits until some are acknowledged and kills the process. Returns the number of
/// acknowledged records.
fn import_and_kill(home: &Home, lines: &str, server: Option<crate::support::binary::Server>) -> u64 {
    let mut import = home
        .command(&["--json", "import", "-", "--format", "jsonl"])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .expect("the import starts");
    let mut input = import.stdin.take().expect("its input");
    let half: String = lines.split_inclusive('\n').take(ARTICLES / 2).collect();
    // The input stays open, so that the import cannot end.
    let feeding = std::thread::spawn(move || input.write_all(half.as_bytes()).map(|()| input));
    let mut acknowledged = 0;
    let mut notes = BufReader::new(import.stderr.take().expect("its notes")).lines();
    while acknowledged == 0 {
        let note = notes.next().expect("the import goes on").expect("text");
        let note: serde_json::Value = serde_json::from_str(&note).expect("JSON");
        acknowledged = note["progress"]["stored"].as_u64().unwrap_or(0);
    }
    match server {
        Some(server) => server.kill(),
        None => import.kill().expect("a kill"),
    }
    let fed = feeding.join().expect("the feeder ends");
    drop(fed);
    let code = wait_for_exit(&mut import, "the import ends");
    assert!(code.is_none() || code == Some(3), "an import without its server ends with 3, not {code:?}");
    acknowledged
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_acknowledged_subscriber_survives_a_kill_with_the_confirmation_mail() {
    let home = Home::new();
    let server = home.serve(&[]);
    for email in ["ana@example.ro", "bogdan@example.ro"] {
        assert_eq!(post(&server.url("/subscribe"), json!({"email": email})).await, 200);
    }
    server.kill();
    let status = home.json(&["status"]);
    assert_eq!([&status["subscribers"], &status["unconfirmed_subscribers"]], [&json!(2), &json!(2)]);
    let mails = home.json(&["mail", "outbox"]);
    assert_eq!(mails.as_array().map(Vec::len), Some(2), "each has a mail, sent or not: {mails}");
    let text = home.ok(&["status"]);
    assert!(text.contains("subscribers  2, 2 unconfirmed\n"), "{text}");
    let made = home.json(&["backup", "create"]);
    let check = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
    assert_eq!((&check["subscribers"], &check["findings"]), (&json!(2), &json!([])));
}
