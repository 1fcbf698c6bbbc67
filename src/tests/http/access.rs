//! Every route of the table, called without an access token, and with that of an account without the right.

use std::collections::HashMap;

use jiff::ToSpan;
use paragraf::web::routes::{self, Access, Route};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::http::subscriptions::ANA;
use crate::support::app::TestApp;
use crate::support::articles::article;

const ADDRESS: &str = "visitor@example.ro";
const PASSWORD: &str = "o vrabie pe gard";

/// Routes for everyone whose success needs more than this test has: the refusal that shows that the handler ran.
const REFUSED: &[(&str, u16, &str, &str)] = &[
    ("GET /overview/{id}", 404, "", "no month was approved; `http::desk::overviews` has some"),
    ("GET /overviews/{id}", 404, "not_found", "no month was approved; `http::desk::overviews` has some"),
    ("GET /campaigns/{id}", 404, "", "no campaign was sent; `http::campaigns` has some"),
    ("GET /calendars/{file}", 404, "not_found", "no account made an address; `http::calendars` has one"),
    ("GET /.well-known/security.txt", 404, "not_found", "no contact is configured"),
    ("GET /pictures/{token}", 404, "not_found", "no account has a picture; `http::auth::pictures` has some"),
    ("GET /fetch-pdf", 403, "fetch_refused", "no article names the file; `http::fetch_pdf` has a publisher"),
    (
        "POST /mail/confirm",
        410,
        "",
        "the subscription was ended by an earlier call; `http::subscriptions` confirms one",
    ),
    ("POST /auth/v1/sign-in/anonymous", 403, "admin_restricted_operation", "guests are not configured"),
    ("POST /auth/v1/mfa/sign-in/start", 403, "operation_not_allowed", "this address allows no passkeys"),
    ("POST /auth/v1/mfa/sign-in/finalize", 400, "invalid_multi_factor_session", "no sign-in is pending"),
    ("POST /auth/v1/sign-in/phone", 403, "operation_not_allowed", "telephone numbers are not configured"),
    ("POST /auth/v1/captcha", 403, "operation_not_allowed", "telephone numbers are not configured"),
    ("POST /auth/v1/phone/send", 403, "operation_not_allowed", "telephone numbers are not configured"),
    ("POST /auth/v1/sign-in/email-link", 403, "operation_not_allowed", "links are not configured"),
    ("POST /auth/v1/idp/{provider}/start", 404, "not_found", "no provider is configured"),
    ("GET /auth/v1/idp/{provider}/callback", 404, "not_found", "no provider is configured"),
    ("POST /auth/v1/idp/{provider}/callback", 404, "not_found", "no provider is configured"),
    ("GET /auth/v1/idp/{provider}/metadata", 404, "not_found", "no provider is configured"),
    ("POST /auth/v1/idp/{provider}/browser/start", 404, "not_found", "no provider is configured"),
    ("POST /auth/v1/idp/{provider}/browser/finalize", 404, "not_found", "no provider is configured"),
    ("POST /auth/v1/idp/result", 400, "invalid_idp_response", "no visit to a provider has begun"),
    ("POST /auth/v1/passkeys/sign-in/start", 403, "operation_not_allowed", "this address allows no passkeys"),
    ("POST /auth/v1/passkeys/sign-in/finalize", 403, "operation_not_allowed", "this address allows no passkeys"),
    ("POST /auth/v1/oob/check", 400, "invalid_action_code", "the code comes with a mail"),
    ("POST /auth/v1/oob/apply", 400, "invalid_action_code", "the code comes with a mail"),
    ("POST /auth/v1/oob/reset-password", 400, "invalid_action_code", "the code comes with a mail"),
];

/// Path, query and body with which a route for everyone succeeds.
struct Requests<'a> {
    test: &'a TestApp,
    asset: String,
    tokens: HashMap<&'static str, String>,
}

impl<'a> Requests<'a> {
    async fn new(test: &'a TestApp) -> Self {
        let (_, page) = test.text("/app").await;
        let asset = page.split('"').find_map(|text| text.strip_prefix("/assets/")).expect("an asset").to_owned();
        test.subscriber(ANA).await;
        test.subscriber("bo@example.ro").await;
        test.subscriber("cora@example.ro").await;
        let tokens = HashMap::from([
            ("confirm", test.confirm_token(ANA)),
            ("mail", test.mail_token("cora@example.ro")),
            ("delete", test.mail_token("bo@example.ro")),
        ]);
        Self { test, asset, tokens }
    }

