//! A stand-in of a provider of OAuth 2 and OpenID Connect on this machine. It checks what a provider checks: the
//! client's secret, the redirect address, the PKCE verifier, and that a code is used once. Its ID tokens have the claims
//! that a test asks for, also wrong ones.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use data_encoding::{BASE64, BASE64URL_NOPAD};
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use paragraf::config::{ProviderConfig, ProviderKind};
use rcgen::KeyPair;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::net::TcpListener;
use url::Url;

const CLIENT_ID: &str = "paragraf";
const CLIENT_SECRET: &str = "a secret with : and /";

/// A code that waits for its exchange, or a token that opens a profile.
struct Grant {
    redirect_uri: String,
    code_challenge: String,
    nonce: Option<String>,
    profile: Value,
    emails: Value,
}

#[derive(Default)]
struct Provider {
    codes: HashMap<String, Grant>,
    tokens: HashMap<String, Grant>,
    /// Why requests were refused.
    refusals: Vec<&'static str>,
}

/// A running provider; it lasts as long as the runtime.
#[derive(Clone)]
pub struct StandInOAuth2 {
    pub url: String,
    key: Arc<KeyPair>,
    provider: Arc<Mutex<Provider>>,
}

impl StandInOAuth2 {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let key = Arc::new(KeyPair::generate().expect("a key of P-256"));
        let started = Self { url, key, provider: Arc::default() };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/{tenant}/v2.0/.well-known/openid-configuration", get(tenants_discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/user", get(user))
            .route("/user/emails", get(emails))
            .route("/userinfo", get(userinfo))
            .with_state(started.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        started
    }

    /// The settings of a provider of this kind with our addresses.
    pub fn settings(&self, kind: ProviderKind, id: &str) -> ProviderConfig {
        let at = |path: &str| format!("{}{path}", self.url);
        ProviderConfig {
            kind,
            id: id.into(),
            name: "Stand-in".into(),
            client_id: CLIENT_ID.into(),
            client_secret: CLIENT_SECRET.into(),
            issuer: self.url.clone(),
            authorization_endpoint: at("/authorize"),
            token_endpoint: at("/token"),
            userinfo_endpoint: at("/user"),
            emails_endpoint: at("/user/emails"),
            ..ProviderConfig::default()
        }
    }

    /// The settings of this provider as an issuer of OpenID Connect.
    pub fn issuer_settings(&self, kind: ProviderKind, id: &str) -> ProviderConfig {
        let none = String::new;
        let (authorization_endpoint, token_endpoint, userinfo_endpoint) = (none(), none(), none());
        let own = self.settings(kind, id);
        ProviderConfig { authorization_endpoint, token_endpoint, userinfo_endpoint, emails_endpoint: none(), ..own }
    }

    /// An ID token: the usual claims, replaced by those of the profile.
    fn id_token(&self, nonce: &str, profile: &Value) -> String {
        let now = jiff::Timestamp::now().as_second();
        let mut claims = json!({
            "iss": self.url, "aud": CLIENT_ID, "nonce": nonce, "iat": now, "exp": now + 300, "sub": "1",
        });
        for (name, value) in profile.as_object().expect("claims") {
            claims[name] = value.clone();
        }
        let key = EncodingKey::from_ec_pem(self.key.serialize_pem().as_bytes()).expect("our key");
        jsonwebtoken::encode(&Header::new(Algorithm::ES256), &claims, &key).expect("a token")
    }

    fn discovery(&self, issuer: String) -> Json<Value> {
        let at = |path: &str| format!("{}{path}", self.url);
        Json(json!({
            "issuer": issuer,
            "authorization_endpoint": at("/authorize"),
            "token_endpoint": at("/token"),
            "userinfo_endpoint": at("/userinfo"),
            "jwks_uri": at("/keys"),
            // Some providers fill what they do not have with nothing.
            "op_tos_uri": "",
            "claims_supported": null,
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256"],
        }))
    }

    /// Signs in at the authorization URL as the user with this profile. Returns the URL of the callback.
    pub fn sign_in_at(&self, url: &str, profile: Value, emails: Value) -> String {
        let url = Url::parse(url).expect("an address");
        assert_eq!(format!("{}/authorize", self.url), url.as_str().split('?').next().unwrap_or_default());
        let query: HashMap<String, String> = url.query_pairs().into_owned().collect();
        let wanted = [("client_id", CLIENT_ID), ("response_type", "code"), ("code_challenge_method", "S256")];
        wanted.into_iter().for_each(|(name, value)| assert_eq!(query[name], value, "{url}"));
        let code = format!("code-{}", query["state"]);
        let (redirect_uri, code_challenge) = (query["redirect_uri"].clone(), query["code_challenge"].clone());
        let nonce = query.get("nonce").cloned();
        let mut back = Url::parse(&redirect_uri).expect("an address");
        back.query_pairs_mut().append_pair("code", &code).append_pair("state", &query["state"]);
        self.provider().codes.insert(code, Grant { redirect_uri, code_challenge, nonce, profile, emails });
        back.into()
    }

    /// Why requests were refused so far.
    pub fn refusals(&self) -> Vec<&'static str> {
        self.provider().refusals.clone()
    }

    fn provider(&self) -> MutexGuard<'_, Provider> {
        self.provider.lock().expect("no panic")
    }

    fn refuse(&self, why: &'static str, error: &str) -> (StatusCode, Json<Value>) {
        self.provider().refusals.push(why);
        (StatusCode::BAD_REQUEST, Json(json!({ "error": error })))
    }

    fn opened(&self, headers: &HeaderMap, read: impl Fn(&Grant) -> &Value) -> (StatusCode, Json<Value>) {
        let token = headers.get("authorization").and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let answer = token.and_then(|token| self.provider().tokens.get(token).map(|grant| read(grant).clone()));
        match answer {
            Some(answer) => (StatusCode::OK, Json(answer)),
            None => self.refuse("the access token", "invalid_token"),
        }
    }
}

