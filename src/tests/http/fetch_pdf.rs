//! `GET /fetch-pdf` against a publisher of our own, with real TLS.

use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use paragraf::app::App;
use paragraf::config::Config;
use paragraf::ops::{browse, demo};
use paragraf::sources::fetch::{Fetcher, Reachable, Resolver, is_public};

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::tls_site::{Reply, TlsSite};

/// A host name that resolves to the publisher, and one that resolves to an address of the test's choice.
const HOST: &str = "files.test";
const ODD_HOST: &str = "odd.test";
const LIMIT: u64 = 100_000;

struct Names {
    publisher: SocketAddr,
    odd: SocketAddr,
}

impl Resolver for Names {
    fn look_up(&self, host: String) -> BoxFuture<'static, std::io::Result<Vec<SocketAddr>>> {
        let address = if host == HOST { self.publisher } else { self.odd };
        Box::pin(async move { Ok(vec![address]) })
    }
}

async fn publisher() -> TlsSite {
    TlsSite::start(&[HOST, ODD_HOST], reply).await
}

fn reply(path: &str) -> Reply {
    let pdf =
        |rest: &str| format!("HTTP/1.1 200 OK\r\ncontent-type: application/pdf\r\n{rest}connection: close\r\n\r\n");
    let redirect =
        |to: &str| format!("HTTP/1.1 302 Found\r\nlocation: {to}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    let answer = match path {
        "/good.pdf" => pdf("content-length: 13\r\n") + "%PDF-1.7 body",
        "/moved.pdf" => redirect("/good.pdf"),
        "/circle.pdf" => redirect("/circle.pdf"),
        "/to-private.pdf" => redirect("https://odd.test/good.pdf"),
        "/to-literal.pdf" => redirect("https://127.0.0.1/good.pdf"),
        "/to-http.pdf" => redirect("http://files.test/good.pdf"),
        "/to-elsewhere.pdf" => redirect("https://evil.example/good.pdf"),
        "/html.pdf" => pdf("") + "<html>%PDF-</html>",
        "/short.pdf" => pdf("") + "%PD",
        "/page.pdf" => "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n%PDF-1.7".into(),
        "/huge.pdf" => pdf("content-length: 999999999\r\n") + "%PDF-",
        "/growing.pdf" => pdf("") + "%PDF-" + &"x".repeat(2 * LIMIT as usize),
        "/cut.pdf" => pdf("content-length: 5000\r\n") + "%PDF-1.7",
        "/slow.pdf" => pdf("") + "%PDF-1.7",
        _ => "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\nconnection: close\r\n\r\n".into(),
    };
    Reply { stays_open: path == "/slow.pdf", ..Reply::of(answer) }
}

/// Treats the publisher's loopback address as public.
fn reachable(publisher: SocketAddr) -> Reachable {
    assert!(publisher.ip().is_loopback());
    |address| is_public(address) || address == std::net::Ipv4Addr::LOCALHOST
}

/// Serves an article for each URL, with a fetcher that reaches the publisher.
async fn start(publisher: &TlsSite, odd: &str, urls: &[&str]) -> TestApp {
    let articles = urls.iter().enumerate().map(|(place, url)| {
        let mut article = article(&format!("a{place}"));
        article.file_url = Some((*url).into());
        article
    });
    let names = Arc::new(Names { publisher: publisher.address, odd: odd.parse().expect("an address") });
    let configure = |config: &mut Config| {
        config.fetch.allowed_hosts = vec![HOST.into(), ODD_HOST.into()];
        config.fetch.timeout_secs = 1;
        config.fetch.max_bytes = LIMIT;
    };
    let change = |app: &mut App| {
        let cache = app.data_dir.join("cache");
        let reachable = reachable(publisher.address);
        app.fetcher = Fetcher::with_network(&app.config.fetch, cache, names, reachable, publisher.root.clone());
    };
    TestApp::start_with(articles.collect(), configure, change).await
}

fn fetch_path(url: &str) -> String {
    let encoded: String = url::form_urlencoded::byte_serialize(url.as_bytes()).collect();
    format!("/fetch-pdf?url={encoded}")
}

