//! The command line, with and without a running server.

mod absent_database;
mod accounts;
mod backup;
mod bounces;
pub mod commands;
mod concerns;
mod config;
mod crash;
mod crash_backup;
mod crash_gather;
mod crash_readers;
mod crash_sign_up;
mod data_folder;
mod doctor;
mod duties;
mod edit;
mod few_files;
mod figures;
mod full_disk;
mod gazette;
mod help;
mod import_output;
mod kept_index;
mod law;
mod lifecycle;
mod lists;
mod mail;
mod mail_send;
mod mail_server;
mod maintenance;
mod output;
mod people;
mod reports;
mod restore_database;
mod rolling_update;
mod second_server;
mod self_contained;
mod service;
mod sources;
mod stats;
mod stopped_writer;
mod subscribers;
mod subscribers_import;
mod subscribers_leaving;
mod upgrade;
mod without_store;

use serde_json::{Value, json};

use crate::support::articles::article;
use crate::support::binary::Home;

/// `count` articles as JSON Lines, with slugs `article-0` and so on.
pub fn json_lines(count: usize) -> String {
    (0..count).map(|index| serde_json::to_string(&article(&format!("article-{index}"))).expect("JSON") + "\n").collect()
}

/// A home whose store has `count` articles.
pub fn home_with_articles(count: usize) -> Home {
    let home = Home::new();
    import_articles(&home, count);
    home
}

/// Writes `count` articles to `articles.jsonl` and imports them.
pub fn import_articles(home: &Home, count: usize) {
    home.write("articles.jsonl", json_lines(count));
    home.ok(&["import", "articles.jsonl"]);
}

/// An article as JSON that tests change.
pub fn value(slug: &str) -> Value {
    json!(article(slug))
}

/// Posts JSON and returns the status.
pub async fn post(url: &str, body: Value) -> u16 {
    paragraf::tls::install_provider();
    let client = reqwest::Client::new();
    client.post(url).json(&body).send().await.expect("an answer").status().as_u16()
}

/// Parses the JSON output of a command.
pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
