//! Mails about what saved searches found: in the digest or at once, and not twice.

use paragraf::domain::Uid;
use paragraf::domain::follow::{FollowFrequency, FollowSettings};
use paragraf::store::follow_settings;

use super::*;
use crate::support::saved_searches::matched;

const SEARCH: &str = "search:q=grinda";

/// An article that the search finds.
fn found(test: &TestApp, slug: &str, importance: u8) -> Article {
    Article { title: format!("Grinda {slug}"), ..news(test, slug, importance, "munca") }
}

async fn start() -> TestApp {
    let test = TestApp::start(vec![]).await;
    test.load().await;
    travel(&test, "2026-01-14T09:00:00Z");
    test
}

/// An account that saved the search and is mailed its articles at once.
async fn impatient(test: &TestApp, name: &str, follows: &[&str]) {
    account(test, name, follows, |account| account.language = Language::En).await;
    let uid = Uid::parse(&format!("{name:0<28}")).expect("a uid");
    let settings = FollowSettings { frequency: Some(FollowFrequency::AtOnce), ..FollowSettings::default() };
    let write = test.app.store.write(move |tx| Ok(follow_settings::put(tx, &uid, SEARCH, &settings)?));
    write.await.expect("stored");
}

#[tokio::test]
async fn a_digest_has_what_a_saved_search_found_with_the_reason() {
    let test = start().await;
    account(&test, "ana", &[SEARCH], |account| account.language = Language::En).await;
    account(&test, "bo", &["search:domain=munca"], |account| account.language = Language::En).await;
    let tagged = Article { domains: vec!["Muncă".into()], ..found(&test, "a", 3) };
    publish(&test, vec![tagged, news(&test, "b", 3, "munca")]).await;
    matched(&test).await;
    travel(&test, "2026-01-16T06:00:00Z");
    assert!(made(&test).await.contains(&"weekly-2026-01-16".to_owned()));
    let mails = mails(&test, "weekly-2026-01-16").await;
    assert_eq!(mails.len(), 2);
    for reason in ["Because you saved the search “grinda”", "Because you saved the search “Muncă”"] {
        assert_eq!(mails.iter().map(|mail| mail.text.matches(reason).count()).sum::<usize>(), 1, "{reason}");
    }
    travel(&test, "2026-01-23T06:00:00Z");
    made(&test).await;
    assert!(slugs(&test, "weekly-2026-01-23").await.is_empty(), "it is not found again");
    test.stop().await;
}

#[tokio::test]
async fn articles_of_a_saved_search_are_mailed_at_once_if_chosen() {
    let test = start().await;
    impatient(&test, "ana", &[SEARCH]).await;
    account(&test, "bo", &[SEARCH], |_| {}).await;
    publish(&test, vec![found(&test, "a", 2), news(&test, "b", 2, "munca")]).await;
    assert_eq!(all(&test).await, Vec::<String>::new(), "the index does not have it yet");
    matched(&test).await;
    assert_eq!(all(&test).await, ["found-a-r1"]);
    assert_eq!(recipients(&test, "found-a-r1").await, ["ana"]);
    let mails = mails(&test, "found-a-r1").await;
    assert!(mails[0].text.contains("Because you saved the search “grinda”"), "{}", mails[0].text);
    matched(&test).await;
    assert_eq!(all(&test).await, ["found-a-r1"], "once");
    test.stop().await;
}

#[tokio::test]
async fn an_urgent_article_that_a_saved_search_finds_too_is_one_mail() {
    let test = start().await;
    impatient(&test, "ana", &["munca", SEARCH]).await;
    publish(&test, vec![found(&test, "a", 5)]).await;
    matched(&test).await;
    let mut got = Vec::new();
    for id in all(&test).await {
        got.extend(recipients(&test, &id).await);
    }
    assert_eq!(got, ["ana"]);
    test.stop().await;
}
