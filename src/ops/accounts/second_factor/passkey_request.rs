//! Requesting a passkey of the account for a pending sign-in.

use super::pending::PendingCredential;
use super::sign_in::find_pending;
use crate::app::App;
use crate::error::Result;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::passkeys::StartedCeremony;
use crate::ops::accounts::passkeys::ceremony::{self, unknown_passkey};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::passkey_ceremonies::{self as ceremonies, CeremonyPurpose};

/// Starts a ceremony for any passkey of the account whose sign-in is pending.
///
/// # Errors
/// `operation_not_allowed`, `invalid_multi_factor_session`, `session_expired`, `user_disabled`,
/// `passkey_credential_not_found` when the account has none, `too_many_requests`.
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, credential: &str) -> Result<StartedCeremony> {
    policy::authorize(actor, Action::SignIn)?;
    let (party, now) = (ceremony::relying_party(app, &client.tenant)?, app.clock.now());
    let credential = PendingCredential::parse(credential, client)?;
    app.rate_limiter.take(Limit::PasskeyCeremony, client.network, app.clock.steady())?;
    let (pending, account) = app.store.read(move |tx| find_pending(tx, &credential, now)).await?;
    let stored: Vec<_> = account.passkeys.iter().map(|passkey| &passkey.credential).collect();
    if stored.is_empty() {
        return Err(unknown_passkey());
    }
    let started = party.start_assertion(&stored)?;
    let purpose = CeremonyPurpose::SecondFactor { uid: account.uid, pending: pending.hash };
    let (record, started) = ceremony::begin(started, purpose, &client.tenant, client.browser.as_deref(), now);
    app.store.write(move |tx| Ok(ceremonies::put(tx, &record)?)).await?;
    Ok(started)
}
