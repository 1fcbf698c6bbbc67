//! The state of the server, and the checks of everything that it depends on.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::conditions::{Condition, OperatorFinding};
use crate::ops::attention;
use crate::ops::doctor::{self, Diagnosis};
use crate::ops::sources::watch::SourceStatus;
use crate::ops::status::{self, InstanceStatus, ProductStatus};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::state::Web;

/// The state of the server and its store.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct OperatorStatusDto {
    version: String,
    public_url: String,
    started_at: Timestamp,
    counts: ProductCountsDto,
    /// Size of the store's file, or of the database.
    store_bytes: u64,
    /// The servers on one database, the oldest first; empty for a file.
    servers: Vec<OperatorServerDto>,
    /// Memory of the server's process.
    #[serde(skip_serializing_if = "Option::is_none")]
    resident_bytes: Option<u64>,
    /// Free space of the disk that holds the data folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    free_disk_bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    latest_backup: Option<Timestamp>,
    /// What needs the operator.
    attention: Vec<AttentionDto>,
    /// The official sources that were polled.
    sources: Vec<WatchedSourceDto>,
}

/// A server that shares the database.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct OperatorServerDto {
    /// Host and process id.
    name: String,
    version: String,
    started_at: Timestamp,
    /// Whether it sends mail, gathers, publishes and reads sources.
    leads: bool,
    /// Seconds without the changes of the others; missing while the database does not answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    lag_secs: Option<u64>,
}

/// Counts of the store.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct ProductCountsDto {
    published: u64,
    drafts: u64,
    withdrawn: u64,
    acts: u64,
    /// With those who have not confirmed their address.
    subscribers: u64,
    unconfirmed_subscribers: u64,
    accounts: u64,
    guests: u64,
    /// Failed sign-ins from networks that had one in the last 24 hours.
    failed_sign_ins: u64,
    open_reports: u64,
    queued_mails: u64,
    deferred_mails: u64,
    /// Mails that failed in the last 30 days.
    failed_mails: u64,
    sent_mails: u64,
    bounced_mails: u64,
    suppressed_mails: u64,
    /// Mails that may have arrived.
    unknown_mails: u64,
    active_campaigns: u64,
}

/// What a state that needs the operator is about.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(in crate::web) enum AttentionKind {
    Condition,
    Maintenance,
    Outage,
    DamagedRecord,
    Source,
    PausedCampaign,
    MailHold,
    LateMails,
    MailSetting,
    Backup,
}

/// A state that needs the operator.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct AttentionDto {
    kind: AttentionKind,
    /// The name of a condition, such as `disk_nearly_full`.
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<String>,
    /// The name of what was found, for which the page has words, and the values of these words. Empty if there is only
    /// English text.
    words: String,
    values: BTreeMap<String, String>,
    /// What happens, and why, in English.
    message: String,
    /// What the operator can do, in English; may be empty.
    remedy: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Timestamp>,
}

/// An official source that the server polls.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct WatchedSourceDto {
    /// Such as `portal`.
    name: String,
    /// When it was last read to the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_read_at: Option<Timestamp>,
    /// When it last had a new act.
    #[serde(skip_serializing_if = "Option::is_none")]
    last_new_at: Option<Timestamp>,
    /// The date of the newest issue of the gazette that an act was published in.
    #[serde(skip_serializing_if = "Option::is_none")]
    newest_issue: Option<Date>,
    /// Since when every poll has failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    failing_since: Option<Timestamp>,
    /// The last failure, in English.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// Returns the state of the server and its store.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "getOperatorStatus", responses(
    (status = 200, description = "The state", body = OperatorStatusDto),
))]
pub(in crate::web) async fn show(State(web): State<Arc<Web>>, OperatorBearer(actor): OperatorBearer) -> Result {
    json(&OperatorStatusDto::from(status::status(&web.app, &actor, true).await?))
}

/// Examines everything that the server depends on. Asks the configured mail servers, the DNS about the sender's domain,
/// and the public address.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "examineServer", responses(
    (status = 200, description = "The result of each check", body = Vec<Diagnosis>),
))]
pub(in crate::web) async fn checks(State(web): State<Arc<Web>>, OperatorBearer(actor): OperatorBearer) -> Result {
    json(&doctor::examine(&web.app, &actor, true).await?)
}

