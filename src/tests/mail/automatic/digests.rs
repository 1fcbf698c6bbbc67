use paragraf::domain::mailing::DigestFrequency::{Daily, Never, Weekly};
use paragraf::domain::mailing::SkipReason;
use paragraf::domain::{Language, Status};
use paragraf::error::ErrorCode;
use paragraf::ops::mail::automatic::{Routine, manual};

use super::{
    OPERATOR, account, all, campaign, dated, level, made, mails, news, publish, recipients, set_status, slugs,
    subscribe, travel,
};
use crate::support::app::TestApp;

#[tokio::test]
async fn a_digest_covers_the_time_since_the_previous_one() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| (wants.digest, wants.digest_from) = (Daily, level(1))).await;
    publish(&test, vec![news(&test, "a", 2, "munca")]).await;
    assert_eq!(made(&test).await, Vec::<String>::new(), "nothing is made up for at the first start");
    travel(&test, "2026-01-11T05:29:59Z");
    assert_eq!(made(&test).await, Vec::<String>::new());
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-11"]);
    assert_eq!(slugs(&test, "daily-2026-01-11").await, ["a"]);
    // Down for three days; each day something came in.
    for (at, slug) in [("2026-01-11T06:00:00Z", "b"), ("2026-01-12T12:00:00Z", "c"), ("2026-01-14T01:00:00Z", "d")] {
        travel(&test, at);
        publish(&test, vec![news(&test, slug, 2, "munca")]).await;
    }
    travel(&test, "2026-01-14T09:00:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-14", "deadlines-2026-01-12"]);
    let campaign_record = campaign(&test, "daily-2026-01-14").await;
    assert_eq!(campaign_record.since, "2026-01-11T05:30:00Z".parse().ok());
    assert_eq!(slugs(&test, "daily-2026-01-14").await, ["d", "c", "b"], "one digest for the whole gap");
    travel(&test, "2026-01-15T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-15"]);
    assert_eq!(slugs(&test, "daily-2026-01-15").await, Vec::<String>::new(), "no article is sent twice");
    test.stop().await;
}

#[tokio::test]
async fn an_article_is_in_one_digest_only() {
    let test = TestApp::start(vec![]).await;
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-11"]);
    travel(&test, "2026-01-11T09:00:00Z");
    let article = news(&test, "a", 3, "munca");
    let old = dated(news(&test, "old", 5, "munca"), jiff::civil::date(2025, 12, 1));
    publish(&test, vec![article.clone(), old, news(&test, "w", 3, "munca")]).await;
    set_status(&test, "w", Status::Withdrawn).await;
    travel(&test, "2026-01-12T06:00:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-12", "deadlines-2026-01-12"]);
    assert_eq!(slugs(&test, "daily-2026-01-12").await, ["a"], "neither old nor withdrawn");
    let mut revised = article;
    revised.title = "Altfel".into();
    publish(&test, vec![revised]).await;
    set_status(&test, "w", Status::Published).await;
    travel(&test, "2026-01-13T05:30:00Z");
    made(&test).await;
    assert_eq!(slugs(&test, "daily-2026-01-13").await, ["w"], "it was in no digest and is still news");
    test.stop().await;
}

#[tokio::test]
async fn dates_follow_romanian_daylight_saving() {
    let test = TestApp::start(vec![]).await;
    for (at, id) in [
        ("2026-03-28T05:30:00Z", "daily-2026-03-28"),
        ("2026-03-29T04:30:00Z", "daily-2026-03-29"),
        ("2026-10-24T04:30:00Z", "daily-2026-10-24"),
        ("2026-10-25T05:30:00Z", "daily-2026-10-25"),
    ] {
        travel(&test, at);
        assert!(made(&test).await.contains(&id.to_owned()), "{at}");
    }
    travel(&test, "2026-10-30T05:59:59Z");
    made(&test).await;
    travel(&test, "2026-10-30T06:00:00Z");
    assert_eq!(made(&test).await, ["weekly-2026-10-30"]);
    test.stop().await;
}

