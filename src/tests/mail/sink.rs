//! The mail server of the tests: the npm package `smtp-server`, run by Node.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;

use paragraf::config::{MailConfig, SmtpAccount, Transport};
use serde_json::Value;

use crate::support::eventually::DEADLINE;
use crate::support::npm;

/// The server, with its own certificate; killed when dropped.
pub struct Sink {
    process: Child,
    pub port: u16,
    /// The printed mails.
    pub mails: mpsc::Receiver<Value>,
    folder: tempfile::TempDir,
}

impl Sink {
    pub fn start(security: &str) -> Self {
        Self::start_with(security, &[])
    }

    /// An unencrypted server that prints no mails, for thousands of them; [`Sink::taken`] lists them.
    pub fn start_quick() -> Self {
        Self::start_with("none", &[("SINK_QUIET", "1")])
    }

    /// A server with these variables of its script, `e2e/smtp-sink.mjs`.
    pub fn start_with(security: &str, variables: &[(&str, &str)]) -> Self {
        npm::install();
        let folder = tempfile::tempdir().expect("a folder");
        let certified = rcgen::generate_simple_self_signed(vec!["localhost".into()]).expect("a certificate");
        let file = |name: &str, text: String| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            path
        };
        let key = file("key.pem", certified.signing_key.serialize_pem());
        let cert = file("ca.pem", certified.cert.pem());
        let script = npm::folder().join("e2e/smtp-sink.mjs");
        let mut process = Command::new("node")
            .args([script, key, cert, security.into()])
            .env("SINK_LOG", folder.path().join("taken"))
            .env("SINK_CLOSED", folder.path().join("closed"))
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node starts");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let (sender, mails) = mpsc::channel();
        std::thread::spawn(move || {
            lines.map_while(Result::ok).try_for_each(|line| sender.send(serde_json::from_str(&line).expect("JSON")))
        });
        let announced: Value = mails.recv_timeout(DEADLINE).expect("the mail server starts");
        let port = announced["port"].as_u64().and_then(|port| u16::try_from(port).ok()).expect("a port");
        Self { process, port, mails, folder }
    }

    /// The settings of a server that sends to it without encryption.
    pub fn settings(&self, connections: usize) -> String {
        format!(
            "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'localhost'\nsmtp_port = {}\n\
             smtp_security = 'none'\nconnections = {connections}\nquiet_hours = ''\n",
            self.port
        )
    }

    /// The folder of its files.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The certificate to trust.
    pub fn ca(&self) -> PathBuf {
        self.folder().join("ca.pem")
    }

    /// Refuses every new connection with 421 until [`Sink::open`].
    pub fn close(&self) {
        std::fs::write(self.folder().join("closed"), "").expect("a file");
    }

    pub fn open(&self) {
        std::fs::remove_file(self.folder().join("closed")).expect("it was closed");
    }

    /// `Message-ID` and recipient of every mail accepted so far.
    pub fn taken(&self) -> Vec<(String, String)> {
        let text = std::fs::read_to_string(self.folder().join("taken")).unwrap_or_default();
        let pair = |line: &str| line.split_once('\t').map(|(id, to)| (id.to_owned(), to.to_owned()));
        text.lines().filter_map(pair).collect()
    }

    /// Settings that send to this server.
    pub fn config(&self, security: &str) -> MailConfig {
        let account = self.account(security);
        MailConfig {
            transport: Transport::Smtp,
            from: "legi@example.ro".into(),
            from_name: "Legi și știri".into(),
            reply_to: "contact@example.ro".into(),
            smtp_host: account.host,
            smtp_port: account.port,
            smtp_security: account.security,
            smtp_user: account.user,
            smtp_password: account.password,
            smtp_ca_file: account.ca_file,
            ..MailConfig::default()
        }
    }

    pub fn account(&self, security: &str) -> SmtpAccount {
        let [user, password] = if security == "none" { ["", ""] } else { ["legi", "pa55"] };
        SmtpAccount {
            host: "localhost".into(),
            port: self.port.into(),
            security: serde_json::from_value(security.into()).expect("a security"),
            user: user.into(),
            password_file: String::new(),
            password: password.into(),
            ca_file: self.ca().display().to_string(),
            per_hour: 0,
        }
    }

    /// The next printed mail.
    pub fn next(&self) -> Value {
        self.mails.recv_timeout(DEADLINE).expect("a mail arrives")
    }
}

impl Drop for Sink {
    fn drop(&mut self) {
        // It may have exited already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}