async fn token(State(own): State<StandInOAuth2>, headers: HeaderMap, body: String) -> (StatusCode, Json<Value>) {
    let form: HashMap<String, String> = url::form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let get = |name: &str| form.get(name).map(String::as_str).unwrap_or_default();
    if !is_client(&headers, &form) {
        return own.refuse("the client", "invalid_client");
    }
    let grant = own.provider().codes.remove(get("code"));
    let Some(grant) = grant.filter(|_| get("grant_type") == "authorization_code") else {
        return own.refuse("the code", "invalid_grant");
    };
    if grant.redirect_uri != get("redirect_uri") {
        return own.refuse("the redirect address", "invalid_grant");
    }
    if BASE64URL_NOPAD.encode(&Sha256::digest(get("code_verifier"))) != grant.code_challenge {
        return own.refuse("the verifier", "invalid_grant");
    }
    let token = format!("token-{}", get("code"));
    let mut answer = json!({
        "access_token": token, "token_type": "bearer", "scope": "read:user,user:email", "expires_in": "3600",
    });
    if let Some(nonce) = &grant.nonce {
        answer["id_token"] = own.id_token(nonce, &grant.profile).into();
    }
    own.provider().tokens.insert(token, grant);
    (StatusCode::OK, Json(answer))
}

async fn discovery(State(own): State<StandInOAuth2>) -> Json<Value> {
    own.discovery(own.url.clone())
}

/// As Microsoft's document of a group of tenants, which names no issuer of its own.
async fn tenants_discovery(State(own): State<StandInOAuth2>) -> Json<Value> {
    own.discovery(format!("{}/{{tenantid}}/v2.0", own.url))
}

async fn keys(State(own): State<StandInOAuth2>) -> Json<Value> {
    let point = own.key.public_key_raw();
    let [x, y] = [&point[1..33], &point[33..]].map(|part| BASE64URL_NOPAD.encode(part));
    Json(json!({"keys": [{"kty": "EC", "crv": "P-256", "use": "sig", "x": x, "y": y}]}))
}

/// Whether the request has the client's ID and secret, in the header or in the body.
fn is_client(headers: &HeaderMap, form: &HashMap<String, String>) -> bool {
    let in_body = [("client_id", CLIENT_ID), ("client_secret", CLIENT_SECRET)];
    let encoded = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let basic = format!("Basic {}", BASE64.encode(format!("{CLIENT_ID}:{}", encoded(CLIENT_SECRET)).as_bytes()));
    match headers.get("authorization") {
        Some(header) => header.as_bytes() == basic.as_bytes(),
        None => in_body.into_iter().all(|(name, value)| form.get(name).is_some_and(|sent| sent == value)),
    }
}

async fn user(State(own): State<StandInOAuth2>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    own.opened(&headers, |grant| &grant.profile)
}

/// The user info of OpenID Connect: the second answer of the test, if it has one.
async fn userinfo(State(own): State<StandInOAuth2>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    let (status, Json(mut answer)) =
        own.opened(&headers, |grant| if grant.emails.is_object() { &grant.emails } else { &grant.profile });
    if answer.is_object() && answer["sub"].is_null() {
        answer["sub"] = "1".into();
    }
    (status, Json(answer))
}

async fn emails(State(own): State<StandInOAuth2>, headers: HeaderMap) -> (StatusCode, Json<Value>) {
    own.opened(&headers, |grant| &grant.emails)
}
