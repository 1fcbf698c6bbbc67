//! `cargo bench --bench protected`: whether the time of an answer reveals that an address has an account (behaviour E10
//! of `docs/sign-in.md`), for each call that takes an address, with the server in protected mode.
//!
//! Calls with a known and an unknown address are sent in pairs at the same time, so that whatever else the machine does
//! delays both. Each pair has its own addresses and network, so that no limit is reached.

mod support;

use std::ops::Range;
use std::time::Instant;

use paragraf::domain::TenantId;
use paragraf::domain::email::Email;
use paragraf::store::WriteTx;
use paragraf::store::accounts::{self, AccountRecord};
use serde_json::{Value, json};
use support::{Running, free_address, program, requests, start_server_at, verdict};

/// Runs of each call with a known address, and as many with an unknown one.
const RUNS: usize = 200;
/// An address gets one mail a minute, so that each of the two calls that send mails has its own accounts.
const ACCOUNTS: usize = 2 * RUNS;
/// Milliseconds by which the means may differ.
const MOST: f64 = 10.0;
const CONFIG: &str = r#"
[server]
trusted_proxies = ["127.0.0.1/32"]
[accounts]
email_privacy = "protected"
sign_in_methods = ["password", "email_link"]
"#;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("paragraf.toml"), CONFIG).expect("the configuration");
    let serve = || {
        let address = free_address();
        start_server_at(address.clone(), program(folder.path(), &["serve", "--listen", &address]))
    };
    let server = serve();
    (0..ACCOUNTS).for_each(|number| {
        let body = json!({"email": email("known", number), "password": "o vrabie pe gard", "display_name": "Cititor"});
        ask(&server, number, "sign-up", &body);
    });
    drop(server);
    verify(folder.path());
    let server = serve();
    for (what, path, numbers, at_once, body) in [
        ("the mail for a forgotten password", "oob/send", 0..RUNS, 10, json!({"kind": "password_reset"})),
        ("the mailed link", "oob/send", RUNS..ACCOUNTS, 10, json!({"kind": "email_sign_in"})),
        ("the methods of an address", "methods", 0..RUNS, 10, json!({})),
        // Passwords are hashed one at a time.
        ("a wrong password", "sign-in/password", 0..RUNS, 1, json!({"password": "wrong"})),
        ("signing up", "sign-up", 0..RUNS, 1, json!({"password": "o vrabie pe gard", "display_name": "Cititor"})),
    ] {
        let [known, unknown] = measure(&server, numbers, at_once, path, &body);
        let difference = (known - unknown).abs();
        let what = format!("{what}: known {known:.1} ms, unknown {unknown:.1} ms, difference");
        verdict(&what, difference, " ms", difference < MOST, &MOST.to_string());
    }
}

fn email(kind: &str, number: usize) -> String {
    format!("{kind}-{number}@example.org")
}

/// Verifies the addresses of the accounts: before that, protected mode treats them as unknown.
fn verify(folder: &std::path::Path) {
    let app = support::mail_out::open(folder);
    let verify = |tx: &WriteTx| {
        for number in 0..ACCOUNTS {
            let email = Email::parse(&email("known", number)).expect("an address");
            let before = accounts::by_email(tx, &TenantId::default(), &email)?.expect("an account");
            let after = AccountRecord { email_verified: true, ..before.clone() };
            accounts::put(tx, Some(&before), &after)?;
        }
        Ok(())
    };
    app.store.write_blocking(verify).expect("the accounts are verified");
}

/// Mean milliseconds with the known and the unknown addresses of these numbers, with `at_once` pairs at a time.
fn measure(server: &Running, numbers: Range<usize>, at_once: usize, path: &str, body: &Value) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for first in numbers.step_by(at_once) {
        let times: Vec<_> = std::thread::scope(|scope| {
            let calls: Vec<_> = (2 * first..2 * (first + at_once))
                .map(|place| {
                    // Who is first in a pair alternates.
                    let (number, kind) = (place / 2, (place + place / 2) % 2);
                    let mut body = body.clone();
                    body["email"] = json!(email(["known", "unknown"][kind], number));
                    scope.spawn(move || (kind, ask(server, place, path, &body)))
                })
                .collect();
            calls.into_iter().map(|call| call.join().expect("an answer")).collect()
        });
        times.into_iter().for_each(|(kind, time)| sums[kind] += time);
    }
    sums.map(|sum| sum / RUNS as f64)
}

/// Milliseconds to the end of the answer to a client in a network with this number.
fn ask(server: &Running, network: usize, path: &str, body: &Value) -> f64 {
    let (begun, host) = (Instant::now(), &server.address);
    let client = format!("x-forwarded-for: 10.{}.{}.1\r\n", network / 250, network % 250);
    let request = requests::post(host, &format!("/auth/v1/{path}"), &client, &body.to_string());
    let (status, answer) = requests::send(host, &request).expect("an answer");
    assert!(status < 429, "{path}: {answer}");
    begun.elapsed().as_secs_f64() * 1000.0
}
