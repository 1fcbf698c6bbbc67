//! The export of everything about a person, for a request under article 15 of the GDPR.

use serde_json::{Value, json};
use uuid::Uuid;

use super::known_person::KnownPerson;
use crate::app::App;
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::ops::accounts::export::account_export;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{ReadTx, action_codes, campaigns, outbox, reports, subscribers, suppressions};

/// Returns everything that is stored about the person who has this address, except the digests of secrets: the export
/// that the owner of each account can request, and the records without an account.
pub async fn export(app: &App, actor: &Actor, email: Email) -> Result<Value> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    let read = app.store.read(move |tx| {
        let person = KnownPerson::find(tx, &email)?;
        let accounts = person.accounts.iter().map(|account| {
            let last = account.last_login_at.unwrap_or(account.created_at);
            let exported = account_export(tx, account, Uuid::nil(), last, now)?;
            serde_json::to_value(exported).map_err(|error| Error::internal("writing an export", error))
        });
        Ok(json!({
            "exported_at": now,
            "email": email.as_str(),
            "accounts": accounts.collect::<Result<Vec<_>>>()?,
            "subscription": subscribers::get(tx, &email)?,
            "suppression": suppressions::get(tx, &email)?,
            "messages": messages(tx, &email)?,
            "campaign_lists": campaign_lists(tx, &email)?,
            "mailed_links": mailed_links(tx, &email)?,
            "reports": reports_without_account(tx, &email)?,
        }))
    });
    read.await
}

/// The messages to the address, without their content.
fn messages(tx: &ReadTx, email: &Email) -> Result<Vec<Value>> {
    let sent = outbox::to_address(tx, email)?.into_iter().filter(|message| message.to.key() == email.key());
    let message = |message: outbox::OutboxRecord| {
        json!({
            "kind": message.kind, "language": message.language, "created_at": message.created_at,
            "state": message.state, "campaign": message.campaign,
        })
    };
    Ok(sent.map(message).collect())
}

fn campaign_lists(tx: &ReadTx, email: &Email) -> Result<Vec<String>> {
    let mut lists = Vec::new();
    for campaign in campaigns::under_way(tx)? {
        if campaigns::is_listed(tx, &campaign.id, email)? {
            lists.push(campaign.id.to_string());
        }
    }
    Ok(lists)
}

/// The open links that were mailed to the address or name it as the new one.
fn mailed_links(tx: &ReadTx, email: &Email) -> Result<Vec<Value>> {
    let mut links = Vec::new();
    action_codes::each(tx, &mut |code| {
        if std::iter::once(&code.email).chain(&code.new_email).any(|other| other.key() == email.key()) {
            links.push(json!({
                "kind": code.kind.name(), "created_at": code.created_at, "expires_at": code.expires_at,
            }));
        }
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(links)
}

fn reports_without_account(tx: &ReadTx, email: &Email) -> Result<Vec<Value>> {
    let mut found = Vec::new();
    reports::each(tx, &mut |report| {
        if report.uid.is_none() && report.email.as_ref().is_some_and(|other| other.key() == email.key()) {
            found.push(json!({
                "article": report.slug, "at": report.at, "kind": report.kind, "message": report.message,
            }));
        }
        std::ops::ControlFlow::Continue(())
    })?;
    Ok(found)
}
