//! The profiles of an account: answers that are kept with it.

use paragraf::domain::concern::{MAX_NAME, MAX_PROFILES};
use paragraf::store::reader_profiles;
use reqwest::Method;
use serde_json::{Value, json};

use super::{call, get};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};
use crate::support::articles::article;

fn path(reader: &Reader) -> String {
    format!("/users/profiles/{}", reader.uid)
}

async fn change(test: &TestApp, reader: &Reader, body: Value) -> Value {
    let (status, profiles) = call(test, reader, &path(reader), body).await;
    assert_eq!(status, 200, "{profiles}");
    profiles
}

async fn merge(test: &TestApp, reader: &Reader, body: Value) -> (u16, Value) {
    call(test, reader, &format!("{}/merge", path(reader)), body).await
}

async fn remove(test: &TestApp, reader: &Reader, path: &str) -> Value {
    let request = test.client.request(Method::DELETE, format!("{}{path}", test.base)).bearer_auth(&reader.token);
    let (status, left) = read(request.send().await.expect("an answer")).await;
    assert_eq!(status, 200, "{left}");
    left
}

/// Name, answers and skipped questions of each profile.
fn shown(profiles: &Value) -> Value {
    let of = |profile: &Value| json!([profile["name"], profile["facts"], profile["skipped"]]);
    profiles.as_array().expect("a list").iter().map(of).collect()
}

#[tokio::test]
async fn profiles_are_added_changed_and_removed_for_one_account() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let mine = json!({"name": " Eu ", "facts": {"subject": "person", "owns": ["home"]}, "skipped": ["farms", "owns"]});
    let profiles = change(&test, &ana, mine).await;
    assert_eq!(shown(&profiles), json!([["Eu", {"subject": "person", "owns": ["home"]}, ["farms", "owns"]]]));
    let id = profiles[0]["id"].clone();
    let profiles = change(&test, &ana, json!({"name": "SRL-ul meu", "facts": {"subject": "srl"}})).await;
    assert_eq!(profiles[0]["id"], id, "oldest first");
    // An answer replaces a skipped question, null removes an answer, and the rest stays.
    let body = json!({"id": id, "name": "eu", "facts": {"farms": true, "owns": null, "gone": null}});
    change(&test, &ana, body).await;
    assert_eq!(
        shown(&get(&test, &ana, &path(&ana)).await.1),
        json!([["eu", {"subject": "person", "farms": true}, []], ["SRL-ul meu", {"subject": "srl"}, []]])
    );
    assert_eq!(get(&test, &bo, &path(&bo)).await, (200, json!([])));
    let own = format!("{}/{}", path(&bo), id.as_str().expect("an id"));
    assert_eq!(remove(&test, &bo, &own).await, json!([]), "another account's profile is none");
    let own = format!("{}/{}", path(&ana), id.as_str().expect("an id"));
    for _ in 0..2 {
        assert_eq!(shown(&remove(&test, &ana, &own).await), json!([["SRL-ul meu", {"subject": "srl"}, []]]));
    }
    let (status, gone) = call(&test, &ana, &path(&ana), json!({"id": id, "name": "x"})).await;
    assert_eq!((status, &gone["code"]), (404, &json!("not_found")));
    assert_eq!(remove(&test, &ana, &path(&ana)).await, json!([]));
    let uid = ana.uid.clone();
    let left = test.app.store.read(move |tx| Ok(reader_profiles::of(tx, &uid)?)).await.expect("read");
    assert_eq!(left, []);
    test.stop().await;
}

#[tokio::test]
async fn a_refused_change_names_the_field_and_keeps_nothing() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    change(&test, &ana, json!({"name": "Eu"})).await;
    let special = json!({"disability": ["child"]});
    for (body, field) in [
        (json!({"facts": {}}), "name"),
        (json!({"name": "EU"}), "name"),
        (json!({"name": "a".repeat(MAX_NAME + 1)}), "name"),
        (json!({"name": "SRL", "facts": {"vatt": 1}}), "facts.vatt"),
        (json!({"name": "SRL", "facts": {"employees": -1}}), "facts.employees"),
        (json!({"name": "SRL", "facts": {"eur_rate": 5.09}}), "facts.eur_rate"),
        (json!({"name": "SRL", "facts": {"owns": vec!["home"; 400]}}), "facts.owns"),
        (json!({"name": "SRL", "skipped": ["x"]}), "skipped"),
        (json!({"name": "SRL", "facts": special}), "consent"),
    ] {
        let (status, error) = call(&test, &ana, &path(&ana), body.clone()).await;
        assert_eq!((status, &error["field"]), (400, &json!(field)), "{body}: {error}");
    }
    assert_eq!(shown(&get(&test, &ana, &path(&ana)).await.1), json!([["Eu", {}, []]]));
    let profiles = change(&test, &ana, json!({"name": "SRL", "facts": special, "consent": true})).await;
    assert_eq!(profiles[1]["facts"], special);
    for number in 2..MAX_PROFILES {
        change(&test, &ana, json!({"name": number.to_string()})).await;
    }
    let (status, error) = call(&test, &ana, &path(&ana), json!({"name": "prea mult"})).await;
    assert_eq!((status, &error["field"]), (400, &json!("profiles")), "{error}");
    test.stop().await;
}

