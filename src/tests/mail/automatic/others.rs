use paragraf::domain::mailing::DigestFrequency::Daily;
use paragraf::domain::recurrence::Shift;
use paragraf::domain::{Article, DatedEntry, EntryKind, Language};
use paragraf::ops::Actor;
use paragraf::ops::mail::automatic::create_due;

use super::{account, all, made, mails, news, publish, recipients, subscribe, travel};
use crate::support::app::TestApp;
use crate::support::articles::entry;

/// The article with something to do by each of these days.
fn due(article: Article, days: &[&str]) -> Article {
    let due = |day: &&str| DatedEntry {
        who: Some("proprietarii".into()),
        ..entry(EntryKind::Due, day, &format!("depui declarația {day}"))
    };
    Article { deadlines: days.iter().map(due).collect(), ..article }
}

#[tokio::test]
async fn the_deadlines_of_two_weeks_are_sent_on_mondays() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["inchirieri"], |_| {}).await;
    subscribe(&test, "bo", Language::En, |_| {}).await;
    subscribe(&test, "cris", Language::Ro, |wants| wants.deadlines = false).await;
    subscribe(&test, "dan", Language::Ro, |wants| wants.topics = vec!["terenuri".into()]).await;
    let home = due(news(&test, "home", 1, "inchirieri"), &["2026-01-25", "2026-01-12", "2026-01-11", "2026-01-26"]);
    let work = due(news(&test, "work", 5, "munca"), &["2026-01-15"]);
    publish(&test, vec![home, work, news(&test, "free", 5, "terenuri")]).await;
    travel(&test, "2026-01-12T05:59:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-12"]);
    travel(&test, "2026-01-12T06:00:00Z");
    assert_eq!(made(&test).await, ["deadlines-2026-01-12"]);
    let mails = mails(&test, "deadlines-2026-01-12").await;
    let [ana, bo] = &mails[..] else { panic!("{} mails", mails.len()) };
    assert_eq!(ana.subject, "2 termene până pe 25 ianuarie 2026: Depui declarația 2026-01-12");
    assert!(ana.text.contains("luni, 12 ianuarie 2026") && ana.text.contains("proprietarii"), "{}", ana.text);
    assert!(ana.text.contains("Pentru că urmărești „Închirieri”"), "{}", ana.text);
    for not in ["2026-01-11", "2026-01-26", "2026-01-15"] {
        assert!(!ana.text.contains(not), "{not}: {}", ana.text);
    }
    let days: Vec<_> =
        ["12 January", "15 January", "25 January"].map(|day| bo.text.find(&format!(", {day} 2026\n"))).into();
    assert!(days.iter().all(Option::is_some) && days.is_sorted(), "{days:?}\n{}", bo.text);
    test.stop().await;
}

#[tokio::test]
async fn only_what_is_due_is_reminded_on_its_real_day() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = Daily).await;
    travel(&test, "2026-01-11T12:00:00Z");
    let mut article = news(&test, "law", 3, "munca");
    article.deadlines = vec![
        entry(EntryKind::Starts, "2026-01-13", "cota nouă"),
        entry(EntryKind::Ends, "2026-01-14", "cota veche"),
        DatedEntry {
            recurs: serde_json::from_str(r#"{"monthly":24}"#).ok(),
            shift: Some(Shift::Previous),
            what: "plata lunară".into(),
            ..DatedEntry::default()
        },
    ];
    publish(&test, vec![article]).await;
    travel(&test, "2026-01-12T06:00:00Z");
    assert!(made(&test).await.contains(&"deadlines-2026-01-12".to_owned()));
    let [mail] = mails(&test, "deadlines-2026-01-12").await.try_into().expect("one mail");
    // 24 January 2026 is a Saturday and a holiday.
    assert_eq!(mail.subject, "Un termen până pe 23 ianuarie 2026: Plata lunară");
    assert!(!mail.text.contains("cota"), "{}", mail.text);
    let [mail] = mails(&test, "daily-2026-01-12").await.try_into().expect("one mail");
    assert!(mail.text.contains("Termen până la 23 ianuarie 2026: plata lunară"), "{}", mail.text);
    test.stop().await;
}

#[tokio::test]
async fn a_long_list_of_deadlines_names_their_number_and_last_day() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |_| {}).await;
    let days: Vec<String> = (12..26).map(|day| format!("2026-01-{day}")).collect();
    let days: Vec<&str> = days.iter().map(String::as_str).collect();
    let articles = (0..20).map(|number| due(news(&test, &format!("law-{number}"), 1, "munca"), &days));
    publish(&test, articles.collect()).await;
    travel(&test, "2026-01-12T06:00:00Z");
    assert!(made(&test).await.contains(&"deadlines-2026-01-12".to_owned()));
    let [mail] = mails(&test, "deadlines-2026-01-12").await.try_into().expect("one mail");
    assert!(mail.subject.starts_with("280 de termene până pe 25 ianuarie 2026: "), "{}", mail.subject);
    let text = mail.text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["280 de termene până pe 25 ianuarie 2026 din ce urmărești.", "primele 40", "încă 240 de termene"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_launch_is_announced_once_to_early_subscribers() {
    let launch =
        |at: &'static str| TestApp::start_with(vec![], move |config| config.site.launch_at = at.into(), |_| {});
    let test = launch("2026-01-11T10:00:00+02:00").await;
    subscribe(&test, "ana", Language::Ro, |_| {}).await;
    subscribe(&test, "bo", Language::En, |wants| wants.news = false).await;
    subscribe(&test, "cris", Language::En, |_| {}).await;
    travel(&test, "2026-01-11T07:59:59Z");
    assert!(!made(&test).await.contains(&"launch".to_owned()));
    travel(&test, "2026-01-11T08:00:00Z");
    subscribe(&test, "dan", Language::Ro, |_| {}).await;
    assert_eq!(made(&test).await, ["launch"]);
    assert_eq!(recipients(&test, "launch").await, ["ana", "cris"]);
    let mails = mails(&test, "launch").await;
    assert_eq!(mails[0].subject, "Accesul timpuriu este deschis");
    assert_eq!(mails[1].subject, "Early access is open");
    assert!(!mails[1].text.to_lowercase().contains("premium"), "only what is true is said");
    travel(&test, "2026-01-20T08:00:00Z");
    assert!(!made(&test).await.contains(&"launch".to_owned()));
    test.stop().await;
    let late = launch("2025-01-14T00:24:00Z").await;
    subscribe(&late, "ana", Language::Ro, |_| {}).await;
    create_due(&late.app, &Actor::System).await.expect("looked");
    assert_eq!(all(&late).await, Vec::<String>::new(), "a launch long ago is no news");
    late.stop().await;
}
