//! Tags: one name for all spellings, in lists, searches, facets and follows.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{call, follow, get, notification_list, publish, record, user_data};
use crate::http::search::golden::demo_app;
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::saved_searches::matched;

fn encoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn count_of(facets: &Value, tag: &str) -> Option<u64> {
    let choices = facets["domain"].as_array().expect("choices");
    choices.iter().find(|choice| choice["value"] == tag)?["articles"].as_u64()
}

async fn total(test: &TestApp, path: &str, tag: &str) -> u64 {
    let response = test.get(&format!("{path}{}", encoded(tag))).send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{path} {tag}");
    response.headers()["x-total-count"].to_str().expect("text").parse().expect("a number")
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tag_of_the_demo_finds_all_its_articles_and_can_be_followed() {
    let test = demo_app().await;
    let ana = test.reader("ana").await;
    let (_, list) = test.json("/lawchanges").await;
    let list = list.as_array().expect("articles");
    let mut tags: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for article in list {
        for tag in article["domains"].as_array().expect("tags") {
            tags.entry(tag.as_str().expect("text")).or_default().push(article);
        }
    }
    assert!(tags.len() > 15, "{tags:?}");
    let (_, all) = test.json("/search").await;
    for (tag, articles) in &tags {
        let count = articles.len() as u64;
        let place =
            |article: &Value| article["domains"].as_array().and_then(|all| all.iter().position(|one| one == tag));
        let key = |article: &Value| article["domain_keys"][place(article).expect("the tag")].clone();
        let own = key(articles[0]);
        assert!(articles.iter().all(|article| key(article) == own), "{tag}");
        assert_eq!(count_of(&all["facets"], tag), Some(count), "the facet of {tag}");
        for spelling in [tag.to_string(), tag.to_uppercase(), format!(" {tag} "), own.as_str().expect("a key").into()] {
            assert_eq!(total(&test, "/lawchanges?limit=1&domain=", &spelling).await, count, "{spelling}");
            let (_, found) = test.json(&format!("/search?domain={}", encoded(&spelling))).await;
            assert_eq!(found["total"], count, "{spelling}");
            assert_eq!((&found["domain"], count_of(&found["facets"], tag)), (&json!(tag), Some(count)), "{spelling}");
            let saved = found["follow"].as_str().expect("a search that can be saved").to_owned();
            follow(&test, &ana, &saved).await;
            let state = follow(&test, &ana, &format!("domain:{spelling}")).await;
            let names = state["topics_followed"].as_array().expect("names");
            let name = json!(format!("domain:{}", own.as_str().expect("a key")));
            assert!(names.contains(&name) && names.contains(&json!(saved)), "{spelling}: {state}");
        }
        let name = |name: String| format!("/follows/volume?name={}", encoded(&name));
        let (_, by_tag) = test.json(&name(format!("domain:{tag}"))).await;
        let (_, by_search) = test.json(&name(format!("search:domain={}", encoded(tag)))).await;
        assert_eq!(by_tag, by_search, "the volume of {tag}");
        let domains = &user_data(&test, &ana).await["domains_followed"];
        assert_eq!(domains[own.as_str().expect("a key")], json!(tag), "its spelling");
        let mine = get(&test, &ana, "/deadlines?mine=true&limit=1000").await.1;
        let mine: Vec<_> = mine.as_array().expect("days").iter().map(|day| &day["slug"]).collect();
        let due = get(&test, &ana, &format!("/deadlines?limit=1000&domain={}", encoded(tag))).await.1;
        assert!(due.as_array().expect("days").iter().all(|day| mine.contains(&&day["slug"])), "{tag}");
        for name in [format!("domain:{tag}"), format!("search:domain={}", encoded(tag))] {
            let body = json!({"userId": ana.uid, "topicId": name, "followed": false});
            assert_eq!(call(&test, &ana, "/users/follow-topic", body).await.0, 200, "{name}");
        }
        assert_eq!(user_data(&test, &ana).await["topics_followed"], json!([]), "{tag} is no longer followed");
    }
    for joined in ["muncaafaceri", "munca afaceri", "munca\nafaceri"] {
        assert_eq!(total(&test, "/lawchanges?limit=1&domain=", joined).await, 0, "{joined:?}");
    }
    test.stop().await;
}

#[tokio::test]
async fn spellings_of_a_tag_are_one_tag_with_the_newest_spelling() {
    let mut old = article("old");
    old.domains = vec!["munca".into(), "MUNCĂ".into(), "afaceri".into()];
    old.publish_date = jiff::civil::date(2025, 1, 1);
    let mut new = article("new");
    new.domains = vec!["Muncă".into()];
    let test = TestApp::start(vec![old, new]).await;
    let ana = test.reader("ana").await;
    let (_, found) = test.json("/search").await;
    assert_eq!(
        found["facets"]["domain"],
        json!([{"value": "Muncă", "articles": 2}, {"value": "afaceri", "articles": 1}])
    );
    follow(&test, &ana, "domain:MUNCA").await;
    let data = user_data(&test, &ana).await;
    assert_eq!(
        (&data["topics_followed"], &data["domains_followed"]),
        (&json!(["domain:munca"]), &json!({"munca": "Muncă"}))
    );
    let (_, old) = test.json("/lawchanges/old").await;
    assert_eq!(old[0]["domain_keys"], json!(["munca", "munca", "afaceri"]));
    let mut again = record("again");
    again["domains"] = json!(["munca", "Muncă", "TVA"]);
    publish(&test, again).await;
    matched(&test).await;
    assert_eq!(notification_list(&test, &ana).await, [("again".to_owned(), "domain".to_owned())]);
    let (_, notified) = get(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(notified[0]["domains"], json!(["munca", "TVA"]), "an import drops a second spelling");
    assert_eq!(notified[0]["domain_keys"], json!(["munca", "tva"]));
    test.stop().await;
}
