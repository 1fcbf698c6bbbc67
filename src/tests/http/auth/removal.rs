//! Traces of an account after its deletion, and after restoring a backup.

use std::path::Path;

use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::ops::{Actor, backup};
use paragraf::store::outbox::MessageKind;
use paragraf::store::{Store, sessions};
use redb::{ReadableDatabase, ReadableTable, TableDefinition, TableHandle};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Browser, PASSWORD, code, start, wait, with_links};
use crate::support::app::TestApp;
use crate::support::articles::article;

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

/// Posts to an API call as the browser's account.
async fn post_as(browser: &Browser<'_>, path: &str, body: Value) {
    let token = browser.token.borrow().clone().expect("a token");
    let request = browser.test.client.request(Method::POST, format!("{}{path}", browser.test.base));
    let answer = request.bearer_auth(token).json(&body).send().await.expect("an answer");
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
}

/// Searches a copy of the store for the texts; returns table, text and row of each match.
fn traces(test: &TestApp, file: &Path, texts: &[&str]) -> Vec<(String, String, String)> {
    test.app.store.snapshot(file).expect("a copy");
    let db = redb::Database::open(file).expect("the copy");
    let tx = db.begin_read().expect("a snapshot");
    let mut found = Vec::new();
    for table in tx.list_tables().expect("the tables") {
        let name = table.name().to_owned();
        let rows = tx.open_table(TableDefinition::<&[u8], &[u8]>::new(&name)).expect("a table");
        for row in rows.iter().expect("its rows") {
            let (key, value) = row.expect("a row");
            let row = [key.value(), b" ", value.value()].concat();
            let row = String::from_utf8_lossy(&row).to_lowercase();
            for text in texts.iter().filter(|text| row.contains(&text.to_lowercase())) {
                found.push((name.clone(), (*text).to_owned(), row.clone()));
            }
        }
    }
    found
}

/// Signs up an account and gives it data of every kind.
async fn account_with_data(test: &TestApp) -> (Browser<'_>, String) {
    let browser = Browser::new(test);
    let uid = browser.sign_up("Ana@x.ro").await.body["user"]["uid"].as_str().expect("a uid").to_owned();
    browser.post("oob/apply", json!({"code": code(test, MessageKind::VerifyEmail).await})).await;
    wait(test, 60);
    browser.post("oob/send", json!({"kind": "verify_and_change_email", "new_email": "ana.noua@x.ro"})).await;
    browser.post("oob/apply", json!({"code": code(test, MessageKind::VerifyAndChangeEmail).await})).await;
    assert_eq!(browser.sign_in("ana.noua@x.ro", PASSWORD).await.status, 200);
    browser.send("password_reset", "ana.noua@x.ro").await;
    wait(test, 60);
    browser.send("email_sign_in", "ana.noua@x.ro").await;
    let body = json!({"userId": uid, "articleId": "a", "topicId": "munca"});
    for path in ["like-article", "bookmark-article", "follow-topic", "track-article"] {
        post_as(&browser, &format!("/users/{path}"), body.clone()).await;
    }
    let steps = json!({"userId": uid, "done": true, "steps": {"a": ["contract"]}});
    post_as(&browser, "/users/done-steps", steps).await;
    let profile = json!({"name": "Eu", "facts": {"subject": "person"}});
    post_as(&browser, &format!("/users/profiles/{uid}"), profile).await;
    let report = json!({"articleId": "a", "kind": "wrong", "message": "Data nu este bună.", "email": "ana.noua@x.ro"});
    post_as(&browser, "/reports", report).await;
    (browser, uid)
}

fn configure(config: &mut Config) {
    with_links(config);
    config.accounts.sign_up_per_hour = 1000;
    config.site.contact_email = "redactia@p.ro".into();
}

#[tokio::test]
async fn a_deleted_account_leaves_only_its_last_mail_and_its_uid_in_the_audit_log() {
    let test = TestApp::start_with(vec![article("a")], configure, |_| {}).await;
    let (browser, uid) = account_with_data(&test).await;
    let folder = tempfile::tempdir().expect("a folder");
    let texts = [uid.as_str(), "ana@x.ro", "ana.noua@x.ro"];
    let before = traces(&test, &folder.path().join("before.redb"), &texts);
    for table in [
        "accounts", "account_by_key", "sessions", "action_codes", "likes", "bookmarks", "follows", "followers",
        "tracked_articles", "trackers", "done_steps", "reader_profiles", "reports", "outbox", "audit",
    ] {
        assert!(before.iter().any(|(name, ..)| name == table), "{table} contains data of the account");
    }
    assert_eq!(browser.delete("me").await.status, 200);
    let mut left = traces(&test, &folder.path().join("after.redb"), &texts);
    left.retain(|(table, text, row)| match table.as_str() {
        "audit" => *text != uid,
        "outbox" => !(text == "ana.noua@x.ro" && row.contains("account_deleted") && row.matches("x.ro").count() == 1),
        "outbox_by_address" => *text != "ana.noua@x.ro",
        _ => true,
    });
    assert_eq!(left, []);
    test.stop().await;
}

#[tokio::test]
async fn a_restored_backup_has_no_sessions() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    browser.send("password_reset", "ana@x.ro").await;
    let made = backup::create(&test.app, &OPERATOR).await.expect("a backup");
    let folder = tempfile::tempdir().expect("a folder");
    let made = backup::OpenBackup::open(&made.backup.path).expect("the backup");
    let restored = backup::restore(&OPERATOR, &test.app.clock, &test.app.config.mail, made, folder.path().to_owned());
    let restored = restored.await.expect("restored");
    let store = Store::open(&restored.store, 4 << 20, &Clock::System).expect("the store");
    let (accounts, sessions, mails) = store
        .read_blocking(|tx| {
            let mut found = 0;
            sessions::each(tx, &mut |_| {
                found += 1;
                std::ops::ControlFlow::Continue(())
            })?;
            Ok((paragraf::store::accounts::count(tx)?, found, paragraf::store::outbox::count_queued(tx)?))
        })
        .expect("read");
    assert_eq!((accounts, sessions, mails), (1, 0, 0));
    let kept = test.app.store.read_blocking(|tx| {
        let mut open = 0;
        paragraf::store::action_codes::each(tx, &mut |_| {
            open += 1;
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(open)
    });
    assert!(kept.expect("read") > 0, "the running store keeps its codes");
    drop(store);
    test.stop().await;
}
