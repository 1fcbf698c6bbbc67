//! Status of the server and the store, for `paragraf status`.

use std::net::SocketAddr;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::backup::{BackupProof, ProofOutcome};
use super::database::{self, DatabaseStatus};
use super::machine::{self, MachineStatus};
use super::mail::holds::{self, MailHold};
use super::mail::overdue::{self, OverdueQueue};
use super::mail::urgent_proof::{self, UrgentProof};
use super::mail::warnings::{self, MailWarning};
use super::policy::{self, Action, Actor};
use super::sources::coverage;
use super::sources::watch::{self, SourceStatus};
use crate::app::App;
use crate::catalogue::Indexed;
use crate::conditions::{Condition, OperatorFinding, finding};
use crate::domain::coverage::YearCoverage;
use crate::domain::{CampaignId, Status};
use crate::error::Result;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, EqualRefusals};
use crate::store::damage::remedy;
use crate::store::leases::{self, Observed, ProcessRecord};
use crate::store::verify::Inconsistency;
use crate::store::{
    self, ReadTx, accounts, acts, articles, backups, outbox, reports, source_states, subscribers, topics,
};
pub use crate::store::{Maintenance, Outage};

/// A record that cannot be read and is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DamagedRecord {
    pub table: String,
    pub key: String,
    pub problem: String,
    /// What happened and what to do.
    pub remedy: String,
}

impl From<Inconsistency> for DamagedRecord {
    fn from(Inconsistency { table, key, problem }: Inconsistency) -> Self {
        Self { remedy: remedy(&table, &key), table, key, problem }
    }
}

/// A campaign that waits for the operator after equal refusals of the mail server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PausedCampaign {
    pub id: CampaignId,
    pub since: Timestamp,
    pub refusals: EqualRefusals,
}

/// A process that has the database open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceStatus {
    /// Host and process id.
    pub name: String,
    pub version: String,
    pub started_at: Timestamp,
    /// Whether it sends mail, gathers, publishes and reads sources.
    pub leads: bool,
    /// How long it has not had the changes of the others; missing during an outage.
    pub lag_millis: Option<u64>,
}

/// Counts and sizes at one point in time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductStatus {
    pub version: String,
    pub schema: u32,
    /// Whether a server runs. The counts are valid either way.
    pub serving: bool,
    /// Whether the database cannot be read now: then every count of its records is 0 and every list of them empty.
    #[serde(default)]
    pub counts_missing: bool,
    pub started_at: Timestamp,
    pub public_url: String,
    /// The address on which the server listens; `None` without a server.
    #[serde(default)]
    pub address: Option<SocketAddr>,
    pub published: u64,
    pub drafts: u64,
    pub withdrawn: u64,
    /// How many articles searches find, in the seconds after a start until they find all.
    #[serde(default)]
    pub indexed: Option<usize>,
    pub topics: u64,
    pub subscribers: u64,
    /// Subscribers who have not confirmed their address.
    pub unconfirmed_subscribers: u64,
    pub accounts: u64,
    /// Readers without an account whose marks are kept.
    pub guests: u64,
    /// Failed sign-ins from networks that had one in the last 24 hours; 0 without a server.
    pub failed_sign_ins: u64,
    /// Mails to be sent.
    pub queued_mails: u64,
    /// Open reports of readers.
    pub open_reports: u64,
    /// Mails that the receiving server deferred and that are retried.
    pub deferred_mails: u64,
    /// Mails that failed in the last 30 days.
    pub failed_mails: u64,
    /// Time since which the oldest due mail has been queued.
    pub oldest_mail: Option<Timestamp>,
    /// Sent mails: of all campaigns, and single mails of the last 30 days. The next three count the same mails.
    pub sent_mails: u64,
    pub bounced_mails: u64,
    pub suppressed_mails: u64,
    /// Mails that may have arrived.
    pub unknown_mails: u64,
    /// Campaigns that are scheduled, gathering recipients or sending.
    pub active_campaigns: u64,
    /// Campaigns that equal refusals of the mail server paused.
    #[serde(default)]
    pub paused_campaigns: Vec<PausedCampaign>,
    /// Reports of returned mails since the start that match no mail of this server; 0 without a server.
    #[serde(default)]
    pub unmatched_reports: u64,
    /// Queues with overdue mails.
    pub late_mails: Vec<OverdueQueue>,
    /// What holds mail now.
    pub mail_holds: Vec<MailHold>,
    /// The last urgent mail that arrived at the seeded address.
    #[serde(default)]
    pub urgent_proof: Option<UrgentProof>,
    /// Settings that campaign mails need and that are missing.
    pub mail_warnings: Vec<MailWarning>,
    /// Acts of official sources.
    pub acts: u64,
    /// The sources that were polled.
    pub sources: Vec<SourceStatus>,
    /// Issues of the gazette that were seen and missed, the last year first.
    pub coverage: Vec<YearCoverage>,
    /// Lasting problems that the operator should know.
    pub conditions: Vec<Condition>,
    #[serde(default)]
    pub machine: MachineStatus,
    /// `file` or `postgresql`.
    #[serde(default)]
    pub engine: String,
    /// The database; missing for a file.
    #[serde(default)]
    pub database: Option<DatabaseStatus>,
    /// The processes on the database; empty for a file.
    #[serde(default)]
    pub instances: Vec<InstanceStatus>,
    pub store: PathBuf,
    pub store_bytes: u64,
    /// The maintenance in which nothing is saved.
    #[serde(default)]
    pub maintenance: Option<Maintenance>,
    /// Since when and why nothing can be saved.
    pub outage: Option<Outage>,
    /// Damaged records that were met and left out since the start.
    pub damaged_records: Vec<DamagedRecord>,
    pub latest_backup: Option<Timestamp>,
    /// The trial restores of the last backups, newest first.
    #[serde(default)]
    pub backup_proofs: Vec<BackupProof>,
    /// Whether the last backup was made and the storage was not seen to have it, as without a storage.
    #[serde(default)]
    pub latest_not_stored: bool,
    /// Set when the latest backup is missing or old, and no schedule makes one or no server follows it; else there are
    /// conditions.
    pub backup_notice: Option<OperatorFinding>,
}

