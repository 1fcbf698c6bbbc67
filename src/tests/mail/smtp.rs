//! Queued mails are delivered to a real mail server.

use jiff::ToSpan;
use paragraf::clock::Clock;
use paragraf::config::{Config, MailConfig, Transport};
use paragraf::domain::Language;
use paragraf::domain::message::MessageKind;
use paragraf::mail::Mailer;
use paragraf::ops::Actor;
use paragraf::ops::mail::deliver::all_due;
use paragraf::ops::mail::preview;
use paragraf::store::outbox::{self, MessageState};

use super::mail;
use super::sink::Sink;
use crate::support::app::TestApp;
use crate::support::binary::Home;

/// An app that sends to this server.
async fn start(mail: MailConfig) -> TestApp {
    paragraf::tls::install_provider();
    TestApp::start_empty(|config: &mut Config| config.mail = mail, |_| {}).await
}

/// Queues a mail to this address and tries what is due; answers the mail's state.
async fn send(test: &TestApp, to: &str) -> (uuid::Uuid, MessageState) {
    let record = mail(MessageKind::PasswordReset, to, test.app.clock.now());
    let id = record.id;
    test.app.store.write(move |tx| Ok(outbox::put(tx, &record)?)).await.expect("queued");
    all_due(&test.app, &Actor::System).await.expect("attempted");
    (id, state(test, id).await)
}

