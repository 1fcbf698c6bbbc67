//! The pages of acts, and the links that lead to them.

use jiff::civil::date;
use paragraf::domain::act::Act;
use paragraf::domain::gazette::Gazette;
use paragraf::domain::{Article, EntryKind, Language};
use reqwest::redirect::Policy;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::articles::{article, english, entry, slugs};

fn act(kind: &str, number: &str, year: i16, issuer: Option<&str>) -> Option<Act> {
    Some(Act { kind: kind.into(), number: Some(number.into()), year, issuer: issuer.map(Into::into) })
}

/// One article on Legea nr. 239/2025, one that names it, and two on orders of one number.
fn four() -> Vec<Article> {
    let gazette = Gazette { part: "I".into(), number: "1160".into(), bis: false, date: date(2025, 12, 15) };
    let own = Article {
        act: act("LEGE", "239", 2025, Some("Parlamentul României")),
        gazette: Some(gazette),
        in_force_date: Some(date(2026, 1, 1)),
        deadlines: vec![entry(EntryKind::Due, "2026-05-25", "Depune declarația unică")],
        ..article("own")
    };
    let mut citing = Article {
        technical_summary: "Vezi **Legea nr. 239/2025**, Regulamentul (UE) 2024/1028 și OPANAF nr. 5/2024. \
                            Legea nr. 239/20251 nu există."
            .into(),
        ..article("citing")
    };
    citing.translations.insert(Language::En, english("citing"));
    let order = |slug: &str, issuer: &str| Article {
        act: act("ORDIN", "5", 2024, Some(issuer)),
        technical_summary: "Text.".into(),
        ..article(slug)
    };
    vec![
        own,
        citing,
        order("anaf", "Agenția Națională de Administrare Fiscală"),
        order("cultura", "Ministerul Culturii"),
    ]
}

const ANAF: &str = "ordin-5-2024-agentia-nationala-de-administrare-fiscala";

#[tokio::test]
async fn an_act_has_its_facts_its_articles_and_those_that_name_it() {
    let test = TestApp::start(four()).await;
    let (status, page) = test.json("/acts/lege-239-2025?lang=ro").await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["act"]["id"], "lege-239-2025");
    assert_eq!(
        (&page["act"]["citation"], &page["in_force_date"]),
        (&json!("Legea nr. 239/2025"), &json!("2026-01-01"))
    );
    assert_eq!(page["gazette"]["number"], "1160");
    assert_eq!((slugs(&page["articles"]), slugs(&page["citing"])), (vec!["own"], vec!["citing"]));
    assert_eq!(page["deadlines"][0]["what"], "Depune declarația unică");

    let (_, code) = test.json("/acts/lege-227-2015").await;
    assert_eq!((&code["articles"], slugs(&code["citing"])), (&json!([]), vec!["own"]), "an act that is only named");
    let (_, order) = test.json(&format!("/acts/{ANAF}")).await;
    assert_eq!((slugs(&order["articles"]), slugs(&order["citing"])), (vec!["anaf"], vec!["citing"]));

    let long = format!("lege-239-2025-{}", "a".repeat(10_000));
    for id in ["lege-1-2025", "ordin-5-2024", "nimic", "..%2f..%2fetc", "%00", long.as_str()] {
        let (status, problem) = test.json(&format!("/acts/{id}")).await;
        assert_eq!((status, &problem["code"]), (404, &json!("not_found")), "{id:.40}");
        let (status, _) = test.json(&format!("/acts/{id}/history")).await;
        assert_eq!(status, 404, "{id:.40}");
    }
    assert_eq!(test.json("/acts/lege-239-2025?page=2").await.0, 400);
    let empty = json!({"changes": 0, "acts": 0, "unread": [], "entries": []});
    assert_eq!(test.json("/acts/lege-239-2025/history").await, (200, empty));
    test.stop().await;
}

#[tokio::test]
async fn an_act_leaves_with_its_last_article_and_drafts_give_none() {
    let test = TestApp::start(four()).await;
    test.withdraw("own").await;
    let (_, page) = test.json("/acts/lege-239-2025").await;
    assert_eq!((slugs(&page["articles"]), slugs(&page["citing"])), (vec![], vec!["citing"]));
    test.withdraw("citing").await;
    assert_eq!(test.json("/acts/lege-239-2025").await.0, 404);
    assert_eq!(test.text("/act/lege-239-2025").await.0, 404);
    test.stop().await;
}