/// Trials that are listed.
const LISTED_TRIALS: usize = 30;

/// Age in days at which the latest backup is reported as old.
const OLD_BACKUP_DAYS: i64 = 7;

/// A missing or old backup.
fn backup_notice(latest: Option<Timestamp>, now: Timestamp) -> Option<OperatorFinding> {
    match latest.map(|at| now.duration_since(at).as_hours() / 24) {
        None => Some(finding!(
            "no_backup",
            "there is no backup yet",
            "make one with `paragraf backup create` and copy it to another machine, see docs/operate.md"
        )),
        Some(days) if days > OLD_BACKUP_DAYS => Some(finding!(
            "backup_old",
            "the last backup is {days} days old",
            "make one with `paragraf backup create` and copy it to another machine, see docs/operate.md",
            days = days
        )),
        Some(_) => None,
    }
}

/// Returns the status of the server and the store. `serving` is whether a server runs.
pub async fn status(app: &App, actor: &Actor, serving: bool) -> Result<ProductStatus> {
    policy::authorize(actor, Action::ReadStatus)?;
    let (now, is_shared) = (app.clock.now(), app.store.is_shared());
    let backups = super::backup::list(app, actor).await?;
    let latest_backup = super::backup::latest(backups, now).map(|backup| backup.created_at);
    let status = stored_status(app, now).await?;
    // The leader makes the scheduled copies, perhaps on another machine.
    let proved = status.backup_proofs.iter().filter(|proof| is_shared && proof.outcome == ProofOutcome::Proved);
    let latest_backup = latest_backup.max(proved.map(|proof| proof.at).max());
    let database = database::status(app).await;
    let facts = database.as_ref().and_then(|database| database.facts.as_ref());
    Ok(ProductStatus {
        store_bytes: facts.map_or_else(|| app.store.size_bytes(), |facts| facts.bytes),
        database,
        engine: app.store.engine().to_owned(),
        version: crate::VERSION.into(),
        schema: store::schema_version(),
        serving,
        started_at: app.started_at,
        public_url: app.config.public_url(),
        address: serving.then_some(app.config.server.listen),
        indexed: indexed(app).filter(|_| serving),
        failed_sign_ins: app.identity.failed_sign_ins.summary(now).recent(),
        unmatched_reports: app.unmatched_reports.load(Ordering::Relaxed),
        mail_holds: holds::find(app, status.active_campaigns > 0),
        mail_warnings: warnings::find(app),
        conditions: app.conditions.list(),
        machine: machine::status(app),
        store: app.store.path().map(PathBuf::from).unwrap_or_default(),
        maintenance: app.store.maintenance(),
        outage: app.store.outage(),
        damaged_records: app.store.damaged_records().into_iter().map(DamagedRecord::from).collect(),
        latest_backup,
        backup_notice: backup_notice(latest_backup, now)
            .filter(|_| status.has_content() && (app.config.backup.schedule.is_none() || !serving)),
        ..status
    })
}

/// Returns the part of the status that the store has, `counts_missing` while its database does not answer.
async fn stored_status(app: &App, now: Timestamp) -> Result<ProductStatus> {
    let (times, config, is_shared) = (overdue::CheckTimes::of(app), app.config.sources.clone(), app.store.is_shared());
    let read = app.store.read(move |tx| {
        let mut status = ProductStatus::default();
        if is_shared {
            status.instances = instances(tx)?;
        }
        count_content(tx, &mut status)?;
        count_mails(tx, &mut status, &times)?;
        status.coverage = coverage::of_store(tx)?;
        // Those of a clock that was ahead would be the last ones until their day.
        let made = backups::list(tx)?.into_iter().filter(|record| record.made_at <= now).take(LISTED_TRIALS);
        let made: Vec<_> = made.collect();
        status.latest_not_stored = made.first().is_some_and(|record| record.uploaded_at.is_none());
        status.backup_proofs = made.into_iter().map(|record| record.proof).collect();
        let states = source_states::list(tx)?.into_iter();
        status.sources = states.map(|state| watch::status(state, now, &config)).collect();
        Ok(status)
    });
    match read.await {
        Err(_) if is_shared && app.store.outage().is_some() => {
            Ok(ProductStatus { counts_missing: true, ..ProductStatus::default() })
        }
        status => status,
    }
}

