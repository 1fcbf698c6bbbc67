//! Input of campaigns: refusals, dry runs and test messages.

use jiff::ToSpan;
use paragraf::domain::Language;
use paragraf::domain::mailing::{Audience, SkipReason};
use paragraf::error::Error;
use paragraf::ops::mail::campaigns::create;
use paragraf::ops::mail::campaigns::files::{self, CampaignFiles};
use paragraf::ops::mail::campaigns::{preview, status};
use paragraf::sources::Upload;

use super::{OPERATOR, TEXT, create as send, email, files as campaign, files_with, gather_all, join, rows, subscribe};
use crate::support::app::TestApp;
use crate::support::articles::article;

fn code_and_message(error: Error) -> (String, String) {
    (error.code.to_string(), error.message().to_owned())
}

#[tokio::test]
async fn all_problems_of_a_campaign_are_reported_and_nothing_is_stored() {
    let test = TestApp::start(vec![article("legea-1"), article("legea-2")]).await;
    test.withdraw("legea-2").await;
    subscribe(&test.app, &["ana@x.ro"], |_| {}).await;
    let text =
        TEXT.replace("Hello!", "{{article:legea-2}}\n\n{{article:legea-3}}\n\n<b>x</b>").replace("subject:", "sub:");
    let refused = send(&test.app, campaign(&text), Audience::Topic("nimic".into())).await.expect_err("it is bad");
    let (code, message) = code_and_message(refused);
    assert_eq!(code, "invalid_campaign");
    let lines: Vec<_> = message.lines().collect();
    assert_eq!(lines.len(), 7, "{message}");
    for part in [
        "noutati.md cannot be sent; nothing was sent:",
        "there is no topic nimic; `paragraf topics list` lists all",
        "subject: there is no subject in Romanian",
        "line 2: sub: is not a field of a campaign",
        "line 12: the article legea-2 is not published; publish it with `paragraf articles publish legea-2`",
        "line 14: there is no article legea-3",
        "line 16: has HTML in the text: <b>",
    ] {
        assert!(message.contains(part), "{part}: {message}");
    }
    gather_all(&test.app).await;
    assert!(rows(&test.app).await.is_empty());
    assert!(status::all(&test.app, &OPERATOR).await.expect("a status").campaigns.is_empty());
    test.stop().await;
}

#[tokio::test]
async fn a_dry_run_counts_recipients_and_exclusions() {
    let test = TestApp::start(vec![article("legea-1")]).await;
    let app = &test.app;
    subscribe(app, &["a@x.ro", "b@x.ro"], |_| {}).await;
    subscribe(app, &["c@x.ro", "ana@exemplu.ro"], |record| record.language = Language::En).await;
    subscribe(app, &["d@x.ro"], |record| record.confirmed_at = None).await;
    subscribe(app, &["e@x.ro"], |record| record.left_at = record.confirmed_at).await;
    subscribe(app, &["f@x.ro"], |record| record.preferences.news = false).await;
    join(app, "ana", |_| {}).await;
    join(app, "dan", |record| record.email_verified = false).await;
    join(app, "eva", |record| record.disabled = true).await;
    let plan = |files: CampaignFiles, audience: Audience| async move {
        create::plan(app, &OPERATOR, files, &audience, None).await.expect("a plan").audience
    };
    let count = plan(campaign(TEXT), Audience::Subscribers).await;
    assert_eq!((count.recipients, count.accounts), (4, 1), "{count:?}");
    assert_eq!(count.languages, [(Language::Ro, 3), (Language::En, 1)].into());
    let left_out = [(SkipReason::Left, 1), (SkipReason::NotWanted, 1), (SkipReason::Unverified, 1)];
    assert_eq!(count.left_out, left_out.into());
    let count = plan(campaign(TEXT), Audience::Accounts).await;
    assert_eq!((count.recipients, count.left_out.len()), (1, 2), "{count:?}");
    let count = plan(files_with(TEXT, &["a@x.ro", "E@x.ro", "new@x.ro", "ana@exemplu.ro"]), Audience::List).await;
    assert_eq!((count.recipients, count.accounts, count.left_out[&SkipReason::Left]), (3, 1, 1), "{count:?}");
    assert!(rows(app).await.is_empty());
    assert!(status::all(app, &OPERATOR).await.expect("a status").campaigns.is_empty(), "nothing is stored");
    test.stop().await;
}

#[tokio::test]
async fn a_list_excludes_the_addresses_that_it_marks_as_left() {
    let test = TestApp::start(vec![article("legea-1")]).await;
    let list = b"email,status\na@x.ro,active\nb@x.ro,unsubscribed\nc@x.ro,pending\nd@x.ro,active\nD@x.ro,bounced\n";
    let upload = |name: &str, bytes: &[u8]| {
        Ok(Upload { name: name.into(), format: None, reader: Box::new(std::io::Cursor::new(bytes.to_vec())) })
    };
    let mut uploads = [upload("noutati.md", TEXT.as_bytes()), upload("lista.csv", list)].into_iter();
    let files = files::read(&mut uploads, &Audience::List).expect("a list");
    let plan = create::plan(&test.app, &OPERATOR, files, &Audience::List, None).await.expect("a plan");
    assert_eq!(plan.audience.recipients, 1);
    assert_eq!(plan.audience.left_out, [(SkipReason::Left, 2), (SkipReason::Unverified, 1)].into());
    test.stop().await;
}

