//! Authenticating again with a passkey of the signed-in account.

use super::ceremony::{self, CeremonyAnswer, StartedCeremony, VerifiedAssertion, record_use, unknown_passkey};
use crate::app::App;
use crate::domain::second_factor::FactorProof;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::context::{ClientInfo, count_failure};
use crate::ops::accounts::session_check;
use crate::ops::accounts::tokens::{self, IssuedSession, SessionSeed};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts;
use crate::store::passkey_ceremonies::{self as ceremonies, CeremonyPurpose};

/// Starts a ceremony for any of the account's passkeys.
///
/// # Errors
/// `operation_not_allowed`, `passkey_credential_not_found` when the account has none, `too_many_requests`.
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, browser: Option<&str>) -> Result<StartedCeremony> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, party) = (actor.principal()?.clone(), ceremony::relying_party(app, &client.tenant)?);
    app.rate_limiter.take(Limit::PasskeyCeremony, client.network, app.clock.steady())?;
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    let first = account.passkeys.iter().filter(|passkey| !passkey.only_second);
    let stored: Vec<_> = first.map(|passkey| &passkey.credential).collect();
    if stored.is_empty() {
        return Err(unknown_passkey());
    }
    let ceremony = party.start_assertion(&stored)?;
    let purpose = CeremonyPurpose::Reauthenticate(account.uid);
    let (record, started) = ceremony::begin(ceremony, purpose, &client.tenant, browser, app.clock.now());
    app.store.write(move |tx| Ok(ceremonies::put(tx, &record)?)).await?;
    Ok(started)
}

/// Re-authenticates the session with a passkey.
///
/// # Errors
/// `user_mismatch` for a passkey of another account, `passkey_credential_not_found`, `invalid_passkey`,
/// `session_expired`.
pub async fn reauthenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    answer: CeremonyAnswer,
) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let wanted = CeremonyPurpose::Reauthenticate(principal.uid.clone());
    let asserted = ceremony::verify_assertion(app, client, &answer, move |purpose| *purpose == wanted).await;
    let VerifiedAssertion { ceremony, account: verified, passkey } =
        asserted.inspect_err(|error| count_failure(app, client, error.code))?;
    if verified.uid != principal.uid {
        let message = "This passkey belongs to another account.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::UserMismatch, message));
    }
    let seed = SessionSeed::new(now);
    let next = seed.clone();
    let reauthenticated = app.store.write(move |tx| {
        let (before, mut session) = session_check::account_and_session(tx, &principal)?;
        ceremony::close(tx, &ceremony.hash)?;
        let mut account = before.clone();
        record_use(&mut account, &verified, &passkey, now)?;
        accounts::put(tx, Some(&before), &account)?;
        session.second_factor = Some(FactorProof::Passkey);
        next.reauthenticate(tx, &mut session, now)?;
        Ok((account, session))
    });
    let (account, session) = reauthenticated.await?;
    tokens::issue(app, &account, &session, Some(&seed), false)
}