#[tokio::test]
async fn the_page_of_an_act_reads_without_scripts() {
    let test = TestApp::start(four()).await;
    let (status, page) = test.text("/act/lege-239-2025?lang=ro").await;
    assert_eq!(status, 200);
    for part in [
        format!("rel=\"canonical\" href=\"{}/act/lege-239-2025?lang=ro\"", test.base),
        "<h1>Legea <span class=\"shell-kept\">nr. 239/2025</span></h1>".into(),
        "/app?articleId=own&amp;lang=ro".into(),
        "Alte articole care îl menționează".into(),
        "\"@type\":\"Legislation\"".into(),
        "Depune declarația unică".into(),
    ] {
        assert!(page.contains(&part), "{part}: {page}");
    }
    for missing in ["lege-1-2025", "x", &"a".repeat(10_000)] {
        let (status, page) = test.text(&format!("/act/{missing}")).await;
        assert_eq!((status, page.contains("noindex")), (404, true), "{missing:.40}");
    }
    let (_, sitemap) = test.text("/sitemap.xml").await;
    assert!(sitemap.contains("/act/lege-239-2025?lang=ro") && sitemap.contains(ANAF), "{sitemap}");
    test.stop().await;
}

#[tokio::test]
async fn every_way_to_write_an_issuer_leads_to_one_address() {
    let test = TestApp::start(four()).await;
    let client = reqwest::Client::builder().redirect(Policy::none()).build().expect("a client");
    let target = |path: &'static str| {
        let (client, base) = (client.clone(), test.base.clone());
        async move {
            let answer = client.get(format!("{base}{path}")).send().await.expect("an answer");
            let location = answer.headers().get("location").map(|it| it.to_str().expect("text").to_owned());
            (answer.status().as_u16(), location.unwrap_or_default())
        }
    };
    assert_eq!(target("/act/ordin-5-2024-anaf?lang=ro").await, (308, format!("/act/{ANAF}?lang=ro")));
    let (status, search) = target("/act/ordin-5-2024").await;
    assert_eq!((status, search.as_str()), (302, "/app?screen=search&q=ordin+5+2024"));
    assert_eq!(target("/act/ordin-5-2024-ministrul-culturii").await.1, "/act/ordin-5-2024-ministerul-culturii");
    test.stop().await;
}

#[tokio::test]
async fn citations_in_texts_lead_to_acts() {
    let test = TestApp::start(four()).await;
    let (_, revisions) = test.json("/lawchanges/citing?lang=ro").await;
    let cited = |of: &Value| -> Vec<(String, String)> {
        let pairs = of[0]["citations"].as_array().expect("citations").iter();
        pairs
            .map(|it| (it["text"].as_str().unwrap_or_default().into(), it["act"].as_str().unwrap_or_default().into()))
            .collect()
    };
    let expected = [
        ("Regulamentul (UE) 2024/1028".to_owned(), "regulament-ue-1028-2024".to_owned()),
        ("Legea nr. 239/2025".to_owned(), "lege-239-2025".to_owned()),
        ("OPANAF nr. 5/2024".into(), ANAF.into()),
    ];
    assert_eq!(cited(&revisions), expected);
    let (_, page) = test.text("/app?articleId=citing&lang=ro").await;
    let link = "<strong><a href=\"/act/lege-239-2025?lang=ro\">Legea nr. 239/2025</a></strong>";
    assert!(page.contains(link) && page.contains("Legea nr. 239/20251 nu"), "{page}");

    let (_, english) = test.json("/lawchanges/citing?lang=en").await;
    let expected = [("article 84 of the Fiscal Code", "lege-227-2015"), ("Law no. 239/2025", "lege-239-2025")];
    let expected = expected.map(|(text, act)| (text.to_owned(), act.to_owned()));
    assert_eq!(cited(&english), expected, "{english}");
    let (_, own) = test.json("/lawchanges/own").await;
    assert_eq!(own[0]["act"]["id"], "lege-239-2025");
    let (_, list) = test.json("/lawchanges").await;
    assert!(list[0]["act"]["id"].is_null() && list[0]["citations"].is_null(), "lists stay small");
    test.stop().await;
}

#[tokio::test]
async fn search_and_suggestions_name_the_page_of_an_act() {
    let test = TestApp::start(four()).await;
    let (_, found) = test.json("/search?q=legea+239/2025").await;
    assert_eq!(found["understood"]["references"][0]["act"], "lege-239-2025");
    let (_, found) = test.json("/search?q=ordin+5/2024").await;
    assert!(found["understood"]["references"][0]["act"].is_null(), "it may be either");
    let (_, suggested) = test.json("/search/suggest?q=legea+239").await;
    assert_eq!((&suggested[0]["kind"], &suggested[0]["act"]), (&json!("act"), &json!("lege-239-2025")));
    let (_, page) = test.text("/app?screen=search&q=legea+239/2025").await;
    assert!(page.contains("<a href=\"/act/lege-239-2025\">"), "{page}");
    test.stop().await;
}
