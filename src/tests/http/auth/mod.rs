//! Signing in over HTTP, with a browser that keeps cookies, a clock and an outbox under the test's control.
//! `docs/sign-in.md` explains the behaviours that tests name by ID, such as `s03`.

mod activity;
mod attack;
mod browser_accounts;
mod codes;
mod decisions;
mod factor_enrolment;
mod factor_key;
mod factor_policy;
mod first_operator;
mod guests;
mod hooks;
mod hooks_methods;
mod keys;
mod linking;
mod links;
mod no_address;
mod oauth2;
mod passkey_attacks;
mod passkey_factors;
mod passkeys;
mod passwords;
mod phone;
mod phone_account;
mod phone_factor_sign_in;
mod phone_factors;
mod phone_gateway;
mod pictures;
mod planted;
mod pre_hijacking;
mod protected;
mod protected_timing;
mod provider_attacks;
mod provider_claims;
mod providers;
mod removal;
mod saml;
mod saml_attacks;
mod second_factors;
mod session_times;
mod sessions;
mod tenants;
mod tenants_methods;
mod two_processes;
mod unlinking;
mod verification;
mod visits;

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::ControlFlow;

use paragraf::config::{Config, EmailMethod};
use paragraf::store::outbox::{self, MessageKind, OutboxRecord};
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};

use crate::support::app::TestApp;

pub const PASSWORD: &str = "o vrabie pe gard";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";
const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36";

/// Starts a server that practically does not limit sign-ups.
async fn start(configure: impl FnOnce(&mut Config)) -> TestApp {
    let configure = |config: &mut Config| {
        config.accounts.sign_up_per_hour = 1000;
        configure(config);
    };
    TestApp::start_with(vec![], configure, |_| {}).await
}

fn with_links(config: &mut Config) {
    config.accounts.sign_in_methods = vec![EmailMethod::Password, EmailMethod::EmailLink];
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    /// Status and error code.
    fn refusal(&self) -> (u16, &str) {
        (self.status, self.body["code"].as_str().unwrap_or_default())
    }

    fn retry_after(&self) -> Option<u64> {
        self.headers.get("retry-after")?.to_str().ok()?.parse().ok()
    }

    fn set_cookies(&self) -> Vec<&str> {
        self.headers.get_all("set-cookie").iter().map(|value| value.to_str().expect("text")).collect()
    }
}

/// Keeps cookies and the access token as a browser does.
struct Browser<'a> {
    test: &'a TestApp,
    agent: Cell<&'static str>,
    /// The tenant that requests name, if they name one.
    tenant: Cell<Option<&'static str>>,
    cookies: RefCell<HashMap<String, String>>,
    token: RefCell<Option<String>>,
}

impl<'a> Browser<'a> {
    fn new(test: &'a TestApp) -> Self {
        Self {
            test,
            agent: Cell::new(FIREFOX),
            tenant: Cell::default(),
            cookies: RefCell::default(),
            token: RefCell::default(),
        }
    }

    /// A browser in which this address has signed up.
    async fn signed_up(test: &'a TestApp, email: &str) -> Self {
        let browser = Self::new(test);
        browser.sign_up(email).await;
        browser
    }

    async fn call(&self, method: Method, path: &str, body: Option<Value>) -> Answer {
        let mut request = self.test.client.request(method, format!("{}/auth/v1/{path}", self.test.base));
        request = request.header("user-agent", self.agent.get()).header("x-requested-with", "paragraf");
        if let Some(tenant) = self.tenant.get() {
            request = request.header("x-tenant-id", tenant);
        }
        if let Some(token) = &*self.token.borrow() {
            request = request.bearer_auth(token);
        }
        let cookies: Vec<_> = self.cookies.borrow().iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header("cookie", cookies.join("; "));
        }
        let request = if let Some(body) = body { request.json(&body) } else { request };
        let response = request.send().await.expect("an answer");
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        assert_eq!(headers["cache-control"], "no-store", "{path}");
        let text = response.text().await.expect("text");
        let body = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{path}: {error}: {text}"));
        let answer = Answer { status, headers, body };
        self.keep(&answer);
        answer
    }

    fn keep(&self, answer: &Answer) {
        for cookie in answer.set_cookies() {
            let (name, value) = cookie.split(';').next().and_then(|pair| pair.split_once('=')).expect("a cookie");
            if value.is_empty() {
                self.cookies.borrow_mut().remove(name);
            } else {
                self.cookies.borrow_mut().insert(name.into(), value.into());
            }
        }
        if let Some(token) = answer.body["access_token"].as_str() {
            *self.token.borrow_mut() = Some(token.to_owned());
        }
    }

    async fn post(&self, path: &str, body: Value) -> Answer {
        self.call(Method::POST, path, Some(body)).await
    }

    async fn get(&self, path: &str) -> Answer {
        self.call(Method::GET, path, None).await
    }

    async fn delete(&self, path: &str) -> Answer {
        self.call(Method::DELETE, path, None).await
    }

    async fn sign_up(&self, email: &str) -> Answer {
        self.post("sign-up", json!({"email": email, "password": PASSWORD, "display_name": "Ana", "lang": "ro"})).await
    }

    async fn sign_in(&self, email: &str, password: &str) -> Answer {
        self.post("sign-in/password", json!({"email": email, "password": password})).await
    }

    async fn send(&self, kind: &str, email: &str) -> Answer {
        self.post("oob/send", json!({"kind": kind, "email": email, "lang": "ro"})).await
    }

    fn cookie(&self, name: &str) -> Option<String> {
        self.cookies.borrow().get(name).cloned()
    }

    fn put_cookie(&self, name: &str, value: &str) {
        self.cookies.borrow_mut().insert(name.into(), value.into());
    }
}

/// Returns the queued mails of a kind, oldest first.
async fn mails(test: &TestApp, kind: MessageKind) -> Vec<OutboxRecord> {
    let read = test.app.store.read(move |tx| {
        let mut found = Vec::new();
        outbox::each(tx, &mut |row| {
            if row.kind == kind {
                found.push(row);
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    });
    read.await.expect("the outbox")
}

/// Returns the query parameters of the link in the newest mail of a kind.
async fn link(test: &TestApp, kind: MessageKind) -> HashMap<String, String> {
    let mut links = Vec::new();
    for mail in mails(test, kind).await {
        let link = mail.content.link.expect("a link");
        assert!(link.starts_with(&format!("{}/auth?mode=", test.base)), "{link}");
        let query = link.split_once('?').expect("a query").1.to_owned();
        links.push(url::form_urlencoded::parse(query.as_bytes()).into_owned().collect::<HashMap<_, _>>());
    }
    links.pop().expect("a mail")
}

async fn code(test: &TestApp, kind: MessageKind) -> String {
    link(test, kind).await.remove("oobCode").expect("a code")
}

fn wait(test: &TestApp, secs: i64) {
    test.app.clock.advance(jiff::Span::new().seconds(secs));
}
