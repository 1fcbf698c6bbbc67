use serde_json::json;

use super::{post, value};
use crate::support::binary::Home;

/// Lists, shows and closes a report with and without a running server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_operator_lists_shows_and_closes_reports() {
    let home = Home::new();
    home.write("a.jsonl", value("a").to_string());
    home.ok(&["import", "a.jsonl"]);
    assert_eq!(home.ok(&["reports", "list"]), "no open reports\n");
    let server = home.serve(&[]);
    let report = json!({"articleId": "a", "kind": "outdated", "message": "Termenul\na trecut.\u{202e}\u{200b}", "email": "om@exemplu.ro"});
    assert_eq!(post(&server.url("/reports"), report).await, 201);
    let listed = home.json(&["reports", "list"]);
    let id = listed[0]["id"].as_str().expect("an id").to_owned();
    let text = home.ok(&["reports", "list"]);
    assert!(text.contains(&id) && text.contains("Termenul a trecut.") && text.ends_with("1 open report\n"), "{text}");
    assert_eq!(listed[0]["message"], "Termenul\na trecut.\u{202e}\u{200b}", "JSON has the text as it was sent");
    let text = home.ok(&["reports", "show", &id]);
    let shown = "\n\nTermenul\na trecut.\u{fffd}\u{fffd}\n";
    assert!(text.contains("from     om@exemplu.ro\n") && text.ends_with(shown), "{text}");
    assert!(home.ok(&["status"]).contains("reports      1 open\n"));
    assert_eq!(home.ok(&["reports", "close", &id]), format!("closed {id}\n"));
    assert_eq!(home.ok(&["reports", "list"]), "no open reports\n");
    assert_eq!(server.stop(), 0);
    assert_eq!(home.json(&["reports", "list", "--all"])[0]["state"], "closed");
    let ran = home.run(&["reports", "show", "019b0000-0000-7000-8000-000000000000"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("paragraf reports list --all"), "{}", ran.err);
    assert_eq!(home.run(&["reports", "close", "x"]).code, 2);
}
