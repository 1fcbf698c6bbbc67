//! Failures of mail servers: what is known of the message afterwards, and when which account sends the next one.

use jiff::ToSpan;
use paragraf::clock::{Clock, uuid_at};
use paragraf::config::MailConfig;
use paragraf::domain::Language;
use paragraf::domain::message::MessageKind;
use paragraf::mail::messages::{Writing, write};
use paragraf::mail::{
    BulkHeaders, Certainty, Envelope, ListUnsubscribe, Mailer, Message, MessageClass, Sender, Verdict,
};

use super::mail;
use super::sink::Sink;
use crate::support::app::NOW;

fn clock() -> Clock {
    Clock::fixed(NOW.parse().expect("an instant"))
}

/// A mailer that keeps its marks in the folder of the sink.
fn mailer(config: &MailConfig, sink: &Sink, clock: &Clock) -> Mailer {
    paragraf::tls::install_provider();
    Mailer::new(config, "p.example.ro", sink.folder(), clock).expect("a mailer")
}

/// A password reset to this address, from the configured sender.
fn message(to: &str, config: &MailConfig, clock: &Clock) -> Message {
    let config = paragraf::config::Config { mail: config.clone(), ..paragraf::config::Config::default() };
    let sender = Sender::new(&config, "https://p.example.ro");
    let record = mail(MessageKind::PasswordReset, to, clock.now());
    let address = record.email().expect("an address");
    let writing = Writing { to: address, language: Language::Ro, at: clock.now(), content: &record.content };
    let document = write(record.kind, &writing, &sender).expect("a document");
    let (created_at, sent_at) = (clock.now(), clock.now());
    let envelope = Envelope { id: uuid_at(created_at), name: "x", to: address.clone(), created_at, sent_at };
    Message::new(envelope, &document, Language::Ro, &sender)
}

