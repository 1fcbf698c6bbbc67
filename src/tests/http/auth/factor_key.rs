//! A data folder without the key that sealed the secrets of its store.

use std::path::Path;

use paragraf::ops::accounts::{factor_key, keys};
use tokio::net::TcpListener;

use super::factor_enrolment::{begin, verified};
use crate::support::app::TestApp;
use crate::support::sealed_account::{KEY, put_sealed, write_key};

fn conditions(test: &TestApp) -> Vec<String> {
    let listed = test.app.conditions.list();
    listed.into_iter().filter(|condition| condition.code == "factor_key").map(|condition| condition.message).collect()
}

async fn started(prepare: impl FnOnce(&Path) + Send) -> TestApp {
    // Writing to a store blocks, which a thread of the runtime must not.
    let prepare = |folder: &Path| {
        std::thread::scope(|scope| scope.spawn(|| prepare(folder)).join().expect("the folder is prepared"));
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    TestApp::start_on(listener, prepare, |config| config.accounts.sign_up_per_hour = 1000, |_| {}).await
}

#[tokio::test]
async fn no_other_key_is_made_while_a_missing_one_seals_secrets() {
    let test = started(put_sealed).await;
    let path = test.app.data_dir.join(factor_key::FILE_NAME);
    let listed = conditions(&test);
    assert!(listed[0].ends_with("second-factors.key) is missing; authenticator apps of accounts: 1"), "{listed:?}");
    assert!(!path.exists(), "no key was made");
    let browser = verified(&test, "ana@x.ro").await;
    assert_eq!(begin(&browser).await.refusal(), (503, "unavailable"), "nothing is sealed meanwhile");

    // The key of a server that was started before the restore.
    write_key(&test.app.data_dir, [8; 32]);
    keys::load(&test.app).await.expect("the other keys");
    assert!(!test.app.identity.factors.is_ready() && conditions(&test).len() == 1);

    write_key(&test.app.data_dir, KEY);
    keys::load(&test.app).await.expect("the keys");
    assert_eq!(conditions(&test), [""; 0]);
    assert_eq!(begin(&browser).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn another_key_than_the_known_one_is_noticed_at_start() {
    let test = started(|data_dir| {
        put_sealed(data_dir);
        write_key(data_dir, [8; 32]);
    })
    .await;
    let listed = conditions(&test);
    assert!(listed[0].contains("is not the one that sealed the secrets of this store"), "{listed:?}");
    test.stop().await;
}

#[tokio::test]
async fn a_key_is_made_while_there_are_no_secrets() {
    let test = started(|_| {}).await;
    assert!(test.app.data_dir.join(factor_key::FILE_NAME).exists());
    assert_eq!(conditions(&test), [""; 0]);
    test.stop().await;
}