async fn refusals(odd: &str, cases: &[(&str, u16, &str)]) -> usize {
    let publisher = publisher().await;
    let urls: Vec<&str> = cases.iter().map(|(url, ..)| *url).collect();
    let test = start(&publisher, odd, &urls).await;
    for (url, status, code) in cases {
        let (got, body) = test.json(&fetch_path(url)).await;
        assert_eq!((got, body["code"].as_str()), (*status, Some(*code)), "{url}: {body}");
    }
    let left = std::fs::read_dir(test.app.data_dir.join("cache")).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing refused stays on disk");
    test.stop().await;
    publisher.requests()
}

#[tokio::test]
async fn a_file_is_fetched_once_and_cached() {
    let publisher = publisher().await;
    let test =
        start(&publisher, "10.0.0.1:443", &["https://files.test/good.pdf", "https://files.test/moved.pdf"]).await;
    for url in ["https://files.test/good.pdf", "https://files.test/good.pdf", "https://files.test/moved.pdf"] {
        let response = test.get(&fetch_path(url)).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "application/pdf");
        assert_eq!(response.headers()["content-length"], "13");
        let name = response.headers()["content-disposition"].to_str().expect("ASCII").to_owned();
        assert!(name.starts_with("attachment; filename=\"") && name.contains("; filename*=UTF-8''"), "{name}");
        assert_eq!(response.text().await.expect("text"), "%PDF-1.7 body");
    }
    assert_eq!(publisher.requests(), 3, "one, and two for the redirect");
    let folder = test.app.data_dir.join("cache");
    let mode = std::fs::metadata(&folder).expect("a folder").permissions().mode();
    assert_eq!(mode & 0o777, 0o700);
    let names = std::fs::read_dir(folder).expect("a folder").flatten();
    assert!(names.map(|entry| entry.path()).all(|path| path.extension() == Some(Path::new("pdf").as_os_str())));
    test.stop().await;
}

#[tokio::test]
async fn only_files_of_articles_are_fetched() {
    let publisher = publisher().await;
    let test = start(&publisher, "10.0.0.1:443", &["https://files.test/good.pdf"]).await;
    for url in ["https://files.test/other.pdf", "https://files.test/good.pdf?x=1", "https://example.com/"] {
        let (status, body) = test.json(&fetch_path(url)).await;
        assert_eq!((status, body["code"].as_str()), (403, Some("fetch_refused")), "{url}");
    }
    for url in ["", "abc", "http://files.test/good.pdf"] {
        let (status, body) = test.json(&fetch_path(url)).await;
        assert_eq!(
            (status, body["code"].as_str(), body["field"].as_str()),
            (400, Some("invalid"), Some("url")),
            "{url}"
        );
    }
    test.withdraw("a0").await;
    assert_eq!(test.json(&fetch_path("https://files.test/good.pdf")).await.0, 403);
    assert_eq!(publisher.requests(), 0);
    test.stop().await;
}

#[tokio::test]
async fn addresses_and_other_schemes_are_refused_in_every_notation() {
    let literal = |url| (url, 403, "fetch_refused");
    let other = |url| (url, 400, "fetch_refused");
    let no_https = |url| (url, 400, "invalid");
    let cases = [
        literal("https://127.0.0.1/good.pdf"),
        literal("https://2130706433/good.pdf"),
        literal("https://0177.0.0.1/good.pdf"),
        literal("https://0x7f000001/good.pdf"),
        literal("https://127.1/good.pdf"),
        literal("https://[::1]/good.pdf"),
        literal("https://[::ffff:127.0.0.1]/good.pdf"),
        literal("https://[::ffff:7f00:1]/good.pdf"),
        literal("https://169.254.169.254/good.pdf"),
        literal("https://8.8.8.8/good.pdf"),
        literal("https://evil.example/good.pdf"),
        literal("https://files.test.evil.example/good.pdf"),
        literal("https://files.test./good.pdf"),
        no_https("http://files.test/good.pdf"),
        other("https://files.test:8443/good.pdf"),
        other("https://files.test@evil.example/good.pdf"),
        no_https("file:///etc/passwd"),
        no_https("ftp://files.test/good.pdf"),
        no_https("not an address"),
    ];
    assert_eq!(refusals("10.0.0.1:443", &cases).await, 0, "nothing was asked of anybody");
}

