//! Proves that urgent mails arrive: the mailbox of the seeded address is read while a copy is expected in it.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::quiet_hours;
use crate::app::App;
use crate::conditions::finding;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::mail::bounce::{Imap, received};
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::{Reading, campaigns, meta};

const MISSING: &str = "urgent_mail_missing";
/// Time in which a copy must be read, without quiet hours.
const PATIENCE: SignedDuration = SignedDuration::from_mins(15);
/// A copy that was not read for so long is no longer looked for.
const GIVE_UP: SignedDuration = SignedDuration::from_hours(24);
/// Proofs that are kept.
const MAX_PROOFS: usize = 20;

/// An urgent mail that was read in the mailbox of the seeded address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UrgentProof {
    /// The mail.
    pub id: Uuid,
    pub campaign: String,
    pub published_at: Timestamp,
    pub read_at: Timestamp,
}

/// What earlier steps saw.
#[derive(Debug, Default)]
pub struct SeedWatch {
    /// The last step within quiet hours.
    quiet_at: Option<Timestamp>,
}

/// A copy that is expected in the mailbox.
struct ExpectedCopy {
    id: Uuid,
    campaign: String,
    published_at: Timestamp,
}

/// Whether a seeded address is configured.
pub fn is_configured(app: &App) -> bool {
    app.config.mail.seed.address().is_some()
}

/// Looks for the expected copies, records those that arrived, and begins or ends the condition `urgent_mail_missing`.
///
/// # Errors
/// The store cannot be read or written. A mailbox that cannot be read is logged, and proves nothing.
// docs/decisions/0469
pub async fn step(app: &App, actor: &Actor, watch: &mut SeedWatch) -> Result<()> {
    policy::authorize(actor, Action::RecordBounces)?;
    let Some(seed) = app.config.mail.seed.address() else { return Ok(()) };
    let now = app.clock.now();
    if quiet_hours::end(app, now).is_some() {
        watch.quiet_at = Some(now);
    }
    let open = app.store.read(move |tx| expected(tx, &seed, now)).await?;
    if open.is_empty() {
        return Ok(());
    }
    let arrived = match read_mailbox(app, &open).await {
        Ok(arrived) => arrived,
        Err(error) => {
            tracing::warn!(error = error.chain(), "cannot read the mailbox of mail.seed_address; retrying");
            vec![]
        }
    };
    let read_at = app.clock.now();
    let (found, missing): (Vec<_>, Vec<_>) = open.into_iter().partition(|copy| arrived.contains(&copy.id));
    let is_late = |copy: &ExpectedCopy| {
        let since = watch.quiet_at.map_or(copy.published_at, |quiet_at| quiet_at.max(copy.published_at));
        now.duration_since(since) > PATIENCE
    };
    if let Some(copy) = missing.iter().find(|copy| is_late(copy)) {
        let found = finding!(
            "urgent_mail_missing",
            "the copy of the urgent mail {campaign} did not arrive at mail.seed_address",
            "see `paragraf mail outbox --to` with the address for the mail server's reply, and look into the mailbox and \
             its spam folder",
            campaign = copy.campaign
        );
        app.conditions.report(MISSING, now, found);
    } else if !found.is_empty() {
        app.conditions.end(MISSING);
    }
    if found.is_empty() { Ok(()) } else { record(app, found, read_at).await }
}

/// The newest proof.
pub(in crate::ops) fn latest(tx: &dyn Reading) -> Result<Option<UrgentProof>> {
    Ok(proofs(tx)?.pop())
}

/// The proofs, oldest first; none if another version wrote them.
fn proofs(tx: &dyn Reading) -> Result<Vec<UrgentProof>> {
    let text = meta::URGENT_PROOFS.get(tx)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default())
}

/// The copies that were queued or sent and are not proved.
fn expected(tx: &dyn Reading, seed: &Email, now: Timestamp) -> Result<Vec<ExpectedCopy>> {
    let proofs = proofs(tx)?;
    let is_expected = |row: &OutboxRecord| {
        row.kind == MessageKind::Urgent
            && now.duration_since(row.created_at) < GIVE_UP
            && !matches!(row.state, MessageState::Suppressed { .. })
            && !proofs.iter().any(|proof| proof.id == row.id)
    };
    let mut copies = Vec::new();
    for row in outbox::to_address(tx, seed)?.into_iter().filter(is_expected) {
        let Some(campaign) = row.campaign else { continue };
        let published_at = campaigns::get(tx, &campaign)?.map_or(row.created_at, |campaign| campaign.created_at);
        copies.push(ExpectedCopy { id: row.id, campaign: campaign.to_string(), published_at });
    }
    Ok(copies)
}

/// The ids of the expected copies in the mailbox. They are deleted there; other mails are marked as read.
async fn read_mailbox(app: &App, open: &[ExpectedCopy]) -> Result<Vec<Uuid>> {
    let timeout = Duration::from_secs(app.config.mail.timeout_secs);
    let mut imap = Imap::open(&app.config.mail.seed.mailbox(), timeout).await?;
    let mut arrived = Vec::new();
    for uid in imap.unseen().await? {
        match received(&imap.fetch(uid).await?).filter(|id| open.iter().any(|copy| copy.id == *id)) {
            Some(id) => {
                arrived.push(id);
                imap.archive(uid, "").await?;
            }
            None => imap.mark_seen(uid).await?,
        }
    }
    imap.close().await;
    Ok(arrived)
}

async fn record(app: &App, found: Vec<ExpectedCopy>, read_at: Timestamp) -> Result<()> {
    for copy in &found {
        let secs = read_at.duration_since(copy.published_at).as_secs();
        tracing::info!(mail.campaign = copy.campaign, mail.secs = secs, "an urgent mail arrived at the seeded address");
    }
    let write = app.store.write(move |tx| {
        let mut all = proofs(tx)?;
        all.extend(found.iter().map(|copy| UrgentProof {
            id: copy.id,
            campaign: copy.campaign.clone(),
            published_at: copy.published_at,
            read_at,
        }));
        all.drain(..all.len().saturating_sub(MAX_PROOFS));
        let text = serde_json::to_string(&all).expect("writing proofs as JSON cannot fail: they have no maps");
        Ok(meta::URGENT_PROOFS.put(tx, &text)?)
    });
    write.await
}
