//! Rejecting drafts.

use paragraf::domain::desk::MAX_REJECTIONS;
use serde_json::json;

use super::{draft, get, opened, post, save_title, start, stored};
use crate::support::articles::article;

#[tokio::test]
async fn a_rejected_draft_keeps_its_text_and_the_reasons() {
    let (test, editor, read) = opened(article("a")).await;
    let body = json!({"reason": " Actul nu privește\r\ncititorii. "});
    let (status, rejected) = post(&test, &editor, "/desk/drafts/a/reject", body).await;
    assert_eq!((status, &rejected["state"]), (200, &json!("rejected")), "{rejected}");
    let reason = json!({"by": "dan", "at": "2026-01-10T09:00:00Z", "reason": "Actul nu privește\ncititorii."});
    assert_eq!(rejected["rejections"], json!([reason]));
    assert_eq!(rejected["article"], read["article"]);
    let (status, refused) = save_title(&test, &editor, &read, "Alt titlu").await;
    assert_eq!((status, &refused["code"]), (409, &json!("draft_rejected")));
    let publish = json!({"version": read["version"]});
    let (status, refused) = post(&test, &editor, "/desk/drafts/a/publish", publish).await;
    assert_eq!((status, &refused["code"]), (409, &json!("draft_rejected")));
    let (status, open) = post(&test, &editor, "/desk/drafts/a/reopen", json!({})).await;
    assert_eq!((status, &open["state"], &open["rejections"]), (200, &json!("open"), &json!([reason])));
    assert_eq!(save_title(&test, &editor, &read, "Alt titlu").await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_rejection_cancels_the_schedule() {
    let (test, editor, read) = opened(article("a")).await;
    let publish = json!({"version": read["version"], "at": "2026-01-10T10:00:00Z"});
    post(&test, &editor, "/desk/drafts/a/publish", publish).await;
    let (_, rejected) = post(&test, &editor, "/desk/drafts/a/reject", json!({"reason": "Nu."})).await;
    assert_eq!((&rejected["state"], &rejected["scheduled_for"]), (&json!("rejected"), &json!(null)));
    let next = paragraf::ops::desk::due::publish(&test.app, &paragraf::ops::Actor::System).await;
    assert_eq!(next.expect("a step"), None);
    test.stop().await;
}

#[tokio::test]
async fn a_reason_is_plain_text_and_the_last_ones_are_kept() {
    let test = start(vec![article("a")]).await;
    let editor = test.editor("dan").await;
    for bad in ["", "  ", &"x".repeat(1001), "a\u{0}b"] {
        let (status, refused) = post(&test, &editor, "/desk/drafts/a/reject", json!({"reason": bad})).await;
        assert_eq!((status, &refused["field"]), (400, &json!("reason")), "{bad:?}");
    }
    for number in 0..MAX_REJECTIONS + 2 {
        let body = json!({"reason": format!("Motivul {number}")});
        assert_eq!(post(&test, &editor, "/desk/drafts/a/reject", body).await.0, 200);
    }
    let kept = draft(&test, &editor).await["rejections"].as_array().expect("rejections").clone();
    assert_eq!((kept.len(), &kept[0]["reason"]), (MAX_REJECTIONS, &json!("Motivul 2")));
    test.stop().await;
}

#[tokio::test]
async fn a_removed_article_leaves_nothing_on_the_desk() {
    let (test, editor, read) = opened(article("a")).await;
    let publish = json!({"version": read["version"], "at": "2026-01-10T10:00:00Z"});
    post(&test, &editor, "/desk/drafts/a/publish", publish).await;
    assert_eq!(stored(&test).await.revision, 1);
    paragraf::ops::articles::remove(&test.app, &super::OPERATOR, vec![super::slug("a")]).await.expect("removed");
    assert_eq!(get(&test, &editor, "/desk/drafts").await.1, json!({"drafts": [], "total": 0}));
    test.stop().await;
}
