//! Read-only mode for maintenance.

use paragraf::ops::{Actor, maintenance};
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::articles::article;

#[tokio::test]
async fn in_maintenance_everything_can_be_read_and_every_change_is_refused() {
    let test = TestApp::start(vec![article("a")]).await;
    assert_eq!(test.json("/site").await.1.get("maintenance"), None);
    maintenance::begin(&test.app, &Actor::System, "Până la 22:00.").await.expect("it begins");
    let request = test.client.post(format!("{}/subscribe", test.base)).json(&json!({"email": "ana@example.org"}));
    let refused = request.send().await.expect("an answer");
    assert_eq!(refused.status(), 503);
    assert_eq!(refused.headers()["retry-after"], "60");
    let problem: serde_json::Value = refused.json().await.expect("JSON");
    assert_eq!(problem["code"], "maintenance");
    for path in ["/", "/app", "/lawchanges", "/lawchanges/a", "/healthz"] {
        assert_eq!(test.get(path).send().await.expect("an answer").status(), 200, "{path}");
    }
    let (_, site) = test.json("/site").await;
    assert_eq!(site["maintenance"], json!({"since": "2026-01-10T09:00:00Z", "message": "Până la 22:00."}));
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "read_only", "reason": "maintenance"})));

    // The state outlives the process.
    test.app.store.set_maintenance(None);
    maintenance::load(&test.app).await.expect("loaded");
    assert_eq!(test.app.store.maintenance().map(|it| it.message).as_deref(), Some("Până la 22:00."));

    assert!(maintenance::end(&test.app, &Actor::System).await.expect("it ends"));
    assert!(!maintenance::end(&test.app, &Actor::System).await.expect("nothing to end"));
    assert_eq!(test.post("/subscribe", json!({"email": "ana@example.org"})).await.0, 200);
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "ok"})));
    test.stop().await;
}

#[tokio::test]
async fn the_words_for_readers_are_one_line() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    for bad in ["a\nb".to_owned(), "a".repeat(301)] {
        maintenance::begin(&test.app, &Actor::System, &bad).await.expect_err("refused");
    }
    assert_eq!(test.app.store.maintenance(), None);
    test.stop().await;
}
