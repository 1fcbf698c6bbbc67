//! Server-sent events: the events of a stream, and when it ends.

use paragraf::domain::notification::NotifiedAccounts;
use paragraf::store::{accounts, sessions};
use reqwest::Response;
use serde_json::{Value, json};

use super::{call, follow, of_importance, publish, record};
use crate::http::shared_database;
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::DEADLINE;

/// An open stream.
struct Stream {
    response: Response,
    text: String,
}

impl Stream {
    async fn open(test: &TestApp, reader: &Reader) -> Self {
        let path = format!("/notifications/{}/stream", reader.uid);
        let response = test.get(&path).bearer_auth(&reader.token).send().await.expect("an answer");
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        assert_eq!(response.headers()["cache-control"], "no-store");
        Self { response, text: String::new() }
    }

    /// The next block, without the empty line that ends it; `None` when the stream has ended.
    async fn block(&mut self) -> Option<String> {
        loop {
            if let Some((block, rest)) = self.text.split_once("\n\n") {
                let (block, rest) = (block.to_owned(), rest.to_owned());
                self.text = rest;
                return Some(block);
            }
            let chunk = tokio::time::timeout(DEADLINE, self.response.chunk()).await.expect("in time");
            self.text.push_str(std::str::from_utf8(&chunk.ok()??).expect("text"));
        }
    }

    /// The slugs of the next event. Comments between events are skipped.
    async fn event(&mut self) -> Value {
        loop {
            let block = self.block().await.expect("an event");
            if block.starts_with(':') {
                continue;
            }
            let data = block.strip_prefix("event: notifications\ndata: ").expect("the event's name and data");
            let data: Value = serde_json::from_str(data).expect("JSON");
            return data["articles"].clone();
        }
    }

    /// Reads events until one has these slugs. A stream may send one state twice, or merge two changes.
    async fn reaches(&mut self, articles: Value) {
        let mut seen = Vec::new();
        while seen.len() < 10 {
            seen.push(self.event().await);
            if seen.last() == Some(&articles) {
                return;
            }
        }
        panic!("{articles} never came: {seen:?}");
    }
}

#[tokio::test]
async fn a_stream_starts_with_the_current_notifications_and_sends_each_change() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    follow(&test, &ana, "inchirieri").await;
    let mut one = Stream::open(&test, &ana).await;
    let mut two = Stream::open(&test, &ana).await;
    let mut other = Stream::open(&test, &bo).await;
    for stream in [&mut one, &mut two, &mut other] {
        assert_eq!(stream.event().await, json!([]));
    }
    // Each state is read before the next change, because a stream may merge changes.
    publish(&test, record("n")).await;
    for stream in [&mut one, &mut two] {
        stream.reaches(json!(["n"])).await;
    }
    test.app.clock.advance(jiff::Span::new().seconds(1));
    publish(&test, of_importance("u", 5)).await;
    for stream in [&mut one, &mut two] {
        stream.reaches(json!(["u", "n"])).await;
    }
    assert_eq!(other.event().await, json!(["u"]), "what concerns others is not heard");
    call(&test, &ana, &format!("/notifications/{}/clear-article", ana.uid), json!({"articleId": "n"})).await;
    for stream in [&mut one, &mut two] {
        stream.reaches(json!(["u"])).await;
    }
    super::set_status(&test, "u", paragraf::domain::Status::Withdrawn).await;
    for stream in [&mut one, &mut two, &mut other] {
        stream.reaches(json!([])).await;
    }
    test.stop().await;
}

#[tokio::test]
async fn a_slow_stream_gets_the_current_notifications() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let mut stream = Stream::open(&test, &ana).await;
    assert_eq!(stream.event().await, json!([]));
    // Nothing here awaits, so the stream cannot take any of them before they are too many.
    let stranger = NotifiedAccounts::Accounts([test.reader("bo").await.uid].into());
    (0..10_000).for_each(|_| test.app.notify_streams(stranger.clone()));
    assert_eq!(stream.event().await, json!([]));
    publish(&test, of_importance("u", 5)).await;
    stream.reaches(json!(["u"])).await;
    test.stop().await;
}

