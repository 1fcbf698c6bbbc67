//! Shared by account operations: the client, preconditions, the audit log, and notifications to other parts.

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};

use super::errors::sign_up_closed;
use super::tenants;
use crate::app::App;
use crate::config::TenantRules;
use crate::domain::email::Email;
use crate::domain::notification::NotifiedAccounts;
use crate::domain::{TenantId, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::failed_sign_ins::FailureReason;
use crate::ops::policy::Principal;
use crate::store::audit::{self, AuditRecord};
use crate::store::{StoreError, WriteTx};

/// The client that sent a request.
// docs/decisions/0228
#[derive(Debug, Clone)]
pub struct ClientInfo {
    /// The key of rate limits; not stored.
    pub network: IpAddr,
    /// Browser and operating system, from `identity::user_agent`; may be empty.
    pub device: String,
    /// The secret that binds what a browser started to this browser, from its cookie.
    pub browser: Option<String>,
    /// The proof that somebody signed in with a telephone number in this browser, from its cookie.
    pub known_phone: Option<String>,
    /// The tenant that the request is for: one that is configured and in use.
    pub tenant: TenantId,
}

/// Maximum age of the last authentication for sensitive operations.
const RECENT: SignedDuration = SignedDuration::from_mins(5);

/// Checks that the account authenticated recently.
///
/// # Errors
/// `requires_recent_login`.
pub(super) fn require_recent_sign_in(principal: &Principal, now: Timestamp) -> Result<()> {
    if now.duration_since(principal.auth_time) <= RECENT {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::RequiresRecentLogin, "Sign in again to do this."))
}

impl ClientInfo {
    /// The rules of the request's tenant.
    ///
    /// # Errors
    /// `invalid_tenant_id`, `project_disabled`.
    pub(super) fn rules<'a>(&self, app: &'a App) -> Result<TenantRules<'a>> {
        tenants::rules(app, &self.tenant)
    }
}

/// Checks that readers may create accounts in the tenant of the request.
///
/// # Errors
/// `admin_restricted_operation`.
pub(super) fn require_open_sign_up(app: &App, client: &ClientInfo) -> Result<()> {
    if client.rules(app)?.sign_up() { Ok(()) } else { Err(sign_up_closed()) }
}

/// The key under which limits count wrong passwords for an address.
pub(super) fn limit_key(tenant: &TenantId, email: &Email) -> String {
    format!("{tenant}/{}", email.key())
}

/// Counts the error for the operator if it is a failed sign-in.
pub(super) fn count_failure(app: &App, client: &ClientInfo, code: ErrorCode) {
    if let Some(reason) = FailureReason::of(code) {
        app.identity.failed_sign_ins.record(reason, client.network, app.clock.now());
    }
}

/// Records an action of the account on itself in the audit log.
pub(super) fn record_audit(tx: &WriteTx, at: Timestamp, action: &str, uid: &Uid) -> Result<(), StoreError> {
    record_audit_as(tx, at, &format!("account:{uid}"), action, uid)
}

/// Records an action on an account in the audit log, which contains only the uid of the account.
pub(super) fn record_audit_as(
    tx: &WriteTx,
    at: Timestamp,
    actor: &str,
    action: &str,
    uid: &Uid,
) -> Result<(), StoreError> {
    let (actor, action, subject) = (actor.to_owned(), action.to_owned(), uid.to_string());
    audit::append(tx, &AuditRecord { at, actor, action, subject })
}

/// Delays the result to the minimum latency in protected mode, also when it is an error.
pub(super) async fn with_minimum_latency<T>(app: &App, work: impl Future<Output = T>) -> T {
    if app.config.accounts.policy().is_protected() {
        app.identity.minimum_latency.apply(work).await
    } else {
        work.await
    }
}

/// Makes the account's open event streams check their session again.
pub(super) fn notify_sessions_changed(app: &App, uid: &Uid) {
    app.notify_streams(NotifiedAccounts::Accounts([uid.clone()].into()));
}

/// Wakes the job that sends mails.
pub(super) fn wake_mailer(app: &App) {
    app.mail_wake.notify_one();
}
