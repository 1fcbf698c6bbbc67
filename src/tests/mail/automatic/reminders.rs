//! Reminders before deadlines: which day, which deadlines, once each, and in one mail.

use jiff::civil::date;
use paragraf::domain::{EntryKind, Uid};
use paragraf::mail::Message;
use paragraf::store::{calendars, notifications, reminders};

use super::*;
use crate::support::articles::entry;

/// A little after the time at which daily mails are made.
const MORNING: &str = "T06:00:00Z";

/// An article with something due on this day.
fn due(test: &TestApp, slug: &str, day: &str) -> Article {
    let deadlines = vec![entry(EntryKind::Due, day, &format!("termenul {slug}"))];
    Article { deadlines, translations: Default::default(), ..news(test, slug, 3, "munca") }
}

fn uid(name: &str) -> Uid {
    Uid::parse(&format!("{name:0<28}")).expect("a uid")
}

/// Goes to the morning of this day and sends what is due; the ids of the runs.
async fn morning(test: &TestApp, day: &str) -> Vec<String> {
    travel(test, &format!("{day}{MORNING}"));
    let mut ids = automatic::create_due(&test.app, &Actor::System).await.expect("made");
    ids.retain(|id| id.as_str().starts_with("reminders"));
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    ids.iter().map(ToString::to_string).collect()
}

/// The mails of the run of this day.
async fn reminded(test: &TestApp, day: &str) -> Vec<Message> {
    assert_eq!(morning(test, day).await, [format!("reminders-{day}")]);
    mails(test, &format!("reminders-{day}")).await
}

fn text(mail: &Message) -> String {
    format!("{}\n{}", mail.subject, mail.text)
}

/// The account's notifications: reason and subject.
async fn notified(test: &TestApp, name: &str) -> Vec<(String, Option<String>)> {
    let uid = uid(name);
    let read = test.app.store.read(move |tx| Ok(notifications::of(tx, &uid)?));
    read.await.expect("read").into_iter().map(|(_, it)| (it.reason.code().to_owned(), it.about)).collect()
}

/// Articles and accounts: Ana follows a deadline and bookmarked another article, Bo follows the topic.
async fn start() -> TestApp {
    let test = TestApp::start(vec![]).await;
    publish(
        &test,
        vec![
            due(&test, "followed", "2026-01-20"),
            due(&test, "saved", "2026-01-14"),
            due(&test, "other", "2026-01-18"),
        ],
    )
    .await;
    test.load().await;
    account(&test, "ana", &["deadline:followed.1"], |_| {}).await;
    account(&test, "bo", &["munca"], |_| {}).await;
    let (ana, now) = (uid("ana"), test.app.clock.now());
    let write = test.app.store.write(move |tx| Ok(marks::set(tx, Mark::Bookmark, &ana, "saved", Some(now))?));
    write.await.expect("bookmarked");
    test
}

#[tokio::test]
async fn followed_and_saved_deadlines_are_reminded_of_7_and_1_days_before_and_once() {
    let test = start().await;
    assert_eq!(reminded(&test, "2026-01-11").await, [], "nothing is due in 7 days or tomorrow");
    assert_eq!(reminded(&test, "2026-01-12").await, []);
    let first = reminded(&test, "2026-01-13").await;
    assert_eq!(first.len(), 1, "one mail for both, and none for the follower of the topic");
    let written = text(&first[0]);
    for part in ["Muncă și salarii: Termenul saved și încă 1", "mâine", "Termenul followed", "peste 7 zile"] {
        assert!(written.contains(part), "{part}: {written}");
    }
    assert!(first[0].bulk.as_ref().is_some_and(|bulk| bulk.unsubscribe.https.contains("/mail/unsubscribe?token=")));
    let reasons = notified(&test, "ana").await;
    let reminder = |id: &str| ("reminder".to_owned(), Some(id.to_owned()));
    assert_eq!(reasons.len(), 2);
    assert!(reasons.contains(&reminder("followed.1")) && reasons.contains(&reminder("saved.1")), "{reasons:?}");
    assert_eq!(morning(&test, "2026-01-13").await, Vec::<String>::new(), "a day has one run");
    assert_eq!(reminded(&test, "2026-01-14").await, []);
    for day in ["2026-01-15", "2026-01-16", "2026-01-17", "2026-01-18"] {
        assert_eq!(reminded(&test, day).await, [], "{day}");
    }
    assert_eq!(reminded(&test, "2026-01-19").await.len(), 1, "the last reminder of the followed one");
    assert_eq!(notified(&test, "bo").await, []);
    test.stop().await;
}

