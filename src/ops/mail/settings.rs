//! An account's mail and notification settings.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::automatic::Routine;
use super::automatic::schedule::beginning_of;
use super::preferences::PreferencesChange;
use super::recipients::is_reachable;
use super::suppressions;
use crate::app::App;
use crate::config::MailConfig;
use crate::domain::email::Email;
use crate::domain::mailing::{DigestFrequency, SuppressionReason};
use crate::domain::{Importance, Language, MailPreferences};
use crate::error::Result;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::accounts::{self, AccountRecord};
use crate::store::{ReadTx, Reading, suppressions as store_suppressions};

/// An account's mail and notification settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailSettings {
    /// Absent for an account without an address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the address is verified; an unverified one gets none of these messages.
    pub verified: bool,
    /// Why the address gets none of these messages whatever the preferences say; absent if it gets them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<MailStop>,
    pub language: Language,
    /// Least importance of notifications in the application.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub in_app_from: Importance,
    pub preferences: MailPreferences,
    /// When the next digest of the account is made; absent if it gets none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_digest_at: Option<Timestamp>,
}

/// Why an address gets none of these messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MailStop {
    /// The owner unsubscribed from all messages, or reported one as spam: `resume` undoes it.
    Unsubscribed,
    /// The mail server of the address refuses messages, or the operator stopped them.
    Blocked,
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
    /// Whether messages come again to an address that unsubscribed.
    #[serde(default)]
    pub resume: bool,
}

/// Returns the settings of the caller's own account.
pub async fn get(app: &App, actor: &Actor, uid: &str) -> Result<MailSettings> {
    policy::authorize(actor, Action::UseAccount)?;
    let reader = readers::own(actor, uid)?;
    let (now, mail) = (app.clock.now(), app.config.mail.clone());
    let read = move |tx: &ReadTx| settings(tx, session_check::account(tx, &reader)?, &mail, now);
    app.store.read(read).await
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
    let (now, mail) = (app.clock.now(), app.config.mail.clone());
    app.store
        .write(move |tx| {
            let before = session_check::account(tx, &reader)?;
            let mut after = before.clone();
            after.mail = preferences.apply(tx, after.mail)?;
            after.language = change.language.or(preferences.language).unwrap_or(after.language);
            after.in_app_from = change.in_app_from.unwrap_or(after.in_app_from);
            accounts::put(tx, Some(&before), &after)?;
            if change.resume
                && let Some(email) = verified_address(&after)
            {
                suppressions::lift(tx, email, &[SuppressionReason::Asked, SuppressionReason::Complaint])?;
            }
            settings(tx, after, &mail, now)
        })
        .await
}

/// The address of the account, if it is the owner's: what became of another's address is nobody's business.
fn verified_address(account: &AccountRecord) -> Option<&Email> {
    account.email.as_ref().filter(|_| account.email_verified)
}

fn settings(tx: &dyn Reading, account: AccountRecord, config: &MailConfig, now: Timestamp) -> Result<MailSettings> {
    let reason = verified_address(&account).map(|email| store_suppressions::reason(tx, email)).transpose()?.flatten();
    let stopped = reason.map(|reason| match reason {
        SuppressionReason::Asked | SuppressionReason::Complaint => MailStop::Unsubscribed,
        SuppressionReason::Bounced | SuppressionReason::Operator => MailStop::Blocked,
    });
    let next_digest_at = next_digest(&account, config, now).filter(|_| stopped.is_none());
    let AccountRecord { email, email_verified, language, in_app_from, mail, .. } = account;
    Ok(MailSettings {
        email: email.map(|email| email.as_str().to_owned()),
        verified: email_verified,
        stopped,
        language,
        in_app_from,
        preferences: mail,
        next_digest_at,
    })
}

/// When the next digest of the account is made. A pause ends at the beginning of its last day.
fn next_digest(account: &AccountRecord, config: &MailConfig, now: Timestamp) -> Option<Timestamp> {
    let routine = match account.mail.digest {
        DigestFrequency::Daily => Routine::Daily,
        DigestFrequency::Weekly => Routine::Weekly,
        DigestFrequency::Never => return None,
    };
    let resumes = account.mail.paused_until.and_then(beginning_of);
    let begin = resumes.map_or(now, |resumes| resumes.max(now));
    account.email.as_ref().filter(|_| is_reachable(account))?;
    routine.next(config, begin).map(|slot| slot.at)
}
