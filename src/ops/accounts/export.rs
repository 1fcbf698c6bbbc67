//! Exporting the data of the signed-in account.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::activity::{self, Activity};
use super::context::require_recent_sign_in;
use super::passkeys::list::PasskeyView;
use super::second_factor::FactorInfo;
use super::session_check;
use super::sessions::Session;
use super::user::User;
use crate::app::App;
use crate::domain::federated::FederatedIdentity;
use crate::domain::second_factor::Factor;
use crate::domain::{Importance, MailPreferences};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::reader_export;
use crate::store::Reading;
use crate::store::accounts::AccountRecord;
use crate::store::sessions;

/// All data stored about an account, except the digests of its secrets.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountExport {
    pub exported_at: Timestamp,
    pub account: User,
    /// Mail preferences.
    pub mail: MailPreferences,
    /// Minimum importance of notifications in the application.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub in_app_from: Importance,
    /// The address that a recovery link would restore.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub password_updated_at: Option<Timestamp>,
    /// Linked identities at providers.
    pub identities: Vec<FederatedIdentity>,
    /// Second factors, without their secrets.
    pub second_factors: Vec<ExportedFactor>,
    /// Number of unused recovery codes.
    pub recovery_codes_left: usize,
    /// Passkeys, without their keys.
    pub passkeys: Vec<PasskeyView>,
    /// Devices from which the account signed in.
    pub devices: Vec<String>,
    pub sessions: Vec<Session>,
    /// Recent sign-ins, failed sign-ins and changes of password and address, newest first.
    pub activity: Vec<Activity>,
    /// Marks, notifications and reports.
    #[schema(value_type = Object)]
    pub marks: Value,
}

/// A second factor with the telephone number in full.
#[derive(Debug, Serialize, ToSchema)]
pub struct ExportedFactor {
    #[serde(flatten)]
    factor: FactorInfo,
    /// Only for kinds with a number; in E.164 format.
    #[serde(skip_serializing_if = "Option::is_none")]
    phone_number: Option<String>,
}

impl From<&Factor> for ExportedFactor {
    fn from(factor: &Factor) -> Self {
        Self { factor: FactorInfo::from(factor), phone_number: factor.phone().map(|phone| phone.as_str().to_owned()) }
    }
}

/// Returns all data stored about the signed-in account.
///
/// # Errors
/// `requires_recent_login`.
pub async fn export(app: &App, actor: &Actor) -> Result<AccountExport> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let read = app.store.read(move |tx| {
        let account = session_check::account(tx, &principal)?;
        if !account.is_guest() {
            require_recent_sign_in(&principal, now)?;
        }
        account_export(tx, &account, principal.session_id, principal.auth_time, now)
    });
    read.await
}

/// All data stored about an account, for its owner in this session or for the operator.
pub(in crate::ops) fn account_export(
    tx: &dyn Reading,
    account: &AccountRecord,
    session: Uuid,
    auth_time: Timestamp,
    now: Timestamp,
) -> Result<AccountExport> {
    let found = sessions::of(tx, &account.uid)?.into_iter();
    Ok(AccountExport {
        exported_at: now,
        initial_email: account.initial_email.as_ref().map(|email| email.as_str().to_owned()),
        password_updated_at: account.password_updated_at,
        identities: account.identities.clone(),
        second_factors: account.second_factors.enrolled.iter().map(ExportedFactor::from).collect(),
        recovery_codes_left: account.second_factors.recovery_codes.len(),
        passkeys: account.passkeys.iter().map(PasskeyView::from).collect(),
        devices: account.devices.clone(),
        sessions: found.map(|record| Session::new(record, session)).collect(),
        activity: activity::of(tx, &account.uid, now)?,
        marks: reader_export::export(tx, &account.uid)?,
        mail: account.mail.clone(),
        in_app_from: account.in_app_from,
        account: User::new(account, auth_time),
    })
}
