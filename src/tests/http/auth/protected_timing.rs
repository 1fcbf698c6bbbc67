//! Protected mode: the time of a response does not reveal whether an address has an account (behaviour E10), measured.
//!
//! Calls with a known and an unknown address are sent in pairs at the same time, so that whatever else the machine does
//! delays both. Their order alternates. The means leave out the fastest and slowest fifth.

use std::time::{Duration, Instant};

use futures_util::future::join_all;
use paragraf::config::EmailPrivacy;
use paragraf::domain::TenantId;
use paragraf::domain::email::Email;
use paragraf::store::accounts::{self, AccountRecord};

use super::*;

/// The largest difference of the means that is allowed, as `docs/sign-in.md` promises.
const MAX_DIFFERENCE: Duration = Duration::from_millis(10);
/// The minimum latency of every response.
const FLOOR: Duration = Duration::from_millis(300);
/// Measurements before a difference counts: a leak shows in all of them and in one direction, a stall of the machine
/// hardly ever.
const ROUNDS: usize = 8;

const KINDS: [&str; 2] = ["known", "unknown"];

/// Creates accounts with verified addresses: before that, protected mode treats them as unknown.
async fn prepared(accounts: usize) -> TestApp {
    let test = start(|config| {
        config.accounts.email_privacy = Some(EmailPrivacy::Protected);
    })
    .await;
    for number in 0..accounts {
        let email = address(KINDS[0], number);
        Browser::new(&test).sign_up(&email).await;
        wait(&test, 3600);
        let write = test.app.store.write(move |tx| {
            let email = Email::parse(&email).expect("an address");
            let before = accounts::by_email(tx, &TenantId::default(), &email)?.expect("an account");
            Ok(accounts::put(tx, Some(&before), &AccountRecord { email_verified: true, ..before.clone() })?)
        });
        write.await.expect("verified");
    }
    test
}

fn address(kind: &str, number: usize) -> String {
    format!("{kind}-{number}@x.ro")
}

/// The times of the responses to known and to unknown addresses. A pair has numbers of its own, so that no limit on an
/// address is reached; the clock moves on after each batch, for the limits on a network.
async fn measure(test: &TestApp, batches: usize, pairs: usize, path: &str, body: &Value) -> [Vec<Duration>; 2] {
    let mut times = [vec![], vec![]];
    for batch in 0..batches {
        let calls = (0..pairs * 2).map(|place| async move {
            let (number, kind) = (place / 2, (place + place / 2 + batch) % 2);
            let mut body = body.clone();
            body["email"] = json!(address(KINDS[kind], number));
            let sent = Instant::now();
            let answer = Browser::new(test).post(path, body).await;
            (kind, sent.elapsed(), answer.status)
        });
        let answers = join_all(calls).await;
        let statuses: Vec<_> = answers.iter().map(|(_, _, status)| *status).collect();
        assert!(statuses.iter().all(|status| *status == statuses[0] && *status < 429), "{path}: {statuses:?}");
        answers.into_iter().for_each(|(kind, time, _)| times[kind].push(time));
        wait(test, 86_400);
    }
    times
}

/// The mean without the fastest and the slowest fifth.
fn trimmed_mean(mut times: Vec<Duration>) -> Duration {
    times.sort();
    let trimmed = &times[times.len() / 5..times.len() - times.len() / 5];
    trimmed.iter().sum::<Duration>() / u32::try_from(trimmed.len()).expect("a few")
}

async fn assert_alike(test: &TestApp, batches: usize, pairs: usize, path: &str, body: Value) {
    let mut seen: Vec<(Duration, Duration)> = Vec::new();
    for _ in 0..ROUNDS {
        let [known, unknown] = measure(test, batches, pairs, path, &body).await.map(trimmed_mean);
        assert!(known.min(unknown) >= FLOOR, "{path}: {known:?} and {unknown:?}");
        let differs_as_before = seen.iter().all(|(before, other)| (before > other) == (known > unknown));
        if known.abs_diff(unknown) < MAX_DIFFERENCE || !differs_as_before {
            return;
        }
        seen.push((known, unknown));
    }
    panic!("{path}: the means for known and unknown addresses differ in every round: {seen:?}");
}

#[tokio::test]
async fn e10_known_and_unknown_addresses_get_their_responses_after_the_same_time() {
    let test = prepared(10).await;
    // The known address gets a mail: a code and a row of the outbox are written.
    assert_alike(&test, 20, 10, "oob/send", json!({"kind": "password_reset"})).await;
    // Hashing takes processor time, so that fewer runs measure it.
    assert_alike(&test, 12, 4, "sign-in/password", json!({"password": "wrong"})).await;
    test.stop().await;
}
