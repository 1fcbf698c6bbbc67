//! The archived act of a draft, and the checker's findings.

use paragraf::domain::{Article, Provenance};
use paragraf::ops::desk::edit::{self, Edited, SaveOutcome};
use paragraf::store::archive::{self, NewDocument};
use paragraf::store::desk::{self, DeskRecord};
use serde_json::{Value, json};

use super::{OPERATOR, draft, get, post, put_drafts, slug, start};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::article;

const SOURCE: &str = "LEGE nr. 239 din 15 decembrie 2025\nArt. 84. - Cota este de 10% din venit.";

/// A draft with this explanation, and its act in the archive.
async fn with_source(explanation: &str) -> (TestApp, Reader) {
    let test = start(vec![]).await;
    let now = test.app.clock.now();
    let document = NewDocument::new(SOURCE.as_bytes(), "text/plain", "https://legislatie.just.ro/1", now);
    let document = document.expect("a small text");
    let source_sha256 = Some(document.sha256().to_owned());
    let write = test.app.store.write(move |tx| Ok(archive::put(tx, &document)?));
    write.await.expect("archived");
    let draft = Article {
        simple_explanation: explanation.into(),
        technical_summary: "Legea nr. 239/2025 schimbă cota.".into(),
        provenance: Some(Provenance { source_sha256, ..Provenance::default() }),
        ..article("a")
    };
    put_drafts(&test, vec![draft]).await;
    let editor = test.editor("dan").await;
    (test, editor)
}

async fn publish(test: &TestApp, editor: &Reader, draft: &Value, confirmed: Value) -> (u16, Value) {
    let body = json!({"version": draft["version"], "confirmed": confirmed});
    post(test, editor, "/desk/drafts/a/publish", body).await
}

#[tokio::test]
async fn a_draft_comes_with_the_text_of_its_act() {
    let (test, editor) = with_source("Plătești 10%.").await;
    let read = draft(&test, &editor).await;
    assert_eq!((&read["source"]["text"], &read["findings"]), (&json!(SOURCE), &json!(0)), "{read}");
    assert_eq!(read["source"]["url"], "https://legislatie.just.ro/1");
    assert_eq!(publish(&test, &editor, &read, json!([])).await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn nothing_is_published_while_a_finding_is_not_confirmed() {
    let (test, editor) = with_source("Plătești 16%.").await;
    let read = draft(&test, &editor).await;
    let findings = read["finding_list"].as_array().expect("findings");
    assert_eq!(findings.len(), 1, "{read}");
    let finding = &findings[0];
    assert_eq!((&finding["field"], &finding["code"]), (&json!("simple_explanation"), &json!("not_in_act")));
    assert_eq!(read["reasons"], json!(["findings", "found_in_source"]));
    for confirmed in [json!([]), json!(["another"])] {
        let (status, refused) = publish(&test, &editor, &read, confirmed).await;
        assert_eq!((status, &refused["code"]), (409, &json!("findings_open")));
    }
    let (status, published) = publish(&test, &editor, &read, json!([finding["id"]])).await;
    assert_eq!((status, &published["status"]), (200, &json!("published")));
    test.stop().await;
}

#[tokio::test]
async fn correcting_the_text_settles_its_finding() {
    let (test, editor) = with_source("Plătești 16%.").await;
    let read = draft(&test, &editor).await;
    let mut article = read["article"].clone();
    article["simple_explanation"] = "Plătești 17%.".into();
    let body = json!({"version": read["version"], "article": article.clone()});
    let (_, saved) = post(&test, &editor, "/desk/drafts/a", body).await;
    assert_eq!(saved["findings"], 1);
    assert_eq!(get(&test, &editor, "/desk/drafts").await.1["drafts"][0]["findings"], 1);
    article["simple_explanation"] = "Plătești 10%.".into();
    let body = json!({"version": saved["version"], "article": article});
    let (_, saved) = post(&test, &editor, "/desk/drafts/a", body).await;
    assert_eq!((&saved["findings"], &saved["source"]), (&json!(0), &json!(null)), "only a reading has the source");
    assert_eq!(saved["article"]["provenance"]["source_sha256"], read["article"]["provenance"]["source_sha256"]);
    assert_eq!(publish(&test, &editor, &saved, json!([])).await.0, 200);
    test.stop().await;
}

/// One check decides for the list and for the answer: with the source that the operator names, and not the one before.
#[tokio::test]
async fn a_text_is_saved_with_the_findings_of_its_new_source() {
    let (test, editor) = with_source("Plătești 10%.").await;
    let other = SOURCE.replace("10%", "16%");
    let document =
        NewDocument::new(other.as_bytes(), "text/plain", "https://legislatie.just.ro/2", test.app.clock.now());
    let document = document.expect("a small text");
    let sha256 = document.sha256().to_owned();
    test.app.store.write(move |tx| Ok(archive::put(tx, &document)?)).await.expect("archived");
    let read = draft(&test, &editor).await;
    let mut article = read["article"].as_object().expect("an article").clone();
    article["provenance"]["source_sha256"] = sha256.into();
    let version = read["version"].as_str().expect("a version").to_owned();
    let saved = edit::save(&test.app, &OPERATOR, Edited { slug: slug("a"), version, article }).await.expect("no error");
    let SaveOutcome::Saved(saved) = saved else { panic!("{saved:?}") };
    let listed = get(&test, &editor, "/desk/drafts").await.1["drafts"][0]["findings"].clone();
    assert_eq!((saved.finding_list.len(), saved.summary.findings, listed), (1, 1, json!(1)));
    test.stop().await;
}

#[tokio::test]
async fn a_corrected_text_of_the_act_is_adopted_once() {
    let (test, editor) = with_source("Plătești 10%.").await;
    let corrected = SOURCE.replace("239 din", "239 din data de");
    let now = test.app.clock.now();
    let document = NewDocument::new(corrected.as_bytes(), "text/plain", "https://legislatie.just.ro/1", now);
    let document = document.expect("a small text");
    let sha256 = document.sha256().to_owned();
    let found = sha256.clone();
    let write = test.app.store.write(move |tx| {
        archive::put(tx, &document)?;
        let notes = desk::get(tx, &slug("a"))?;
        Ok(desk::put(tx, &DeskRecord { corrected_source: Some(found.clone()), ..notes })?)
    });
    write.await.expect("the watch found a corrected text");
    let read = draft(&test, &editor).await;
    assert_eq!(read["corrected_source"]["sha256"], json!(sha256), "{read}");
    let body = json!({"version": read["version"], "sha256": sha256});
    let (status, adopted) = post(&test, &editor, "/desk/drafts/a/source", body.clone()).await;
    assert_eq!((status, &adopted["source"]["text"]), (200, &json!(corrected)), "{adopted}");
    assert_eq!(draft(&test, &editor).await["corrected_source"], json!(null));
    let (status, again) = post(&test, &editor, "/desk/drafts/a/source", body).await;
    assert_eq!((status, &again["code"]), (409, &json!("changed_meanwhile")));
    test.stop().await;
}