    fn request(&self, route: &Route) -> RequestBuilder {
        let token = match (route.method.as_str(), route.path) {
            ("DELETE", _) => &self.tokens["delete"],
            (_, path) if path.contains("confirm") => &self.tokens["confirm"],
            _ => &self.tokens["mail"],
        };
        let mut path = route
            .path
            .replace("{articleId}", "a")
            .replace("{*file}", &self.asset)
            .replace("{file}", "a.png")
            .replace("{provider}", "google.com")
            .replace("{token}", token)
            .replace("{id}", "x");
        match route.path {
            "/topic/{id}" => path = "/topic/munca".into(),
            "/act/{id}" => path = "/act/lege-239-2025".into(),
            "/acts/{id}" => path = "/acts/lege-239-2025".into(),
            "/acts/{id}/history" => path = "/acts/lege-239-2025/history".into(),
            "/fetch-pdf" => path.push_str("?url=https://monitoruloficial.ro/a.pdf"),
            "/follows/volume" => path.push_str("?name=munca"),
            "/search/suggest" => path.push_str("?q=chirie"),
            "/deadlines/{file}" => path = "/deadlines/duty.d112-monthly.2026-01.ics".into(),
            "/deadlines/within" => path.push_str("?from=2026-01-10&days=30"),
            "/deadlines/holidays" => path.push_str("?from=2026-12-01&to=2026-12-31"),
            mail_page if mail_page.starts_with("/mail/") => path.push_str(&format!("?token={token}")),
            _ => {}
        }
        let request = self.test.client.request(route.method.clone(), format!("{}{path}", self.test.base));
        match (route.method.clone(), route.path) {
            (Method::POST, "/mail/confirm") => form(request, "do=confirm"),
            (Method::POST, "/mail/preferences") => form(request, "do=save"),
            (Method::POST, "/mail/unsubscribe") => form(request, "List-Unsubscribe=One-Click"),
            (Method::POST, path) => match body(path) {
                Some(body) => request.json(&body),
                None => request,
            },
            _ => request,
        }
    }
}

fn form(request: RequestBuilder, fields: &'static str) -> RequestBuilder {
    request.header("content-type", "application/x-www-form-urlencoded").body(fields)
}

/// The JSON body with which a route succeeds.
fn body(path: &str) -> Option<Value> {
    Some(match path {
        "/subscribe" => json!({ "email": "new@example.ro" }),
        "/subscriptions/{token}" => json!({}),
        "/analytics/events" => json!({"events": [{"name": "page_view", "screen": "landing"}]}),
        "/concerns" | "/concerns.ics" => json!({"facts": {"subject": "srl"}}),
        "/reports" => json!({"articleId": "a", "kind": "wrong", "message": "Suma este greșită."}),
        "/auth/v1/methods" => json!({ "email": ADDRESS }),
        "/auth/v1/sign-up" => json!({"email": ADDRESS, "password": PASSWORD, "display_name": "Ana"}),
        "/auth/v1/sign-in/password" => json!({"email": ADDRESS, "password": PASSWORD}),
        "/auth/v1/mfa/sign-in/start" => json!({"pending_credential": "x", "kind": "passkey"}),
        "/auth/v1/mfa/sign-in/finalize" => json!({"pending_credential": "x", "recovery_code": "x"}),
        "/auth/v1/sign-in/email-link" => json!({"email": ADDRESS, "code": "x", "ui_sid": "x"}),
        "/auth/v1/idp/{provider}/start" => json!({}),
        "/auth/v1/idp/{provider}/browser/finalize" => json!({}),
        "/auth/v1/idp/result" => json!({"transaction": "x"}),
        "/auth/v1/phone/send" => json!({"phone": "+40722123456"}),
        "/auth/v1/sign-in/phone" => json!({"session_info": "x", "code": "123456"}),
        "/auth/v1/passkeys/sign-in/finalize" => json!({"transaction": "x"}),
        "/auth/v1/oob/send" => json!({"kind": "password_reset", "email": ADDRESS}),
        "/auth/v1/oob/device" => json!({ "ui_sid": "x" }),
        "/auth/v1/oob/check" | "/auth/v1/oob/apply" => json!({ "code": "x" }),
        "/auth/v1/oob/reset-password" => json!({"code": "x", "new_password": PASSWORD}),
        _ => return None,
    })
}

