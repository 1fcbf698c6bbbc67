//! Signing in with a telephone number.

use super::offered::require_offered;
use super::proof::{CredentialCheck, ParsedCredential, PhoneCredential, wrong_code};
use super::require_no_second_factor;
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::{Language, Persistence, Phone, TenantId};
use crate::error::Result;
use crate::identity::secrets;
use crate::ops::accounts::completion::{PriorState, ProvenFactor, SignInOutcome, complete_first_factor, finish};
use crate::ops::accounts::context::{ClientInfo, count_failure};
use crate::ops::accounts::errors::sign_up_closed;
use crate::ops::accounts::hooks;
use crate::ops::accounts::proof::SignInProof;
use crate::ops::accounts::tokens::SignInContext;
use crate::ops::accounts::upgrade;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::{Limit, too_many_requests};
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::phone_codes::{self, CodePurpose};

/// A sign-in with a telephone number.
#[derive(Debug, Clone)]
pub struct PhoneSignIn {
    pub credential: PhoneCredential,
    pub persistence: Option<Persistence>,
    /// Language of a new account.
    pub language: Option<Language>,
}

/// Signs in to the account of a number. Without one, creates the account or upgrades the requesting guest to it.
///
/// # Errors
/// `invalid_verification_code`, of which the fifth voids the code, `missing_verification_code`,
/// `invalid_verification_id`, `code_expired`, `invalid_credential` for a proof, `operation_not_allowed`,
/// `unsupported_first_factor`, `admin_restricted_operation`, `user_disabled`, `merge_conflict` for a guest when the
/// number has an account (the code stays valid), `unsupported_tenant_operation`, `refused_by_hook` and
/// `hook_unavailable` (the code stays valid), `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, client: &ClientInfo, input: PhoneSignIn) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    authenticate(app, actor, client, input).await.inspect_err(|error| count_failure(app, client, error.code))
}

async fn authenticate(app: &App, actor: &Actor, client: &ClientInfo, input: PhoneSignIn) -> Result<SignInOutcome> {
    require_offered(app, client)?;
    let presented = ParsedCredential::parse(app, client, &input.credential)?;
    let sign_up = Limit::SignUp(app.config.accounts.sign_up_per_hour);
    let context = SignInContext::new(app, SignInMethod::Phone, input.persistence, client);
    let uid = secrets::generate_uid()?;
    let language = input.language.unwrap_or(Language::En);
    let new = AccountRecord::new(uid, None, String::new(), language, context.now);
    // The limit on sign-ups is checked before the transaction, which uses up the code.
    let may_create = client.rules(app)?.sign_up();
    let limited = app.rate_limiter.peek(sign_up, client.network, app.clock.steady()).err();
    let wait = limited.map(|error| error.retry_after_secs.unwrap_or_default());
    let actor = actor.clone();
    let completion = hooks::write(app, &context, move |tx, context| {
        let CredentialCheck::Valid(record) = presented.check(tx, &CodePurpose::FirstFactor)? else { return Ok(None) };
        let tenant = &context.client.tenant;
        require_no_second_factor(tx, tenant, &record.phone)?;
        let (account, prior) = existing_or_new(tx, &actor, tenant, &record.phone, &new)?;
        let is_new = !matches!(prior, PriorState::Stored);
        if is_new && !may_create {
            return Err(sign_up_closed());
        }
        if let Some(secs) = wait.filter(|_| is_new) {
            return Err(too_many_requests(secs));
        }
        let completion = complete_first_factor(
            tx,
            context,
            ProvenFactor { account, prior, proof: SignInProof::Phone(&record.phone) },
        )?;
        phone_codes::remove(tx, &record.hash)?;
        Ok(Some((completion, is_new)))
    });
    let (completion, is_new) = completion.await?.ok_or_else(wrong_code)?;
    if is_new && app.rate_limiter.take(sign_up, client.network, app.clock.steady()).is_err() {
        tracing::debug!("a network exceeded the limit on sign-ups with simultaneous requests");
    }
    finish(app, &context, completion)
}

/// Returns the account with this number, or the account to store for a sign-up.
fn existing_or_new(
    tx: &WriteTx,
    actor: &Actor,
    tenant: &TenantId,
    phone: &Phone,
    new: &AccountRecord,
) -> Result<(AccountRecord, PriorState)> {
    if let Some(account) = accounts::by_phone(tx, tenant, phone)? {
        upgrade::refuse_guest(tx, actor)?;
        return Ok((account, PriorState::Stored));
    }
    Ok(upgrade::upgraded_or_new(upgrade::requesting_guest(tx, actor)?, new.clone()))
}
