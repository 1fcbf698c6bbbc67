use std::ops::ControlFlow;

use paragraf::clock::{Clock, uuid_at};
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::FILE_NAME;
use paragraf::store::audit;
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::verify::verify;
use serde_json::json;

use super::commands::both_ways_from;
use super::{parsed, post};
use crate::support::binary::Home;

const HEADER: &str = "email,language,created_at,confirmed_at,left_at,source,topics,urgent_from,digest,digest_from,\
                      digest_when_empty,deadlines,news,paused_until";
/// The default preferences, as exported.
const USUAL: &str = ",5,weekly,3,no,yes,yes,";
const UNKNOWN: &str = "error: there is no subscriber eva@example.org; `paragraf subscribers list` lists all\n";

fn subscriber(email: &str, language: Language, day: u8, confirmed: bool) -> SubscriberRecord {
    let at = |hour: u8| format!("2026-01-{day:02}T{hour:02}:00:00Z").parse().expect("an instant");
    let email = Email::try_from(email.to_owned()).expect("an address");
    let new = SubscriberRecord::new(email, language, at(9));
    // Subscribers who never confirm are deleted after a while.
    SubscriberRecord { confirmed_at: confirmed.then(|| at(10)), asked_at: Some(Clock::System.now()), ..new }
}

/// A home with three subscribers, who all have a confirmation request.
fn home() -> Home {
    let home = Home::new();
    let write = home.store().write_blocking(|tx| {
        for record in [
            subscriber("Ana@example.org", Language::Ro, 1, false),
            subscriber("bogdan@example.org", Language::En, 3, true),
            subscriber("cora.pop@example.org", Language::Ro, 2, false),
        ] {
            subscribers::put(tx, &record)?;
            outbox::put(tx, &OutboxRecord::confirmation(uuid_at(record.created_at), &record))?;
        }
        Ok(())
    });
    write.expect("a write");
    home
}

/// The addresses in the outbox of a sound store, and the subjects of the audit.
fn left(home: &Home) -> (Vec<String>, Vec<String>) {
    let store = home.store();
    let read = store.read_blocking(|tx| {
        assert_eq!(verify(tx)?, []);
        let mut to = Vec::new();
        outbox::each(tx, &mut |row| {
            to.push(row.to.as_str().to_owned());
            ControlFlow::Continue(())
        })?;
        let actions = audit::latest(tx, 9)?.into_iter().map(|record| format!("{} {}", record.action, record.subject));
        Ok((to, actions.collect()))
    });
    read.expect("the store can be read")
}