/// The same as a campaign's message.
fn bulk(to: &str, config: &MailConfig, clock: &Clock) -> Message {
    let https = "https://p.example.ro/mail/unsubscribe?token=abc".into();
    let unsubscribe = ListUnsubscribe { https, mailto: Some("mailto:b@example.ro?subject=unsubscribe%20abc".into()) };
    let headers = BulkHeaders { unsubscribe, list_id: "news.p.example.ro".into() };
    Message { bulk: Some(headers), ..message(to, config, clock) }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failure_reveals_whether_the_message_was_accepted() {
    let sink = Sink::start("starttls");
    let (config, clock) = (MailConfig { timeout_secs: 1, ..sink.config("starttls") }, clock());
    let mailer = mailer(&config, &sink, &clock);
    for (to, certainty, permanent, verdict) in [
        ("never@example.org", Certainty::Refused, true, Some(Verdict::Address { certain: true })),
        ("later@example.org", Certainty::Refused, false, Some(Verdict::Unreachable)),
        ("spam@example.org", Certainty::Refused, false, Some(Verdict::Sender)),
        ("drop@example.org", Certainty::Unknown, false, None),
        ("silent@example.org", Certainty::Unknown, false, None),
    ] {
        let failure = mailer.send(&message(to, &config, &clock)).await.expect_err(to);
        assert_eq!((failure.certainty, failure.permanent), (certainty, permanent), "{to}: {failure:?}");
        assert_eq!(failure.verdict, verdict, "{to}: {failure:?}");
    }
    let cut = mailer.send(&message("cut@example.org", &config, &clock)).await.expect_err("a cut");
    assert_eq!((cut.certainty, cut.permanent), (Certainty::NotSent, false), "{cut:?}");
    let reply = mailer.send(&message("maria@example.org", &config, &clock)).await.expect("it is sent");
    assert!(reply.starts_with("250 "), "{reply}");
    mailer.close_idle(true).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_idle_connection_is_replaced() {
    let sink = Sink::start("none");
    let (config, clock) = (sink.config("none"), clock());
    let mailer = mailer(&config, &sink, &clock);
    mailer.deliver(&message("a@example.org", &config, &clock)).await.expect("it is sent");
    // The server cuts the idle connection at the next message, which then goes over a new one.
    mailer.deliver(&message("cut@example.org", &config, &clock)).await.expect("it is sent");
    assert_eq!(mailer.ready_at(MessageClass::Bulk), None, "the account does not rest");
    assert_eq!(sink.taken().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_rests_only_after_several_lost_connections_in_a_row() {
    let sink = Sink::start("none");
    let (config, clock) = (sink.config("none"), clock());
    let mailer = mailer(&config, &sink, &clock);
    let deliver = async |to: String| mailer.deliver(&bulk(&to, &config, &clock)).await;
    for number in 0..4 {
        let lost = deliver(format!("drop-{number}@example.org")).await.expect_err("its reply is lost");
        assert_eq!((lost.certainty, mailer.ready_at(MessageClass::Bulk)), (Certainty::Unknown, None), "{number}");
    }
    deliver("a@example.org".into()).await.expect("the server does not rest");
    for number in 4..9 {
        assert_eq!(mailer.ready_at(MessageClass::Bulk), None, "{number}");
        deliver(format!("drop-{number}@example.org")).await.expect_err("its reply is lost");
    }
    let until = clock.now() + 30.seconds();
    assert_eq!(mailer.ready_at(MessageClass::Bulk), Some(until));
    let [outage] = mailer.outages().try_into().expect("one outage");
    assert_eq!((outage.since, outage.until), (clock.now(), until));
    assert!(outage.server == format!("localhost:{}", sink.port) && !outage.reason.is_empty(), "{outage:?}");
    assert_eq!(mailer.ready_at(MessageClass::Transactional), None, "a campaign's failures hold no single message");
    mailer.deliver(&message("maria@example.org", &config, &clock)).await.expect("it is sent");
    assert_eq!((mailer.ready_at(MessageClass::Bulk), mailer.outages()), (None, vec![]), "the server works again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_messages_whose_end_was_transmitted_are_marked_as_handed_over() {
    let sink = Sink::start("none");
    let (config, clock) = (sink.config("none"), clock());
    let first = mailer(&config, &sink, &clock);
    let marked = || mailer(&config, &sink, &clock).handed_over().expect("marks of this boot");
    let deliver = async |to: &str| {
        let message = bulk(to, &config, &clock);
        (message.id, first.deliver(&message).await)
    };
    let (sent, result) = deliver("a@example.org").await;
    assert!(result.is_ok() && marked().contains(&sent), "until the outcome is recorded");
    first.release(sent);
    let (unknown, _) = deliver("drop@example.org").await;
    for to in ["cut@example.org", "never@example.org", "spam@example.org"] {
        deliver(to).await.1.expect_err(to);
    }
    assert_eq!(marked(), [unknown].into());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_account_is_used_while_one_rests() {
    let [first, second] = ["starttls", "tls"].map(Sink::start);
    let clock = clock();
    let config = MailConfig { smtp_backup: vec![second.account("tls")], ..first.config("starttls") };
    let mailer = mailer(&config, &first, &clock);
    let send = |to: &'static str| {
        let (message, mailer) = (message(to, &config, &clock), &mailer);
        async move { mailer.deliver(&message).await }
    };
    first.close();
    send("a@example.org").await.expect("the second takes it");
    first.open();
    send("b@example.org").await.expect("the first rests");
    clock.advance(31.seconds());
    send("c@example.org").await.expect("the first is back");
    assert_eq!((first.taken().len(), second.taken().len()), (1, 2));
    // A rejected address is not tried at the other account.
    send("never@example.org").await.expect_err("it is refused");
    assert_eq!(
        (first.next()["to"][0].as_str(), second.next()["to"][0].as_str()),
        (Some("c@example.org"), Some("a@example.org"))
    );
    mailer.close_idle(true).await;
    first.close();
    second.close();
    let failure = send("d@example.org").await.expect_err("no server accepts it");
    assert!(failure.code == Some(421) && !failure.permanent && failure.deferred_until.is_none(), "{failure:?}");
    let held = send("e@example.org").await.expect_err("both rest");
    assert_eq!(held.deferred_until, Some(clock.now() + 30.seconds()));
    assert_eq!(mailer.ready_at(MessageClass::Transactional), held.deferred_until);
    clock.advance(30.seconds());
    send("d@example.org").await.expect_err("still closed");
    assert_eq!(mailer.ready_at(MessageClass::Transactional), Some(clock.now() + 60.seconds()), "rests grow");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn hourly_limits_apply_per_account_and_in_total() {
    let [first, second] = ["none", "none"].map(Sink::start);
    let clock = clock();
    let mut config = first.config("none");
    config.smtp_backup = vec![second.account("none")];
    (config.smtp_per_hour, config.per_hour) = (5, 20);
    let mailer = mailer(&config, &first, &clock);
    mailer.count_earlier(clock.now() - 10.minutes(), 3);
    let mut sent = 0;
    while mailer.ready_at(MessageClass::Bulk).is_none() {
        mailer.deliver(&bulk("a@example.org", &config, &clock)).await.expect("it is sent");
        sent += 1;
    }
    assert_eq!((sent, first.taken().len(), second.taken().len()), (15, 2, 13), "18 of 20 with those before");
    let held = mailer.deliver(&bulk("a@example.org", &config, &clock)).await.expect_err("the hour is full");
    assert_eq!(held.deferred_until, Some(clock.now() + 51.minutes()));
    for _ in 0..2 {
        mailer.deliver(&message("a@example.org", &config, &clock)).await.expect("there is room for single mails");
    }
    assert!(mailer.ready_at(MessageClass::Transactional).is_some());
    clock.advance(51.minutes());
    assert_eq!(mailer.ready_at(MessageClass::Bulk), None);
    clock.advance(10.minutes());
    mailer.deliver(&bulk("a@example.org", &config, &clock)).await.expect("it is sent");
    assert_eq!(first.taken().len(), 3, "the first account has room again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn dkim_signatures_verify() {
    let sink = Sink::start("none");
    let folder = tempfile::tempdir().expect("a folder");
    let records = dkim(&["keys", &folder.path().display().to_string()], "");
    for (name, record) in records.as_object().expect("records") {
        let clock = clock();
        let config = MailConfig {
            dkim_selector: "s2026".into(),
            dkim_domain: "example.ro".into(),
            dkim_key_file: folder.path().join(format!("{name}.pem")).display().to_string(),
            ..sink.config("none")
        };
        let mailer = mailer(&config, &sink, &clock);
        mailer.send(&bulk("maria@example.org", &config, &clock)).await.expect("it is sent");
        let arrived = sink.next();
        let data = arrived["data"].as_str().expect("a mail");
        let record = record.as_str().expect("a record");
        let verdict = dkim(&["verify", record], data);
        assert_eq!(
            (&verdict[0]["result"], &verdict[0]["domain"]),
            (&"pass".into(), &"example.ro".into()),
            "{name}: {verdict}"
        );
        let headers = verdict[0]["headers"].as_str().expect("headers").to_lowercase();
        for header in
            ["from", "to", "subject", "date", "message-id", "content-type", "reply-to", "list-unsubscribe-post"]
        {
            assert!(headers.split([':', ' ']).any(|signed| signed == header), "{header} is not in {headers}");
        }
        let forged = data.replace("subject=3Dunsubscribe", "subject").replace("Reply-To: contact", "Reply-To: evil");
        assert_ne!(dkim(&["verify", record], &forged)[0]["result"], "pass");
    }
    let broken = folder.path().join("broken.pem");
    std::fs::write(&broken, "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n").expect("a file");
    let config = MailConfig { dkim_key_file: broken.display().to_string(), ..sink.config("none") };
    let error = Mailer::new(&config, "p.example.ro", folder.path(), &clock()).err().expect("a refusal");
    assert!(error.to_string().contains("mail.dkim_key_file"), "{error}");
}

/// Runs the script that makes keys and verifies signatures, with this input; returns its output.
fn dkim(args: &[&str], input: &str) -> serde_json::Value {
    use std::io::Write;
    use std::process::{Command, Stdio};
    let mut child = Command::new("node")
        .arg("e2e/dkim.mjs")
        .args(args)
        .current_dir(crate::support::npm::folder())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    child.stdin.take().expect("its input").write_all(input.as_bytes()).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    serde_json::from_slice(&output.stdout).expect("JSON")
}
