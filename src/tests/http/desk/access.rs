//! Who may use the desk.

use paragraf::domain::{Role, TenantId};
use paragraf::ops::Actor;
use paragraf::ops::accounts::admin::{self, AccountName};
use paragraf::ops::overviews::make;
use paragraf::web::routes::{self, Access};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::{OPERATOR, get, start};
use crate::support::app::{TestApp, expect_refusals, read};
use crate::support::articles::article;

/// Each call of the desk, with a body that is right but for its version.
fn calls(test: &TestApp) -> Vec<(String, RequestBuilder)> {
    let condition = json!({"rule": "is_company"});
    let body = json!({"version": "x", "article": {}, "reason": "De verificat.", "sha256": "x", "condition": condition});
    let overview = json!({"version": "x", "introduction": {}, "articles": ["b"]});
    let table = routes::table().into_iter().filter(|route| route.access == Access::Editor);
    let calls: Vec<_> = table
        .map(|route| {
            let id = if route.path.contains("figures") { "minimum-wage" } else { "2025-12" };
            let url = format!("{}{}", test.base, route.path.replace("{slug}", "a").replace("{id}", id));
            let body = if route.path.contains("overviews") { &overview } else { &body };
            let request = test.client.request(route.method.clone(), url);
            let request = if route.method == Method::POST { request.json(body) } else { request };
            (format!("{} {}", route.method, route.path), request)
        })
        .collect();
    assert_eq!(calls.len(), 19, "the desk's calls were found");
    calls
}

async fn expect(test: &TestApp, token: Option<&str>, status: u16, code: &str) {
    expect_refusals(calls(test), token, status, code).await;
}

#[tokio::test]
async fn only_editors_use_the_desk() {
    let test = start(vec![article("a")]).await;
    test.publish(vec![article("b")]).await;
    make::make_due(&test.app, &Actor::System).await.expect("an overview");
    let (reader, editor) = (test.reader("ana").await, test.editor("dan").await);
    let operator = test.operator("ion").await;
    expect(&test, None, 401, "invalid_user_token").await;
    expect(&test, Some("x.y.z"), 401, "invalid_user_token").await;
    expect(&test, Some(&reader.token), 403, "forbidden").await;
    for token in [&editor.token, &operator.token] {
        for (name, request) in calls(&test) {
            let (status, body) = read(request.bearer_auth(token).send().await.expect("an answer")).await;
            assert!(!matches!(status, 401 | 403 | 404 | 500..), "{name}: {status} {body}");
        }
    }
    test.stop().await;
}

#[tokio::test]
async fn the_role_of_the_account_decides_and_not_that_of_an_old_token() {
    let test = start(vec![article("a")]).await;
    let (reader, editor) = (test.reader("ana").await, test.editor("dan").await);
    let promoted = reader.forged(&test.app, |claims| claims.role = Role::Editor);
    expect(&test, Some(&promoted), 403, "forbidden").await;
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let name = AccountName::Uid(editor.uid.clone());
    admin::set_role(&test.app, &OPERATOR, name, Role::Reader).await.expect("a reader now");
    expect(&test, Some(&editor.token), 401, "invalid_user_token").await;
    test.stop().await;
}

#[tokio::test]
async fn an_editor_gets_the_desk_and_nothing_else() {
    let test = start(vec![article("a")]).await;
    let (reader, editor) = (test.reader("ana").await, test.editor("dan").await);
    for path in [format!("/users/user-data/{}", reader.uid), format!("/notifications/{}", reader.uid)] {
        let (status, body): (u16, Value) = get(&test, &editor, &path).await;
        assert_eq!((status, &body["code"]), (403, &json!("forbidden")), "{path}");
    }
    assert_eq!(get(&test, &editor, "/lawchanges/a").await.0, 404, "a draft is no article for readers");
    let actor = paragraf::ops::Actor::Account(paragraf::ops::Principal {
        uid: editor.uid.clone(),
        tenant: TenantId::default(),
        session_id: editor.claims.sid,
        role: Role::Editor,
        issued_at: editor.claims.issued_at(),
        auth_time: editor.claims.authenticated_at(),
        is_guest: false,
        has_second_factor: false,
    });
    let take = |_| std::ops::ControlFlow::Continue(());
    let list = paragraf::ops::articles::list(&test.app, &actor, Default::default(), take).await;
    assert_eq!(list.expect_err("the operator's").code.as_str(), "forbidden");
    let accounts = admin::show(&test.app, &actor, AccountName::Uid(reader.uid.clone())).await;
    assert_eq!(accounts.expect_err("the operator's").code.as_str(), "forbidden");
    test.stop().await;
}
