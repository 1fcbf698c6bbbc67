//! An account's mail and notification settings.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::preferences::PreferencesChange;
use crate::app::App;
use crate::domain::{Importance, Language, MailPreferences};
use crate::error::Result;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::accounts::{self, AccountRecord};

/// An account's mail and notification settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailSettings {
    /// Absent for an account without an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the address is verified; an unverified one gets none of these messages.
    pub verified: bool,
    pub language: Language,
    /// Least importance of notifications in the application.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub in_app_from: Importance,
    pub preferences: MailPreferences,
}

/// A change of settings; absent ones are kept.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = SettingsInput)]
pub struct SettingsChange {
    pub language: Option<Language>,
    #[schema(value_type = Option<u8>, minimum = 1, maximum = 5)]
    pub in_app_from: Option<Importance>,
    pub preferences: Option<PreferencesChange>,
}

/// Returns the settings of the caller's own account.
pub async fn get(app: &App, actor: &Actor, uid: &str) -> Result<MailSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    app.store.read(move |tx| Ok(settings(session_check::account(tx, &reader)?))).await
}

/// Changes the settings of the caller's own account. Sends no message about the change.
///
/// # Errors
/// `invalid` in a field; `too_many_requests`.
pub async fn change(app: &App, actor: &Actor, uid: &str, change: SettingsChange) -> Result<MailSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    readers::rate_limit(app, &reader)?;
    let preferences = change.preferences.unwrap_or_default();
    app.store
        .write(move |tx| {
            let before = session_check::account(tx, &reader)?;
            let mut after = before.clone();
            after.mail = preferences.apply(tx, after.mail)?;
            after.language = change.language.or(preferences.language).unwrap_or(after.language);
            after.in_app_from = change.in_app_from.unwrap_or(after.in_app_from);
            accounts::put(tx, Some(&before), &after)?;
            Ok(settings(after))
        })
        .await
}

fn settings(account: AccountRecord) -> MailSettings {
    let AccountRecord { email, email_verified, language, in_app_from, mail, .. } = account;
    MailSettings {
        email: email.map(|email| email.as_str().to_owned()),
        verified: email_verified,
        language,
        in_app_from,
        preferences: mail,
    }
}
