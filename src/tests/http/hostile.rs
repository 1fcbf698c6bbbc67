//! No input makes a 500, a hang, or a server that no longer responds.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::DEADLINE;

const METHODS: [&str; 9] = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW", "get"];
const TARGETS: [&str; 24] = [
    "/",
    "//",
    "/app?articleId=%00",
    "/app?articleId=a%FFb&lang=%",
    "/lawchanges/%00",
    "/lawchanges/%2e%2e%2f",
    "/lawchanges/a%2fb",
    "/lawchanges/..",
    "/lawchanges/%",
    "/lawchanges/%zz",
    "/lawchanges?%",
    "/lawchanges?&&==&",
    "/lawchanges?limit=99999999999999999999",
    "/lawchanges?cursor=%00.%00",
    "/lawchanges?q=%F0%9F%92%A9%00",
    "/lawchanges?cursor=9999-12-31.5.1768035600000002.a",
    "/lawchanges?cursor=-009999-01-01.5.-377705116800000000.a",
    "/assets/../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets//",
    "/fetch-pdf?url=%00",
    "/fetch-pdf?url=file:///etc/passwd",
    "/subscribe/..;/",
    "/app;jsessionid=1?articleId[]=a",
];

/// Sends raw bytes; returns the statuses of the responses.
async fn send(test: &TestApp, bytes: &[u8]) -> Vec<u16> {
    let address = test.base.trim_start_matches("http://");
    let mut stream = TcpStream::connect(address).await.expect("connected");
    // The server may have closed the connection already; its response can still be read.
    stream.write_all(bytes).await.unwrap_or_default();
    // After a complete request with `connection: close`, a shutdown would cancel the response.
    if !bytes.ends_with(b"connection: close\r\n\r\n") && !bytes.ends_with(b"\r\n0\r\n\r\n") {
        stream.shutdown().await.unwrap_or_default();
    }
    let mut answer = Vec::new();
    let read = tokio::time::timeout(DEADLINE, stream.read_to_end(&mut answer)).await;
    let _: usize = read.expect("the server answers or hangs up").unwrap_or_default();
    let text = String::from_utf8_lossy(&answer);
    let lines = text.split("HTTP/1.").skip(1);
    lines.filter_map(|line| line.get(2..5)?.parse().ok()).collect()
}

async fn check(test: &TestApp, bytes: &[u8]) {
    for status in send(test, bytes).await {
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(200)]);
        assert!(status < 500, "{status} for {shown:?}");
    }
}