#[tokio::test]
async fn a_repeated_campaign_is_accepted_and_a_changed_one_refused() {
    let test = TestApp::start(vec![article("legea-1")]).await;
    let app = &test.app;
    let first = send(app, files_with(TEXT, &["a@x.ro", "b@x.ro"]), Audience::List).await.expect("a campaign");
    assert!(first.gathering && !first.is_public);
    let again = send(app, files_with(TEXT, &["a@x.ro", "b@x.ro"]), Audience::List).await.expect("the same");
    assert_eq!(again, first);
    gather_all(app).await;
    app.clock.advance(1.hour());
    let again = send(app, files_with(TEXT, &["A@x.ro"]), Audience::List).await.expect("the same");
    assert_eq!((again.deliveries.total(), again.gathering), (2, false));
    for (files, audience) in [
        (files_with(TEXT, &["a@x.ro", "c@x.ro"]), Audience::List),
        (campaign(TEXT), Audience::Subscribers),
        (files_with(&TEXT.replace("Hello!", "Hi!"), &["a@x.ro"]), Audience::List),
    ] {
        let refused = send(app, files, audience).await.expect_err("it is another one");
        let (code, message) = code_and_message(refused);
        assert!(code == "campaign_exists" && message.contains("set another id in the front matter"), "{message}");
    }
    assert_eq!(rows(app).await.len(), 2);
    test.stop().await;
}

#[tokio::test]
async fn a_test_sends_every_language_outside_the_outbox() {
    let memory = std::sync::Arc::new(paragraf::mail::memory::Memory::default());
    let mailer = paragraf::mail::Mailer::Memory(std::sync::Arc::clone(&memory));
    let test = TestApp::start_with(vec![article("legea-1")], |_| {}, |app| app.mailer = mailer).await;
    paragraf::ops::accounts::keys::load_link_key(&test.app).await.expect("the keys of links");
    // Sending through a mail server requires a postal address; writing to a folder does not.
    let refused = preview::test(&test.app, &OPERATOR, &campaign(TEXT), &Audience::Subscribers, email("eu@x.ro")).await;
    let (code, message) = code_and_message(refused.expect_err("no address"));
    assert!(code == "invalid_campaign" && message.contains("set mail.postal_address"), "{message}");
    test.stop().await;

    let memory = std::sync::Arc::new(paragraf::mail::memory::Memory::default());
    let mailer = paragraf::mail::Mailer::Memory(std::sync::Arc::clone(&memory));
    let configure = |config: &mut paragraf::config::Config| config.mail.postal_address = "Str. Unirii 1, Cluj".into();
    let test = TestApp::start_with(vec![article("legea-1")], configure, |app| app.mailer = mailer).await;
    paragraf::ops::accounts::keys::load_link_key(&test.app).await.expect("the keys of links");
    let replies = preview::test(&test.app, &OPERATOR, &campaign(TEXT), &Audience::Subscribers, email("eu@x.ro")).await;
    assert_eq!(replies.expect("it is sent").len(), 2);
    let [ro, en] = memory.sent().try_into().expect("two mails");
    assert_eq!((ro.subject.as_str(), en.subject.as_str()), ("Ce se schimbă", "What changes"));
    for part in
        ["Schimbare pentru legea-1", "/campaigns/noutati?lang=ro", "Str. Unirii 1, Cluj", "/mail/unsubscribe?token="]
    {
        assert!(ro.text.contains(part) && ro.html.contains(part), "{part}: {}", ro.text);
    }
    assert!(!ro.text.contains("Bună,") && !ro.text.contains('{'), "a nameless reader is not greeted: {}", ro.text);
    assert!(rows(&test.app).await.is_empty());
    test.stop().await;
}

#[test]
fn an_invalid_line_refuses_the_whole_list() {
    let read = |list: &[u8]| {
        let upload = |name: &str, bytes: &[u8]| {
            Ok(Upload { name: name.into(), format: None, reader: Box::new(std::io::Cursor::new(bytes.to_vec())) })
        };
        let mut uploads = [upload("noutati.md", TEXT.as_bytes()), upload("lista.csv", list)].into_iter();
        files::read(&mut uploads, &Audience::List)
    };
    let good = read(b"# my list\nAna Pop <ana@x.ro>\n\n ANA@x.ro # again\nb@x.ro\n").expect("a list");
    assert_eq!((good.list.len(), good.duplicates), (2, 1));
    let good = read(b"email;language\na@x.ro;en\n").expect("a list");
    assert_eq!(good.list["a@x.ro"].language, Some(Language::En));
    let ten_thousand = "a@x.ro\n".repeat(10_000);
    let many = read(ten_thousand.as_bytes()).expect("a list");
    assert_eq!((many.list.len(), many.duplicates), (1, 9_999));
    for (bad, part) in [
        (&b"email,language\n\"a@x.ro,ro\nb@x.ro,ro\n"[..], "lista.csv, line 2: "),
        (b"a@x.ro\nnot an address\n", "lista.csv, line 2: \"not an address\" is not an e-mail address"),
        (b"a@x.ro\nb\xee@x.ro\n", "lista.csv, line 2: is not written in UTF-8"),
        (b"a@x.ro\r\nBcc: b@x.ro\n", "lista.csv, line 2: "),
        (b"", "lista.csv: contains no address"),
    ] {
        let (code, message) = code_and_message(read(bad).expect_err("it is bad"));
        assert!(code == "invalid_list" && message.contains(part) && message.lines().count() == 2, "{part}: {message}");
    }
    let wrong = "x\n".repeat(50);
    let (_, message) = code_and_message(read(wrong.as_bytes()).expect_err("it is bad"));
    assert!(
        message.lines().count() == 2 && message.contains("50 lines") && message.contains("and 47 more"),
        "{message}"
    );
}
