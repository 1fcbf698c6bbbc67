//! A stand-in of the operator's hook on this machine. As a receiver should, it refuses requests with a wrong signature,
//! an old time or an ID that it has seen.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use axum::{Json, Router};
use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use paragraf::config::Config;
use paragraf::domain::HookEvent;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::net::TcpListener;

const SECRET: &[u8] = b"thirty-two bytes of a hook's key";

/// Answers a request with a status and a body.
type Decide = Box<dyn FnMut(&Value) -> (u16, Value) + Send>;

struct Hook {
    decide: Decide,
    ids: HashSet<String>,
    asked: Vec<Value>,
}

/// A running hook; it lasts as long as the runtime.
#[derive(Clone)]
pub struct StandInHook {
    url: String,
    /// The instant at which the tested server's clock stands.
    now: i64,
    hook: Arc<Mutex<Hook>>,
}

impl StandInHook {
    /// A hook that allows everything.
    pub async fn start(now: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
        let hook = Hook { decide: Box::new(|_| (200, json!({}))), ids: HashSet::new(), asked: vec![] };
        let now = now.parse::<jiff::Timestamp>().expect("an instant").as_second();
        let started = Self { url, now, hook: Arc::new(Mutex::new(hook)) };
        let router = Router::new().route("/hook", post(answer)).with_state(started.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        started
    }

    /// Makes a server ask this hook about these events.
    pub fn configure(&self, config: &mut Config, events: &[HookEvent]) {
        let hooks = &mut config.accounts.hooks;
        hooks.hook_url.clone_from(&self.url);
        hooks.hook_secret = format!("whsec_{}", BASE64.encode(SECRET));
        hooks.hook_events = events.to_vec();
    }

    /// Decides every following request.
    pub fn decide(&self, decide: impl FnMut(&Value) -> (u16, Value) + Send + 'static) {
        self.hook().decide = Box::new(decide);
    }

    /// The requests since the last call.
    pub fn asked(&self) -> Vec<Value> {
        std::mem::take(&mut self.hook().asked)
    }

    fn hook(&self) -> MutexGuard<'_, Hook> {
        self.hook.lock().expect("a hook")
    }

    fn accepts(&self, headers: &HeaderMap, body: &[u8]) -> Result<(), &'static str> {
        let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        let (id, time) = (header("webhook-id"), header("webhook-timestamp"));
        let signature = header("webhook-signature").strip_prefix("v1,").ok_or("no signature")?;
        let signature = BASE64.decode(signature.as_bytes()).map_err(|_| "not base64")?;
        let mut mac = Hmac::<Sha256>::new_from_slice(SECRET).map_err(|_| "no key")?;
        mac.update(format!("{id}.{time}.").as_bytes());
        mac.update(body);
        mac.verify_slice(&signature).map_err(|_| "a wrong signature")?;
        let age = time.parse::<i64>().map_err(|_| "no time")? - self.now;
        if age.abs() > 300 {
            return Err("an old request");
        }
        if self.hook().ids.insert(id.to_owned()) { Ok(()) } else { Err("a replayed request") }
    }
}

async fn answer(State(hook): State<StandInHook>, headers: HeaderMap, body: Bytes) -> (StatusCode, Json<Value>) {
    if let Err(reason) = hook.accepts(&headers, &body) {
        return (StatusCode::UNAUTHORIZED, Json(json!({ "error": reason })));
    }
    let question: Value = serde_json::from_slice(&body).expect("JSON");
    let mut state = hook.hook();
    state.asked.push(question.clone());
    let (status, body) = (state.decide)(&question);
    (StatusCode::from_u16(status).expect("a status"), Json(body))
}
