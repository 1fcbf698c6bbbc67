//! A stand-in of an HTTP gateway of text messages, and of a vendor that checks captchas, on this machine. It records what
//! it gets and answers what the test wants.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, Method, StatusCode, Uri};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// A request that arrived.
#[derive(Debug, Clone)]
pub struct Received {
    pub method: Method,
    pub path: String,
    pub headers: HeaderMap,
    pub body: String,
}

#[derive(Default)]
struct Record {
    received: Vec<Received>,
    /// The next answers; without one, a message is accepted.
    answers: VecDeque<(StatusCode, Value)>,
}

/// A running gateway; it lasts as long as the runtime.
#[derive(Clone)]
pub struct StandInSms {
    pub url: String,
    record: Arc<Mutex<Record>>,
}

impl StandInSms {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let started = Self { url, record: Arc::default() };
        let router = Router::new().fallback(receive).with_state(started.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        started
    }

    /// Answers one more of the next requests with this status and body.
    pub fn answer(&self, status: u16, body: Value) {
        let status = StatusCode::from_u16(status).expect("a status");
        self.record.lock().expect("no panic").answers.push_back((status, body));
    }

    pub fn received(&self) -> Vec<Received> {
        self.record.lock().expect("no panic").received.clone()
    }
}

async fn receive(
    State(gateway): State<StandInSms>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> (StatusCode, axum::Json<Value>) {
    let body = String::from_utf8(body.to_vec()).expect("UTF-8");
    let mut record = gateway.record.lock().expect("no panic");
    record.received.push(Received { method, path: uri.to_string(), headers, body });
    let accepted = (StatusCode::CREATED, json!({"sid": "SM1", "messages": [{"id": 7}], "success": true}));
    let (status, body) = record.answers.pop_front().unwrap_or(accepted);
    (status, axum::Json(body))
}
