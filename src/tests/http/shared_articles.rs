//! What one process reads of articles that another process on the same database changes.

use paragraf::domain::act::Act;
use paragraf::domain::amendment::{ActAmendments, FormReference};
use paragraf::domain::{ActKey, Article};
use paragraf::store::acts::{self, ActRecord};
use paragraf::store::amendments::{self, AmendmentsRecord};
use paragraf::store::archive::{self, NewDocument};
use serde_json::{Value, json};

use super::shared_database::{follow, on, pair, stop};
use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::eventually::eventually;
use crate::support::postgres;
use crate::support::wire::Wire;

/// More than a server keeps.
const CONNECTIONS: usize = 32;

fn law(number: &str) -> Act {
    Act { kind: "LEGE".into(), number: Some(number.into()), year: 2025, issuer: None }
}

/// Stores that the act changes so many provisions of another one.
async fn amend(test: &TestApp, act: &Act, found: u32) {
    let form = FormReference {
        date: jiff::civil::date(2025, 1, 1),
        text_sha256: "0".repeat(64),
        url: "https://legislatie.just.ro/Public/DetaliiDocument/1".into(),
    };
    let amended = ActAmendments { act: law("227"), form: Some(form), found, applied: found, amendments: vec![] };
    let record = AmendmentsRecord {
        key: ActKey::of(act).expect("a key"),
        text_sha256: "0".repeat(64),
        program: paragraf::VERSION.into(),
        in_force: None,
        acts: vec![amended],
    };
    test.app.store.write(move |tx| Ok(amendments::put(tx, &record, &[])?)).await.expect("a commit");
}

/// Stores the act, from whose text the jobs of a server read what it changes.
async fn store_act(test: &TestApp, act: &Act) {
    let now = test.app.clock.now();
    let text = NewDocument::new(b"LEGE", "text/plain", "https://legislatie.just.ro/1", now).expect("a small text");
    let key = ActKey::of(act).expect("a key");
    let row = json!({"key": key, "act": act, "title": "LEGE", "text_sha256": text.sha256(), "fetched_at": now});
    let row: ActRecord = serde_json::from_value(row).expect("an act");
    let write = test.app.store.write(move |tx| {
        archive::put(tx, &text)?;
        Ok(acts::put(tx, &row)?)
    });
    write.await.expect("a commit");
}

/// The number of operations that the answer has of the article.
async fn operations(test: &TestApp, path: &str) -> Value {
    test.json(path).await.1[0]["amendments"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_acts_change_is_known_without_the_database_until_another_process_changes_it() {
    let url = postgres::url();
    let wire = Wire::to(postgres::port()).await;
    let one = on(&url, |_| {}).await;
    let other = on(&url.replace(&format!(":{}/", postgres::port()), &format!(":{}/", wire.port)), |_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    let act = law("239");
    amend(&one, &act, 3).await;
    one.publish(vec![Article { act: Some(act.clone()), ..article("a") }, article("b")]).await;
    for (path, expected) in [("/lawchanges/a", 3), ("/lawchanges/b", 0)] {
        eventually(path, async || (operations(&other, path).await == expected).then_some(())).await;
    }
    amend(&one, &act, 5).await;
    eventually("the change of one process is seen on the other", async || {
        (operations(&other, "/lawchanges/a").await == 5).then_some(())
    })
    .await;
    wire.cut();
    // No answer in English was made before.
    assert_eq!(operations(&other, "/lawchanges/a?lang=en").await, 5);
    wire.mend();
    // Each of the pool's connections is found to be cut by a read.
    eventually("the database is read again", async || {
        for _ in 0..CONNECTIONS {
            other.app.store.read(|tx| Ok(acts::count(tx)?)).await.ok()?;
        }
        Some(())
    })
    .await;
    // Amendments belong to an act.
    store_act(&one, &act).await;
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_changes_of_another_process_are_read_together() {
    let [one, other] = pair(|_| {}).await;
    let jobs = [follow(&one), follow(&other)];
    // More than are read together.
    let slugs: Vec<String> = (0..300).map(|number| format!("a-{number}")).collect();
    one.publish(slugs.iter().map(|slug| article(slug)).collect()).await;
    let revised = slugs.iter().step_by(2).map(|slug| Article { title: "Altfel".into(), ..article(slug) });
    one.publish(revised.collect()).await;
    let shown = async |number: usize| {
        let (_, revisions) = other.json(&format!("/lawchanges/a-{number}")).await;
        let titles = revisions.as_array().into_iter().flatten().map(|revision| revision["title"].clone());
        titles.collect::<Vec<_>>()
    };
    eventually("the last change is seen on the other", async || {
        (shown(298).await.last() == Some(&json!("Altfel"))).then_some(())
    })
    .await;
    for (number, slug) in slugs.iter().enumerate() {
        let first = json!(format!("Schimbare pentru {slug}"));
        let expected = if number % 2 == 0 { vec![first, json!("Altfel")] } else { vec![first] };
        eventually(slug, async || (shown(number).await == expected).then_some(())).await;
    }
    let [of_one, of_other] = jobs;
    stop([(one, of_one), (other, of_other)]).await;
}