/// The lines with their columns one space apart.
fn rows(table: &str) -> Vec<String> {
    table.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn subscribers_are_listed_and_exported() {
    let printed = both_ways_from(home, |home| {
        vec![
            home.ok(&["subscribers", "list"]),
            home.ok(&["subscribers", "list", "--unconfirmed"]),
            home.ok(&["--json", "subscribers", "list"]),
            home.ok(&["subscribers", "export"]),
        ]
    });
    let ana = "Ana@example.org ro 2026-01-01 11:00+02:00 no";
    let cora = "cora.pop@example.org ro 2026-01-02 11:00+02:00 no";
    let header = "ADDRESS LANGUAGE SINCE CONFIRMED";
    let bogdan = "bogdan@example.org en 2026-01-03 11:00+02:00 2026-01-03 12:00+02:00";
    assert_eq!(rows(&printed[0]), [header, bogdan, cora, ana, "", "3 subscribers"]);
    assert_eq!(rows(&printed[1]), [header, cora, ana, "", "2 unconfirmed subscribers"]);
    let listed = parsed(&printed[2]);
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    let (created_at, confirmed_at) = ("2026-01-03T09:00:00Z", "2026-01-03T10:00:00Z");
    assert_eq!(
        listed[0],
        json!({
            "email": "bogdan@example.org", "language": "en", "created_at": created_at, "confirmed_at": confirmed_at,
            "early": false
        })
    );
    assert_eq!(listed[2]["confirmed_at"], json!(null));
    assert_eq!(
        printed[3],
        format!(
            "{HEADER}\n\
             Ana@example.org,ro,2026-01-01T09:00:00Z,,,,{USUAL}\n\
             bogdan@example.org,en,2026-01-03T09:00:00Z,2026-01-03T10:00:00Z,,,{USUAL}\n\
             cora.pop@example.org,ro,2026-01-02T09:00:00Z,,,,{USUAL}\n"
        )
    );
}

#[test]
fn an_empty_list_is_reported() {
    let printed = both_ways_from(Home::with_store, |home| {
        vec![
            home.ok(&["subscribers", "list"]),
            home.ok(&["subscribers", "list", "--unconfirmed"]),
            home.ok(&["--json", "subscribers", "list"]),
            home.ok(&["subscribers", "export"]),
        ]
    });
    assert_eq!(printed, ["no subscribers\n", "no unconfirmed subscribers\n", "[]\n", &format!("{HEADER}\n")]);
}

#[test]
fn removing_deletes_queued_messages_and_reports_each_address() {
    let printed = both_ways_from(home, |home| {
        let removed = home.ok(&["subscribers", "remove", "--yes", "ANA@example.ORG", "ana@example.org"]);
        let some = home.run(&["subscribers", "remove", "--yes", "eva@example.org", "cora.pop@example.org"]);
        let unknown = home.run(&["subscribers", "remove", "--yes", "eva@example.org"]);
        let several = home.run(&["subscribers", "remove", "--yes", "eva@example.org", "dan@example.org"]);
        assert_eq!([some.code, unknown.code, several.code], [1, 1, 1]);
        vec![
            removed,
            some.out + &some.err,
            unknown.out + &unknown.err,
            several.out + &several.err,
            home.ok(&["subscribers", "list"]),
        ]
    });
    assert_eq!(printed[0], "removed ANA@example.org\n");
    assert_eq!(printed[1], format!("removed cora.pop@example.org\n{UNKNOWN}"));
    assert_eq!(printed[2], UNKNOWN);
    assert!(printed[3].ends_with("lists all\n  eva@example.org\n  dan@example.org\n"), "{}", printed[3]);
    assert!(printed[4].ends_with("\n1 subscriber\n"), "{}", printed[4]);
}

#[test]
fn no_removed_address_remains_in_the_store() {
    let home = home();
    let server = home.serve(&[]);
    let ran = home.run(&["--json", "subscribers", "remove", "--yes", "ana@EXAMPLE.org", "eva@example.org"]);
    assert_eq!(ran.code, 1);
    assert_eq!(
        parsed(&ran.out),
        json!([{"email": "ana@example.org", "removed": true}, {"email": "eva@example.org", "removed": false}])
    );
    assert_eq!(parsed(&ran.err)["code"], "not_found");
    assert_eq!(server.stop(), 0);
    let (bogdan, cora) = ("bogdan@example.org".to_owned(), "cora.pop@example.org".to_owned());
    let mut actions = vec!["subscribers.remove subscribers: 1".to_owned()];
    assert_eq!(left(&home), (vec![cora.clone(), bogdan.clone()], actions.clone()));

    home.ok(&["subscribers", "remove", "--yes", &bogdan, &cora]);
    actions.insert(0, "subscribers.remove subscribers: 2".into());
    assert_eq!(left(&home), (vec![], actions.clone()));
    home.run(&["subscribers", "remove", "--yes", &bogdan]);
    assert_eq!(left(&home), (vec![], actions), "an attempt without effect is not audited");
}

#[test]
fn removing_needs_confirmation() {
    let home = home();
    let piped = home.run_with_input(&["subscribers", "remove", "ana@example.org"], b"y\n");
    assert_eq!((piped.code, piped.out.as_str()), (1, ""));
    assert!(piped.err.contains("add --yes"), "{}", piped.err);
    let wrong = home.run(&["subscribers", "remove", "--yes", "ana"]);
    assert!(wrong.code == 2 && wrong.err.contains("this is not an e-mail address"), "{}", wrong.err);
    assert_eq!(home.run(&["subscribers", "remove", "--yes"]).code, 2);
    assert!(home.ok(&["subscribers", "list"]).ends_with("3 subscribers\n"));
}

/// A home in which neither Ana's record nor one of the mails can be read.
fn damaged() -> Home {
    type Table = redb::TableDefinition<'static, &'static [u8], &'static [u8]>;
    let (subscribers, outbox) = (Table::new("subscribers"), Table::new("outbox"));
    let home = home();
    let db = redb::Database::open(home.data().join(FILE_NAME)).expect("the store");
    let tx = db.begin_write().expect("a transaction");
    tx.open_table(subscribers).expect("the table").insert(&b"ana@example.org"[..], &b"{"[..]).expect("a change");
    tx.open_table(outbox).expect("the table").insert(&[255; 16][..], &b"{"[..]).expect("a change");
    tx.commit().expect("the damage");
    home
}

#[test]
fn a_damaged_record_is_reported_and_can_be_removed() {
    let home = damaged();
    let read = home.store().read_blocking(|tx| {
        let ana = Email::parse("ana@example.org").expect("an address");
        Ok(subscribers::get(tx, &ana)?)
    });
    let error = read.expect_err("the record cannot be read").chain();
    assert!(error.contains("subscribers") && !error.contains("example.org"), "{error}");
    for command in ["list", "export"] {
        let ran = home.run(&["subscribers", command]);
        assert_eq!((ran.code, ran.err.as_str()), (1, "skipped as unreadable: 1 record\n"));
        assert!(ran.out.contains("bogdan@example.org") && !ran.out.contains("Ana@"), "{}", ran.out);
    }
    let status = home.json(&["status"]);
    assert_eq!((&status["subscribers"], &status["queued_mails"]), (&json!(3), &json!(3)));
    assert_eq!(home.ok(&["subscribers", "remove", "--yes", "ana@example.org"]), "removed ana@example.org\n");
    assert!(home.ok(&["subscribers", "list"]).ends_with("\n2 subscribers\n"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_record_counts_as_subscribed_and_is_not_logged() {
    let home = tokio::task::spawn_blocking(damaged).await.expect("a home");
    let server = home.serve(&[]);
    assert_eq!(post(&server.url("/subscribe"), json!({"email": "Ana@example.org"})).await, 409);
    let (_, log) = server.stop_with_log();
    assert!(!log.join("\n").contains("example.org"), "{log:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_address_can_subscribe_again_and_is_not_logged() {
    let home = Home::new();
    let server = home.serve(&[]);
    let subscribe = async || post(&server.url("/subscribe"), json!({"email": "Ana@example.org", "lang": "ro"})).await;
    assert_eq!([subscribe().await, subscribe().await], [200, 409]);
    home.ok(&["subscribers", "remove", "--yes", "ANA@EXAMPLE.ORG"]);
    home.run(&["subscribers", "remove", "--yes", "ana@example.org"]);
    assert_eq!(subscribe().await, 200);
    assert!(home.ok(&["subscribers", "export"]).contains("\nAna@example.org,ro,"));
    let (code, log) = server.stop_with_log();
    let log = log.join("\n").to_lowercase();
    assert_eq!(code, 0, "{log}");
    assert!(log.contains("/subscribe") && !log.contains("example.org"), "{log}");
    assert_eq!(left(&home).0, ["Ana@example.org"]);
}
