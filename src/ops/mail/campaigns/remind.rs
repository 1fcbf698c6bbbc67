//! Gathers a run of reminders: reminds the accounts in batches, and writes one outbox row for each that gets a mail.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use jiff::civil::Date;
use uuid::Uuid;

use super::end;
use super::row::row;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::message::MessageContent;
use crate::domain::notification::NotifiedAccounts;
use crate::domain::{CampaignId, Uid};
use crate::error::{Kind, Result};
use crate::ops::blocking::blocking;
use crate::ops::mail::automatic::reminders::days;
use crate::ops::mail::eligibility::{DecisionMoment, Eligibility};
use crate::ops::mail::recipients::{Recipient, is_reachable};
use crate::ops::reminders::due::{self, DueDeadlines};
use crate::ops::reminders::give::give;
use crate::store::accounts::{self, AccountRecord};
use crate::store::campaigns::{self, CampaignRecord, Gathering};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{Reading, WriteTx};

/// Accounts per write; each reads its marks.
const ACCOUNTS_PER_WRITE: usize = 200;

/// The result of one write.
#[derive(Default)]
struct Batch {
    notified: Vec<Uid>,
    mails: u64,
    /// Whether it reached the last account.
    is_last: bool,
}

/// Reminds the next accounts. Returns false while the articles are loaded or indexed.
///
/// One write contains reminders, notifications, outbox rows and the cursor, so a crash loses no reminder and repeats
/// none.
pub(super) async fn batch(app: &App, campaign: &CampaignRecord) -> Result<bool> {
    let Some((done, until)) = days(campaign) else { return Ok(false) };
    let due = match deadlines(app, done, until).await {
        Err(error) if error.kind == Kind::Unavailable => return Ok(false),
        due => due?,
    };
    let (now, id) = (app.clock.now(), campaign.id.clone());
    let moment = DecisionMoment::from(app);
    let row_ids: Vec<Uuid> = (0..ACCOUNTS_PER_WRITE).map(|_| uuid_at(now)).collect();
    let write = app.store.write(move |tx| remind(tx, &id, &due, &row_ids, (now, &moment))).await;
    let batch = match write {
        // An article changed, and the catalogue does not show it yet.
        Err(error) if error.kind == Kind::Unavailable && app.store.outage().is_none() => return Ok(false),
        batch => batch?,
    };
    tracing::info!(
        mail.campaign = campaign.id.as_str(),
        mail.rows = batch.mails,
        reminded = batch.notified.len(),
        mail.gathered = batch.is_last,
        "accounts reminded"
    );
    if !batch.notified.is_empty() {
        app.notify_streams(NotifiedAccounts::Accounts(Arc::from(batch.notified)));
    }
    app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
    app.mail_wake.notify_one();
    Ok(true)
}

async fn deadlines(app: &App, done: Date, until: Date) -> Result<DueDeadlines> {
    let list = due::prepare(app)?;
    blocking("listing the deadlines of reminders", move || list.of(done, until)).await?
}

fn remind(
    tx: &WriteTx,
    id: &CampaignId,
    due: &DueDeadlines,
    row_ids: &[Uuid],
    (now, moment): (Timestamp, &DecisionMoment),
) -> Result<Batch> {
    let mut batch = Batch::default();
    let Some(mut campaign) = campaigns::get(tx, id)?.filter(|campaign| end::is_open(campaign, now)) else {
        return Ok(batch);
    };
    let Some(Gathering::Accounts { after }) = campaign.gathering.take() else { return Ok(batch) };
    let (found, last) = accounts::after(tx, after.as_ref(), row_ids.len())?;
    let eligibility = Eligibility::new(tx, &campaign, moment);
    let mut rows = Vec::new();
    for (account, row_id) in found.into_iter().zip(row_ids) {
        let recipient = recipient(tx, &account, &eligibility)?;
        let lines = give(tx, &account, due, recipient.is_some(), now)?;
        if lines.is_empty() {
            continue;
        }
        batch.notified.push(account.uid.clone());
        if let Some(Recipient { email, language, .. }) = recipient {
            let row = row(*row_id, &campaign, email, language, MessageState::Queued, now);
            rows.push(OutboxRecord { content: MessageContent { reminders: lines, ..row.content }, ..row });
        }
    }
    drop(eligibility);
    for row in &rows {
        outbox::put(tx, row)?;
    }
    batch.mails = rows.len() as u64;
    campaign.gathering = last.map(|uid| Gathering::Accounts { after: Some(uid) });
    batch.is_last = campaign.gathering.is_none();
    campaigns::put(tx, &campaign)?;
    Ok(batch)
}

/// The account as a recipient, if it can get mail and wants reminders by mail.
fn recipient(tx: &dyn Reading, account: &AccountRecord, eligibility: &Eligibility<'_>) -> Result<Option<Recipient>> {
    let Some(email) = account.email.clone().filter(|_| is_reachable(account)) else { return Ok(None) };
    let decision = eligibility.of_recipient(Recipient::from_account(tx, email, account.clone())?)?;
    Ok(decision.ok().map(|eligible| eligible.recipient))
}
