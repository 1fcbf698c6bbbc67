//! Suppressed addresses, which get only messages about their own account.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::WriteTx;
use crate::store::audit::{self, AuditRecord};
use crate::store::suppressions::{self, SuppressionRecord};

/// Maximum length of a suppression's detail, in characters.
const MAX_DETAIL: usize = 300;

/// A suppressed address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suppression {
    pub email: Email,
    pub at: Timestamp,
    pub reason: SuppressionReason,
    /// The mail server's reply or the operator's note.
    pub detail: String,
}

/// The result for one address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuppressionChange {
    pub email: Email,
    /// False when the address already was in the requested state.
    pub changed: bool,
}

/// Passes the suppressed addresses to `take`, newest first, until it breaks.
pub async fn list(
    app: &App,
    actor: &Actor,
    mut take: impl FnMut(Suppression) -> ControlFlow<()> + Send + 'static,
) -> Result<()> {
    policy::authorize(actor, Action::ReadSubscribers)?;
    let read = app.store.read(move |tx| {
        let mut rank = |record: &SuppressionRecord| record.reason.is_some().then_some(Reverse(record.at));
        let mut visit = |record| {
            let SuppressionRecord { email, at, reason, detail, .. } = record;
            let suppression = reason.map(|reason| Suppression { email, at, reason, detail });
            suppression.map_or(ControlFlow::Continue(()), &mut take)
        };
        Ok(suppressions::each_ranked(tx, &mut rank, &mut visit)?)
    });
    read.await
}

/// Suppresses addresses for the operator; only the operator can lift such a suppression.
pub async fn add(app: &App, actor: &Actor, emails: Vec<Email>, detail: String) -> Result<Vec<SuppressionChange>> {
    policy::authorize(actor, Action::RemoveSubscribers)?;
    let detail: String = detail.chars().filter(|c| !c.is_control()).take(MAX_DETAIL).collect();
    let (now, actor, emails) = (app.clock.now(), actor.to_string(), deduplicated(emails));
    app.store
        .write(move |tx| {
            let mut changes = Vec::with_capacity(emails.len());
            for email in &emails {
                let before = suppressions::get(tx, email)?;
                let changed = before.as_ref().and_then(|record| record.reason) != Some(SuppressionReason::Operator);
                if changed {
                    let record = before.unwrap_or_else(|| SuppressionRecord::new(email.clone(), now));
                    let (reason, detail) = (Some(SuppressionReason::Operator), detail.clone());
                    suppressions::put(tx, &SuppressionRecord { at: now, reason, detail, ..record })?;
                }
                changes.push(SuppressionChange { email: email.clone(), changed });
            }
            audit_changes(tx, now, &actor, "suppressions.add", &changes)?;
            Ok(changes)
        })
        .await
}

/// Lifts suppressions of any reason.
pub async fn remove(app: &App, actor: &Actor, emails: Vec<Email>) -> Result<Vec<SuppressionChange>> {
    policy::authorize(actor, Action::RemoveSubscribers)?;
    let (now, actor, emails) = (app.clock.now(), actor.to_string(), deduplicated(emails));
    app.store
        .write(move |tx| {
            let mut changes = Vec::with_capacity(emails.len());
            for email in &emails {
                let changed = suppressions::reason(tx, email)?.is_some();
                suppressions::remove(tx, email)?;
                changes.push(SuppressionChange { email: email.clone(), changed });
            }
            audit_changes(tx, now, &actor, "suppressions.remove", &changes)?;
            Ok(changes)
        })
        .await
}

fn deduplicated(emails: Vec<Email>) -> Vec<Email> {
    let mut seen = HashSet::new();
    emails.into_iter().filter(|email| seen.insert(email.key())).collect()
}

/// Adds an audit record with the number of changes and without addresses.
fn audit_changes(tx: &WriteTx, at: Timestamp, actor: &str, action: &str, changes: &[SuppressionChange]) -> Result<()> {
    let count = changes.iter().filter(|change| change.changed).count();
    if count == 0 {
        return Ok(());
    }
    let (actor, action) = (actor.to_owned(), action.to_owned());
    Ok(audit::append(tx, &AuditRecord { at, actor, action, subject: format!("suppressions: {count}") })?)
}

/// Suppresses the address; an existing suppression keeps its reason. Returns whether it is new.
pub(in crate::ops) fn suppress(
    tx: &WriteTx,
    email: &Email,
    reason: SuppressionReason,
    detail: &str,
    at: Timestamp,
) -> Result<bool> {
    let before = suppressions::get(tx, email)?;
    if before.as_ref().is_some_and(|record| record.reason.is_some()) {
        return Ok(false);
    }
    let record = before.unwrap_or_else(|| SuppressionRecord::new(email.clone(), at));
    let (reason, detail) = (Some(reason), detail.chars().take(MAX_DETAIL).collect());
    suppressions::put(tx, &SuppressionRecord { at, reason, detail, ..record })?;
    Ok(true)
}

/// Forgets the bounces of an address whose owner confirmed it, and every suppression but the operator's.
pub(super) fn lift_all(tx: &WriteTx, email: &Email) -> Result<()> {
    if suppressions::reason(tx, email)? != Some(SuppressionReason::Operator) {
        suppressions::remove(tx, email)?;
    }
    Ok(())
}

/// Lifts a suppression for one of these reasons; returns whether it did.
pub(super) fn lift(tx: &WriteTx, email: &Email, reasons: &[SuppressionReason]) -> Result<bool> {
    let lifted = suppressions::reason(tx, email)?.is_some_and(|reason| reasons.contains(&reason));
    if lifted {
        suppressions::remove(tx, email)?;
    }
    Ok(lifted)
}