#[tokio::test]
async fn odd_targets_and_methods_get_a_response() {
    let test = TestApp::start(vec![article("a")]).await;
    for method in METHODS {
        for target in TARGETS {
            let request = format!("{method} {target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
            let statuses = send(&test, request.as_bytes()).await;
            assert!(matches!(statuses[..], [status] if status < 500), "{statuses:?} for {request:?}");
        }
    }
    assert_eq!(test.json("/healthz").await.0, 200);
    test.stop().await;
}

/// A client that does not finish its headers is disconnected.
#[tokio::test]
async fn silent_connections_are_closed() {
    let test = TestApp::start_with(vec![], |config| config.server.idle_timeout_secs = 1, |_| {}).await;
    let address = test.base.trim_start_matches("http://");
    for beginning in [&b""[..], b"PRI * HTTP/2.0\r\n", b"GET / HTTP/1.1\r\nhost"] {
        let mut stream = TcpStream::connect(address).await.expect("connected");
        stream.write_all(beginning).await.expect("the beginning");
        let read = tokio::time::timeout(DEADLINE, stream.read_to_end(&mut Vec::new())).await;
        read.expect("the server hangs up").unwrap_or_default();
    }
    test.stop().await;
}

#[tokio::test]
async fn a_request_with_an_ambiguous_head_is_refused() {
    let test = TestApp::start(vec![article("a")]).await;
    let get =
        |version: &str, headers: &str| format!("GET /lawchanges HTTP/{version}\r\n{headers}connection: close\r\n\r\n");
    assert_eq!(send(&test, get("1.1", "").as_bytes()).await, [400], "no host");
    assert_eq!(send(&test, get("1.1", "host: a\r\nhost: b\r\n").as_bytes()).await, [400], "two hosts");
    assert_eq!(send(&test, get("1.1", "host: a\r\n").as_bytes()).await, [200]);
    assert_eq!(send(&test, get("1.0", "").as_bytes()).await, [200], "HTTP/1.0 knows no host");
    for (coding, status) in [("gzip, chunked", 400), ("gzip\r\ntransfer-encoding: chunked", 400), ("chunked", 415)] {
        let head =
            format!("POST /subscribe HTTP/1.1\r\nhost: x\r\ntransfer-encoding: {coding}\r\nconnection: close\r\n\r\n");
        assert_eq!(send(&test, format!("{head}0\r\n\r\n").as_bytes()).await, [status], "{coding}");
    }
    let many: String = (0..10_000).map(|number| format!("n{number}=&")).collect();
    let request = format!("GET /lawchanges?{many} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    assert!(send(&test, request.as_bytes()).await.iter().all(|status| (400..500).contains(status)));
    let (status, body) = test.json(&format!("/lawchanges?{}", &many[..3000])).await;
    assert_eq!((status, body["field"].as_str()), (400, Some("n32")));
    test.stop().await;
}

#[tokio::test]
async fn broken_requests_get_a_response_or_a_closed_connection() {
    let test = TestApp::start(vec![article("a")]).await;
    let get = |rest: &[u8]| [b"GET /lawchanges HTTP/1.1\r\nhost: x\r\nconnection: close\r\n", rest].concat();
    let many = (0..500).map(|n| format!("x-{n}: y\r\n")).collect::<String>();
    let requests: Vec<Vec<u8>> = vec![
        b"\0\0\0\0".to_vec(),
        b"GET".to_vec(),
        b"GET / HTTP/9.9\r\n\r\n".to_vec(),
        b"GET /\xff\xfe HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        b"GET /a\0b HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\njunk".to_vec(),
        b"CONNECT x:443 HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(),
        b"OPTIONS * HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n".to_vec(),
        b"GET http://evil.example/lawchanges HTTP/1.1\r\nhost: y\r\nconnection: close\r\n\r\n".to_vec(),
        format!("GET /{} HTTP/1.1\r\nhost: x\r\n\r\n", "a".repeat(100_000)).into_bytes(),
        format!("GET /lawchanges?q={} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n", "%41".repeat(5000)).into_bytes(),
        get(format!("x: {}\r\n\r\n", "y".repeat(200_000)).as_bytes()),
        get(format!("{many}\r\n").as_bytes()),
        get(b"x: \xff\xfe\r\n\r\n"),
        get(b"x: a\0b\r\n\r\n"),
        get(b"accept-encoding: \xff;q=,;;=;;,*;q=9e999\r\n\r\n"),
        get(b"if-none-match: \xff,,,\"\r\n\r\n"),
        get(b"content-length: 5\r\ncontent-length: 6\r\n\r\nabcde"),
        get(b"transfer-encoding: chunked\r\ncontent-length: 3\r\n\r\n0\r\n\r\n"),
        b"POST /subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{}".to_vec(),
        b"POST /subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"
            .to_vec(),
        b"POST /subscribe HTTP/1.1\r\nhost: x\r\ncontent-type: \xff\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{}"
            .to_vec(),
    ];
    for request in requests {
        check(&test, &request).await;
    }
    assert_eq!(test.json("/healthz").await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn noise_gets_a_response_or_a_closed_connection() {
    let test = TestApp::start(vec![article("a")]).await;
    // A generator with a fixed seed, so that a failure can be reproduced.
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    for _ in 0..200 {
        let path: Vec<u8> = (0..next() % 60).map(|_| (next() % 256) as u8).filter(|byte| *byte != b'\n').collect();
        let prefix =
            [&b"/"[..], b"/lawchanges/", b"/lawchanges?", b"/app?articleId=", b"/assets/"][(next() % 5) as usize];
        let request = [b"GET ", prefix, &path, b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"].concat();
        check(&test, &request).await;
    }
    assert_eq!(test.json("/healthz").await.0, 200);
    test.stop().await;
}
