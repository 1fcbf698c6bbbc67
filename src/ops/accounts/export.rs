//! All that is kept of an account, for its owner.

use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::sessions::{Session, shown};
use super::{User, require_recent, session_check};
use crate::app::App;
use crate::domain::federated::FederatedIdentity;
use crate::domain::{Importance, MailPreferences};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::sessions;

/// What is kept of an account. Secrets are not among it: of passwords and tokens only digests are kept.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountExport {
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: Timestamp,
    pub account: User,
    /// Which mails the account wants.
    pub mail: MailPreferences,
    /// Told in the application of changes from this importance up.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub in_app_from: Importance,
    /// Where a link can bring the address back to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub initial_email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime)]
    pub password_updated_at: Option<Timestamp>,
    /// Who the reader is to the providers through which they sign in.
    pub identities: Vec<FederatedIdentity>,
    /// The browsers from which the account was entered.
    pub devices: Vec<String>,
    pub sessions: Vec<Session>,
    /// What the reader marked, was told of and reported.
    #[schema(value_type = Object)]
    pub marks: Value,
}

/// Errors: `requires_recent_login`.
pub async fn export(app: &App, actor: &Actor) -> Result<AccountExport> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent(&principal, now)?;
    app.store
        .read(move |tx| {
            let account = session_check::account(tx, &principal)?;
            let found = sessions::of(tx, &principal.uid)?.into_iter();
            Ok(AccountExport {
                exported_at: now,
                initial_email: account.initial_email.as_ref().map(|email| email.as_str().to_owned()),
                password_updated_at: account.password_updated_at,
                identities: account.identities.clone(),
                devices: account.devices.clone(),
                sessions: found.map(|session| shown(session, principal.session_id)).collect(),
                marks: readers::export(tx, &principal.uid)?,
                mail: account.mail.clone(),
                in_app_from: account.in_app_from,
                account: User::new(&account, principal.auth_time),
            })
        })
        .await
}
