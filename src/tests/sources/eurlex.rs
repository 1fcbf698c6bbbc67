//! Acts of the European Union from a stand-in for the Publications Office.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use paragraf::domain::Celex;
use paragraf::error::{ErrorCode, Result};
use paragraf::ops::Actor;
use paragraf::ops::acts::{self, ActFilter};
use paragraf::ops::sources::eurlex::import;
use paragraf::ops::sources::report::{SourceEvent, SourceSummary};
use tokio::net::TcpListener;

use crate::support::app::TestApp;
use crate::support::listed::listed;

/// The beginning of the act's page, as the office serves it.
const PAGE: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!DOCTYPE html><html xmlns=\"http://www.w3.org/1999/xhtml\">\
    <head><title>L_2016119RO.01000101.xml</title></head><body>\
    <p class=\"oj-doc-ti\">REGULAMENTUL (UE) 2016/679 AL PARLAMENTULUI EUROPEAN ŞI AL CONSILIULUI</p>\
    <p class=\"oj-doc-ti\">din 27 aprilie 2016</p>\
    <p class=\"oj-doc-ti\">privind protecţia persoanelor fizice în ceea ce priveşte prelucrarea datelor cu caracter personal</p>\
    <p class=\"oj-normal\">PARLAMENTUL EUROPEAN ŞI CONSILIUL UNIUNII EUROPENE,</p></body></html>";

#[derive(Default)]
struct Office {
    headers: HeaderMap,
}

async fn start() -> (TestApp, Arc<Mutex<Office>>) {
    let office = Arc::new(Mutex::new(Office::default()));
    let router = Router::new()
        .route("/resource/celex/{celex}", get(redirect))
        .route("/resource/cellar/text", get(text))
        .with_state(Arc::clone(&office));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(async move { axum::serve(listener, router).await });
    let test =
        TestApp::start_with(vec![], |config| (config.sources.eurlex_url, config.sources.pause_ms) = (url, 0), |_| {});
    (test.await, office)
}

async fn redirect(Path(celex): Path<String>) -> Response {
    match celex.as_str() {
        "32016R0679" | "32016R0680" => Redirect::to("/resource/cellar/text").into_response(),
        "32020R0001" => Redirect::to("http://169.254.169.254/latest/meta-data").into_response(),
        "32020R0002" => Redirect::to("/resource/celex/32020R0002").into_response(),
        "32020R0003" => "<html><body><p>Mentenanță</p></body></html>".into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

async fn text(State(office): State<Arc<Mutex<Office>>>, headers: HeaderMap) -> Response {
    office.lock().expect("no test panicked with it").headers = headers;
    ([(header::CONTENT_TYPE, "application/xhtml+xml;charset=UTF-8")], PAGE).into_response()
}

async fn read(test: &TestApp, celex: &str) -> Result<(SourceSummary, Vec<SourceEvent>)> {
    let (mut events, celex): (_, Celex) = (Vec::new(), celex.parse().expect("a number"));
    let summary = import(&test.app, &Actor::System, &[celex], &mut |event| events.push(event)).await?;
    Ok((summary, events))
}

#[tokio::test]
async fn an_act_is_fetched_in_romanian_and_archived() {
    let (test, office) = start().await;
    let (summary, _) = read(&test, "32016R0679").await.expect("the act");
    assert_eq!((summary.new, summary.drafts, summary.refused), (1, 0, 0));
    {
        let office = office.lock().expect("no test panicked with it");
        let sent = |name: &str| office.headers[name].to_str().expect("a text").to_owned();
        assert_eq!((sent("accept"), sent("accept-language")), ("application/xhtml+xml".into(), "ro".into()));
    }
    let key = "regulament-ue/2016/679".parse().expect("a key");
    let act = acts::show(&test.app, &Actor::System, key).await.expect("the act");
    assert!(act.title.ends_with("din 27 aprilie 2016 privind protecția persoanelor fizice în ceea ce privește prelucrarea datelor cu caracter personal"), "{}", act.title);
    assert_eq!(act.date, Some(jiff::civil::date(2016, 4, 27)));
    let address = "https://eur-lex.europa.eu/legal-content/RO/TXT/?uri=CELEX:32016R0679";
    assert_eq!(act.links.published.as_deref(), Some(address));
    let text = acts::source_text(&test.app, &Actor::System, act.text_sha256).await.expect("a text").text;
    assert!(text.ends_with("PARLAMENTUL EUROPEAN ȘI CONSILIUL UNIUNII EUROPENE,"), "{text}");
    assert_eq!(read(&test, "32016R0679").await.expect("the act").0.unchanged, 1);
    test.stop().await;
}

#[tokio::test]
async fn a_wrong_number_is_refused_and_a_wrong_reply_is_a_failure() {
    let (test, _) = start().await;
    for (celex, reason) in [("32016R0001", "has no such act in Romanian"), ("32016R0680", "sent another act")] {
        let (summary, events) = read(&test, celex).await.expect("a refusal");
        assert_eq!(summary.refused, 1);
        assert!(matches!(&events[..], [SourceEvent::Refused { reason: why }] if why.contains(reason)), "{events:?}");
    }
    for (celex, code, problem) in [
        ("32020R0001", ErrorCode::FetchRefused, "sources.allowed_hosts does not allow"),
        ("32020R0002", ErrorCode::FetchFailed, "redirects too many times"),
        ("32020R0003", ErrorCode::FetchFailed, "has no title of an act"),
    ] {
        let error = read(&test, celex).await.expect_err("a failure");
        assert!(error.code == code && error.message().contains(problem), "{celex}: {error}");
    }
    let (take, rows) = listed();
    acts::list(&test.app, &Actor::System, ActFilter::default(), take).await.expect("a list");
    assert_eq!(rows.into_iter().count(), 0);
    test.stop().await;
}