#[tokio::test]
async fn a_name_that_resolves_to_a_private_address_is_refused() {
    for odd in
        ["10.0.0.1:443", "169.254.169.254:443", "[::1]:443", "[::ffff:127.0.0.1]:443", "[fd00::1]:443", "0.0.0.0:443"]
    {
        let cases = [("https://odd.test/good.pdf", 403, "fetch_refused")];
        assert_eq!(refusals(odd, &cases).await, 0, "{odd}");
    }
}

#[tokio::test]
async fn redirects_are_checked_at_each_hop() {
    let cases = [
        ("https://files.test/to-private.pdf", 403, "fetch_refused"),
        ("https://files.test/to-literal.pdf", 403, "fetch_refused"),
        ("https://files.test/to-http.pdf", 403, "fetch_refused"),
        ("https://files.test/to-elsewhere.pdf", 403, "fetch_refused"),
        ("https://files.test/circle.pdf", 502, "fetch_failed"),
    ];
    assert_eq!(refusals("192.168.1.1:443", &cases).await, 8, "four once, and four hops of the circle");
}

#[tokio::test]
async fn a_file_that_is_not_a_pdf_or_too_large_is_refused() {
    let failed = |url| (url, 502, "fetch_failed");
    let cases = [
        failed("https://files.test/html.pdf"),
        failed("https://files.test/short.pdf"),
        failed("https://files.test/page.pdf"),
        failed("https://files.test/huge.pdf"),
        failed("https://files.test/growing.pdf"),
        failed("https://files.test/cut.pdf"),
        failed("https://files.test/none.pdf"),
        ("https://files.test/slow.pdf", 504, "timeout"),
    ];
    refusals("10.0.0.1:443", &cases).await;
}

#[tokio::test]
async fn a_browser_gets_a_failure_as_a_page() {
    let publisher = publisher().await;
    let test = start(&publisher, "10.0.0.1:443", &["https://files.test/none.pdf"]).await;
    let page = async |path: String| {
        let request = test.get(&path).header("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert_eq!(headers["content-type"], "text/html; charset=utf-8");
        assert_eq!(headers["cache-control"], "no-store");
        (status, response.text().await.expect("text"))
    };
    let (status, html) = page(fetch_path("https://files.test/none.pdf") + "&lang=ro").await;
    assert_eq!(status, 502);
    assert!(html.contains("<html lang=\"ro\"") && html.contains("Fișierul PDF nu s-a deschis"), "{html}");
    assert!(html.contains("href=\"/app?articleId=a0&amp;lang=ro\""), "{html}");
    assert!(html.contains(">files.test</a>") || html.contains("Sursa: "), "{html}");
    let (status, html) = page(fetch_path("https://evil.example/a.pdf")).await;
    assert_eq!(status, 403);
    assert!(html.contains("The PDF file did not open") && html.contains("href=\"/app\""), "{html}");
    assert!(!html.contains("evil.example"), "no link to an address of the request: {html}");
    let (status, body) = test.json(&(fetch_path("https://files.test/none.pdf") + "&lang=ro")).await;
    assert_eq!((status, body["code"].as_str()), (502, Some("fetch_failed")), "programs get JSON");
    test.stop().await;
}

#[tokio::test]
async fn the_demo_has_its_files_without_a_network() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = Arc::clone(&test.app);
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("joined").expect("loaded");
    browse::load(&test.app).await.expect("loaded");
    let (_, articles) = test.json("/lawchanges").await;
    let with_file: Vec<_> = articles.as_array().expect("a list").iter().filter(|a| a["file_url"].is_string()).collect();
    assert!(with_file.len() >= 5, "{} files", with_file.len());
    for article in with_file {
        let act = &article["act"];
        let url = article["file_url"].as_str().expect("an address");
        assert_eq!(article["source_url"], article["file_url"], "the text is the source's");
        let response = test.get(&fetch_path(url)).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{url}");
        let number = act["number"].as_str().expect("a number");
        let name = format!("attachment; filename=\"legea-nr-{number}-{}.pdf\"", act["year"]);
        assert!(response.headers()["content-disposition"].to_str().expect("ASCII").starts_with(&name), "{name}");
        let bytes = response.bytes().await.expect("bytes");
        assert!(bytes.starts_with(b"%PDF-") && bytes.len() < 100_000, "{url}: {} bytes", bytes.len());
    }
    test.stop().await;
}