#[tokio::test]
async fn answers_of_a_device_join_the_account_and_the_newer_one_wins() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let device = |answers: Value, at: Value| json!({"name": "Eu", "facts": answers, "answered_at": at});
    assert_eq!(merge(&test, &ana, device(json!({}), json!({}))).await, (200, json!([])));
    let first = json!({"subject": "person", "farms": true, "gone": 1, "eur_rate": 5, "disability": ["child"]});
    let (_, profiles) = merge(&test, &ana, device(first, json!({}))).await;
    assert_eq!(shown(&profiles), json!([["Eu", {"subject": "person", "farms": true}, []]]));
    // It is now 9:00; the account's answers to other questions are of 8:59 and of an unknown time.
    let mine = json!({"id": profiles[0]["id"], "facts": {"owns": ["home"]}, "skipped": ["letting"]});
    change(&test, &ana, mine).await;
    let older = json!({"owns": "2026-01-10T08:00:00Z", "farms": "2026-01-10T08:00:00Z"});
    let (_, profiles) = merge(&test, &ana, device(json!({"owns": ["vehicle"], "farms": false}), older)).await;
    assert_eq!(profiles[0]["facts"], json!({"subject": "person", "farms": false, "owns": ["home"]}));
    // A clock that is ahead counts as now.
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let ahead = json!({"owns": "2030-01-01T00:00:00Z"});
    let (_, profiles) = merge(&test, &ana, device(json!({"owns": ["vehicle"]}), ahead)).await;
    assert_eq!(profiles[0]["facts"]["owns"], json!(["vehicle"]));
    test.app.clock.advance(jiff::Span::new().seconds(1));
    change(&test, &ana, json!({"id": profiles[0]["id"], "facts": {"owns": ["home"]}})).await;
    let (_, profiles) = merge(&test, &ana, device(json!({"subject": "srl"}), json!({}))).await;
    assert_eq!(
        shown(&profiles),
        json!([
            ["Eu", {"subject": "person", "farms": false, "owns": ["home"]}, ["letting"]],
            ["Eu 2", {"subject": "srl"}, []],
        ])
    );
    test.stop().await;
}

#[tokio::test]
async fn outdated_answers_of_a_profile_are_kept_and_decide_nothing() {
    use paragraf::domain::concern::{DayFigures, KeptAnswer, book};
    use paragraf::ops::concerns::profiles::answers_of;

    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    change(&test, &ana, json!({"name": "Eu", "facts": {"subject": "person"}})).await;
    let uid = ana.uid.clone();
    let write = test.app.store.write(move |tx| {
        let mut profiles = reader_profiles::of(tx, &uid)?;
        let at = jiff::Timestamp::UNIX_EPOCH;
        for (fact, answer) in [("gone", json!(1)), ("owns", json!(["castle"]))] {
            profiles[0].answers.insert(fact.to_owned(), KeptAnswer::given(answer, at));
        }
        Ok(reader_profiles::put(tx, &uid, &profiles)?)
    });
    write.await.expect("written");
    let profiles =
        change(&test, &ana, json!({"id": get(&test, &ana, &path(&ana)).await.1[0]["id"], "name": "N"})).await;
    assert_eq!(profiles[0]["facts"], json!({"gone": 1, "owns": ["castle"], "subject": "person"}));
    let uid = ana.uid.clone();
    let answers = test.app.store.read(move |tx| answers_of(tx, &uid)).await.expect("the answers");
    let figures = DayFigures::built_in(jiff::civil::date(2026, 11, 26));
    let evaluations = answers.evaluations(book(), &figures).expect("one is readable");
    let askable = |id: &str| book().id(id).is_some_and(|fact| evaluations.first().is_askable(fact));
    assert_eq!((askable("owns"), askable("subject")), (true, false), "what cannot be read is asked again");
    test.stop().await;
}
