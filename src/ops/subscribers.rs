//! Subscribers: people who leave an e-mail address without making an account.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::store::outbox::{self, OutboxRecord};
use crate::store::subscribers::{self, SubscriberRecord};

/// Adds the address, unconfirmed, and queues the mail that asks its owner to confirm, in one write.
///
/// Errors: `invalid` in field `email`; `already_subscribed`, decided in the same transaction that
/// would add it, so that of two requests at once only one succeeds.
pub async fn subscribe(app: &App, actor: &Actor, email: &str, language: Language) -> Result<()> {
    policy::allow(actor, Action::Subscribe)?;
    let email = Email::parse(email).ok_or_else(|| Error::invalid("email", "This is not an e-mail address."))?;
    let record = SubscriberRecord { email, language, created_at: app.clock.now(), confirmed_at: None };
    let question = OutboxRecord::confirmation(uuid_at(record.created_at), &record);
    app.store
        .write(move |tx| {
            if subscribers::get(tx, &record.email)?.is_some() {
                return Err(Error::conflict("already_subscribed", "Email already subscribed"));
            }
            subscribers::put(tx, &record)?;
            Ok(outbox::put(tx, &question)?)
        })
        .await
}
