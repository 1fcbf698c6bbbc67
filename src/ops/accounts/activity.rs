//! The recent activity of an account, for its owner.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::context::ClientInfo;
use super::session_check;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::activity::{ActivityKind, NetworkPrefix};
use crate::domain::{Uid, kept_days};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::account_activity::{self, ActivityRecord};
use crate::store::{Reading, StoreError, WriteTx, accounts};

/// How long activity is kept.
const KEPT: SignedDuration = SignedDuration::from_hours(kept_days::ACTIVITY * 24);
/// Maximum number of events of one account, not counting failed sign-ins.
const MAX_EVENTS: usize = 50;
/// Maximum number of failed sign-ins of one account. The limit is separate because strangers can cause these events,
/// and must not displace the others.
const MAX_FAILED: usize = 20;

/// An event in the recent activity of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Activity {
    pub kind: ActivityKind,
    pub at: Timestamp,
    /// Browser and operating system, such as `Firefox, Linux`; may be empty.
    pub device: String,
    /// The network of the request, such as `198.51.100.0/24`.
    #[schema(value_type = String)]
    pub network: NetworkPrefix,
    /// Number of failed sign-ins from this network and device on the day of `at`; 1 for other events.
    pub count: u32,
}

impl From<ActivityRecord> for Activity {
    fn from(record: ActivityRecord) -> Self {
        let ActivityRecord { kind, at, device, network, count, .. } = record;
        Self { kind, at, device, network, count }
    }
}

/// The origin of a request and the id of the event it causes, generated before the transaction.
#[derive(Debug, Clone)]
pub(super) struct Origin {
    id: Uuid,
    at: Timestamp,
    device: String,
    network: NetworkPrefix,
}

impl Origin {
    pub(super) fn new(client: &ClientInfo, at: Timestamp) -> Self {
        let network = NetworkPrefix::of(client.network);
        Self { id: uuid_at(at), at, device: client.device.clone(), network }
    }

    /// Records an event of the account, and removes events that are too old or above the limit.
    pub(super) fn record(&self, tx: &WriteTx, uid: &Uid, kind: ActivityKind) -> Result<(), StoreError> {
        let mut known = account_activity::of(tx, uid)?;
        known.sort_by_key(|event| event.at);
        if kind == ActivityKind::FailedSignIn
            && let Some(same) = known.iter_mut().rev().find(|event| self.is_same_failure(event))
        {
            (same.at, same.count) = (self.at, same.count.saturating_add(1));
            return account_activity::put(tx, same);
        }
        let is_failed = |event: &ActivityRecord| event.kind == ActivityKind::FailedSignIn;
        let (oldest, is_failure) = (oldest_kept(self.at), kind == ActivityKind::FailedSignIn);
        let alike = known.iter().filter(|event| is_failed(event) == is_failure).count();
        let mut surplus = (alike + 1).saturating_sub(if is_failure { MAX_FAILED } else { MAX_EVENTS });
        for event in known {
            let is_surplus = surplus > 0 && is_failed(&event) == is_failure;
            surplus -= usize::from(is_surplus);
            if is_surplus || event.at < oldest {
                account_activity::remove(tx, &event)?;
            }
        }
        let (network, device) = (self.network.clone(), self.device.clone());
        account_activity::put(
            tx,
            &ActivityRecord { id: self.id, uid: uid.clone(), at: self.at, kind, device, network, count: 1 },
        )
    }

    fn is_same_failure(&self, event: &ActivityRecord) -> bool {
        let day = |at: Timestamp| at.to_zoned(TimeZone::UTC).date();
        event.kind == ActivityKind::FailedSignIn
            && (&event.network, &event.device) == (&self.network, &self.device)
            && day(event.at) == day(self.at)
    }
}

fn oldest_kept(now: Timestamp) -> Timestamp {
    now.checked_sub(KEPT).unwrap_or(Timestamp::MIN)
}

/// Records a failed sign-in for the account's owner. A failed write is only logged: the response stays the same.
pub(super) async fn record_failure(app: &App, client: &ClientInfo, uid: Uid) {
    let origin = Origin::new(client, app.clock.now());
    let written = app.store.write(move |tx| {
        if accounts::exists(tx, &uid)? {
            origin.record(tx, &uid, ActivityKind::FailedSignIn)?;
        }
        Ok(())
    });
    if let Err(error) = written.await {
        tracing::debug!(error = error.chain(), "a failed sign-in was not recorded");
    }
}

/// Lists the recent activity of the signed-in account, newest first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Activity>> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    app.store
        .read(move |tx| {
            session_check::account(tx, &principal)?;
            of(tx, &principal.uid, now)
        })
        .await
}

/// Lists the recent activity of an account, newest first.
pub(super) fn of(tx: &dyn Reading, uid: &Uid, now: Timestamp) -> Result<Vec<Activity>> {
    let mut events = account_activity::of(tx, uid)?;
    events.retain(|event| event.at >= oldest_kept(now));
    events.sort_by(|a, b| b.at.cmp(&a.at).then_with(|| b.id.cmp(&a.id)));
    Ok(events.into_iter().map(Activity::from).collect())
}

/// Removes events that are too old, for the cleanup job.
pub(super) fn remove_old(tx: &WriteTx, now: Timestamp) -> Result<(), StoreError> {
    account_activity::remove_before(tx, oldest_kept(now))
}
