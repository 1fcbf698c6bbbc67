//! A real OpenID Connect provider: the npm package `oidc-provider`, run by Node.

use std::collections::HashMap;
use std::process::Command;
use std::sync::OnceLock;

use paragraf::config::{Config, ProviderConfig, ProviderKind};
use reqwest::header::{COOKIE, LOCATION, SET_COOKIE};
use reqwest::{Client, RequestBuilder, Response};

use super::announced::Announced;
use super::npm;

/// The provider's ID in the configuration of our servers.
pub const PROVIDER: &str = "oidc.test";

/// A running provider.
pub struct TestProvider {
    _program: Announced,
    pub issuer: String,
}

impl TestProvider {
    /// Returns the provider that all tests share.
    pub fn shared() -> &'static Self {
        static SHARED: OnceLock<TestProvider> = OnceLock::new();
        SHARED.get_or_init(|| Self::start(&[]))
    }

    pub fn start(arguments: &[&str]) -> Self {
        npm::install();
        let script = npm::folder().join("e2e/oidc-provider.mjs");
        let mut command = Command::new("node");
        command.arg(script).args(arguments);
        let (program, started): (Announced, serde_json::Value) = Announced::start(command);
        Self { _program: program, issuer: started["issuer"].as_str().expect("an issuer").to_owned() }
    }

    /// Configures a server to use this provider.
    pub fn configure(&self, config: &mut Config) {
        config.accounts.provider = vec![self.settings(PROVIDER)];
    }

    /// The settings of this provider under an ID of ours.
    pub fn settings(&self, id: &str) -> ProviderConfig {
        ProviderConfig {
            kind: ProviderKind::Oidc,
            id: id.into(),
            name: "Test".into(),
            issuer: self.issuer.clone(),
            client_id: "paragraf".into(),
            client_secret: "a secret that nobody knows".into(),
            ..ProviderConfig::default()
        }
    }
}

/// The user to authenticate as at the provider.
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

/// Opens the authorization URL, signs in, and returns the URL of the callback.
pub async fn sign_in_at(url: &str, person: Person) -> String {
    submit(url, &person.form()).await
}

/// Opens the authorization URL, cancels, and returns the URL of the callback.
pub async fn cancel(url: &str) -> String {
    submit(url, &[("cancelled", "1")]).await
}

async fn submit(url: &str, form: &[(&str, &str)]) -> String {
    let client = Client::builder().redirect(reqwest::redirect::Policy::none()).build().expect("a client");
    let mut cookies = HashMap::new();
    let page = follow(&mut cookies, url, client.get(url)).await;
    let body: String = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(form).finish();
    let post = client.post(&page).header("content-type", "application/x-www-form-urlencoded").body(body);
    let resumed = follow(&mut cookies, &page, post).await;
    follow(&mut cookies, &resumed, client.get(&resumed)).await
}

/// Sends one request with the cookies so far and returns the redirect's target.
async fn follow(cookies: &mut HashMap<String, String>, from: &str, request: RequestBuilder) -> String {
    let sent: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let response: Response = request.header(COOKIE, sent.join("; ")).send().await.expect("an answer");
    for cookie in response.headers().get_all(SET_COOKIE) {
        let pair = cookie.to_str().expect("text").split(';').next().and_then(|pair| pair.split_once('='));
        let (name, value) = pair.expect("a cookie");
        cookies.insert(name.to_owned(), value.to_owned());
    }
    let status = response.status();
    let location = response.headers().get(LOCATION).unwrap_or_else(|| panic!("{from} does not redirect: {status}"));
    let base = url::Url::parse(from).expect("an address");
    base.join(location.to_str().expect("text")).expect("an address").into()
}
