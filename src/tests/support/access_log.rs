//! The operations that the servers of a run of tests have answered.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, Once};

use serde_json::Value;

/// Names the file to which the servers of a run write their access log.
pub const FILE: &str = "PARAGRAF_TEST_ACCESS_LOG";

/// Starts the access log of this process if the environment names its file.
pub fn start_if_wanted() {
    static STARTED: Once = Once::new();
    let Some(path) = std::env::var_os(FILE) else { return };
    STARTED.call_once(|| {
        let file = File::create(path).expect("the file of the log");
        tracing_subscriber::fmt().json().with_env_filter("request=info").with_writer(Mutex::new(file)).init();
    });
}

/// Method and route of the operations that were answered without an error.
pub fn answered(log: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(log).expect("the access log");
    let events = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("an event")["fields"].clone());
    let good = events.filter(|event| event["status"].as_u64().is_some_and(|status| (200..400).contains(&status)));
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    good.map(|event| format!("{} {}", text(&event["method"]), text(&event["route"]))).collect()
}