impl From<ProductStatus> for OperatorStatusDto {
    fn from(status: ProductStatus) -> Self {
        Self {
            attention: attention(&status),
            counts: ProductCountsDto::of(&status),
            version: status.version,
            public_url: status.public_url,
            started_at: status.started_at,
            store_bytes: status.store_bytes,
            servers: status.instances.into_iter().map(OperatorServerDto::from).collect(),
            resident_bytes: status.machine.resident_bytes,
            free_disk_bytes: status.machine.free_disk_bytes,
            latest_backup: status.latest_backup,
            sources: status.sources.into_iter().map(WatchedSourceDto::from).collect(),
        }
    }
}

impl From<InstanceStatus> for OperatorServerDto {
    fn from(InstanceStatus { name, version, started_at, leads, lag_millis }: InstanceStatus) -> Self {
        Self { name, version, started_at, leads, lag_secs: lag_millis.map(|millis| millis / 1000) }
    }
}

impl ProductCountsDto {
    fn of(status: &ProductStatus) -> Self {
        Self {
            published: status.published,
            drafts: status.drafts,
            withdrawn: status.withdrawn,
            acts: status.acts,
            subscribers: status.subscribers,
            unconfirmed_subscribers: status.unconfirmed_subscribers,
            accounts: status.accounts,
            guests: status.guests,
            failed_sign_ins: status.failed_sign_ins,
            open_reports: status.open_reports,
            queued_mails: status.queued_mails,
            deferred_mails: status.deferred_mails,
            failed_mails: status.failed_mails,
            sent_mails: status.sent_mails,
            bounced_mails: status.bounced_mails,
            suppressed_mails: status.suppressed_mails,
            unknown_mails: status.unknown_mails,
            active_campaigns: status.active_campaigns,
        }
    }
}

impl From<SourceStatus> for WatchedSourceDto {
    fn from(SourceStatus { state, .. }: SourceStatus) -> Self {
        Self {
            name: state.name,
            last_read_at: state.last_read_at,
            last_new_at: state.last_new_at,
            newest_issue: state.newest_issue,
            failing_since: state.failing_since,
            problem: state.problem,
        }
    }
}

impl AttentionDto {
    fn new(kind: AttentionKind, found: OperatorFinding) -> Self {
        let OperatorFinding { words, values, message, remedy } = found;
        Self { kind, code: None, words, values, message, remedy, since: None }
    }

    fn since(self, since: impl Into<Option<Timestamp>>) -> Self {
        Self { since: since.into(), ..self }
    }

    fn of_condition(condition: &Condition) -> Self {
        let Condition { code, words, values, message, remedy, since } = condition.clone();
        let found =
            Self::new(AttentionKind::Condition, OperatorFinding { words, values, message, remedy }).since(since);
        Self { code: Some(code), ..found }
    }
}

/// What needs the operator, in the order of `paragraf status`.
fn attention(status: &ProductStatus) -> Vec<AttentionDto> {
    use AttentionKind::{Backup, DamagedRecord, LateMails, MailHold, MailSetting};
    use AttentionKind::{Maintenance, Outage, PausedCampaign, Source};
    let maintenance = status.maintenance.iter().map(|it| AttentionDto::new(Maintenance, attention::maintenance(it)));
    let outage = status.outage.iter().map(|it| AttentionDto::new(Outage, attention::outage(it)));
    let damaged = status.damaged_records.iter();
    let damaged = damaged.map(|it| AttentionDto::new(DamagedRecord, attention::damaged(it)));
    let conditions = status.conditions.iter().map(AttentionDto::of_condition);
    let sources = status.sources.iter().filter_map(|it| it.warning.clone());
    let sources = sources.map(|warning| AttentionDto::new(Source, warning));
    let paused = status.paused_campaigns.iter();
    let paused = paused.map(|it| AttentionDto::new(PausedCampaign, attention::paused(it)).since(it.since));
    let holds = status.mail_holds.iter().filter(|it| !it.remedy.is_empty());
    let holds = holds.map(|it| AttentionDto::new(MailHold, it.finding.clone()).since(it.since));
    let late = status.late_mails.iter();
    let late = late.map(|it| AttentionDto::new(LateMails, attention::overdue(it)).since(it.since));
    let warnings = status.mail_warnings.iter();
    let warnings = warnings.map(|it| AttentionDto::new(MailSetting, it.finding.clone()));
    let backup = status.backup_notice.iter().map(|it| AttentionDto::new(Backup, it.clone()));
    maintenance
        .chain(outage)
        .chain(damaged)
        .chain(conditions)
        .chain(sources)
        .chain(paused)
        .chain(holds)
        .chain(late)
        .chain(warnings)
        .chain(backup)
        .collect()
}
