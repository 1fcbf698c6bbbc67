//! The bounce mailbox on a real IMAP server, Debian's Dovecot.

use std::io::{BufRead, BufReader};
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::sync::mpsc;

use paragraf::config::{BounceConfig, SeedConfig};
use paragraf::domain::email::Email;
use paragraf::domain::mailing::SuppressionReason;
use paragraf::domain::message::MessageKind;
use paragraf::error::ErrorCode;
use paragraf::ops::Actor;
use paragraf::ops::mail::bounces::BounceSummary;
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::mail::deliver::all_due;
use paragraf::ops::mail::mailbox;
use paragraf::ops::mail::urgent_proof::{self, SeedWatch};
use paragraf::ops::status::status;
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use uuid::Uuid;

use super::automatic::{news, publish};
use super::bounces::{POSTFIX, report};
use super::mail;
use crate::http::subscriptions::ANA;
use crate::support::app::TestApp;
use crate::support::eventually::DEADLINE;
use crate::support::install::{find_or_install, is_root};

const GONE: &str = "550 5.1.1 User unknown";
/// The user `nobody`: Dovecot refuses to serve the mailbox of root.
const NOBODY: u32 = 65_534;

/// A server with one mailbox; stopped when dropped.
struct Dovecot {
    process: Child,
    plain: u16,
    tls: u16,
    folder: tempfile::TempDir,
}

impl Dovecot {
    fn start() -> Self {
        let program = find_or_install("dovecot-imapd", find_dovecot)
            .expect("the test of the mailbox needs Dovecot: install it (on Debian `apt-get install dovecot-imapd`)");
        let folder = tempfile::Builder::new().prefix("imap").tempdir().expect("a folder");
        let certified = rcgen::generate_simple_self_signed(vec!["localhost".into()]).expect("a certificate");
        let path = folder.path();
        std::fs::write(path.join("key.pem"), certified.signing_key.serialize_pem()).expect("a key");
        std::fs::write(path.join("ca.pem"), certified.cert.pem()).expect("a certificate");
        let port =
            || std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("its address").port();
        let (plain, tls) = (port(), port());
        std::fs::write(path.join("dovecot.conf"), config(&program, path, plain, tls)).expect("a configuration");
        for name in ["", "mail", "mail/new", "mail/cur", "mail/tmp"] {
            std::fs::create_dir_all(path.join(name)).expect("a folder");
            std::fs::set_permissions(path.join(name), std::fs::Permissions::from_mode(0o755)).expect("its mode");
            if is_root() && !name.is_empty() {
                chown(path.join(name), Some(NOBODY), Some(NOBODY)).expect("its owner");
            }
        }
        let mut process = Command::new(program)
            .args(["-F".as_ref(), "-c".as_ref(), path.join("dovecot.conf").as_os_str()])
            .stderr(Stdio::piped())
            .spawn()
            .expect("Dovecot starts");
        let lines = BufReader::new(process.stderr.take().expect("its log")).lines();
        let (sender, log) = mpsc::channel();
        std::thread::spawn(move || lines.map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut seen = Vec::new();
        while !seen.iter().any(|line: &String| line.contains("starting up")) {
            seen.push(log.recv_timeout(DEADLINE).unwrap_or_else(|error| panic!("Dovecot: {error}: {seen:#?}")));
        }
        // The rest of the log is read too: a full pipe would block the server.
        std::thread::spawn(move || log.iter().for_each(drop));
        Self { process, plain, tls, folder }
    }

    fn config(&self, security: &str) -> BounceConfig {
        BounceConfig {
            bounce_imap_host: "localhost".into(),
            bounce_imap_port: if security == "tls" { self.tls } else { self.plain }.into(),
            bounce_imap_security: serde_json::from_value(security.into()).expect("a security"),
            bounce_imap_user: "returned".into(),
            bounce_imap_password: "pa\"55".into(),
            bounce_imap_ca_file: self.folder.path().join("ca.pem").display().to_string(),
            ..BounceConfig::default()
        }
    }

    /// Adds a mail.
    fn put(&self, name: &str, text: &str) {
        let path = self.folder.path().join("mail/new").join(name);
        std::fs::write(&path, text).expect("a mail");
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o666)).expect("its mode");
        if is_root() {
            chown(path, Some(NOBODY), Some(NOBODY)).expect("its owner");
        }
    }

    /// The number of mails in a folder of the mailbox.
    fn count(&self, folder: &str) -> usize {
        let of = |name: &str| {
            let path = self.folder.path().join("mail").join(folder).join(name);
            std::fs::read_dir(path).map_or(0, Iterator::count)
        };
        of("new") + of("cur")
    }
}

impl Drop for Dovecot {
    fn drop(&mut self) {
        // SIGKILL would leave its child processes behind.
        Command::new("sh").args(["-c", &format!("kill -TERM {}", self.process.id())]).status().ok();
        self.process.wait().ok();
    }
}

