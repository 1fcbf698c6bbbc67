//! An update of one server after the other, when the new version changes the schema.

use serde_json::json;

use super::{json_lines, post};
use crate::support::eventually::eventually;
use crate::support::servers::SharedServer;
use crate::support::{next_version, postgres};

async fn status(url: String) -> u16 {
    reqwest::get(url).await.expect("an answer").status().as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_server_answers_reads_after_a_migration_and_ends_with_a_message() {
    let url = postgres::url();
    let mut old = SharedServer::start(&url, "");
    old.home.write("articles.jsonl", json_lines(3));
    old.home.ok(&["import", "articles.jsonl"]);
    let address = |path: &str| old.running().url(path);
    assert_eq!(post(&address("/subscribe"), json!({"email": "ana@example.ro"})).await, 200);
    assert_eq!(status(address("/readyz")).await, 200);

    let migrate = url.clone();
    let migrated = tokio::task::spawn_blocking(move || next_version::connect(&migrate));
    let later = migrated.await.expect("no panic").expect("the new version starts");
    eventually("the old server is not ready", async || (status(address("/readyz")).await == 503).then_some(())).await;
    for path in ["/", "/lawchanges", "/lawchanges/article-1", "/healthz"] {
        assert_eq!(status(address(path)).await, 200, "{path}");
    }
    assert_eq!(post(&address("/subscribe"), json!({"email": "bogdan@example.ro"})).await, 503);

    let (code, log) = old.end();
    assert_eq!(code, 3, "{log:#?}");
    assert!(log.iter().any(|line| line.contains("another process migrated or restored the database")), "{log:#?}");
    let refused = old.home.run(&["serve", "--listen", "127.0.0.1:0"]);
    assert!(refused.code != 0 && refused.err.contains("newer version"), "{}", refused.err);
    assert!(next_version::added(&later).is_some());
}
