//! A disk that takes no writes, seen by readers.

use paragraf::ops::Actor;
use paragraf::ops::status::status;
use paragraf::store::Store;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::eventually;
use crate::support::faulty_disk::{FaultyDisk, NO_SPACE};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_are_served_and_writes_are_refused_until_the_disk_has_space_again() {
    let disk = FaultyDisk::default();
    let under = disk.clone();
    let change = |app: &mut paragraf::app::App| app.store = Store::over_storage(under, &app.clock).expect("a store");
    let test = TestApp::start_with(vec![article("a")], |_| {}, change).await;
    let mut revised = article("a");
    revised.title = "Altfel".into();
    test.publish(vec![revised]).await;

    disk.fail_writes(NO_SPACE);
    for address in ["ana@x.ro", "bogdan@x.ro"] {
        let request = test.client.post(format!("{}/subscribe", test.base)).json(&json!({"email": address}));
        let refused = request.send().await.expect("an answer");
        assert_eq!(refused.status(), 503);
        let wait = refused.headers()["retry-after"].to_str().expect("text").parse::<u64>().expect("seconds");
        assert!((1..=15).contains(&wait));
        let problem: serde_json::Value = refused.json().await.expect("JSON");
        assert_eq!(problem["code"], "unavailable");
    }
    for path in ["/", "/app", "/lawchanges", "/lawchanges/a", "/healthz"] {
        assert_eq!(test.get(path).send().await.expect("an answer").status(), 200, "{path}");
    }
    assert_eq!(test.json("/lawchanges/a").await.1.as_array().map(Vec::len), Some(2), "earlier revisions are read");
    let (code, ready) = test.json("/readyz").await;
    assert_eq!((code, &ready["status"]), (200, &json!("read_only")));
    assert!(ready["reason"].as_str().is_some_and(|reason| reason.contains("No space left on device")), "{ready}");
    let outage = status(&test.app, &Actor::System, true).await.expect("the status").outage.expect("an outage");
    assert!(outage.cause.contains("No space left on device") && outage.remedy().contains("free space"));

    disk.fail_writes(0);
    eventually("a subscription is stored", async || {
        let (code, _) = test.post("/subscribe", json!({"email": "ana@x.ro"})).await;
        (code == 200).then_some(())
    })
    .await;
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "ok"})));
    test.stop().await;
}
