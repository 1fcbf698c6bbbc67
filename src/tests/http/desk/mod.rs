//! The editors' desk: `access` (who may call it), `conditions` (which readers articles concern), `drafts` (reading and
//! saving), `findings` (the act and the checker), `overviews` (months in brief), `publish` (now and at a time),
//! `reject`, `two_processes` (on one database).

mod access;
mod conditions;
mod drafts;
mod findings;
mod overviews;
mod publish;
mod reject;
mod two_processes;

use paragraf::domain::{Article, Slug, Status};
use paragraf::ops::{Actor, articles};
use paragraf::store;
use paragraf::store::articles::ArticleRecord;
use serde_json::{Value, json};

use crate::support::accounts::{Reader, get_as as get, post_as as post};
use crate::support::app::TestApp;

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

/// A server whose articles are drafts that no reader saw.
async fn start(drafts: Vec<Article>) -> TestApp {
    let test = TestApp::start(vec![]).await;
    put_drafts(&test, drafts).await;
    test
}

async fn put_drafts(test: &TestApp, drafts: Vec<Article>) {
    let now = test.app.clock.now();
    let write = test.app.store.write(move |tx| {
        for article in &drafts {
            let record = ArticleRecord::new(article.clone(), Status::Draft, now);
            let before = store::articles::get(tx, &article.slug)?;
            store::articles::put(tx, before.as_ref(), &record)?;
        }
        Ok(())
    });
    write.await.expect("the drafts are stored");
}

/// The draft `a`.
async fn draft(test: &TestApp, editor: &Reader) -> Value {
    let (status, draft) = get(test, editor, "/desk/drafts/a").await;
    assert_eq!(status, 200, "{draft}");
    draft
}

/// A server whose only draft an editor has opened.
async fn opened(article: Article) -> (TestApp, Reader, Value) {
    let test = start(vec![article]).await;
    let editor = test.editor("dan").await;
    let read = draft(&test, &editor).await;
    (test, editor, read)
}

/// Saves the draft `a` with another title.
async fn save_title(test: &TestApp, editor: &Reader, draft: &Value, title: &str) -> (u16, Value) {
    let mut article = draft["article"].clone();
    article["title"] = title.into();
    post(test, editor, "/desk/drafts/a", json!({"version": draft["version"], "article": article})).await
}

fn slug(name: &str) -> Slug {
    Slug::parse(name).expect("a slug")
}

/// The stored article `a`.
async fn stored(test: &TestApp) -> articles::StoredArticle {
    articles::show(&test.app, &OPERATOR, slug("a")).await.expect("the article")
}
