//! What passing time and a clock that jumps do to keys, sessions and codes.

use paragraf::ops::Actor;
use paragraf::ops::accounts::{cleanup, keys};
use paragraf::store::{accounts, sessions};

use super::sessions::refresh;
use super::{Browser, start, wait};

#[tokio::test]
async fn signing_keys_rotate_and_tokens_of_the_old_key_stay_valid() {
    let test = start(|_| {}).await;
    let browser = Browser::new(&test);
    let keys_now = async || browser.get("jwks.json").await.body["keys"].as_array().map(Vec::len);
    wait(&test, 30 * 24 * 3600 - 60);
    browser.sign_up("ana@x.ro").await;
    wait(&test, 60);
    keys::load(&test.app).await.expect("the keys");
    assert_eq!(keys_now().await, Some(2));
    assert_eq!(browser.get("me").await.status, 200, "signed with the old key");
    assert_eq!(refresh(&browser).await.status, 200);
    wait(&test, 900 + 301);
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("removed");
    assert_eq!(keys_now().await, Some(1));
    assert_eq!(refresh(&browser).await.status, 200);
    assert_eq!(browser.get("me").await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn expired_sessions_and_codes_are_removed() {
    let test = start(|_| {}).await;
    Browser::signed_up(&test, "ana@x.ro").await;
    let count = async || {
        let read = test.app.store.read(|tx| {
            let mut count = 0;
            sessions::each(tx, &mut |_| {
                count += 1;
                std::ops::ControlFlow::Continue(())
            })?;
            paragraf::store::action_codes::each(tx, &mut |_| {
                count += 1;
                std::ops::ControlFlow::Continue(())
            })?;
            Ok(count)
        });
        read.await.expect("a count")
    };
    assert_eq!(count().await, 2);
    wait(&test, 30 * 24 * 3600);
    cleanup::remove_expired(&test.app, &Actor::System).await.expect("removed");
    assert_eq!(count().await, 0);
    test.stop().await;
}

#[tokio::test]
async fn refreshes_are_limited_by_session() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for _ in 0..30 {
        assert_eq!(refresh(&browser).await.status, 200);
    }
    assert_eq!(refresh(&browser).await.refusal(), (429, "too_many_requests"));
    wait(&test, 2);
    assert_eq!(refresh(&browser).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_clock_that_jumps_costs_a_reader_at_most_the_period_of_a_limit() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    for hours in [-24_i64, 24] {
        test.app.clock.jump(jiff::Span::new().hours(hours));
        for _ in 0..30 {
            assert_eq!(refresh(&browser).await.status, 200);
        }
        assert_eq!(refresh(&browser).await.status, 429);
        test.app.clock.jump(jiff::Span::new().hours(-hours));
        wait(&test, 60);
        assert_eq!(refresh(&browser).await.status, 200, "after {hours} hours and back");
        assert_eq!(browser.get("me").await.status, 200);
        wait(&test, 60);
    }
    test.stop().await;
}

#[tokio::test]
async fn tokens_voided_while_the_clock_was_ahead_are_replaced_by_valid_ones() {
    let test = start(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@x.ro").await;
    let ahead = test.app.clock.now() + jiff::SignedDuration::from_hours(24);
    let void = test.app.store.write(move |tx| {
        let mut all = Vec::new();
        accounts::each_in_write(tx, &mut |account| all.push(account))?;
        for before in all {
            let after = accounts::AccountRecord { valid_since: ahead, ..before.clone() };
            accounts::put(tx, Some(&before), &after)?;
        }
        Ok(())
    });
    void.await.expect("stored");
    assert_eq!(browser.get("me").await.status, 401);
    assert_eq!(refresh(&browser).await.status, 200);
    assert_eq!(browser.get("me").await.status, 200);
    test.stop().await;
}