/// The status, and the code of an error body; empty for pages.
async fn status_and_code(request: RequestBuilder) -> (u16, String) {
    let response = request.send().await.expect("a response");
    let status = response.status().as_u16();
    let body: Value = serde_json::from_str(&response.text().await.expect("text")).unwrap_or_default();
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn each_route_lets_in_whom_the_table_names() {
    let test = TestApp::start(vec![article("a")]).await;
    let requests = Requests::new(&test).await;
    let mut wrong = Vec::new();
    for route in routes::table() {
        // Past the quota of mails to one address.
        test.app.clock.advance(1.minute());
        let name = format!("{} {}", route.method, route.path);
        let (status, code) = status_and_code(requests.request(&route)).await;
        let refusal = REFUSED.iter().find(|(refused, ..)| *refused == name);
        let is_right = match (route.access, refusal) {
            (Access::Everyone, Some((_, expected, expected_code, _))) => {
                (status, &*code) == (*expected, *expected_code)
            }
            (Access::Everyone, None) => (200..400).contains(&status),
            (Access::Account | Access::Editor | Access::Operator, _) => (status, &*code) == (401, "invalid_user_token"),
            (Access::Secret, _) => (status, &*code) == (401, "invalid_secret"),
            (Access::OwnPage, _) => {
                let own = requests.request(&route).header("x-requested-with", "paragraf");
                (status, &*code) == (403, "forbidden") && matches!(status_and_code(own).await.0, 200 | 401)
            }
        };
        if !is_right {
            wrong.push(format!("{name} ({:?}): {status} {code}", route.access));
        }
    }
    assert!(wrong.is_empty(), "unexpected responses:\n{}", wrong.join("\n"));
    for (name, ..) in REFUSED {
        let is_route = |route: &Route| format!("{} {}", route.method, route.path) == *name;
        assert!(routes::table().iter().any(is_route), "{name} is not a route any more: remove it from REFUSED");
    }
    test.stop().await;
}

/// Calls each route that not everyone may call with a body that every reader of bodies refuses by its headers alone.
#[tokio::test]
async fn the_right_to_a_call_is_checked_before_its_body() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let with_rights = |route: &Route| !route.method.is_safe() && route.access != Access::Everyone;
    let (mut wrong, mut count) = (Vec::new(), 0);
    for route in routes::table().into_iter().filter(with_rights) {
        let path = route.path.replace("{uid}", bo.uid.as_str()).replace("{slug}", "a").replace("{id}", "x");
        let request = test.client.request(route.method.clone(), format!("{}{path}", test.base));
        let request = request.header("content-type", "image/png").header("content-encoding", "gzip").body("x");
        let of_ana = request.try_clone().expect("a copy").bearer_auth(&ana.token);
        let needs_more = matches!(route.access, Access::Editor | Access::Operator) || route.path.contains("{uid}");
        let expected = match route.access {
            Access::Secret => (401, "invalid_secret"),
            Access::OwnPage => (403, "forbidden"),
            _ => (401, "invalid_user_token"),
        };
        let calls = [Some((request, expected)), needs_more.then_some((of_ana, (403, "forbidden")))];
        for (request, expected) in calls.into_iter().flatten() {
            count += 1;
            let (status, code) = status_and_code(request).await;
            if (status, &*code) != expected {
                wrong.push(format!("{} {}: {status} {code}, not {expected:?}", route.method, route.path));
            }
        }
    }
    assert!(count > 70, "the table was found");
    assert!(wrong.is_empty(), "the body is read before the right is checked:\n{}", wrong.join("\n"));
    test.stop().await;
}

#[tokio::test]
async fn unpublished_articles_are_not_found() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    test.withdraw("a").await;
    assert_eq!(test.json("/lawchanges/a").await.0, 404);
    assert_eq!(test.text("/app?articleId=a").await.0, 404);
    assert_eq!(test.json("/og/a.png").await.0, 404);
    for path in ["/feed.xml", "/feed.json", "/sitemap.xml", "/app?lang=ro", "/"] {
        let (status, text) = test.text(path).await;
        assert_eq!(status, 200);
        assert!(!text.contains("articleId=a&") && !text.contains("articleId=a\""), "{path}: {text}");
    }
    let (_, list) = test.json("/lawchanges").await;
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    test.stop().await;
}
