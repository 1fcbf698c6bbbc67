//! `GET /search`, `GET /search/suggest` and `GET /lawchanges?q=`.

use paragraf::domain::act::Act;
use paragraf::domain::{Article, EntryKind, Importance, Language};
use reqwest::header::LINK;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::articles::{article, english, entry};

fn act(kind: &str, number: &str) -> Option<Act> {
    Some(Act { kind: kind.into(), number: Some(number.into()), year: 2025, issuer: Some("Guvernul României".into()) })
}

/// Three articles on rents, of which one has a duty ahead, and one on wages.
fn four() -> Vec<Article> {
    let mut law = article("lege");
    law.title = "Chiriile se declară altfel".into();
    law.act = act("LEGE", "300");
    let mut ordinance = article("oug");
    ordinance.title = "Chirii: o ordonanță".into();
    ordinance.act = act("OUG", "12");
    ordinance.importance = Importance::URGENT;
    ordinance.deadlines = vec![entry(EntryKind::Due, "2026-05-25", "declarația")];
    let mut old = article("vechi");
    old.title = "Chirii de demult".into();
    old.publish_date = jiff::civil::date(2021, 3, 1);
    old.technical_summary = "Vezi și OUG nr. 12/2025.".into();
    let mut wages = article("salarii");
    wages.title = "Salariul minim".into();
    wages.simple_explanation = "Plata crește.".into();
    wages.topic = "munca".into();
    wages.domains = vec!["salarii".into()];
    wages.translations.insert(Language::En, english("salarii"));
    vec![law, ordinance, old, wages]
}

fn slugs(answer: &Value) -> Vec<&str> {
    let hits = answer["hits"].as_array().expect("hits").iter();
    hits.map(|hit| hit["article"]["slug"].as_str().expect("a slug")).collect()
}

#[tokio::test]
async fn filters_combine_and_show_what_each_choice_would_leave() {
    let test = TestApp::start(four()).await;
    let (status, answer) = test.json("/search?q=chirie").await;
    assert_eq!(status, 200, "{answer}");
    assert_eq!(slugs(&answer), ["oug", "lege", "vechi"]);
    assert_eq!(
        answer["facets"]["act_type"],
        json!([{"value": "LEGE", "articles": 1}, {"value": "OUG", "articles": 1}])
    );
    assert_eq!(answer["facets"]["year"], json!([{"value": 2025, "articles": 2}, {"value": 2021, "articles": 1}]));
    assert_eq!(answer["facets"]["importance"], json!([{"value": 5, "articles": 1}, {"value": 3, "articles": 2}]));
    assert_eq!(answer["facets"]["duty_ahead"], 1);
    assert_eq!(answer["index"], json!({"indexed": 4, "articles": 4}));

    let (_, answer) = test.json("/search?q=chirie&year=2025&act_type=OUG").await;
    assert_eq!(slugs(&answer), ["oug"]);
    assert_eq!((answer["total"].as_u64(), answer["without_filters"].as_u64()), (Some(1), Some(3)));
    // The other choices of a filter stay, with the other filters.
    assert_eq!(
        answer["facets"]["act_type"],
        json!([{"value": "LEGE", "articles": 1}, {"value": "OUG", "articles": 1}])
    );
    assert_eq!(answer["facets"]["year"], json!([{"value": 2025, "articles": 1}]));

    for (query, expected) in [
        ("q=chirie&duty_ahead=true", &["oug"][..]),
        ("q=chirie&importance=3&topic=inchirieri", &["lege", "vechi"]),
        ("q=chirie&issuer=Guvernul+Rom%C3%A2niei&act_type=LEGE", &["lege"]),
        ("q=chirie&domain=salarii", &[]),
        ("topic=munca", &["salarii"]),
        ("duty_ahead=false&year=2021", &["vechi"]),
    ] {
        let (status, answer) = test.json(&format!("/search?{query}")).await;
        assert_eq!((status, slugs(&answer)), (200, expected.to_vec()), "{query}");
        let (_, list) = test.json(&format!("/lawchanges?{query}")).await;
        let listed: Vec<_> = list.as_array().expect("an array").iter().map(|item| item["slug"].as_str()).collect();
        assert_eq!(listed, expected.iter().copied().map(Some).collect::<Vec<_>>(), "/lawchanges?{query}");
    }
    test.stop().await;
}

