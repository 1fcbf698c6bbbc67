//! Entity tags and content encodings of every kind of ready-made body.

use std::io::Read;

use reqwest::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH,
    VARY,
};

use crate::support::app::TestApp;
use crate::support::articles::{article, demo};

const PATHS: [&str; 14] = [
    "/",
    "/privacy?lang=ro",
    "/feed.xml",
    "/feed.json?topic=munca&importance=5&lang=en",
    "/sitemap.xml",
    "/app?topic=munca",
    "/lawchanges",
    "/lawchanges?limit=24",
    "/lawchanges?q=impozit&lang=en",
    "/lawchanges/hg-146-2026-salariu-minim",
    "/app",
    "/app?articleId=hg-146-2026-salariu-minim",
    "/topics",
    "/openapi.json",
];

fn decode(encoding: &str, bytes: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    let read = match encoding {
        "br" => brotli::Decompressor::new(bytes, 4096).read_to_end(&mut plain),
        "gzip" => flate2::read::GzDecoder::new(bytes).read_to_end(&mut plain),
        "zstd" => zstd::stream::copy_decode(bytes, &mut plain).map(|()| 0),
        _ => {
            plain = bytes.to_vec();
            Ok(0)
        }
    };
    read.expect("the body decodes");
    plain
}

#[tokio::test]
async fn every_encoding_carries_the_same_bytes() {
    let test = TestApp::start(demo()).await;
    for path in PATHS {
        let plain = test.get(path).send().await.expect("an answer").bytes().await.expect("bytes");
        for encoding in ["br", "gzip", "zstd"] {
            for _ in 0..2 {
                let response = test.get(path).header(ACCEPT_ENCODING, encoding).send().await.expect("an answer");
                assert_eq!(response.headers()[CONTENT_ENCODING], encoding, "{path}");
                assert_eq!(response.headers()[VARY], "accept-encoding");
                let bytes = response.bytes().await.expect("bytes");
                assert!(bytes.len() < plain.len(), "{path} {encoding}");
                assert_eq!(decode(encoding, &bytes), plain, "{path} {encoding}");
            }
        }
    }
    test.stop().await;
}

#[tokio::test]
async fn a_client_with_the_current_version_gets_a_304() {
    let test = TestApp::start(demo()).await;
    for path in PATHS {
        let first = test.get(path).send().await.expect("an answer");
        let etag = first.headers()[ETAG].to_str().expect("text").to_owned();
        assert!(etag.starts_with("W/\""), "{etag}");
        let listed = format!("\"other\", {}", etag.trim_start_matches("W/"));
        for condition in [etag.as_str(), listed.as_str(), "*"] {
            let again = test.get(path).header(IF_NONE_MATCH, condition).send().await.expect("an answer");
            assert_eq!(again.status(), 304, "{path} {condition}");
            assert_eq!(again.headers()[ETAG], etag);
            assert_eq!(again.headers()[CACHE_CONTROL], "public, max-age=0, must-revalidate");
            assert!(again.headers().contains_key("x-request-id"));
            assert_eq!(again.bytes().await.expect("bytes").len(), 0);
        }
        let other = test.get(path).header(IF_NONE_MATCH, "\"other\"").send().await.expect("an answer");
        assert_eq!(other.status(), 200);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_change_gives_a_new_etag() {
    let test = TestApp::start(vec![article("a")]).await;
    let etag = async |path: &str| test.get(path).send().await.expect("an answer").headers()[ETAG].clone();
    let before: [HeaderValue; 2] = [etag("/lawchanges").await, etag("/lawchanges/a").await];
    let mut changed = article("a");
    changed.title = "Altfel".into();
    test.publish(vec![changed]).await;
    let after = [etag("/lawchanges").await, etag("/lawchanges/a").await];
    assert!(before[0] != after[0] && before[1] != after[1]);
    test.stop().await;
}

#[tokio::test]
async fn head_has_the_headers_of_get() {
    let test = TestApp::start(demo()).await;
    for path in PATHS {
        let get = test.get(path).send().await.expect("an answer");
        let head = test.client.head(format!("{}{path}", test.base)).send().await.expect("an answer");
        for name in [ETAG, CONTENT_TYPE, CONTENT_LENGTH] {
            assert_eq!(head.headers().get(&name), get.headers().get(&name), "{path} {name}");
        }
        assert_eq!(head.status(), 200);
        assert_eq!(head.bytes().await.expect("bytes").len(), 0);
    }
    test.stop().await;
}

#[tokio::test]
async fn files_of_the_bundle_are_cached_forever_or_revalidated() {
    let test = TestApp::start(vec![]).await;
    let (_, page) = test.text("/app").await;
    let start = page.find("/assets/").expect("the page names a file of the bundle");
    let asset = page[start..].split('"').next().expect("a path");
    let response = test.get(asset).header(ACCEPT_ENCODING, "br").send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()[CACHE_CONTROL], "public, max-age=31536000, immutable");
    assert_eq!(response.headers()[CONTENT_ENCODING], "br");
    let response = test.get("/theme.js").send().await.expect("an answer");
    assert_eq!(response.headers()[CACHE_CONTROL], "public, max-age=0, must-revalidate");
    assert_eq!(response.headers()[CONTENT_TYPE], "text/javascript; charset=utf-8");
    let response = test.get("/licenses.txt").send().await.expect("an answer");
    assert_eq!(response.headers()[CONTENT_TYPE], "text/plain; charset=utf-8");
    assert!(response.text().await.expect("a text").contains("redb "));
    test.stop().await;
}

#[tokio::test]
async fn http_2_is_served_too() {
    let test = TestApp::start(demo()).await;
    let client = reqwest::Client::builder().http2_prior_knowledge().no_gzip().build().expect("a client");
    let response = client.get(format!("{}/lawchanges", test.base)).send().await.expect("an answer");
    assert_eq!(response.version(), reqwest::Version::HTTP_2);
    assert_eq!(
        response.bytes().await.expect("bytes"),
        test.get("/lawchanges").send().await.expect("an answer").bytes().await.expect("bytes")
    );
    drop(client);
    test.stop().await;
}
