//! Monthly overviews in digests.

use jiff::civil::date;
use paragraf::domain::mailing::DigestFrequency::{Daily, Never};
use paragraf::domain::{Article, Language, OverviewId};
use paragraf::ops::Actor;
use paragraf::ops::mail::automatic::{Routine, manual};
use paragraf::ops::overviews::edit::{self, OverviewApproval};
use paragraf::ops::overviews::make;

use super::{OPERATOR, account, campaign, dated, made, mails, news, publish, recipients, subscribe, travel};
use crate::support::app::TestApp;

fn id(text: &str) -> OverviewId {
    text.parse().expect("an id")
}

/// Publishes the overview, as the operator does.
async fn approve(test: &TestApp, overview: &str) {
    let approval = OverviewApproval { id: id(overview), version: None, reviewed_by: Some("Ana Pop".into()) };
    edit::publish(&test.app, &OPERATOR, approval).await.expect("published");
}

async fn take_back(test: &TestApp, overview: &str) {
    edit::reopen(&test.app, &OPERATOR, id(overview)).await.expect("a draft");
}

/// The overviews of a campaign, in its order.
async fn overviews(test: &TestApp, campaign_id: &str) -> Vec<String> {
    campaign(test, campaign_id).await.overviews.iter().map(ToString::to_string).collect()
}

/// A server with drafts of December: of all topics, of business and of employment.
async fn start() -> TestApp {
    let test = TestApp::start(vec![]).await;
    let of_december = |article: Article| dated(article, date(2025, 12, 20));
    let articles = vec![news(&test, "b", 3, "afaceri"), news(&test, "m", 4, "munca"), news(&test, "n", 2, "munca")];
    publish(&test, articles.into_iter().map(of_december).collect()).await;
    make::make_due(&test.app, &Actor::System).await.expect("overviews");
    // The articles of December are in this digest, so that the next ones have none.
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-11"]);
    test
}

#[tokio::test]
async fn a_digest_has_the_overviews_published_since_the_previous_one() {
    let test = start().await;
    subscribe(&test, "all", Language::Ro, |wants| wants.digest = Daily).await;
    let follows = ["munca", "digital"];
    account(&test, "ana", &follows, |account| (account.language, account.mail.digest) = (Language::En, Daily)).await;
    subscribe(&test, "none", Language::Ro, |wants| wants.digest = Never).await;
    travel(&test, "2026-01-11T09:00:00Z");
    for overview in ["2025-12", "2025-12-munca"] {
        approve(&test, overview).await;
    }
    let plan = manual::plan(&test.app, &OPERATOR, Routine::Daily).await.expect("a plan");
    assert_eq!(plan.overviews, [id("2025-12"), id("2025-12-munca")]);
    travel(&test, "2026-01-12T06:00:00Z");
    assert!(made(&test).await.contains(&"daily-2026-01-12".to_owned()));
    assert_eq!(overviews(&test, "daily-2026-01-12").await, ["2025-12", "2025-12-munca"], "that of business is a draft");
    let sent = mails(&test, "daily-2026-01-12").await;
    let [all, ana] = &sent[..] else { panic!("{} mails", sent.len()) };
    assert_eq!(all.subject, "Decembrie 2025 pe scurt");
    assert!(all.text.contains("Decembrie 2025 a adus 3 schimbări, dintre care una"), "{}", all.text);
    assert!(all.text.contains("/overview/2025-12?lang=ro"), "{}", all.text);
    assert!(!all.text.contains("2025-12-munca"), "who gets all topics has the overview of all: {}", all.text);
    assert_eq!(ana.subject, "December 2025 in brief");
    for address in ["/overview/2025-12?lang=en", "/overview/2025-12-munca?lang=en"] {
        assert!(ana.text.contains(address) && ana.html.contains(address), "{address}\n{}", ana.text);
    }
    assert!(ana.text.contains("December 2025 in brief: Employment"), "{}", ana.text);
    test.stop().await;
}

#[tokio::test]
async fn an_overview_is_in_one_digest_only() {
    let test = start().await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    travel(&test, "2026-01-12T09:00:00Z");
    made(&test).await;
    approve(&test, "2025-12").await;
    travel(&test, "2026-01-13T05:30:00Z");
    made(&test).await;
    assert_eq!(overviews(&test, "daily-2026-01-13").await, ["2025-12"]);
    take_back(&test, "2025-12").await;
    assert_eq!(recipients(&test, "daily-2026-01-13").await, Vec::<String>::new(), "readers see it no longer");
    approve(&test, "2025-12").await;
    travel(&test, "2026-01-14T05:30:00Z");
    made(&test).await;
    assert_eq!(overviews(&test, "daily-2026-01-14").await, Vec::<String>::new(), "it was published again");
    test.stop().await;
}

#[tokio::test]
async fn an_overview_of_a_month_long_past_is_no_news() {
    let test = start().await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    travel(&test, "2026-03-31T09:00:00Z");
    made(&test).await;
    approve(&test, "2025-12").await;
    travel(&test, "2026-04-01T05:30:00Z");
    made(&test).await;
    assert_eq!(overviews(&test, "daily-2026-04-01").await, Vec::<String>::new());
    test.stop().await;
}

#[tokio::test]
async fn an_overview_stands_below_the_articles_of_a_digest() {
    let test = start().await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    travel(&test, "2026-01-11T09:00:00Z");
    approve(&test, "2025-12").await;
    publish(&test, vec![news(&test, "nou", 3, "munca")]).await;
    travel(&test, "2026-01-12T06:00:00Z");
    made(&test).await;
    let mails = mails(&test, "daily-2026-01-12").await;
    let [ana] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(ana.subject, "Muncă și salarii: Schimbare pentru nou");
    let (articles, overview) = ana.text.split_once("Luna pe scurt").expect("a section");
    assert!(articles.contains("Schimbare pentru nou") && overview.contains("/overview/2025-12?lang=ro"));
    test.stop().await;
}