#[tokio::test]
async fn a_digest_shows_five_cards_by_importance_with_their_reasons() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["inchirieri", "domain:chirii"], |account| account.language = Language::En).await;
    subscribe(&test, "bo", Language::Ro, |_| {}).await;
    subscribe(&test, "cris", Language::Ro, |wants| wants.topics = vec!["munca".into()]).await;
    subscribe(&test, "dan", Language::Ro, |wants| wants.digest = Never).await;
    travel(&test, "2026-01-14T09:00:00Z");
    let topics = ["inchirieri", "munca"];
    let mut articles: Vec<_> =
        (0..14).map(|n| news(&test, &format!("a{n:02}"), 1 + n % 5, topics[usize::from(n % 2)])).collect();
    articles.iter_mut().filter(|article| article.topic == "munca").for_each(|article| article.domains = vec![]);
    articles[3].domains = vec!["Chirii".into()];
    publish(&test, articles).await;
    travel(&test, "2026-01-16T06:00:00Z");
    assert!(made(&test).await.contains(&"weekly-2026-01-16".to_owned()));
    let mails = mails(&test, "weekly-2026-01-16").await;
    let [ana, bo, cris] = &mails[..] else { panic!("{} mails", mails.len()) };
    // Ana follows seven of one topic, one by its tag, and also gets the urgent a09.
    assert_eq!(ana.subject, "Urgent: A change for a09 and 8 more");
    assert_eq!(ana.text.matches("Read the article:").count(), 5);
    let (first, rest) = ana.text.split_once("In short").expect("lines");
    assert_eq!(rest.matches("Because you follow").count(), 4, "{rest}");
    assert!(first.contains("Because you follow “Renting out”"), "{first}");
    assert!(first.contains("Because it is urgent, whatever you follow"), "{first}");
    assert!(ana.text.contains("Because you follow the tag “Chirii”"), "{}", ana.text);
    let places: Vec<_> = ["a09", "a04", "a08", "a03", "a12"].map(|slug| first.find(&format!("for {slug}\n"))).into();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}\n{first}");
    // Subscribers hear from 3 up: eight of fourteen, and of one topic only, with what is urgent.
    assert_eq!(bo.subject, "Urgent: Schimbare pentru a09 și încă 7");
    assert!(bo.text.contains("Pentru că primești toate temele, printre ele „Muncă și salarii”"), "{}", bo.text);
    assert!(
        cris.text.contains("Pentru că urmărești „Muncă și salarii”") && cris.text.contains("Pentru că este urgentă")
    );
    assert!(!cris.text.contains("pentru a02\n"), "{}", cris.text);
    test.stop().await;
}

#[tokio::test]
async fn an_empty_digest_is_sent_only_to_recipients_who_want_it() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    subscribe(&test, "bo", Language::Ro, |wants| (wants.digest, wants.digest_when_empty) = (Daily, true)).await;
    subscribe(&test, "cris", Language::En, |wants| (wants.digest, wants.digest_when_empty) = (Weekly, true)).await;
    publish(&test, vec![news(&test, "small", 2, "munca")]).await;
    travel(&test, "2026-01-11T05:30:00Z");
    made(&test).await;
    let mails = mails(&test, "daily-2026-01-11").await;
    assert_eq!(mails.len(), 1);
    assert_eq!(mails[0].subject, "Nimic nou pentru tine");
    assert!(mails[0].text.contains("între 10 și 11 ianuarie 2026"), "{}", mails[0].text);
    test.stop().await;
}

#[tokio::test]
async fn the_preferences_at_the_time_of_sending_apply() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    subscribe(&test, "bo", Language::Ro, |wants| wants.digest = Daily).await;
    publish(&test, vec![news(&test, "a", 3, "munca"), news(&test, "b", 4, "inchirieri")]).await;
    travel(&test, "2026-01-11T05:30:00Z");
    made(&test).await;
    let before = mails(&test, "daily-2026-01-11").await;
    let own = |mail: &paragraf::mail::Message, path: &str| {
        let line = mail.text.lines().find(|line| line.contains(path)).expect("a link").to_owned();
        assert!(mail.html.contains(&format!("href=\"{line}\"")), "{line}");
        line
    };
    for path in ["/mail/preferences?token=", "/mail/unsubscribe?token="] {
        assert_ne!(own(&before[0], path), own(&before[1], path), "each has links of their own");
    }
    subscribe(&test, "ana", Language::En, |wants| {
        (wants.digest, wants.topics) = (Daily, vec!["munca".into()]);
    })
    .await;
    set_status(&test, "b", Status::Withdrawn).await;
    let after = mails(&test, "daily-2026-01-11").await;
    assert_eq!(after[0].subject, "Employment: A change for a");
    assert_eq!(after[1].subject, "Muncă și salarii: Schimbare pentru a");
    test.stop().await;
}

