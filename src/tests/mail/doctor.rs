//! `paragraf doctor` tries the mail server and the DNS records of the sender.

use std::collections::HashMap;

use paragraf::config::Config;
use paragraf::mail::TxtResolver;
use paragraf::ops::Actor;
use paragraf::ops::doctor::{self, Diagnosis, DiagnosisOutcome};

use super::sink::Sink;
use crate::support::app::TestApp;

/// What is found about mail with this password and these TXT records.
async fn examine(sink: &Sink, password: &str, records: &[(&str, &str)]) -> Vec<Diagnosis> {
    paragraf::tls::install_provider();
    let mut mail = sink.config("starttls");
    mail.smtp_password = password.into();
    mail.postal_address = "Str. Lungă 1, București".into();
    let one = |(name, record): &(&str, &str)| ((*name).to_owned(), vec![(*record).to_owned()]);
    let records: HashMap<_, _> = records.iter().map(one).collect();
    let configure = |config: &mut Config| config.mail = mail;
    let test = TestApp::start_empty(configure, |app| app.txt_resolver = TxtResolver::Fixed(records)).await;
    let found = doctor::examine(&test.app, &Actor::System, true).await.expect("examined");
    test.stop().await;
    found.into_iter().filter(|diagnosis| diagnosis.check.starts_with("mail")).collect()
}

fn outcomes(found: &[Diagnosis]) -> Vec<DiagnosisOutcome> {
    found.iter().map(|diagnosis| diagnosis.outcome).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_mail_server_is_tried_without_sending() {
    use DiagnosisOutcome::{Failed, Ok, Warning};
    let sink = Sink::start("starttls");
    let good = [("example.ro", "v=spf1 mx -all"), ("_dmarc.example.ro", "v=DMARC1; p=reject")];
    let found = examine(&sink, "pa55", &good).await;
    assert_eq!(outcomes(&found), [Ok, Warning, Ok, Ok], "only the signature is missing: {found:?}");
    let found = examine(&sink, "wrong", &[("example.ro", "v=spf1 ip4:none")]).await;
    assert_eq!(outcomes(&found), [Failed, Warning, Failed, Warning], "{found:?}");
    assert!(found[0].message.contains("535") && !found[0].message.contains("wrong"), "{found:?}");
    assert_eq!(sink.taken(), []);
}
