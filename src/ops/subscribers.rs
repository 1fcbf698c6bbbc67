//! Subscribers: people who leave an e-mail address without making an account.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::store::audit::{self, AuditRecord};
use crate::store::outbox::{self, OutboxRecord};
use crate::store::subscribers::{self, SubscriberRecord};

/// What the store knows of one subscriber.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscriber {
    pub email: Email,
    /// The language in which they read the page.
    pub language: Language,
    pub created_at: Timestamp,
    /// When they said that the address is theirs.
    pub confirmed_at: Option<Timestamp>,
}

/// The subscribers that were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberList {
    /// Newest first.
    pub subscribers: Vec<Subscriber>,
    /// How many records could not be read and are missing in the list.
    pub unreadable: u64,
}

/// How many subscribers were exported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubscriberExport {
    pub exported: u64,
    /// How many records could not be read and are missing in the export.
    pub unreadable: u64,
}

/// What became of one address that was named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub email: Email,
    /// False when the address had not subscribed.
    pub removed: bool,
}

/// Adds the address, unconfirmed, and queues the mail that asks its owner to confirm, in one write.
///
/// Errors: `invalid` in field `email`; `already_subscribed`, decided in the same transaction that
/// would add it, so that of two requests at once only one succeeds.
pub async fn subscribe(app: &App, actor: &Actor, email: &str, language: Language) -> Result<()> {
    policy::allow(actor, Action::Subscribe)?;
    let email = Email::parse(email).ok_or_else(|| Error::invalid("email", "This is not an e-mail address."))?;
    let record = SubscriberRecord::new(email, language, app.clock.now());
    let question = OutboxRecord::confirmation(uuid_at(record.created_at), &record);
    app.store
        .write(move |tx| {
            if subscribers::exists(tx, &record.email)? {
                return Err(Error::conflict("already_subscribed", "Email already subscribed"));
            }
            subscribers::put(tx, &record)?;
            Ok(outbox::put(tx, &question)?)
        })
        .await
}

/// The subscribers, newest first; only those who have not confirmed, if so wished.
pub async fn list(app: &App, actor: &Actor, unconfirmed: bool) -> Result<SubscriberList> {
    policy::allow(actor, Action::ReadSubscribers)?;
    app.store
        .read(move |tx| {
            let (mut listed, mut readable) = (Vec::new(), 0);
            subscribers::each_readable(tx, &mut |record| {
                readable += 1;
                if !unconfirmed || record.confirmed_at.is_none() {
                    listed.push(subscriber(record));
                }
            })?;
            listed.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.email.cmp(&b.email)));
            Ok(SubscriberList { subscribers: listed, unreadable: subscribers::count(tx)? - readable })
        })
        .await
}

fn subscriber(record: SubscriberRecord) -> Subscriber {
    let SubscriberRecord { email, language, created_at, confirmed_at, .. } = record;
    Subscriber { email, language, created_at, confirmed_at }
}

/// Removes the named subscribers that there are, and all mails queued for them, in one write.
///
/// Answers once for each address, in the order in which they were named. What is written down of
/// it is how many were removed: a list of removed addresses would keep what its owner wants gone.
pub async fn remove(app: &App, actor: &Actor, emails: Vec<Email>) -> Result<Vec<Removal>> {
    policy::allow(actor, Action::RemoveSubscribers)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let mut seen = HashSet::new();
    let emails: Vec<Email> = emails.into_iter().filter(|email| seen.insert(email.key())).collect();
    app.store
        .write(move |tx| {
            let (mut removals, mut gone) = (Vec::with_capacity(emails.len()), HashSet::new());
            for email in &emails {
                let removed = subscribers::remove(tx, email)?;
                if removed {
                    gone.insert(email.key());
                }
                removals.push(Removal { email: email.clone(), removed });
            }
            if !gone.is_empty() {
                outbox::remove_to(tx, &gone)?;
                let (actor, action) = (actor.clone(), "subscribers.remove".into());
                let subject = format!("subscribers: {}", gone.len());
                audit::append(tx, &AuditRecord { at: now, actor, action, subject })?;
            }
            Ok(removals)
        })
        .await
}

/// Gives a header and every subscriber to `take`, one line of CSV each, in order of their addresses.
///
/// Runs over one snapshot on this thread, which must be allowed to block; gives nothing more when
/// `take` answers false.
pub fn export(app: &App, actor: &Actor, take: &mut dyn FnMut(String) -> bool) -> Result<SubscriberExport> {
    policy::allow(actor, Action::ReadSubscribers)?;
    app.store.read_blocking(|tx| {
        let mut exported = 0;
        let mut wanted = take(csv_line(["email", "language", "created_at", "confirmed_at"]));
        subscribers::each_readable(tx, &mut |record| {
            exported += 1;
            wanted = wanted && take(subscriber_line(&record));
        })?;
        Ok(SubscriberExport { exported, unreadable: subscribers::count(tx)? - exported })
    })
}

fn subscriber_line(record: &SubscriberRecord) -> String {
    let confirmed_at = record.confirmed_at.map(|at| at.to_string()).unwrap_or_default();
    csv_line([record.email.as_str(), record.language.code(), &record.created_at.to_string(), &confirmed_at])
}

/// One line of CSV, without its line end.
fn csv_line<const COUNT: usize>(cells: [&str; COUNT]) -> String {
    let mut writer = csv_core::Writer::new();
    // Every sign may need a second one; two quotation marks and a separator stand around them.
    let mut line = vec![0; cells.iter().map(|cell| 2 * cell.len() + 3).sum()];
    let mut end = 0;
    for (cell, index) in cells.iter().zip(0..) {
        if index > 0 {
            end += writer.delimiter(&mut line[end..]).1;
        }
        end += writer.field(cell.as_bytes(), &mut line[end..]).2;
    }
    end += writer.finish(&mut line[end..]).1;
    line.truncate(end);
    String::from_utf8_lossy(&line).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(csv_line(["o'neil+legi@x.ro", "ro", ""]), "o'neil+legi@x.ro,ro,");
        assert_eq!(csv_line(["a,b", "\"", "\n"]), "\"a,b\",\"\"\"\",\"\n\"");
        assert_eq!(csv_line(["\"\"\"", "\"", ""]), "\"\"\"\"\"\"\"\",\"\"\"\",");
    }
}
