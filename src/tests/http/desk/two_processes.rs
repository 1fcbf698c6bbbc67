//! The desk of one process continues what an editor began at the other.

use serde_json::json;

use super::{draft, post, put_drafts, save_title};
use crate::http::shared_database::{follow, pair, stop};
use crate::support::articles::article;
use crate::support::eventually::eventually;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draft_that_was_saved_on_one_process_is_published_on_the_other_and_read_on_both() {
    let [one, other] = pair(|_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    put_drafts(&one, vec![article("a")]).await;
    let editor = one.editor("dan").await;
    let read = draft(&one, &editor).await;
    let (status, saved) = save_title(&one, &editor, &read, "Alt titlu").await;
    assert_eq!(status, 200, "{saved}");
    let (status, late) = save_title(&other, &editor, &read, "Al treilea titlu").await;
    assert_eq!((status, &late["code"]), (409, &json!("changed_meanwhile")));
    let body = json!({"version": draft(&other, &editor).await["version"]});
    let (status, published) = post(&other, &editor, "/desk/drafts/a/publish", body).await;
    assert_eq!((status, &published), (200, &json!({"status": "published"})));
    for test in [&one, &other] {
        eventually("both have the article", async || {
            (test.json("/lawchanges/a").await.1[0]["title"] == "Alt titlu").then_some(())
        })
        .await;
    }
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}
