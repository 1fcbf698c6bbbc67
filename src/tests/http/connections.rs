//! Connections that stall, idle or flood take nothing from readers.

use paragraf::config::Config;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::DEADLINE;
use crate::support::http2::{GOAWAY, HEADERS, RawHttp2};

/// The default window of a stream.
const WINDOW: u32 = 65_535;

async fn connect(test: &TestApp) -> TcpStream {
    TcpStream::connect(test.base.trim_start_matches("http://")).await.expect("connected")
}

async fn http2(test: &TestApp, window: u32) -> RawHttp2 {
    RawHttp2::begin(connect(test).await, window).await.expect("a connection")
}

fn idle_for_a_second(config: &mut Config) {
    config.server.idle_timeout_secs = 1;
}

#[tokio::test]
async fn unfinished_bodies_leave_their_places_to_readers() {
    let test = TestApp::start(vec![article("a")]).await;
    let mut open = Vec::new();
    for _ in 0..9 {
        let mut client = http2(&test, WINDOW).await;
        for _ in 0..128 {
            client.post_without_body("/subscribe").await.expect("sent");
        }
        client.synchronize().await.expect("seen");
        open.push(client);
    }
    assert_eq!(test.json("/lawchanges").await.0, 200);
    assert_eq!(test.json("/lawchanges/a").await.0, 200);
    drop(open);
    test.stop().await;
}

#[tokio::test]
async fn an_idle_http2_connection_is_closed_though_it_answers_pings() {
    let test = TestApp::start_with(vec![], idle_for_a_second, |_| {}).await;
    let mut client = http2(&test, WINDOW).await;
    client.get("/healthz").await.expect("sent");
    let until_closed = async {
        while let Ok(Some(frame)) = client.next().await {
            if frame.kind == GOAWAY {
                break;
            }
        }
    };
    tokio::time::timeout(DEADLINE, until_closed).await.expect("the server closes the connection");
    test.stop().await;
}

#[tokio::test]
async fn an_http2_stream_that_takes_nothing_does_not_keep_its_connection() {
    let test = TestApp::start_with(vec![article("a")], idle_for_a_second, |_| {}).await;
    let mut client = http2(&test, 0).await;
    client.get("/lawchanges").await.expect("sent");
    let until_closed = async { while matches!(client.next().await, Ok(Some(_))) {} };
    tokio::time::timeout(DEADLINE, until_closed).await.expect("the server closes the connection");
    test.stop().await;
}

#[tokio::test]
async fn a_client_that_never_reads_is_disconnected() {
    let test = TestApp::start_with(vec![article("a")], idle_for_a_second, |_| {}).await;
    let mut client = connect(&test).await;
    let requests = b"GET /app HTTP/1.1\r\nhost: x\r\n\r\n".repeat(100);
    // The server reads on until its responses fill all buffers, and then waits for the client.
    let until_closed = async { while client.write_all(&requests).await.is_ok() {} };
    tokio::time::timeout(DEADLINE, until_closed).await.expect("the server closes the connection");
    test.stop().await;
}

#[tokio::test]
async fn a_connection_that_cancels_nearly_all_its_requests_is_closed() {
    let test = TestApp::start(vec![article("a")]).await;
    let mut client = http2(&test, 0).await;
    let mut cancelled = 0;
    // Each request is answered, and cancelled before its body is taken.
    'open: while cancelled < 1000 {
        let Ok(stream) = client.get("/lawchanges").await else { break };
        loop {
            match client.next().await {
                Ok(Some(frame)) if frame.kind == HEADERS => break,
                Ok(Some(frame)) if frame.kind != GOAWAY => {}
                _ => break 'open,
            }
        }
        cancelled += 1;
        if client.reset(stream).await.is_err() {
            break;
        }
    }
    assert!((50..200).contains(&cancelled), "{cancelled}");
    assert_eq!(test.json("/lawchanges").await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_proxy_that_is_not_trusted_is_reported_once() {
    let test = TestApp::start(vec![article("a")]).await;
    assert_eq!(test.app.conditions.list(), []);
    for _ in 0..3 {
        let response =
            test.get("/lawchanges").header("x-forwarded-for", "198.51.100.7").send().await.expect("an answer");
        assert_eq!(response.status(), 200);
    }
    let listed = test.app.conditions.list();
    assert_eq!(listed.len(), 1, "{listed:?}");
    assert_eq!(
        (&*listed[0].code, &*listed[0].remedy),
        ("untrusted_proxy", "set server.trusted_proxies = [\"127.0.0.1/32\"]")
    );
    test.stop().await;
}

#[tokio::test]
async fn a_trusted_proxy_is_not_reported() {
    let trust = |config: &mut Config| config.server.trusted_proxies = vec!["127.0.0.1/32".parse().expect("a network")];
    let test = TestApp::start_with(vec![article("a")], trust, |_| {}).await;
    let response = test.get("/lawchanges").header("x-forwarded-for", "198.51.100.7").send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(test.app.conditions.list(), []);
    test.stop().await;
}

#[tokio::test]
async fn a_public_https_address_without_a_trusted_proxy_is_reported_at_the_start() {
    let https = |config: &mut Config| config.server.public_url = "https://p.ro".into();
    let test = TestApp::start_with(vec![], https, |_| {}).await;
    assert_eq!(test.json("/healthz").await.0, 200);
    assert_eq!(test.app.conditions.list()[0].code, "untrusted_proxy");
    test.stop().await;
}
