//! Every route of the table, asked by a visitor.

use paragraf::web::routes::{self, Access};

use crate::support::app::TestApp;
use crate::support::articles::article;

#[tokio::test]
async fn each_route_lets_in_whom_the_table_says() {
    let test = TestApp::start(vec![article("a")]).await;
    for route in routes::table() {
        let path = route
            .path
            .replace("{articleId}", "a")
            .replace("{*file}", "x.js")
            .replace("{file}", "a.png")
            .replace("{id}", "x")
            .replace("{token}", "x");
        let request = test.client.request(route.method.clone(), format!("{}{path}", test.base));
        let status = request.send().await.expect("an answer").status().as_u16();
        match route.access {
            Access::Everyone => {
                assert!(!matches!(status, 401 | 403 | 405 | 500..), "{} {path}: {status}", route.method)
            }
            Access::Account | Access::Secret => assert_eq!(status, 401, "{} {path}", route.method),
            Access::OwnPage => {
                assert_eq!(status, 403, "{} {path}", route.method);
                let request = test.client.request(route.method.clone(), format!("{}{path}", test.base));
                let own = request.header("x-requested-with", "paragraf").send().await.expect("an answer");
                assert_ne!(own.status(), 403, "{} {path}", route.method);
            }
        }
    }
    test.stop().await;
}

#[tokio::test]
async fn what_is_not_published_is_not_there() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    test.withdraw("a").await;
    assert_eq!(test.json("/lawchanges/a").await.0, 404);
    assert_eq!(test.text("/app?articleId=a").await.0, 404);
    assert_eq!(test.json("/og/a.png").await.0, 404);
    for path in ["/feed.xml", "/feed.json", "/sitemap.xml", "/app?lang=ro", "/"] {
        let (status, text) = test.text(path).await;
        assert_eq!(status, 200);
        assert!(!text.contains("articleId=a&") && !text.contains("articleId=a\""), "{path}: {text}");
    }
    let (_, list) = test.json("/lawchanges").await;
    assert_eq!(list.as_array().map(Vec::len), Some(1));
    test.stop().await;
}
