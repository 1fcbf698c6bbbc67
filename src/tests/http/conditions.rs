//! Conditions that the server looks for itself.

use jiff::ToSpan;
use paragraf::config::Config;
use paragraf::domain::{Article, Slug};
use paragraf::ops::watch::{self, MachineWatch};
use paragraf::ops::{Actor, browse, search};
use paragraf::sources::fetch::{OwnSite, SourceClient};
use paragraf::store::articles::{self, ArticleRecord};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::tls_site::{Reply, TlsSite};

/// Whether the condition lasts after a check.
async fn lasts(test: &TestApp, machine: &mut MachineWatch, code: &str) -> bool {
    watch::check(&test.app, &Actor::System, machine).await.expect("checked");
    test.app.conditions.list().iter().any(|condition| condition.code == code)
}

#[tokio::test]
async fn an_index_that_lacks_articles_for_a_minute_is_a_condition_until_it_has_them() {
    let test = TestApp::start(vec![article("a")]).await;
    let mut machine = MachineWatch::default();
    assert!(!lasts(&test, &mut machine, "index_incomplete").await);
    let [old, new] = ["a", "b"].map(|slug| Slug::parse(slug).expect("a slug"));
    let slugs = [new.clone()];
    let write = test.app.store.write(move |tx| {
        let record = articles::get(tx, &old)?.expect("the article");
        let article = Article { slug: new.clone(), ..record.article.clone() };
        Ok(articles::put(tx, None, &ArticleRecord { article, ..record })?)
    });
    write.await.expect("stored");
    browse::refresh(&test.app, &slugs).await.expect("published");
    assert!(!lasts(&test, &mut machine, "index_incomplete").await, "it may follow at once");
    test.app.clock.advance(2.minutes());
    assert!(lasts(&test, &mut machine, "index_incomplete").await);
    search::update_index(&test.app).await.expect("indexed");
    assert!(!lasts(&test, &mut machine, "index_incomplete").await);
    test.stop().await;
}

#[tokio::test]
async fn a_certificate_is_looked_at_and_reported_two_weeks_before_its_end() {
    let site = TlsSite::start(&["localhost"], |_| Reply::missing()).await;
    let (root, url) = (site.root.clone(), format!("https://localhost:{}", site.address.port()));
    let configure = |config: &mut Config| config.server.public_url = url;
    let test = TestApp::start_empty(configure, |app| app.own_site = OwnSite::with_root(root)).await;
    let mut machine = MachineWatch::default();
    assert!(!lasts(&test, &mut machine, "certificate_ends").await);
    assert_eq!(site.requests(), 0, "the proxy may start after the server");
    test.app.clock.advance(10.minutes());
    assert!(!lasts(&test, &mut machine, "certificate_ends").await);
    assert_eq!(site.requests(), 1);
    test.travel("4095-12-20T00:00:00Z");
    assert!(lasts(&test, &mut machine, "certificate_ends").await);
    test.stop().await;
}

#[tokio::test]
async fn a_clock_that_differs_from_that_of_a_source_is_a_condition() {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let read = stream.read(&mut [0; 4096]).await.expect("a request");
        assert!(read > 0, "a request");
        let reply = b"HTTP/1.1 200 OK\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\ncontent-length: 0\r\n\r\n";
        stream.write_all(reply).await.expect("written");
    });
    let address = url.clone();
    let change = move |app: &mut paragraf::app::App| {
        app.portal = SourceClient::new("the source", &address, &app.config.sources, "contact@example.ro");
    };
    let test = TestApp::start_empty(|_| {}, change).await;
    let mut machine = MachineWatch::default();
    assert!(!lasts(&test, &mut machine, "clock_off").await, "nothing to compare with");
    test.app.portal.send(http::Request::get(url).body(vec![]).expect("a request")).await.expect("a reply");
    assert!(lasts(&test, &mut machine, "clock_off").await);
    test.stop().await;
}
