use jiff::Timestamp;
use paragraf::app::App;
use paragraf::domain::Article;
use paragraf::domain::act::Act;
use paragraf::error::{ErrorCode, Kind};
use paragraf::ops::Actor;
use paragraf::ops::acts::record::{ActOutcome, RecordedAct, record};
use paragraf::ops::acts::{self, ActFilter, cleanup};
use paragraf::sources::found_act::{Delivery, FoundAct};
use paragraf::store::archive::sha256;

use crate::support::app::TestApp;
use crate::support::articles::article;
use crate::support::listed::listed;

fn found(kind: &str, issuer: &str, portal_id: u64, text: &str) -> FoundAct {
    FoundAct {
        act: Act { kind: kind.into(), number: Some("190".into()), year: 2018, issuer: Some(issuer.into()) },
        title: format!("{kind} nr. 190"),
        date: None,
        gazette: None,
        in_force: None,
        portal_id: Some(portal_id),
        consolidated_url: Some(format!("https://legislatie.just.ro/Public/DetaliiDocument/{portal_id}")),
        published_url: None,
        gazette_url: None,
        text: text.into(),
    }
}

async fn deliver(app: &App, acts: Vec<FoundAct>) -> Vec<RecordedAct> {
    let delivery = Delivery {
        url: "http://legislatie.just.ro/apiws".into(),
        media_type: "text/xml".into(),
        fetched_at: Timestamp::UNIX_EPOCH,
        bytes: format!("{acts:?}").into_bytes(),
        issue: None,
        acts,
    };
    record(app, &Actor::System, delivery).await.expect("the acts are stored")
}

fn outcomes(recorded: &[RecordedAct]) -> Vec<(&str, &ActOutcome)> {
    recorded.iter().map(|act| (act.key.as_str(), &act.outcome)).collect()
}

#[tokio::test]
async fn acts_of_one_number_and_year_differ_by_type_and_issuer() {
    let test = TestApp::start(vec![]).await;
    let acts = vec![
        found("LEGE", "Parlamentul", 1, "a"),
        found("DECRET", "Președintele României", 2, "b"),
        found("ORDIN", "ANAF", 3, "c"),
        found("ORDIN", "ANCPI", 4, "d"),
    ];
    let recorded = deliver(&test.app, acts.clone()).await;
    let keys = ["lege/2018/190", "decret/2018/190", "ordin/2018/190/anaf", "ordin/2018/190/ancpi"];
    assert_eq!(outcomes(&recorded), keys.map(|key| (key, &ActOutcome::New)));
    let again = deliver(&test.app, acts).await;
    assert_eq!(outcomes(&again), keys.map(|key| (key, &ActOutcome::Unchanged)));
    let filter = ActFilter { number: Some("190".into()), year: Some(2018), limit: Some(3), ..ActFilter::default() };
    let (take, rows) = listed();
    acts::list(&test.app, &Actor::System, filter, take).await.expect("a list");
    assert_eq!(rows.into_iter().count(), 3);
    test.stop().await;
}

#[tokio::test]
async fn the_page_of_an_act_has_its_title_without_the_marks_that_were_stored() {
    let law = found("LEGE", "Parlamentul României", 1, "a");
    let about = Article { act: Some(law.act.clone()), ..article("a") };
    let test = TestApp::start(vec![about]).await;
    deliver(&test.app, vec![FoundAct { title: "LEGE nr. 190 din 2018 (**republicată**)".into(), ..law }]).await;
    let (status, page) = test.text("/act/lege-190-2018?lang=ro").await;
    assert!(status == 200 && page.contains("<p lang=\"ro\">LEGE nr. 190 din 2018 (republicată)</p>"), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn another_document_with_the_same_identity_gets_a_key_of_its_own() {
    let test = TestApp::start(vec![]).await;
    deliver(&test.app, vec![found("LEGE", "Parlamentul", 1, "before the republication")]).await;
    let second = vec![found("LEGE", "Parlamentul", 2, "republished")];
    let recorded = deliver(&test.app, second.clone()).await;
    let of = "lege/2018/190".parse().expect("a key");
    assert_eq!(outcomes(&recorded), [("lege/2018/190/id-2", &ActOutcome::Namesake { of })]);
    assert_eq!(outcomes(&deliver(&test.app, second).await), [("lege/2018/190/id-2", &ActOutcome::Unchanged)]);
    test.stop().await;
}

#[tokio::test]
async fn a_corrected_text_replaces_the_first_one_which_stays_readable() {
    let test = TestApp::start(vec![]).await;
    deliver(&test.app, vec![found("LEGE", "Parlamentul", 1, "10.000 lei")]).await;
    let recorded = deliver(&test.app, vec![found("LEGE", "Parlamentul", 1, "1.000 lei")]).await;
    assert_eq!(outcomes(&recorded), [("lege/2018/190", &ActOutcome::Changed)]);
    let act = acts::show(&test.app, &Actor::System, recorded[0].key.clone()).await.expect("the act");
    assert_eq!((act.text_sha256, act.earlier_texts), (sha256(b"1.000 lei"), vec![sha256(b"10.000 lei")]));
    for text in ["10.000 lei", "1.000 lei"] {
        let stored = acts::source_text(&test.app, &Actor::System, sha256(text.as_bytes())).await.expect("a text");
        assert_eq!((stored.text.as_str(), stored.url.ends_with("/1")), (text, true));
    }
    test.stop().await;
}

#[tokio::test]
async fn only_replies_with_an_act_outlive_a_month() {
    let test = TestApp::start(vec![]).await;
    let law = vec![found("LEGE", "Parlamentul", 1, "a")];
    deliver(&test.app, law.clone()).await;
    let empty = deliver(&test.app, vec![]).await;
    assert_eq!(empty, []);
    assert_eq!(cleanup::clean_up(&test.app, &Actor::System).await.expect("a cleanup"), 1);
    assert_eq!(cleanup::clean_up(&test.app, &Actor::System).await.expect("a cleanup"), 0);
    let act = acts::show(&test.app, &Actor::System, "lege/2018/190".parse().expect("a key")).await.expect("the act");
    let reply = acts::source_text(&test.app, &Actor::System, act.source_sha256.expect("a reply")).await;
    assert_eq!(reply.expect("the reply").text, format!("{law:?}"));
    test.stop().await;
}

#[tokio::test]
async fn an_unknown_hash_and_a_reader_are_refused() {
    let test = TestApp::start(vec![]).await;
    let missing = acts::source_text(&test.app, &Actor::System, sha256(b"nothing")).await.expect_err("a refusal");
    assert_eq!(missing.kind, Kind::NotFound);
    let refused = acts::source_text(&test.app, &Actor::Visitor, sha256(b"nothing")).await.expect_err("a refusal");
    assert_eq!(refused.code, ErrorCode::Forbidden);
    test.stop().await;
}
