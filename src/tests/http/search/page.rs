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
    // A search at an old address of Home.
    let (_, page) = test.text("/app?q=chirie&lang=ro").await;
    assert!(page.contains("<mark>Chirii</mark>"), "{page}");
    let (_, page) = test.text("/app?screen=search&q=%3Cscript%3Ealert(1)%3C/script%3E").await;
    assert!(!page.contains("<script>alert") && page.contains("No change was found."), "{page}");
    let (status, page) = test.text(&format!("/app?screen=search&q={}", "a".repeat(5_000))).await;
    assert!(status == 200 && page.contains("The search is too long."), "{page}");
    let (_, page) = test.text("/app?screen=search&q=impozitul&year=abc&importance=77").await;
    assert!(page.contains("2 changes were found."), "{page}");
    test.stop().await;
}