#[tokio::test]
async fn the_sixth_stream_of_an_account_ends_the_first() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let mut streams = Vec::new();
    for _ in 0..6 {
        let mut stream = Stream::open(&test, &ana).await;
        stream.event().await;
        streams.push(stream);
    }
    assert_eq!(streams[0].block().await, None);
    publish(&test, of_importance("u", 5)).await;
    for stream in &mut streams[1..] {
        assert_eq!(stream.event().await, json!(["u"]));
    }
    test.stop().await;
}

#[tokio::test]
async fn a_stream_ends_with_its_session_and_with_its_account() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let mut streams = [Stream::open(&test, &ana).await, Stream::open(&test, &bo).await];
    for stream in &mut streams {
        stream.event().await;
    }
    let (disabled, ended, session) = (ana.uid.clone(), bo.uid.clone(), bo.claims.sid);
    let write = test.app.store.write(move |tx| {
        let before = accounts::get(tx, &disabled)?.expect("ana");
        accounts::put(tx, Some(&before), &accounts::AccountRecord { disabled: true, ..before.clone() })?;
        Ok(sessions::remove(tx, &ended, session)?)
    });
    write.await.expect("written");
    test.app.notify_streams(NotifiedAccounts::Accounts([ana.uid.clone(), bo.uid.clone()].into()));
    for stream in &mut streams {
        assert_eq!(stream.block().await, None);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_stream_ends_when_its_token_does() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let mut stream = Stream::open(&test, &ana).await;
    stream.event().await;
    test.app.clock.advance(jiff::Span::new().minutes(15));
    publish(&test, of_importance("u", 5)).await;
    assert_eq!(stream.block().await, None);
    test.stop().await;
}

#[tokio::test]
async fn a_quiet_stream_ends_when_its_token_does() {
    let test = TestApp::start(vec![article("a")]).await;
    let mut ana = test.reader("ana").await;
    ana.claims.exp = ana.claims.iat + 1;
    ana.token = test.app.keyring.sign(&ana.claims).expect("a token");
    let mut stream = Stream::open(&test, &ana).await;
    stream.event().await;
    assert_eq!(stream.block().await, None);
    test.stop().await;
}

/// Waits the 25 seconds after which a comment keeps proxies from closing the stream.
#[tokio::test]
async fn a_quiet_stream_outlives_the_request_timeout() {
    let test = TestApp::start_with(vec![article("a")], |config| config.server.request_timeout_secs = 1, |_| {}).await;
    let ana = test.reader("ana").await;
    let mut stream = Stream::open(&test, &ana).await;
    stream.event().await;
    assert_eq!(stream.block().await.as_deref(), Some(": keep-alive"));
    publish(&test, of_importance("u", 5)).await;
    assert_eq!(stream.event().await, json!(["u"]));
    test.stop().await;
}

#[tokio::test]
async fn a_stop_ends_the_streams() {
    let test = TestApp::start_with(vec![article("a")], |config| config.server.stop_timeout_secs = 600, |_| {}).await;
    let ana = test.reader("ana").await;
    let mut stream = Stream::open(&test, &ana).await;
    stream.event().await;
    test.app.stop.cancel();
    assert_eq!(stream.block().await, None);
    drop(stream);
    tokio::time::timeout(DEADLINE, test.stop()).await.expect("nothing holds the server up");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stream_hears_of_what_happens_on_another_server() {
    let [one, other] = shared_database::pair(|_| {}).await;
    let jobs = [shared_database::follow(&one), shared_database::follow(&other)];
    let ana = one.reader("ana").await;
    let mut stream = Stream::open(&other, &ana).await;
    assert_eq!(stream.event().await, json!([]));
    publish(&one, of_importance("u", 5)).await;
    stream.reaches(json!(["u"])).await;
    call(&one, &ana, &format!("/notifications/{}/clear-article", ana.uid), json!({"articleId": "u"})).await;
    stream.reaches(json!([])).await;
    let [of_one, of_other] = jobs;
    drop(stream);
    shared_database::stop([(one, of_one), (other, of_other)]).await;
}