/// The configuration in the syntax of this version: 2.4 renamed what files, passwords and mailboxes are given by.
fn config(program: &Path, path: &Path, plain: u16, tls: u16) -> String {
    let (user, uid, gid) = mailbox_owner();
    let folder = path.display();
    let (versions, mailbox) = if version(program) < (2, 4) {
        let mailbox = format!(
            "ssl_cert = <{folder}/ca.pem\nssl_key = <{folder}/key.pem\nmail_location = maildir:{folder}/mail\n\
             passdb {{\n  driver = static\n  args = password=pa\"55\n}}\n\
             userdb {{\n  driver = static\n  args = uid={uid} gid={gid} home={folder}/mail\n}}\n"
        );
        ("", mailbox)
    } else {
        let mailbox = format!(
            "ssl_server_cert_file = {folder}/ca.pem\nssl_server_key_file = {folder}/key.pem\n\
             mail_driver = maildir\nmail_path = {folder}/mail\n\
             passdb static {{\n  password = \"pa\\\"55\"\n}}\n\
             userdb static {{\n  fields {{\n    uid = {uid}\n    gid = {gid}\n    home = {folder}/mail\n  }}\n}}\n"
        );
        ("dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n", mailbox)
    };
    format!(
        "{versions}protocols = imap\nlisten = 127.0.0.1\nbase_dir = {folder}/run\nstate_dir = {folder}/state\n\
         log_path = /dev/stderr\nssl = yes\nfirst_valid_uid = 1\n{user}{mailbox}\
         service imap-login {{\n  inet_listener imap {{\n    port = {plain}\n  }}\n  inet_listener imaps {{\n    port = {tls}\n    ssl = yes\n  }}\n}}\n"
    )
}

/// Major and minor version of Dovecot.
fn version(program: &Path) -> (u32, u32) {
    let output = Command::new(program).arg("--version").output().expect("its version");
    let printed = String::from_utf8(output.stdout).expect("its version");
    let mut parts = printed.split('.').map(|part| part.parse().expect("a number"));
    (parts.next().expect("the major version"), parts.next().expect("the minor version"))
}

/// Settings that name this process's user where needed, and the ids that own the mailbox.
fn mailbox_owner() -> (String, u32, u32) {
    use std::os::unix::fs::MetadataExt;
    if is_root() {
        return (String::new(), NOBODY, NOBODY);
    }
    let own = std::fs::metadata("/proc/self").expect("this process");
    let output = Command::new("id").arg("-un").output().expect("the user's name");
    let name = String::from_utf8(output.stdout).expect("a name").trim().to_owned();
    (format!("default_login_user = {name}\ndefault_internal_user = {name}\n"), own.uid(), own.gid())
}

fn find_dovecot() -> Option<PathBuf> {
    ["/usr/sbin/dovecot", "/usr/local/sbin/dovecot"].map(PathBuf::from).into_iter().find(|it| it.is_file())
}

/// An app that polls this mailbox over TLS, with changed settings.
async fn app(dovecot: &Dovecot, change: impl FnOnce(&mut BounceConfig)) -> TestApp {
    let mut bounces = dovecot.config("tls");
    change(&mut bounces);
    TestApp::start_with(vec![], |config| config.mail.bounces = bounces, |_| {}).await
}

/// The row of a mail that was sent to Ana.
async fn sent(test: &TestApp) -> OutboxRecord {
    let at = test.app.clock.now();
    let mut row = OutboxRecord { state: MessageState::Sent { at }, ..mail(MessageKind::NewDevice, ANA, at) };
    row.content = Default::default();
    let put = row.clone();
    test.app.store.write(move |tx| Ok(outbox::put(tx, &put)?)).await.expect("sent");
    row
}

#[tokio::test]
async fn processed_reports_are_archived_and_other_messages_stay() {
    let dovecot = Dovecot::start();
    for (security, done) in [("tls", ""), ("starttls", "Done"), ("none", "Done")] {
        let test = app(&dovecot, |config| {
            *config = BounceConfig { bounce_imap_done_folder: done.into(), ..dovecot.config(security) };
        })
        .await;
        let row = sent(&test).await;
        let letters = dovecot.count("");
        dovecot.put(&format!("1-{security}.host"), &report(POSTFIX, row.id, ANA, GONE));
        dovecot.put(&format!("2-{security}.host"), "Subject: a letter\r\n\r\nHello {5}\r\n");
        dovecot.put(&format!("3-{security}.host"), &report(POSTFIX, Uuid::now_v7(), "eva@example.org", GONE));
        let moved = dovecot.count(".Done");
        let summary = mailbox::poll(&test.app, &Actor::System).await.expect("read");
        assert_eq!(
            summary,
            BounceSummary { read: 3, hard: 1, unknown: 1, ignored: 1, ..BounceSummary::default() },
            "{security}"
        );
        assert_eq!(test.app.unmatched_reports.load(Ordering::Relaxed), 1);
        assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Bounced));
        assert_eq!(
            mailbox::poll(&test.app, &Actor::System).await.expect("read"),
            BounceSummary::default(),
            "nothing is new"
        );
        assert_eq!(dovecot.count(""), letters + 2, "{security}: the letter and the foreign report stay");
        assert_eq!(dovecot.count(".Done") - moved, usize::from(!done.is_empty()), "{security}");
        test.stop().await;
    }
}