#[tokio::test]
async fn reminders_missed_during_downtime_are_sent_later_except_old_ones() {
    let test = start().await;
    reminded(&test, "2026-01-11").await;
    let late = reminded(&test, "2026-01-16").await;
    assert_eq!(late.len(), 1);
    let written = text(&late[0]);
    assert!(written.contains("Termenul followed") && written.contains("peste 4 zile"), "{written}");
    assert!(!written.contains("saved"), "its day is over: {written}");
    test.stop().await;
    let test = start().await;
    // The first run of a server knows of no missed day.
    assert_eq!(reminded(&test, "2026-01-16").await, []);
    test.stop().await;
}

#[tokio::test]
async fn a_moved_deadline_is_reminded_of_again_and_the_change_is_mailed() {
    let test = start().await;
    assert_eq!(reminded(&test, "2026-01-13").await.len(), 1);
    publish(&test, vec![due(&test, "followed", "2026-01-22")]).await;
    test.load().await;
    let moved = reminded(&test, "2026-01-14").await;
    let written = text(&moved[0]);
    assert!(written.contains("mutat de pe 20 ianuarie 2026 pe 22 ianuarie 2026"), "{written}");
    let again = reminded(&test, "2026-01-15").await;
    assert!(text(&again[0]).contains("peste 7 zile"), "{}", text(&again[0]));
    set_status(&test, "followed", Status::Withdrawn).await;
    test.load().await;
    let withdrawn = reminded(&test, "2026-01-16").await;
    assert!(text(&withdrawn[0]).contains("nu mai este valabil"));
    assert_eq!(reminded(&test, "2026-01-21").await, [], "there is no reminder of a withdrawn deadline");
    test.stop().await;
}

#[tokio::test]
async fn a_run_that_was_interrupted_goes_on_where_it_stopped() {
    const READERS: usize = 205;
    let test = start().await;
    for number in 0..READERS {
        account(&test, &format!("r{number}x"), &["deadline:followed.1"], |_| {}).await;
    }
    travel(&test, &format!("2026-01-13{MORNING}"));
    automatic::create_due(&test.app, &Actor::System).await.expect("made");
    let id = "reminders-2026-01-13";
    let reminded = async || rows(&test, id).await.iter().map(|row| row.to.as_str().to_owned()).collect::<Vec<_>>();
    while reminded().await.is_empty() {
        gather::step(&test.app, &Actor::System).await.expect("a step");
    }
    let first = reminded().await.len();
    assert!((1..READERS).contains(&first), "{first} of them were reminded when it was interrupted");
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    let mut all = reminded().await;
    all.sort();
    all.dedup();
    assert_eq!((all.len(), reminded().await.len()), (READERS + 1, READERS + 1), "each once, and Ana");
    test.stop().await;
}

#[tokio::test]
async fn readers_choose_days_deadlines_and_ways() {
    let test = start().await;
    let write = test.app.store.write(|tx| {
        let [ana, bo] = [uid("ana"), uid("bo")];
        let chosen = paragraf::domain::reminder::ReminderSettings {
            days: vec![30, 7],
            in_app: false,
            interests: true,
            duties: true,
            ..Default::default()
        };
        reminders::put_settings(tx, &bo, &chosen)?;
        let calendar =
            calendars::CalendarRecord { roles: vec!["employer".parse().expect("a role")], ..Default::default() };
        calendars::put(tx, &bo, &calendar)?;
        let before = accounts::get(tx, &ana)?.expect("the account");
        let mut after = before.clone();
        after.mail.reminders = false;
        Ok(accounts::put(tx, Some(&before), &after)?)
    });
    write.await.expect("stored");
    let mails = reminded(&test, "2026-01-11").await;
    assert_eq!(mails.iter().map(|mail| mail.to.as_str()).collect::<Vec<_>>(), ["bo@exemplu.ro"]);
    assert!(text(&mails[0]).contains("Termenul other"), "{}", text(&mails[0]));
    assert_eq!(reminded(&test, "2026-01-13").await.len(), 1, "Ana has no mail");
    assert_eq!(notified(&test, "ana").await.len(), 2, "and is notified");
    assert_eq!(notified(&test, "bo").await, []);
    let duty = reminded(&test, "2026-01-19").await;
    let text = duty.iter().map(text).collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let names = ["D112 decembrie, salarii", "Pentru decembrie. Termen mutat de pe 25 ianuarie."];
    assert!(names.iter().all(|name| text.contains(name)), "the payroll return on the 26th: {text}");
    assert_eq!(date(2026, 1, 19), test.app.clock.today());
    test.stop().await;
}
