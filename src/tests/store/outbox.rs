use std::ops::ControlFlow;

use paragraf::clock::{Clock, uuid_at};
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::verify::verify;
use paragraf::store::{ReadTx, Store};

use crate::support::stores;

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

fn addresses(tx: &ReadTx) -> Vec<String> {
    let mut to = Vec::new();
    let each = outbox::each(tx, &mut |record| {
        to.push(record.to.as_str().to_owned());
        ControlFlow::Continue(())
    });
    each.expect("the outbox can be read");
    to
}

#[test]
fn verify_finds_a_missing_confirmation_and_one_without_a_subscriber() {
    let store = stores::empty(&Clock::System);
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
fn messages_are_ordered_by_creation_time() {
    let store = stores::empty(&Clock::System);
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
