//! Returned mails of the shapes that mail servers write, and what they change.

mod reports;

use paragraf::domain::mailing::SuppressionReason;
use paragraf::domain::message::MessageKind;
use paragraf::error::ErrorCode;
use paragraf::ops::Actor;
use paragraf::ops::mail::bounces::{BounceSummary, process, process_files};
use paragraf::ops::mail::links;
use paragraf::sources::Upload;
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use uuid::Uuid;

use super::mail;
use crate::http::subscriptions::{ANA, email};
use crate::support::app::TestApp;

pub const POSTFIX: &str = include_str!("postfix.eml");
const EXIM: &str = include_str!("exim.eml");
const GMAIL: &str = include_str!("gmail.eml");
const OUTLOOK: &str = include_str!("outlook.eml");
const COMPLAINT: &str = include_str!("complaint.eml");

const GONE: &str = "550 5.1.1 <x>: Recipient address rejected: User unknown";
const FULL: &str = "452-4.2.2 The recipient's inbox is out of storage space";

/// A report about this mail; the status is the one in what was said.
pub fn report(shape: &str, id: Uuid, to: &str, said: &str) -> String {
    let status = said.split([' ', '-']).nth(1).unwrap_or_default();
    let filled = shape.replace("{id}", &id.to_string()).replace("{to}", to).replace("{said}", said);
    filled.replace("{status}", status).replace("{action}", "failed").replace('\n', "\r\n")
}

/// A mail that has been sent to Ana.
async fn sent(test: &TestApp) -> OutboxRecord {
    sent_to(test, ANA).await
}

async fn sent_to(test: &TestApp, address: &str) -> OutboxRecord {
    let at = test.app.clock.now();
    let mut row = OutboxRecord { state: MessageState::Sent { at }, ..mail(MessageKind::NewDevice, address, at) };
    row.content = Default::default();
    let put = row.clone();
    test.app.store.write(move |tx| Ok(outbox::put(tx, &put)?)).await.expect("sent");
    row
}

async fn state(test: &TestApp, id: Uuid) -> MessageState {
    test.app.store.read(move |tx| Ok(outbox::get(tx, id)?)).await.expect("read").expect("the row").state
}

async fn taken(test: &TestApp, raw: &str) -> BounceSummary {
    process(&test.app, &Actor::System, raw.as_bytes()).await.expect("taken")
}

fn counted(count: impl FnOnce(&mut BounceSummary)) -> BounceSummary {
    let mut intake = BounceSummary { read: 1, ..BounceSummary::default() };
    count(&mut intake);
    intake
}

#[tokio::test]
async fn bounces_of_all_common_servers_are_recognized() {
    for (shape, said) in [
        (POSTFIX, GONE),
        (EXIM, GONE),
        (GMAIL, "550-5.1.1 The email account that you tried to reach does not exist."),
        (OUTLOOK, "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup"),
    ] {
        let test = TestApp::start(vec![]).await;
        test.subscriber(ANA).await;
        let row = sent(&test).await;
        let raw = report(shape, row.id, "ANA@Example.ro", said);
        assert_eq!(taken(&test, &raw).await, counted(|it| it.hard = 1), "{raw}");
        assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Bounced));
        let MessageState::Bounced { reason, .. } = state(&test, row.id).await else { panic!("{said}") };
        assert!(reason.contains("5.1.1") && !reason.contains(['\r', '\n']), "{reason}");
        assert_eq!(taken(&test, &raw).await, counted(|it| it.repeated = 1), "nothing counts twice");
        assert!(test.stored(ANA).await.expect("Ana").is_active(), "a mailbox that is gone is not a no");
        test.stop().await;
    }
}

#[tokio::test]
async fn five_consecutive_soft_bounces_suppress_an_address() {
    let test = TestApp::start(vec![]).await;
    for (shape, count) in [POSTFIX, GMAIL, OUTLOOK, EXIM, POSTFIX].into_iter().zip(1..) {
        let row = sent(&test).await;
        let raw = report(shape, row.id, ANA, FULL);
        let given_up = count == 5;
        let wanted = counted(|it| (it.soft, it.given_up) = (1, u64::from(given_up)));
        assert_eq!(taken(&test, &raw).await, wanted, "{count}: {raw}");
        assert_eq!(taken(&test, &raw).await, counted(|it| it.repeated = 1));
        assert_eq!(test.suppression(ANA).await, given_up.then_some(SuppressionReason::Bounced), "{count}");
    }
    test.stop().await;
}

#[tokio::test]
async fn old_soft_bounces_are_not_consecutive() {
    let test = TestApp::start(vec![]).await;
    for _ in 0..8 {
        let row = sent(&test).await;
        taken(&test, &report(POSTFIX, row.id, ANA, FULL)).await;
        test.app.clock.advance(crate::http::subscriptions::days(61));
    }
    assert_eq!(test.suppression(ANA).await, None);
    test.stop().await;
}

