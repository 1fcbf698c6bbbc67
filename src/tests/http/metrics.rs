//! The metrics for Prometheus, on their own listener.

use std::collections::BTreeMap;
use std::sync::Arc;

use paragraf::conditions::OperatorFinding;
use paragraf::domain::message::MessageKind;
use paragraf::identity::failed_sign_ins::FailureReason;
use paragraf::store::outbox;
use tokio::net::TcpListener;

use crate::mail::mail;
use crate::support::app::TestApp;
use crate::support::articles::article;

/// Every sample by name and labels; checks that each name has a type.
fn read(text: &str) -> BTreeMap<&str, u64> {
    let (mut samples, mut known) = (BTreeMap::new(), vec![]);
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').expect("a type");
            let expected = match name {
                "paragraf_request_seconds" | "paragraf_store_commit_seconds" => "histogram",
                _ if name.ends_with("_total") => "counter",
                _ => "gauge",
            };
            assert_eq!(kind, expected, "{name}");
            known.push(name);
        } else if !line.starts_with("# HELP ") {
            let (name, value) = line.rsplit_once(' ').expect("a sample");
            let base = name.split('{').next().expect("a name");
            let of_histogram = ["_bucket", "_sum", "_count"].iter().find_map(|end| base.strip_suffix(end));
            assert!(known.contains(&base) || of_histogram.is_some_and(|base| known.contains(&base)), "{line}");
            if base.ends_with("_seconds_sum") {
                value.parse::<f64>().expect("a number");
                continue;
            }
            assert!(samples.insert(name, value.parse().expect("a number")).is_none(), "{line}");
        }
    }
    samples
}

#[tokio::test]
async fn the_metrics_are_read_from_the_store() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let record = mail(MessageKind::PasswordReset, "a@x.ro", test.app.clock.now());
    test.app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("stored");
    test.reader("ana").await;
    test.app.clock.advance(jiff::ToSpan::minutes(20));
    let network = std::net::Ipv4Addr::LOCALHOST.into();
    test.app.identity.failed_sign_ins.record(FailureReason::WrongPassword, network, test.app.clock.now());
    test.app.conditions.report("clock_off", test.app.clock.now(), OperatorFinding::default());
    for path in ["/lawchanges/a", "/lawchanges/b", "/lawchanges/none", "/made/up"] {
        test.get(path).send().await.expect("an answer");
    }
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/metrics", listener.local_addr().expect("an address"));
    let server = tokio::spawn(paragraf::web::serve_metrics(Arc::clone(&test.app), listener));
    let response = test.client.get(&url).send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "text/plain; version=0.0.4; charset=utf-8");
    let text = response.text().await.expect("text");
    let samples = read(&text);
    for (name, value) in [
        ("paragraf_articles{status=\"published\"}", 2),
        ("paragraf_accounts", 1),
        ("paragraf_guests", 0),
        ("paragraf_mails{state=\"queued\"}", 1),
        ("paragraf_mails{state=\"sent\"}", 0),
        ("paragraf_mail_oldest_seconds", 20 * 60),
        ("paragraf_mails_late", 1),
        ("paragraf_mail_holds{cause=\"server_rests\"}", 0),
        ("paragraf_mail_holds{cause=\"hourly_limit\"}", 0),
        ("paragraf_mail_holds{cause=\"quiet_hours\"}", 0),
        ("paragraf_campaigns_active", 0),
        ("paragraf_requests_in_flight", 0),
        ("paragraf_sign_in_failures_total{reason=\"wrong_password\"}", 1),
        ("paragraf_sign_in_failures_total{reason=\"limited\"}", 0),
        ("paragraf_store_writable", 1),
        ("paragraf_store_outage_seconds", 0),
        ("paragraf_store_damaged_records", 0),
        ("paragraf_store_waiting_writes", 0),
        ("paragraf_condition{code=\"clock_off\"}", 1),
        ("paragraf_job_failures_total", 0),
        ("paragraf_requests_total{route=\"/lawchanges/{articleId}\",status=\"2xx\"}", 2),
        ("paragraf_requests_total{route=\"/lawchanges/{articleId}\",status=\"4xx\"}", 1),
        ("paragraf_request_seconds_count{route=\"/lawchanges/{articleId}\"}", 3),
        ("paragraf_request_seconds_bucket{route=\"none\",le=\"+Inf\"}", 1),
    ] {
        assert_eq!(samples.get(name), Some(&value), "{name}: {text}");
    }
    for name in ["paragraf_resident_memory_bytes", "paragraf_disk_free_bytes", "paragraf_store_commit_seconds_count"] {
        assert!(samples.get(name).is_some_and(|value| *value > 0), "{name}: {text}");
    }
    assert!(!text.contains("/made/up"), "{text}");
    assert_eq!(test.client.get(url.replace("/metrics", "/")).send().await.expect("an answer").status(), 404);
    assert_eq!(test.json("/metrics").await.0, 404, "the public server has none");
    test.app.stop.cancel();
    server.await.expect("the listener closes with the app");
    test.stop().await;
}
