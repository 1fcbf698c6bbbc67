//! `paragraf doctor` asks this server through its public address.

use paragraf::config::Config;
use paragraf::ops::Actor;
use paragraf::ops::doctor::{self, DiagnosisOutcome};
use paragraf::sources::fetch::OwnSite;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::support::app::TestApp;
use crate::support::tls_site::{Reply, TlsSite};

/// The outcome and the message of a check that is made once.
async fn diagnosis(test: &TestApp, check: &str) -> (DiagnosisOutcome, String) {
    let found = doctor::examine(&test.app, &Actor::System, true).await.expect("examined");
    let mut of_check = found.into_iter().filter(|diagnosis| diagnosis.check == check);
    let first = of_check.next().expect("the check was made");
    assert!(of_check.next().is_none(), "{check} is made once");
    (first.outcome, first.message)
}

/// Passes each request on to the address after `server`, with the header of a proxy.
async fn proxy(listener: TcpListener, server: String) {
    while let Ok((mut client, _)) = listener.accept().await {
        let mut request = vec![0; 4096];
        let size = client.read(&mut request).await.expect("a request");
        let request = String::from_utf8_lossy(&request[..size]).into_owned();
        let forwarded = request.replacen("\r\n", "\r\nx-forwarded-for: 203.0.113.7\r\nconnection: close\r\n", 1);
        let mut upstream = TcpStream::connect(&server).await.expect("the server");
        upstream.write_all(forwarded.as_bytes()).await.expect("written");
        let mut response = Vec::new();
        upstream.read_to_end(&mut response).await.expect("a response");
        client.write_all(&response).await.expect("written");
    }
}

/// An app behind a proxy, with these networks trusted.
async fn behind_proxy(trusted: &[&str]) -> TestApp {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let configure = |config: &mut Config| {
        config.server.public_url = format!("http://{address}");
        config.server.trusted_proxies = trusted.iter().map(|network| network.parse().expect("a network")).collect();
    };
    let test = TestApp::start_empty(configure, |_| {}).await;
    tokio::spawn(proxy(listener, test.base.replace("http://", "")));
    test
}

#[tokio::test]
async fn the_public_address_is_compared_with_this_process() {
    for (trusted, outcome, how) in [
        (&[][..], DiagnosisOutcome::Warning, "through a proxy that is not trusted"),
        (&["127.0.0.1/32"][..], DiagnosisOutcome::Ok, "through a trusted proxy"),
    ] {
        let test = behind_proxy(trusted).await;
        let found = diagnosis(&test, "public_address").await;
        assert!(found.0 == outcome && found.1.contains(how), "{found:?}");
        test.stop().await;
    }
}

#[tokio::test]
async fn another_program_at_the_public_address_and_the_end_of_its_certificate_are_found() {
    let site = TlsSite::start(&["localhost"], |_| Reply::ok("text/plain", b"welcome".to_vec())).await;
    let root = site.root.clone();
    let url = format!("https://localhost:{}", site.address.port());
    let configure = |config: &mut Config| config.server.public_url = url;
    let test = TestApp::start_empty(configure, |app| app.own_site = OwnSite::with_root(root)).await;
    let address = diagnosis(&test, "public_address").await;
    assert!(address.0 == DiagnosisOutcome::Failed && address.1.contains("did not arrive here"), "{address:?}");
    let certificate = diagnosis(&test, "certificate").await;
    assert_eq!(certificate, (DiagnosisOutcome::Ok, "it is valid until 4096-01-01 02:00+02:00".into()));
    test.travel("4095-12-20T00:00:00Z");
    assert_eq!(diagnosis(&test, "certificate").await.0, DiagnosisOutcome::Warning);
    test.stop().await;
}

#[tokio::test]
async fn a_certificate_that_is_not_trusted_is_reported_with_the_reason() {
    let site = TlsSite::start(&["localhost"], |_| Reply::missing()).await;
    let url = format!("https://localhost:{}", site.address.port());
    let test = TestApp::start_empty(|config: &mut Config| config.server.public_url = url, |_| {}).await;
    let certificate = diagnosis(&test, "certificate").await;
    assert!(certificate.0 == DiagnosisOutcome::Warning && certificate.1.contains("certificate"), "{certificate:?}");
    test.stop().await;
}