#[tokio::test]
async fn imap_failures_are_reported_without_secrets() {
    let dovecot = Dovecot::start();
    let failure = async |change: fn(&mut BounceConfig)| {
        let test = app(&dovecot, change).await;
        let error = mailbox::poll(&test.app, &Actor::System).await.expect_err("a refusal");
        test.stop().await;
        assert_eq!(error.code, ErrorCode::MailboxUnavailable);
        let chain = error.chain();
        assert!(!chain.contains("pa\"55") && !chain.contains("wr0ng"), "{chain}");
        chain
    };
    let refused = failure(|config| config.bounce_imap_password = "wr0ng".into()).await;
    assert!(refused.contains("Authentication failed"), "{refused}");
    let missing = failure(|config| config.bounce_imap_folder = "Nowhere".into()).await;
    assert!(missing.contains("doesn't exist"), "{missing}");
    let untrusted = failure(|config| config.bounce_imap_ca_file = String::new()).await;
    assert!(untrusted.contains("the TLS handshake failed"), "{untrusted}");
    let closed = failure(|config| config.bounce_imap_port = 1).await;
    assert!(closed.contains("the server cannot be reached"), "{closed}");
}

const SEED: &str = "dovada@example.org";

/// Publishes an urgent article, sends its mails and returns the id of the copy.
async fn publish_urgent(test: &TestApp, slug: &str) -> Uuid {
    publish(test, vec![news(test, slug, 5, "munca")]).await;
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    all_due(&test.app, &Actor::System).await.expect("sent");
    let seed = Email::parse(SEED).expect("an address");
    let rows = test.app.store.read(move |tx| Ok(outbox::to_address(tx, &seed)?)).await.expect("the outbox");
    let is_of = |row: &&OutboxRecord| row.campaign.as_ref().is_some_and(|campaign| campaign.as_str().contains(slug));
    let [row] = rows.iter().filter(is_of).collect::<Vec<_>>()[..] else { panic!("one copy of {slug}: {rows:?}") };
    assert!(matches!(row.state, MessageState::Sent { .. }), "{row:?}");
    row.id
}

#[tokio::test]
async fn a_copy_of_an_urgent_mail_proves_its_arrival_or_its_absence_is_a_condition() {
    let dovecot = Dovecot::start();
    let seed = SeedConfig {
        seed_address: SEED.into(),
        seed_imap_host: "localhost".into(),
        seed_imap_port: dovecot.tls.into(),
        seed_imap_user: "dovada".into(),
        seed_imap_password: "pa\"55".into(),
        seed_imap_ca_file: dovecot.folder.path().join("ca.pem").display().to_string(),
        ..SeedConfig::default()
    };
    let test = TestApp::start_with(vec![], |config| config.mail.seed = seed, |_| {}).await;
    let mut watch = SeedWatch::default();
    let mut look = async |secs: i64| {
        test.app.clock.advance(jiff::Span::new().seconds(secs));
        urgent_proof::step(&test.app, &Actor::System, &mut watch).await.expect("looked");
        let proof = status(&test.app, &Actor::System, true).await.expect("a status").urgent_proof;
        let is_missing = test.app.conditions.list().iter().any(|it| it.code == "urgent_mail_missing");
        (proof.map(|proof| (proof.id, proof.read_at.duration_since(proof.published_at).as_secs())), is_missing)
    };
    let first = publish_urgent(&test, "u1").await;
    assert_eq!(look(10).await, (None, false));
    dovecot.put("1.host", "Subject: a letter\r\n\r\nHello\r\n");
    dovecot.put("2.host", &format!("Message-ID: <{first}@localhost>\r\nSubject: Urgent\r\n\r\nText\r\n"));
    assert_eq!(look(32).await, (Some((first, 42)), false));
    assert_eq!(dovecot.count(""), 1, "only the copy is deleted");

    let second = publish_urgent(&test, "u2").await;
    assert_eq!(look(14 * 60).await, (Some((first, 42)), false));
    assert_eq!(look(2 * 60).await, (Some((first, 42)), true));
    let replaced = format!("Message-ID: <0100018@email.example.com>\r\nX-Paragraf-Id: {second}\r\n\r\nText\r\n");
    dovecot.put("3.host", &replaced);
    assert_eq!(look(0).await, (Some((second, 16 * 60)), false));
    test.stop().await;
}
