//! A real provider of OpenID Connect: the npm package `oidc-provider`, run by Node.

use std::collections::HashMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;

use paragraf::config::Config;
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Client, RequestBuilder, Response};

use crate::ui;

/// The name under which our servers know it.
pub const PROVIDER: &str = "oidc.test";

/// Ends with this process, whose end closes its input.
pub struct Peer {
    _process: Child,
    /// Held open, for whoever writes to a closed one ends.
    _output: BufReader<ChildStdout>,
    pub issuer: String,
}

impl Peer {
    /// The one that all tests share.
    pub fn shared() -> &'static Self {
        static PEER: OnceLock<Peer> = OnceLock::new();
        PEER.get_or_init(|| Self::start(&[]))
    }

    pub fn start(words: &[&str]) -> Self {
        ui::install();
        let script = ui::folder().join("e2e/oidc-provider.mjs");
        let mut command = Command::new("node");
        command.arg(script).args(words).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().expect("node starts");
        let (mut line, mut output) = (String::new(), BufReader::new(process.stdout.take().expect("its output")));
        output.read_line(&mut line).expect("a line");
        let told: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        let issuer = told["issuer"].as_str().expect("an issuer").to_owned();
        Self { _process: process, _output: output, issuer }
    }

    /// Sets a server up to know it.
    pub fn configure(&self, config: &mut Config) {
        config.accounts.oidc_provider = PROVIDER.into();
        config.accounts.oidc_name = "Test".into();
        config.accounts.oidc_issuer = self.issuer.clone();
        config.accounts.oidc_client_id = "paragraf".into();
        config.accounts.oidc_client_secret = "a secret that nobody knows".into();
    }
}

/// Whom one says to be at the provider.
#[derive(Debug, Clone, Copy)]
pub struct Person {
    pub sub: &'static str,
    pub email: &'static str,
    pub verified: bool,
}

impl Person {
    fn form(&self) -> Vec<(&'static str, &'static str)> {
        let mut form = vec![("sub", self.sub), ("email", self.email), ("name", "Ana Pop")];
        form.extend(self.verified.then_some(("email_verified", "on")));
        form
    }
}

/// Goes where a visit leads, says who one is, and answers where the provider sends the browser back to.
pub async fn say(url: &str, person: Person) -> String {
    answer(url, &person.form()).await
}

/// As [`say`], but presses Cancel.
pub async fn cancel(url: &str) -> String {
    answer(url, &[("cancelled", "1")]).await
}

async fn answer(url: &str, form: &[(&str, &str)]) -> String {
    let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let mut cookies = HashMap::new();
    let page = follow(&mut cookies, url, client.get(url)).await;
    let body: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let post = client.post(&page).header("content-type", "application/x-www-form-urlencoded").body(body);
    let resumed = follow(&mut cookies, &page, post).await;
    follow(&mut cookies, &resumed, client.get(&resumed)).await
}

/// Sends one request with the cookies so far and answers where it leads.
async fn follow(cookies: &mut HashMap<String, String>, from: &str, request: RequestBuilder) -> String {
    let sent: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let response: Response = request.header(COOKIE, sent.join("; ")).send().await.expect("an answer");
    for cookie in response.headers().get_all(SET_COOKIE) {
        let pair = cookie.to_str().expect("text").split(';').next().and_then(|pair| pair.split_once('='));
        let (name, value) = pair.expect("a cookie");
        cookies.insert(name.to_owned(), value.to_owned());
    }
    let status = response.status();
    let location = response.headers().get(LOCATION).unwrap_or_else(|| panic!("{from} leads nowhere: {status}"));
    let base = url::Url::parse(from).expect("an address");
    base.join(location.to_str().expect("text")).expect("an address").into()
}