#[tokio::test]
async fn a_late_or_foreign_report_changes_nothing() {
    let test = TestApp::start(vec![]).await;
    let row = sent(&test).await;
    let unknown = counted(|it| it.unknown = 1);
    let ignored = counted(|it| it.ignored = 1);
    assert_eq!(taken(&test, &report(POSTFIX, Uuid::now_v7(), ANA, GONE)).await, unknown, "not our mail");
    assert_eq!(taken(&test, &report(POSTFIX, row.id, "dan@example.ro", GONE)).await, unknown, "not its address");
    let delayed = POSTFIX.replace("{action}", "delayed");
    assert_eq!(taken(&test, &report(&delayed, row.id, ANA, "451 4.4.1 timed out")).await, ignored, "a delay is none");
    let answer = format!("From: {ANA}\r\nSubject: Re: unsubscribe\r\nAuto-Submitted: auto-replied\r\n\r\nI am away");
    assert_eq!(taken(&test, &answer).await, ignored, "an answering machine");
    assert_eq!(taken(&test, &format!("From: {ANA}\r\nSubject: Thank you\r\n\r\nunsubscribe")).await, ignored);
    for noise in ["", "\r\n", "From: x", "Content-Type: multipart/report; boundary=b\r\n\r\n--b", "\u{0}\u{1}\u{fffd}"]
    {
        assert_eq!(taken(&test, noise).await, ignored, "{noise:?}");
    }
    assert_eq!(test.suppression(ANA).await, None);
    assert!(matches!(state(&test, row.id).await, MessageState::Sent { .. }));
    let refused = process(&test.app, &Actor::Visitor, b"").await.expect_err("a refusal");
    assert_eq!(refused.code, ErrorCode::Forbidden);
    test.stop().await;
}

#[tokio::test]
async fn a_complaint_without_an_address_ends_the_subscription() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let row = sent(&test).await;
    let praise = taken(&test, &report(COMPLAINT, row.id, ANA, "not-spam")).await;
    assert_eq!(praise, counted(|it| it.ignored = 1), "somebody took it out of the spam folder");
    assert_eq!(taken(&test, &report(COMPLAINT, row.id, ANA, "abuse")).await, counted(|it| it.complaints = 1));
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Complaint));
    assert!(test.stored(ANA).await.expect("Ana").left_at.is_some());
    assert_eq!(taken(&test, &report(COMPLAINT, row.id, ANA, "abuse")).await, counted(|it| it.repeated = 1));
    test.stop().await;
}

#[tokio::test]
async fn a_message_can_unsubscribe() {
    let test = TestApp::start(vec![]).await;
    let token = links::mail_token(&test.app, &email("dan@example.ro")).expect("a token");
    let by_token = format!("From: Somebody <x@example.org>\r\nSubject: unsubscribe {token}\r\n\r\n");
    assert_eq!(taken(&test, &by_token).await, counted(|it| it.unsubscribed = 1));
    assert_eq!(test.suppression("dan@example.ro").await, Some(SuppressionReason::Asked));
    assert_eq!(test.suppression("x@example.org").await, None);
    test.subscriber(ANA).await;
    let row = sent(&test).await;
    let subjects = ["unsubscribe", "Re: Unsubscribe", "=?utf-8?Q?Dezaboneaz=C4=83-m=C4=83?=", "dezabonare, mersi"];
    for (subject, header) in subjects.into_iter().zip(["In-Reply-To", "References"].into_iter().cycle()) {
        let answer = format!("From: x@example.org\r\n{header}: <a@b> <{}@p.ro>\r\nSubject: {subject}\r\n\r\n", row.id);
        assert_eq!(taken(&test, &answer).await, counted(|it| it.unsubscribed = 1), "{subject}");
        let token = links::mail_token(&test.app, &email(ANA)).expect("a token");
        assert_eq!(test.link(&token, "/rejoin").await.0, 200);
    }
    test.stop().await;
}

#[tokio::test]
async fn a_forged_sender_unsubscribes_no_address() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    sent(&test).await;
    let foreign = Uuid::now_v7();
    for head in [
        "Subject: unsubscribe".into(),
        "Subject: unsubscribe guess".into(),
        format!("In-Reply-To: <{foreign}@p.example.ro>\r\nSubject: Re: unsubscribe"),
    ] {
        let forged = format!("From: Ana Pop <{ANA}>\r\n{head}\r\n\r\n");
        assert_eq!(taken(&test, &forged).await, counted(|it| it.refused = 1), "{head}");
    }
    assert_eq!(test.suppression(ANA).await, None);
    assert!(test.stored(ANA).await.expect("Ana").is_active());
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processing_a_mailbox_twice_changes_nothing() {
    let test = TestApp::start(vec![]).await;
    let mut mbox = String::new();
    for shape in [POSTFIX, GMAIL, OUTLOOK] {
        let row = sent(&test).await;
        mbox += &format!("From MAILER-DAEMON Sat Jan 10 11:02:03 2026\r\n{}\r\n", report(shape, row.id, ANA, GONE));
    }
    mbox += "From x@y.ro Sat Jan 10 11:02:04 2026\r\nFrom: x@y.ro\r\nSubject: hello\r\n\r\nhello\r\n";
    for wanted in [
        BounceSummary { read: 4, hard: 3, ignored: 1, ..BounceSummary::default() },
        BounceSummary { read: 4, repeated: 3, ignored: 1, ..BounceSummary::default() },
    ] {
        let reader = Box::new(std::io::Cursor::new(mbox.clone().into_bytes()));
        let upload = Upload { name: "returned.mbox".into(), format: None, reader };
        let app = std::sync::Arc::clone(&test.app);
        let taken = tokio::task::spawn_blocking(move || {
            process_files(&app, &Actor::System, [Ok(upload)].into_iter()).expect("taken")
        });
        assert_eq!(taken.await.expect("an end"), wanted);
    }
    test.stop().await;
}