async fn state(test: &TestApp, id: uuid::Uuid) -> MessageState {
    let read = test.app.store.read(move |tx| Ok(outbox::get(tx, id)?)).await;
    read.expect("the outbox").expect("the row").state
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_are_sent_under_tls_with_authentication() {
    for security in ["starttls", "tls"] {
        let sink = Sink::start(security);
        let test = start(sink.config(security)).await;
        let (id, state) = send(&test, "maria@example.org").await;
        assert!(matches!(state, MessageState::Sent { .. }), "{state:?}");
        let arrived = sink.next();
        assert_eq!(arrived["to"], serde_json::json!(["maria@example.org"]));
        assert_eq!((&arrived["from"], &arrived["user"]), (&"legi@example.ro".into(), &"legi".into()));
        assert_eq!(arrived["secure"], true);
        let data = arrived["data"].as_str().expect("a mail");
        assert!(data.contains(&format!("Message-ID: <{id}@localhost>")), "{data}");
        assert!(data.contains("Reply-To: contact@example.ro") && data.contains("Auto-Submitted: auto-generated"));
        assert!(data.contains("=?utf-8?") && !data.contains("Legi și știri"), "names are encoded words");
        test.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mail_servers_are_greeted_with_the_public_host_or_the_configured_name() {
    let sink = Sink::start("none");
    for (configured, greeting) in [("", "paragraf.example.ro"), ("mail.example.ro", "mail.example.ro")] {
        let mail = MailConfig { ehlo_name: configured.into(), ..sink.config("none") };
        let configure = |config: &mut Config| {
            (config.mail, config.server.public_url) = (mail, "https://paragraf.example.ro".into());
        };
        let test = TestApp::start_empty(configure, |_| {}).await;
        send(&test, "maria@example.org").await;
        assert_eq!(sink.next()["greeting"], greeting);
        test.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn temporary_rejections_are_retried_and_permanent_ones_fail() {
    let sink = Sink::start("starttls");
    let test = start(sink.config("starttls")).await;
    let (_, never) = send(&test, "never@example.org").await;
    let MessageState::Failed { reason, .. } = never else { panic!("{never:?}") };
    assert!(reason.contains("550") && reason.contains("No such user here"), "{reason}");
    let (id, later) = send(&test, "later@example.org").await;
    let MessageState::Deferred { attempts: 1, reason, .. } = later else { panic!("{later:?}") };
    assert!(reason.contains("451") && reason.contains("Greylisted"), "{reason}");
    test.app.clock.advance(1.minute());
    all_due(&test.app, &Actor::System).await.expect("attempted");
    assert!(matches!(state(&test, id).await, MessageState::Sent { .. }));
    assert_eq!(sink.next()["to"][0], "later@example.org");
    test.stop().await;
}

/// A mail whose acceptance was not received is sent again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_with_a_lost_reply_is_retried_under_the_same_id() {
    let sink = Sink::start("starttls");
    let test = start(sink.config("starttls")).await;
    let (id, dropped) = send(&test, "drop@example.org").await;
    assert!(matches!(dropped, MessageState::Deferred { .. }), "{dropped:?}");
    test.app.clock.advance(1.minute());
    all_due(&test.app, &Actor::System).await.expect("attempted");
    assert!(matches!(state(&test, id).await, MessageState::Sent { .. }));
    for arrived in [sink.next(), sink.next()] {
        assert!(arrived["data"].as_str().is_some_and(|data| data.contains(&format!("<{id}@"))), "{arrived}");
    }
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn configuration_errors_only_defer_messages() {
    let sink = Sink::start("starttls");
    let wrong_password = MailConfig { smtp_password: "wrong".into(), ..sink.config("starttls") };
    let unknown_certificate = MailConfig { smtp_ca_file: String::new(), ..sink.config("starttls") };
    let nobody_there = MailConfig { smtp_port: 1, ..sink.config("starttls") };
    for (config, wanted) in [(wrong_password, "535"), (unknown_certificate, "ertificate"), (nobody_there, "onnection")]
    {
        let test = start(config).await;
        let (_, state) = send(&test, "maria@example.org").await;
        let MessageState::Deferred { reason, .. } = state else { panic!("{state:?}") };
        assert!(reason.contains(wanted), "{reason}");
        let record = mail(MessageKind::Report, "maria@example.org", test.app.clock.now());
        let to = record.email().cloned().expect("an address");
        let error = preview::test(&test.app, &Actor::System, to, Language::En).await.expect_err("a failure");
        assert!(error.to_string().contains(wanted) && error.to_string().contains("[mail]"), "{error}");
        test.stop().await;
    }
    assert!(sink.mails.try_recv().is_err(), "nothing arrived");
}

#[test]
fn unreadable_certificates_are_reported_at_the_start() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("ca.pem");
    std::fs::write(&bad, "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n").expect("a file");
    let config = MailConfig {
        transport: Transport::Smtp,
        smtp_host: "localhost".into(),
        smtp_ca_file: bad.display().to_string(),
        ..MailConfig::default()
    };
    let error = Mailer::new(&config, "p.example.ro", folder.path(), &Clock::System).err().expect("a refusal");
    assert!(error.chain().contains("mail.smtp_ca_file"), "{}", error.chain());
}

#[test]
fn the_command_line_sends_through_a_real_server_and_hides_the_password() {
    let sink = Sink::start("starttls");
    let home = Home::with_store();
    home.write("secret", "pa55\n");
    home.write(
        "paragraf.toml",
        format!(
            "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'localhost'\nsmtp_port = {}\n\
             smtp_user = 'legi'\nsmtp_ca_file = '{}'\n",
            sink.port,
            sink.ca().display()
        ),
    );
    let run = |args: &[&str]| {
        let output = home.command(args).env("PARAGRAF__MAIL__SMTP_PASSWORD_FILE", "secret").output();
        output.expect("the program starts")
    };
    let output = run(&["mail", "test", "maria@example.org", "--lang", "en"]);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && printed.starts_with("sent: 250 "), "{output:?}");
    assert!(sink.next()["data"].as_str().is_some_and(|data| data.contains("Subject: Test message")));
    let refused = run(&["mail", "test", "never@example.org"]);
    let error = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(3) && error.contains("550") && error.contains("another address"), "{error}");
    for args in [&["config", "show"][..], &["--json", "config", "show"]] {
        let shown = home.command(args).env("PARAGRAF__MAIL__SMTP_PASSWORD", "pa55").output();
        let shown = String::from_utf8_lossy(&shown.expect("the program starts").stdout).into_owned();
        assert!(shown.contains("(hidden)") && !shown.contains("pa55"), "{shown}");
    }
}
