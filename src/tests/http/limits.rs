//! Rate limits by network, and the time limit.

use serde_json::json;

use crate::support::app::TestApp;

/// Subscribes through these proxies; returns the status and the seconds of `Retry-After`.
async fn subscribe(test: &TestApp, forwarded: &str) -> (u16, Option<u64>) {
    let request = test.client.post(format!("{}/subscribe", test.base)).header("x-forwarded-for", forwarded);
    let response = request.json(&json!({"email": "not an address"})).send().await.expect("an answer");
    let wait = response.headers().get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
    (response.status().as_u16(), wait)
}

#[tokio::test]
async fn over_its_limit_a_network_must_work_and_far_over_it_must_wait() {
    let test = TestApp::start_with(vec![], |config| config.limits.subscribe_per_hour = 2, |_| {}).await;
    assert_eq!(subscribe(&test, "198.51.100.1").await, (400, None));
    assert_eq!(subscribe(&test, "198.51.100.2").await, (400, None));
    for _ in 2..20 {
        let answer = subscribe(&test, "198.51.100.3").await;
        assert_eq!(answer, (429, None), "only a trusted proxy may set the header");
    }
    let (status, wait) = subscribe(&test, "198.51.100.3").await;
    assert_eq!((status, wait), (429, Some(180)), "twenty an hour");
    test.app.clock.advance(jiff::ToSpan::seconds(180));
    let status = subscribe(&test, "198.51.100.3").await;
    assert_eq!(status, (429, None), "after the wait, work is accepted again");
    test.stop().await;
}

#[tokio::test]
async fn behind_a_trusted_proxy_each_network_counts_for_itself() {
    let configure = |config: &mut paragraf::config::Config| {
        config.limits.subscribe_per_hour = 1;
        config.server.trusted_proxies =
            ["127.0.0.0/8", "10.0.0.0/8"].map(|network| network.parse().expect("a network")).to_vec();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    assert_eq!(subscribe(&test, "198.51.100.1, 10.0.0.1").await.0, 400);
    assert_eq!(subscribe(&test, "9.9.9.9, 198.51.100.1").await.0, 429, "a client can make up what comes before");
    assert_eq!(subscribe(&test, "198.51.100.2").await.0, 400);
    assert_eq!(subscribe(&test, "2001:db8:1:1::5").await.0, 400);
    assert_eq!(subscribe(&test, "2001:db8:1:1:ffff::6").await.0, 429, "a /64 is one network");
    assert_eq!(subscribe(&test, "2001:db8:1:2::5").await.0, 400);
    assert_eq!(subscribe(&test, "::ffff:198.51.100.2").await.0, 429, "the same as its IPv4 form");
    test.stop().await;
}

#[tokio::test]
async fn pdf_files_have_a_limit_of_their_own() {
    let test = TestApp::start_with(vec![], |config| config.limits.fetch_pdf_per_minute = 1, |_| {}).await;
    assert_eq!(test.json("/fetch-pdf?url=https://monitoruloficial.ro/a.pdf").await.0, 403);
    let (status, body) = test.json("/fetch-pdf?url=https://monitoruloficial.ro/a.pdf").await;
    assert_eq!((status, &body["code"]), (429, &json!("too_many_requests")));
    test.stop().await;
}

#[tokio::test]
async fn a_body_that_never_ends_times_out() {
    let test = TestApp::start_with(vec![], |config| config.server.request_timeout_secs = 1, |_| {}).await;
    let endless = futures_util::stream::pending::<Result<Vec<u8>, std::io::Error>>();
    let request = test.client.post(format!("{}/subscribe", test.base)).header("content-type", "application/json");
    let response = request.body(reqwest::Body::wrap_stream(endless)).send().await.expect("an answer");
    assert_eq!(response.status(), 408);
    test.stop().await;
}
