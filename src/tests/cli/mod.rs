//! The command line: the real program, with the server running and without it.

mod accounts;
mod backup;
mod bounces;
mod commands;
mod config;
mod crash;
mod crash_gather;
mod crash_readers;
mod crash_sign_up;
mod help;
mod lifecycle;
mod mail;
mod mail_send;
mod reports;
mod stats;
mod subscribers;
mod subscribers_import;

use serde_json::{Value, json};

use crate::support::articles::article;

/// Importable JSON Lines of `count` articles named `article-0` and so on.
pub fn json_lines(count: usize) -> String {
    (0..count).map(|index| serde_json::to_string(&article(&format!("article-{index}"))).expect("JSON") + "\n").collect()
}

/// One article as a JSON value, to be bent.
pub fn value(slug: &str) -> Value {
    json!(article(slug))
}

/// Posts JSON and answers the status.
pub async fn post(url: &str, body: Value) -> u16 {
    paragraf::tls::install_provider();
    let client = reqwest::Client::new();
    client.post(url).json(&body).send().await.expect("an answer").status().as_u16()
}

/// The program's JSON.
pub fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}