#[tokio::test]
async fn a_manual_digest_replaces_the_scheduled_one() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    subscribe(&test, "bo", Language::Ro, |wants| wants.paused_until = Some(jiff::civil::date(2027, 1, 1))).await;
    publish(&test, vec![news(&test, "a", 3, "munca")]).await;
    travel(&test, "2026-01-11T04:00:00Z");
    let plan = manual::plan(&test.app, &OPERATOR, Routine::Daily).await.expect("a plan");
    assert_eq!((plan.exists, plan.audience.recipients, plan.articles.len()), (false, 1, 1));
    assert_eq!(plan.recipients[0].articles[0].as_str(), "a");
    assert_eq!(plan.audience.left_out.get(&SkipReason::Paused), Some(&1));
    assert_eq!(all(&test).await, Vec::<String>::new(), "a look makes nothing");
    manual::create(&test.app, &OPERATOR, Routine::Daily).await.expect("made");
    let again = manual::create(&test.app, &OPERATOR, Routine::Daily).await.expect_err("once a day");
    assert_eq!(again.code, ErrorCode::DigestExists);
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, Vec::<String>::new());
    publish(&test, vec![news(&test, "b", 3, "munca")]).await;
    travel(&test, "2026-01-12T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-12"]);
    assert_eq!(slugs(&test, "daily-2026-01-12").await, ["b"]);
    assert_eq!(recipients(&test, "daily-2026-01-12").await, ["ana"]);
    test.stop().await;
}

#[tokio::test]
async fn a_digest_made_while_the_clock_was_ahead_does_not_block_later_ones() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| (wants.digest, wants.digest_from) = (Daily, level(1))).await;
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-11"]);
    test.app.clock.jump(jiff::Span::new().hours(400 * 24));
    assert!(made(&test).await.iter().any(|id| id.starts_with("daily-2027-")));
    test.app.clock.jump(jiff::Span::new().hours(-400 * 24));
    publish(&test, vec![news(&test, "a", 3, "munca")]).await;
    travel(&test, "2026-01-12T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-12"]);
    assert_eq!(slugs(&test, "daily-2026-01-12").await, ["a"]);
    test.app.clock.jump(jiff::Span::new().hours(-12));
    assert_eq!(made(&test).await, Vec::<String>::new(), "a clock set back repeats nothing");
    test.stop().await;
}

#[tokio::test]
async fn a_digest_made_while_the_clock_was_ahead_does_not_take_the_place_of_the_real_one() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| (wants.digest, wants.digest_from) = (Weekly, level(1))).await;
    travel(&test, "2026-01-16T06:00:00Z");
    publish(&test, vec![news(&test, "a", 3, "munca")]).await;
    let first = made(&test).await;
    assert!(first.contains(&"weekly-2026-01-16".to_owned()), "{first:?}");
    let week = jiff::Span::new().hours(7 * 24);
    test.app.clock.jump(week);
    assert!(made(&test).await.contains(&"weekly-2026-01-23".to_owned()));
    test.app.clock.jump(-week);
    assert_eq!(made(&test).await, Vec::<String>::new());
    travel(&test, "2026-01-18T09:00:00Z");
    publish(&test, vec![news(&test, "b", 3, "munca")]).await;
    travel(&test, "2026-01-23T06:00:00Z");
    let ids = made(&test).await;
    assert!(ids.contains(&"weekly-2026-01-23-2".to_owned()), "{ids:?}");
    assert_eq!(slugs(&test, "weekly-2026-01-23-2").await, ["b"], "what was sent is not repeated");
    assert_eq!(made(&test).await, Vec::<String>::new());
    test.stop().await;
}

#[tokio::test]
async fn followers_of_an_act_get_it_by_mail_with_the_reason() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["act:oug-156-2024"], |account| account.language = Language::En).await;
    travel(&test, "2026-01-14T09:00:00Z");
    let mut named = news(&test, "a", 3, "munca");
    named.technical_summary = "Modifică OUG nr. 156/2024.".into();
    publish(&test, vec![named, news(&test, "b", 3, "munca")]).await;
    travel(&test, "2026-01-16T06:00:00Z");
    made(&test).await;
    let mails = mails(&test, "weekly-2026-01-16").await;
    let [ana] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(ana.text.matches("Because you follow").count(), 1, "{}", ana.text);
    assert!(ana.text.contains("Because you follow GEO no. 156/2024"), "{}", ana.text);
    test.stop().await;
}
