//! The search screen as the server sends it.

use crate::support::app::TestApp;
use crate::support::articles::article;

#[tokio::test]
async fn the_screen_is_a_form_and_a_list_without_scripts() {
    let mut first = article("a");
    first.title = "Chirii & <taxe>".into();
    let test = TestApp::start(vec![first, article("b")]).await;
    let response = test.get("/app?screen=search&q=chirie&lang=ro").send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    let page = response.text().await.expect("text");
    for part in [
        "<title>Căutare: chirie · Paragraf</title>",
        "<meta name=\"robots\" content=\"noindex\">",
        "<mark>Chirii</mark> &amp; &lt;taxe&gt;",
        "articleId=a&amp;lang=ro",
        "name=\"q\" value=\"chirie\"",
        "name=\"screen\" value=\"search\"",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // With the measures of the app's screen, and everything large that the app shows: nothing larger comes later.
    for part in [
        "<p>Scrie cuvinte, un act",
        "<section class=\"consent needs-script\"",
        "<div class=\"shell-found\">",
        "<h2 class=\"card-title\" lang=\"ro\"><a href=",
        "<p class=\"card-sentence\" lang=\"ro\">",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    // A search at an old address of Home.
    let (_, page) = test.text("/app?q=chirie&lang=ro").await;
    assert!(page.contains("<mark>Chirii</mark>"), "{page}");
    let (_, page) = test.text("/app?screen=search&q=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!page.contains("<script>alert") && page.contains("No change was found."), "{page}");
    assert!(page.contains("Check the spelling") && !page.contains("In no article"), "said once: {page}");
    assert!(!page.contains("found-hits"), "no empty list: {page}");
    let (status, page) = test.text(&format!("/app?screen=search&q={}", "a".repeat(5_000))).await;
    assert!(status == 200 && page.contains("The search is too long."), "{page}");
    let (_, page) = test.text("/app?screen=search&q=impozitul&year=abc&importance=77").await;
    assert!(page.contains("2 changes were found."), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn a_found_duty_leads_to_its_place_among_the_deadlines() {
    let test = TestApp::start(vec![article("a")]).await;
    let (_, page) = test.text("/app?screen=search&q=D101&lang=ro").await;
    let today = test.app.clock.today();
    let year = today.year() + i16::from(today > jiff::civil::date(today.year(), 6, 25));
    let (_, answer) = test.json("/search?q=D101&lang=ro").await;
    let found = &answer["duties"][0];
    assert_eq!((&found["id"], &found["form"]), (&"d101-profit-tax".into(), &"D101".into()), "{answer}");
    let month = format!("{year}-06");
    assert!(found["next"].as_str().is_some_and(|next| next.starts_with(&month)), "{answer}");
    let place = format!("facts.duty.d101-profit-tax.{year}");
    let link =
        format!("/app?screen=deadlines&amp;tab=all&amp;month={month}&amp;duty=d101-profit-tax&amp;lang=ro#{place}");
    assert!(page.contains(&link) && page.contains("<h2>Termene</h2>"), "{page}");
    let (status, month) = test.text(&format!("/app?screen=deadlines&tab=all&month={month}&duty=d101-profit-tax")).await;
    assert!(status == 200 && month.contains(&format!("<div id=\"{place}\">")), "{month}");
    // Of another topic or role, and on later pages, it is not listed.
    for other in ["q=D101&topic=munca", "q=D101&role=farmer", "q=telemunca"] {
        let (_, answer) = test.json(&format!("/search?{other}")).await;
        assert_eq!(answer["duties"], serde_json::json!([]), "{other}");
    }
    let (_, answer) = test.json("/search?q=airbnb&lang=ro").await;
    let also = serde_json::json!([{"from": "airbnb", "to": "închiriere pe termen scurt"}]);
    assert_eq!(answer["understood"]["also"], also, "{answer}");
    assert_eq!(answer["duties"][0]["id"], "short-rental-d212");
    test.stop().await;
}
