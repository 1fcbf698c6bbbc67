//! The links in mails: confirming, preferences, unsubscribing, undo, and what they refuse.

mod attack;
mod forms;
mod life;
mod settings;
mod unverified;
mod webhook;

use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::SuppressionReason;
use paragraf::ops::mail::links;
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::suppressions;
use serde_json::{Value, json};

use crate::support::app::{TestApp, read};

pub const ANA: &str = "ana@example.ro";

pub fn email(address: &str) -> Email {
    Email::parse(address).expect("an address")
}

/// The value of `token` in a link.
fn token_in(url: &str) -> String {
    url.split_once("token=").expect("a token").1.to_owned()
}

impl TestApp {
    /// The token of a confirmation link that is sent now.
    pub fn confirm_token(&self, address: &str) -> String {
        token_in(&links::confirm_url(&self.app, &email(address), self.app.clock.now()).expect("a link"))
    }

    /// The token of a preferences link.
    pub fn mail_token(&self, address: &str) -> String {
        token_in(&links::preferences_url(&self.app, &email(address)).expect("a link"))
    }

    /// Adds a confirmed subscriber.
    pub async fn subscriber(&self, address: &str) {
        let now = self.app.clock.now();
        let record = SubscriberRecord::new(email(address), Language::Ro, now);
        let record = SubscriberRecord { confirmed_at: Some(now), ..record };
        self.app.store.write(move |tx| Ok(subscribers::put(tx, &record)?)).await.expect("subscribed");
    }

    /// Reads the subscriber from the store.
    pub async fn stored(&self, address: &str) -> Option<SubscriberRecord> {
        let email = email(address);
        self.app.store.read(move |tx| Ok(subscribers::get(tx, &email)?)).await.expect("read")
    }

    pub async fn suppression(&self, address: &str) -> Option<SuppressionReason> {
        let email = email(address);
        self.app.store.read(move |tx| Ok(suppressions::reason(tx, &email)?)).await.expect("read")
    }

    pub async fn suppress(&self, address: &str, reason: SuppressionReason) {
        let (email, at) = (email(address), self.app.clock.now());
        let new = suppressions::SuppressionRecord::new(email, at);
        let record = suppressions::SuppressionRecord { reason: Some(reason), ..new };
        self.app.store.write(move |tx| Ok(suppressions::put(tx, &record)?)).await.expect("suppressed");
    }

    /// Calls an action of a link, without a body.
    pub async fn link(&self, token: &str, verb: &str) -> (u16, Value) {
        read(self.client.post(format!("{}/subscriptions/{token}{verb}", self.base)).send().await.expect("an answer"))
            .await
    }

    /// Changes the preferences of an address.
    pub async fn choose(&self, token: &str, body: Value) -> (u16, Value) {
        self.post(&format!("/subscriptions/{token}"), body).await
    }
}

/// The default preferences.
pub fn usual() -> Value {
    json!({
        "topics": [], "urgent_from": 5, "urgent_for_others": true, "digest": "weekly", "digest_from": 3, "digest_when_empty": false,
        "deadlines": true, "reminders": true, "news": true, "paused_until": null,
    })
}

/// A span of days.
pub fn days(count: i64) -> jiff::Span {
    use jiff::ToSpan;
    (24 * count).hours()
}