#[tokio::test]
async fn words_are_marked_and_the_query_is_explained() {
    let test = TestApp::start(four()).await;
    let (_, answer) = test.json("/search?q=salariile+minime&lang=en").await;
    let hit = &answer["hits"][0];
    // The page is English, and the words are in the Romanian text only.
    assert_eq!((slugs(&answer), &hit["title"]["lang"]), (vec!["salarii"], &json!("en")), "{answer}");
    let (_, answer) = test.json("/search?q=salariile+minime").await;
    let title = &answer["hits"][0]["title"];
    assert_eq!(
        title,
        &json!({"text": "Salariul minim", "lang": "ro", "marks": [{"start": 0, "end": 8}, {"start": 9, "end": 14}]})
    );

    let (_, answer) = test.json("/search?q=oug+12/2025").await;
    assert_eq!(slugs(&answer), ["oug", "vechi"]);
    assert_eq!(answer["hits"][0]["nearness"], "act");
    assert_eq!(answer["hits"][1]["nearness"], "named");
    assert_eq!(
        answer["understood"]["references"],
        json!([
            {"text": "oug 12/2025", "kind": "act", "citation": "OUG nr. 12/2025", "found": true, "act": "oug-12-2025"}
        ])
    );
    let (_, answer) = test.json("/search?q=art+84+cod+fiscal").await;
    assert_eq!(answer["understood"]["references"][0]["provision"], "art. 84");
    assert_eq!(answer["hits"][0]["nearness"], "provision");

    let (_, answer) = test.json("/search?q=slariul+minmi").await;
    let corrected = json!([{"from": "slariul", "to": "salariul"}, {"from": "minmi", "to": "minim"}]);
    assert_eq!((slugs(&answer), &answer["understood"]["corrected"]), (vec!["salarii"], &corrected));
    test.stop().await;
}

#[tokio::test]
async fn an_unknown_word_is_named_and_an_unknown_act_has_others_beside_it() {
    let test = TestApp::start(four()).await;
    let (_, answer) = test.json("/search?q=chirie+zzzzz").await;
    assert_eq!((&answer["total"], &answer["understood"]["missing"]), (&json!(3), &json!(["zzzzz"])), "{answer}");
    assert_eq!(answer["nearest"], json!([]));
    let (_, answer) = test.json("/search?q=%22chirie+salariu%22").await;
    assert_eq!((&answer["total"], &answer["understood"]["missing"]), (&json!(4), &json!(["chirie salariu"])));
    assert_eq!(answer["understood"]["phrases"], json!([]));
    let (_, answer) = test.json("/search?q=zzzzz").await;
    assert_eq!((&answer["total"], &answer["understood"]["missing"]), (&json!(0), &json!(["zzzzz"])));
    let (_, answer) = test.json("/search?q=oug+13/2025").await;
    assert_eq!(answer["understood"]["references"][0]["found"], false);
    assert_eq!(answer["nearest"][0], json!({"q": "OUG nr. 12/2025", "articles": 2}));
    let (_, answer) = test.json("/search?q=oug+12/2025&topic=munca").await;
    assert_eq!((answer["total"].as_u64(), answer["without_filters"].as_u64()), (Some(0), Some(2)));
    assert_eq!(answer["nearest"], json!([]));
    test.stop().await;
}

#[tokio::test]
async fn an_article_without_english_is_found_by_english_words() {
    let mut farm = article("arenda");
    farm.topic = "terenuri".into();
    farm.domains = vec!["vamă".into()];
    farm.act = act("OUG", "77");
    let mut all = four();
    all.push(farm);
    let test = TestApp::start(all).await;
    // Its topic, its domain, and its act.
    for query in ["farmland", "customs", "GEO+77/2025"] {
        let (_, answer) = test.json(&format!("/search?q={query}&lang=en")).await;
        assert_eq!(slugs(&answer), ["arenda"], "{query}: {answer}");
    }
    test.stop().await;
}

#[tokio::test]
async fn suggestions_are_acts_topics_and_articles() {
    let test = TestApp::start(four()).await;
    for (typed, expected) in [
        ("oug 1", json!({"kind": "act", "text": "OUG nr. 12/2025", "lang": "ro", "articles": 2, "act": "oug-12-2025"})),
        (
            "ordonanta de urg",
            json!({"kind": "act", "text": "OUG nr. 12/2025", "lang": "ro", "articles": 2, "act": "oug-12-2025"}),
        ),
        (
            "cod fis",
            json!({"kind": "act", "text": "Legea nr. 227/2015", "lang": "ro", "articles": 3, "act": "lege-227-2015"}),
        ),
        ("munc", json!({"kind": "topic", "text": "Muncă și salarii", "lang": "ro", "articles": 1, "topic": "munca"})),
        ("sal min", json!({"kind": "article", "text": "Salariul minim", "lang": "ro", "slug": "salarii"})),
    ] {
        let query = url::form_urlencoded::byte_serialize(typed.as_bytes()).collect::<String>();
        let (status, list) = test.json(&format!("/search/suggest?q={query}")).await;
        assert_eq!((status, &list[0]), (200, &expected), "{typed}: {list}");
    }
    assert_eq!(test.json("/search/suggest?q=o").await.1, json!([]));
    test.stop().await;
}

