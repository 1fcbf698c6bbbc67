//! Signing in with a passkey, without an address.

use super::ceremony::{self, CeremonyAnswer, StartedCeremony, VerifiedAssertion, unknown_passkey};
use crate::app::App;
use crate::domain::Persistence;
use crate::domain::account::SignInMethod;
use crate::domain::second_factor::FactorProof;
use crate::error::Result;
use crate::ops::accounts::completion::{PriorState, ProvenFactor, SignInOutcome, complete_first_factor, finish};
use crate::ops::accounts::context::{ClientInfo, count_failure};
use crate::ops::accounts::proof::SignInProof;
use crate::ops::accounts::tokens::SignInContext;
use crate::ops::accounts::{hooks, upgrade};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts;
use crate::store::passkey_ceremonies::{self as ceremonies, CeremonyPurpose};

/// Starts a sign-in with a passkey that the user chooses.
///
/// # Errors
/// `operation_not_allowed`, `too_many_requests`.
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, browser: Option<&str>) -> Result<StartedCeremony> {
    policy::authorize(actor, Action::SignIn)?;
    let party = ceremony::relying_party(app, &client.tenant)?;
    app.rate_limiter.take(Limit::PasskeyCeremony, client.network, app.clock.steady())?;
    let ceremony = party.start_assertion(&[])?;
    let (purpose, now) = (CeremonyPurpose::SignIn, app.clock.now());
    let (record, started) = ceremony::begin(ceremony, purpose, &client.tenant, browser, now);
    app.store.write(move |tx| Ok(ceremonies::put(tx, &record)?)).await?;
    Ok(started)
}

/// Signs in with a passkey.
///
/// # Errors
/// `operation_not_allowed`, `passkey_credential_not_found`, `invalid_passkey`, `tenant_id_mismatch`, `session_expired`,
/// `user_disabled`, `merge_conflict` for a guest, `refused_by_hook` and `hook_unavailable` (after these three the
/// answer can be used again).
pub async fn sign_in(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    answer: CeremonyAnswer,
    persistence: Option<Persistence>,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    let signed_in = authenticate(app, actor, client, answer, persistence).await;
    signed_in.inspect_err(|error| count_failure(app, client, error.code))
}

async fn authenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    answer: CeremonyAnswer,
    persistence: Option<Persistence>,
) -> Result<SignInOutcome> {
    let is_sign_in = |purpose: &CeremonyPurpose| *purpose == CeremonyPurpose::SignIn;
    let VerifiedAssertion { ceremony, account: verified, passkey } =
        ceremony::verify_assertion(app, client, &answer, is_sign_in).await?;
    let context = SignInContext {
        second_factor: Some(FactorProof::Passkey),
        ..SignInContext::new(app, SignInMethod::Passkey, persistence, client)
    };
    let actor = actor.clone();
    let completion = hooks::write(app, &context, move |tx, context| {
        upgrade::refuse_guest(tx, &actor)?;
        ceremony::close(tx, &ceremony.hash)?;
        let account = accounts::get(tx, &verified.uid)?.ok_or_else(unknown_passkey)?;
        let proof = SignInProof::Passkey { used: &passkey, verified: &verified };
        complete_first_factor(tx, context, ProvenFactor { account, prior: PriorState::Stored, proof })
    });
    finish(app, &context, completion.await?)
}
