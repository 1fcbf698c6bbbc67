//! The search index that a server keeps for the next one.

use std::os::unix::fs::PermissionsExt;

use serde_json::Value;

use super::home_with_articles;
use crate::support::articles::{article, slugs};
use crate::support::binary::{Home, Server};
use crate::support::eventually::eventually;

/// The least that is kept, and some more.
const ARTICLES: usize = 260;

/// The slugs of the articles with this word, once all articles are indexed.
async fn found(server: &Server, word: &str) -> Vec<String> {
    let address = server.url(&format!("/lawchanges?q={word}"));
    let list: Value = eventually("all articles are indexed", async || {
        let response = reqwest::get(&address).await.expect("an answer");
        if response.status() == 200 { Some(response.json().await.expect("JSON")) } else { None }
    })
    .await;
    slugs(&list).into_iter().map(Into::into).collect()
}

/// How many articles the server did not index again, by its log.
async fn reused(server: &Server) -> u64 {
    found(server, "xenofonie").await;
    let lines = server.log_lines();
    let line = lines.iter().find(|line| line.contains("the search index of the last run is used"));
    let event = line.and_then(|line| serde_json::from_str::<Value>(line).ok());
    event.and_then(|event| event["articles"].as_u64()).unwrap_or(0)
}

/// Imports an article with a word that no other has.
fn publish(home: &Home, slug: &str, title: &str) {
    let mut late = article(slug);
    late.title = title.into();
    home.write("late.jsonl", serde_json::to_string(&late).expect("JSON"));
    home.ok(&["import", "late.jsonl"]);
}

#[tokio::test]
async fn a_kept_index_is_opened_and_follows_what_a_killed_server_did() {
    paragraf::tls::install_provider();
    let home = home_with_articles(ARTICLES);
    let server = home.serve(&[]);
    assert_eq!(reused(&server).await, 0, "there was no index");
    assert_eq!(server.stop(), 0);
    let file = home.data().join("search-index");
    assert_eq!(file.metadata().expect("the index").permissions().mode() & 0o777, 0o600);

    let server = home.serve(&[]);
    assert_eq!(reused(&server).await, ARTICLES as u64);
    publish(&home, "late", "Xenofonie în contracte");
    server.kill();
    let server = home.serve(&[]);
    assert_eq!(reused(&server).await, ARTICLES as u64, "the article of the killed server is not in the file");
    assert_eq!(found(&server, "xenofonie").await, ["late"]);
    home.ok(&["articles", "withdraw", "late"]);
    server.kill();
    let server = home.serve(&[]);
    assert!(found(&server, "xenofonie").await.is_empty());
    assert_eq!(server.stop(), 0);

    std::fs::write(&file, "dear friend").expect("written");
    let server = home.serve(&[]);
    assert_eq!(reused(&server).await, 0, "the file is damaged");
    assert!(!found(&server, "apartament").await.is_empty());
    assert_eq!(server.stop(), 0);

    assert!(file.exists(), "the last server saved its index");
    let backup = home.ok(&["--json", "backup", "create"]);
    assert!(!backup.contains("search-index"), "{backup}");
    home.ok(&["backup", "restore", "latest"]);
    assert!(!file.exists(), "it is of the replaced store");
}