/// How many articles searches find; `None` when they find all.
fn indexed(app: &App) -> Option<usize> {
    let Indexed { articles, of, .. } = app.catalogue.indexed();
    (articles < of).then_some(articles)
}

impl ProductStatus {
    /// Whether anything would be lost with the store.
    fn has_content(&self) -> bool {
        self.published + self.drafts + self.withdrawn + self.subscribers + self.accounts > 0
    }

    /// The trial of the latest backup, or of a later one that failed. `None` if the store does not know it: a store that
    /// was restored knows the trials of backups that are older than it.
    pub fn latest_proof(&self) -> Option<&BackupProof> {
        self.backup_proofs.first().filter(|proof| self.latest_backup.is_none_or(|made| made <= proof.at))
    }
}

/// The processes on the database, the oldest first.
fn instances(tx: &ReadTx) -> Result<Vec<InstanceStatus>> {
    let Observed { lease, mut processes } = leases::observe(tx)?;
    processes.sort_by_key(|process| process.started_at);
    let instance = |process: ProcessRecord| InstanceStatus {
        leads: lease.holder == Some(process.id),
        name: process.name,
        version: process.version,
        started_at: process.started_at,
        lag_millis: process.lag_millis,
    };
    Ok(processes.into_iter().map(instance).collect())
}

/// Counts articles, acts, readers and their reports.
fn count_content(tx: &ReadTx, status: &mut ProductStatus) -> Result<()> {
    articles::each(tx, &mut |record| {
        match record.status {
            Status::Published => status.published += 1,
            Status::Draft => status.drafts += 1,
            Status::Withdrawn => status.withdrawn += 1,
        }
        ControlFlow::Continue(())
    })?;
    status.topics = topics::list(tx)?.len() as u64;
    status.acts = acts::count(tx)?;
    status.subscribers = subscribers::count(tx)?;
    subscribers::each_readable(tx, &mut |record| {
        status.unconfirmed_subscribers += u64::from(record.confirmed_at.is_none());
    })?;
    status.accounts = accounts::count(tx)?;
    status.guests = accounts::count_guests(tx)?;
    status.open_reports = reports::count_open(tx)?;
    Ok(())
}

/// Counts mails and campaigns, and finds overdue mails.
fn count_mails(tx: &ReadTx, status: &mut ProductStatus, times: &overdue::CheckTimes) -> Result<()> {
    let mails = outbox::counts(tx)?;
    status.queued_mails = mails.queued;
    (status.deferred_mails, status.failed_mails) = (mails.deferred, mails.failed);
    status.oldest_mail = mails.oldest;
    (status.sent_mails, status.bounced_mails) = (mails.sent, mails.bounced);
    (status.suppressed_mails, status.unknown_mails) = (mails.suppressed, mails.unknown);
    let under_way = campaigns::under_way(tx)?;
    let active = under_way.iter().filter(|campaign| campaign.status == CampaignStatus::Active);
    status.active_campaigns = active.count() as u64;
    let is_paused = |campaign: &CampaignRecord| campaign.status == CampaignStatus::Paused;
    let paused = |campaign: CampaignRecord| {
        Some(PausedCampaign { refusals: campaign.refusals?, id: campaign.id, since: campaign.status_at })
    };
    status.paused_campaigns = under_way.into_iter().filter(is_paused).filter_map(paused).collect();
    status.late_mails = overdue::find(tx, times)?;
    status.urgent_proof = urgent_proof::latest(tx)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::*;

    #[test]
    fn a_missing_or_old_backup_is_reported() {
        let now: Timestamp = "2026-11-26T12:00:00Z".parse().expect("an instant");
        let message = |latest| backup_notice(latest, now).map(|notice| notice.message);
        assert_eq!(message(None).as_deref(), Some("there is no backup yet"));
        assert_eq!(message(Some(now - 190.hours())), None, "seven days and some hours");
        assert_eq!(message(Some(now - 200.hours())).as_deref(), Some("the last backup is 8 days old"));
        assert_eq!(message(Some(now + 1.hours())), None, "the clock was set back");
    }

    #[test]
    fn an_earlier_trial_is_not_that_of_the_latest_backup() {
        let made: Timestamp = "2026-11-26T12:00:00Z".parse().expect("an instant");
        let known = |at: Timestamp| {
            let (outcome, problem) = (ProofOutcome::Proved, None);
            let proof = BackupProof { outcome, at, millis: 1, rows: 1, articles: 1, problem };
            let status =
                ProductStatus { latest_backup: Some(made), backup_proofs: vec![proof], ..ProductStatus::default() };
            status.latest_proof().is_some()
        };
        assert!(known(made + 1.seconds()) && known(made));
        assert!(!known(made - 1.seconds()), "a restored store has earlier trials only");
    }
}
