use std::ops::ControlFlow;

use paragraf::clock::{Clock, uuid_at};
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::verify::verify;
use paragraf::store::{Reading, SCHEMA_VERSION, Store, migrations};

fn subscriber(email: &str) -> SubscriberRecord {
    let email = Email::parse(email).expect("an address");
    SubscriberRecord::new(email, Language::Ro, jiff::Timestamp::UNIX_EPOCH)
}

fn question(subscriber: &SubscriberRecord) -> OutboxRecord {
    OutboxRecord::confirmation(uuid_at(subscriber.created_at), subscriber)
}

fn problems(store: &Store) -> Vec<String> {
    let findings = store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify");
    findings.into_iter().map(|finding| format!("{}: {}", finding.table, finding.problem)).collect()
}

fn addresses(tx: &impl Reading) -> Vec<String> {
    let mut to = Vec::new();
    let each = outbox::each(tx, &mut |record| {
        to.push(record.to.as_str().to_owned());
        ControlFlow::Continue(())
    });
    each.expect("the outbox can be read");
    to
}

#[test]
fn verify_finds_a_subscriber_who_was_never_asked_and_a_question_to_a_stranger() {
    let store = Store::in_memory(&Clock::System).expect("a store");
    let ana = subscriber("ana@example.ro");
    let confirmed = SubscriberRecord { confirmed_at: Some(ana.created_at), ..subscriber("dan@example.ro") };
    let (first, second) = (ana.clone(), question(&subscriber("bogdan@example.ro")));
    let write = store.write_blocking(move |tx| {
        subscribers::put(tx, &first)?;
        subscribers::put(tx, &confirmed)?;
        Ok(outbox::put(tx, &second)?)
    });
    write.expect("a write");
    assert_eq!(
        problems(&store),
        ["outbox: it asks an address that did not subscribe", "outbox: a subscriber was never asked to confirm"]
    );
    let write = store.write_blocking(move |tx| {
        subscribers::put(tx, &subscriber("Bogdan@example.ro"))?;
        Ok(outbox::put(tx, &question(&ana))?)
    });
    write.expect("a write");
    assert_eq!(problems(&store), [""; 0]);
}

#[test]
fn ids_made_later_stand_later() {
    let store = Store::in_memory(&Clock::System).expect("a store");
    let write = store.write_blocking(|tx| {
        for secs in [5, 1, 3] {
            let mut record = subscriber(&format!("a{secs}@example.ro"));
            record.created_at = jiff::Timestamp::from_second(secs).expect("an instant");
            outbox::put(tx, &question(&record))?;
        }
        Ok(())
    });
    write.expect("a write");
    let order = store.read_blocking(|tx| Ok(addresses(tx))).expect("the outbox");
    assert_eq!(order, ["a1@example.ro", "a3@example.ro", "a5@example.ro"]);
}

/// `schema-1.redb.zst` was written by the last version that had no outbox; it has two subscribers.
#[test]
fn a_store_without_an_outbox_is_brought_up_to_date_and_its_subscribers_are_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("paragraf.redb");
    let old = zstd::decode_all(&include_bytes!("schema-1.redb.zst")[..]).expect("an old store");
    std::fs::write(&path, &old).expect("a file");
    for _ in 0..2 {
        let store = super::open(&folder);
        assert_eq!(problems(&store), [""; 0]);
        let asked = store.read_blocking(|tx| Ok(addresses(tx))).expect("the outbox");
        assert_eq!(asked, ["ana@example.ro", "Bogdan@example.ro"]);
    }
    assert!(migrations::snapshot_path(&path, 1).exists(), "the old store is kept beside the new one");
    assert!(!migrations::snapshot_path(&path, SCHEMA_VERSION).exists());

    let copy = folder.path().join("copy.redb");
    std::fs::write(&copy, &old).expect("a file");
    drop(Store::open_copy(&copy, 4 << 20).expect("an old backup"));
    assert!(!migrations::snapshot_path(&copy, 1).exists(), "a copy needs no copy");
}