#[tokio::test]
async fn the_index_follows_what_is_published_and_withdrawn() {
    let test = TestApp::start(four()).await;
    let mut new = article("nou");
    new.title = "Ceva despre zootehnie".into();
    test.publish(vec![new.clone()]).await;
    assert_eq!(slugs(&test.json("/search?q=zootehnia").await.1), ["nou"]);
    new.title = "Ceva despre apicultură".into();
    test.publish(vec![new]).await;
    assert_eq!(slugs(&test.json("/search?q=apicultura").await.1), ["nou"]);
    assert_eq!(test.json("/search?q=zootehnie").await.1["total"], 0);
    test.withdraw("nou").await;
    let (_, answer) = test.json("/search?q=apicultura").await;
    assert_eq!((&answer["total"], &answer["index"]), (&json!(0), &json!({"indexed": 4, "articles": 4})));
    test.stop().await;
}

#[tokio::test]
async fn pages_follow_each_other_in_the_order_of_relevance() {
    let list: Vec<_> = (0..7).map(|number| article(&format!("articol-{number}"))).collect();
    let test = TestApp::start(list).await;
    for path in ["/search?q=impozit&limit=3", "/lawchanges?q=impozit&limit=3"] {
        let (mut next, mut seen) = (path.to_owned(), Vec::new());
        for page in 0.. {
            let response = test.get(&next).send().await.expect("an answer");
            let link = response.headers().get(LINK).map(|link| link.to_str().expect("text").to_owned());
            let body: Value = response.json().await.expect("JSON");
            match body.as_array() {
                Some(list) => seen.extend(list.iter().map(|item| item["slug"].as_str().expect("a slug").to_owned())),
                None => seen.extend(slugs(&body).into_iter().map(str::to_owned)),
            }
            if page == 0 {
                // A hit before the cursor disappears.
                test.withdraw(&seen[0]).await;
            }
            let Some(link) = link else { break };
            next = link.split(['<', '>']).nth(1).expect("a link").to_owned();
        }
        let mut once = seen.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), seen.len(), "{seen:?}");
        assert!(seen.len() >= 6, "{seen:?}");
    }
    test.stop().await;
}

#[tokio::test]
async fn any_text_is_a_query_and_bad_parameters_are_named() {
    let test = TestApp::start(four()).await;
    let long = "cuvânt ".repeat(2_000);
    for (query, field) in [
        (format!("q={}", "a".repeat(201)), "q"),
        (format!("q={}", url::form_urlencoded::byte_serialize(long.as_bytes()).collect::<String>()), "q"),
        ("year=x".into(), "year"),
        ("year=0".into(), "year"),
        ("duty_ahead=yes".into(), "duty_ahead"),
        ("q=chirie&cursor=2025-01-01.3.5.a".into(), "cursor"),
        ("cursor=r.3.a".into(), "cursor"),
        ("limit=0".into(), "limit"),
        ("fel=x".into(), "fel"),
    ] {
        let (status, answer) = test.json(&format!("/search?{query}")).await;
        assert_eq!((status, &answer["field"]), (400, &json!(field)), "{answer}");
        assert!(answer["error"].as_str().expect("a sentence").len() > 20, "{answer}");
    }
    for q in [
        "\"",
        "„”",
        "((((",
        "title:chirie AND -x*~2^9",
        "a".repeat(200).as_str(),
        "\u{0}\u{1f4a9}",
        "art. art. art.",
        "oug /////",
        "1/2/3/4/5/6",
        "% %% \\ ' ; --",
        "ab ".repeat(60).as_str(),
        "art. 1-99999 cod fiscal",
        "art. 1-2000",
    ] {
        let query = url::form_urlencoded::byte_serialize(q.as_bytes()).collect::<String>();
        for path in ["/search?q=", "/search/suggest?q=", "/lawchanges?q=", "/deadlines?q="] {
            let (status, answer) = test.json(&format!("{path}{query}")).await;
            assert_eq!(status, 200, "{path}{q}: {answer}");
        }
    }
    assert_eq!(test.json("/search/suggest").await.1["field"], "q");
    test.stop().await;
}

#[tokio::test]
async fn a_list_shows_that_it_waits_for_the_index() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    paragraf::ops::browse::load(&test.app).await.expect("loaded");
    for path in ["/search?q=chirie", "/lawchanges?q=chirie", "/deadlines?q=chirie", "/search/suggest?q=chi"] {
        let response = test.get(path).send().await.expect("an answer");
        assert_eq!(response.status(), 503, "{path}");
        assert!(response.headers().contains_key("retry-after"), "{path}");
    }
    assert_eq!(test.json("/lawchanges").await.0, 200);
    test.load().await;
    assert_eq!(test.json("/search?q=chirie").await.0, 200);
    test.stop().await;
}
