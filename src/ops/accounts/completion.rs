//! Completing a sign-in, from a proven factor to a session: the same for every sign-in method.

use super::context::{limit_key, notify_sessions_changed, wake_mailer};
use super::errors::user_disabled;
use super::hooks;
use super::pictures;
use super::planted::remove_planted_credentials;
use super::proof::{SignInProof, add_identity, is_identity};
use super::second_factor::pending::{self, SecondFactorRequired};
use super::session_check;
use super::sessions::end_all;
use super::tenants;
use super::tokens::{self, IssuedSession, SignInContext};
use crate::app::App;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::federated::FederatedProfile;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Result};
use crate::store::accounts::{self, AccountRecord};
use crate::store::pending_sign_ins::{PendingIdentity, PendingSignInRecord};
use crate::store::sessions::{self, SessionRecord};
use crate::store::{StoreError, WriteTx};

/// Maximum number of devices remembered for an account. A sign-in from another device is announced by mail.
const MAX_DEVICES: usize = 20;

/// A proven first factor of an account.
#[derive(Debug)]
pub(super) struct ProvenFactor<'a> {
    /// The account as stored, or as it is to be stored if it is new or was a guest.
    pub account: AccountRecord,
    pub prior: PriorState,
    pub proof: SignInProof<'a>,
}

/// The state of an account before the proof.
#[derive(Debug)]
pub(super) enum PriorState {
    Stored,
    New,
    /// A guest, as stored. The account takes over its uid and marks, and a new session replaces the guest's.
    Guest(Box<AccountRecord>),
}

/// The outcome of the transaction of a sign-in.
#[derive(Debug)]
pub(super) enum Completion {
    Session(Box<AccountSession>),
    /// The account has second factors; the sign-in waits for one of them.
    SecondFactorRequired(Box<SecondFactorRequired>),
    /// The operator's hook disabled the account. This change is stored.
    Disabled,
}

impl Completion {
    /// The signed-in account, if its address is not verified.
    pub(super) fn unverified(&self) -> Option<&AccountRecord> {
        match self {
            Self::Session(signed_in) => Some(&signed_in.account).filter(|account| !account.email_verified),
            Self::SecondFactorRequired(_) | Self::Disabled => None,
        }
    }
}

/// The result of a sign-in.
#[derive(Debug)]
pub enum SignInOutcome {
    Session(Box<IssuedSession>),
    /// [`super::second_factor::sign_in::finish`] completes the sign-in.
    SecondFactorRequired(Box<SecondFactorRequired>),
}

/// An account with its session.
#[derive(Debug)]
pub(super) struct AccountSession {
    pub account: AccountRecord,
    session: SessionRecord,
    is_new: bool,
}

/// Updates the account by the proof, asks the operator's hook, records the sign-in and creates a session.
///
/// Run it in a transaction of [`hooks::write`], which sends the question to the hook.
///
/// Credentials that a stranger may have planted are removed when the user proves to own the address, see
/// [`super::planted`]. An account with an unverified address gets a session too: `verify_email = "hard"` limits what it
/// may do, see [`super::verification`].
///
/// An account with second factors gets a pending sign-in instead, unless a passkey proved both factors.
///
/// # Errors
/// `user_disabled`, `tenant_id_mismatch`, `too_many_identities`, `refused_by_hook`; `passkey_credential_not_found` and
/// `invalid_passkey` for a passkey that was removed or used meanwhile.
// docs/decisions/0170
pub(super) fn complete_first_factor(
    tx: &WriteTx,
    context: &SignInContext,
    proven: ProvenFactor<'_>,
) -> Result<Completion> {
    let ProvenFactor { account: before, prior, proof } = proven;
    if before.disabled {
        return Err(user_disabled());
    }
    let mut account = before.clone();
    match &prior {
        PriorState::New => account.tenant.clone_from(&context.client.tenant),
        PriorState::Stored | PriorState::Guest(_) => tenants::require_same(&context.client.tenant, &before.tenant)?,
    }
    if !before.second_factors.is_empty() && !proof.is_both_factors() {
        return begin_pending(tx, context, &before, &proof);
    }
    let is_stored = matches!(prior, PriorState::Stored);
    if is_stored && !account.credentials_proven && proof.proves_only_address(&account) {
        remove_planted_credentials(tx, &mut account, context.now)?;
        if let SignInProof::Identity { profile, .. } = proof
            && !profile.display_name.is_empty()
        {
            account.display_name.clone_from(&profile.display_name);
        }
    }
    proof.apply(&mut account, context.now)?;
    let claims = match &proof {
        SignInProof::Guest => CustomClaims::default(),
        _ => hooks::before_sign_in(context, &mut account, !is_stored, proof.identity())?,
    };
    begin_session(tx, context, (&before, prior), account, claims, proof.identity())
}

/// Stores the account, and its new session with these claims unless the hook disabled the account.
fn begin_session(
    tx: &WriteTx,
    context: &SignInContext,
    (before, prior): (&AccountRecord, PriorState),
    mut account: AccountRecord,
    claims: CustomClaims,
    identity: Option<(&str, &FederatedProfile)>,
) -> Result<Completion> {
    pictures::adopt_of_hook(tx, &mut account, before.photo_url.as_deref(), context.now)?;
    if account.disabled {
        store(tx, before, &prior, &account)?;
        end_all(tx, &account.uid, None)?;
        return Ok(Completion::Disabled);
    }
    let is_known = |(provider, profile)| before.identities.iter().any(is_identity(provider, profile));
    if matches!(prior, PriorState::Stored) && identity.is_some_and(|identity| !is_known(identity)) {
        context.provider_linked.queue_provider_linked(tx, &account, &context.provider_name, &context.device)?;
    }
    record_login(tx, context, &mut account)?;
    store(tx, before, &prior, &account)?;
    if matches!(prior, PriorState::Guest(_)) {
        // The new session replaces the guest's.
        end_all(tx, &account.uid, None)?;
    }
    if let Some((provider, profile)) = identity {
        pictures::request(tx, &account.uid, provider, profile, context.now)?;
    }
    let session = context.seed.create_session(tx, &account.uid, &claims, context)?;
    let is_new = matches!(prior, PriorState::New);
    Ok(Completion::Session(Box::new(AccountSession { account, session, is_new })))
}

fn store(tx: &WriteTx, before: &AccountRecord, prior: &PriorState, account: &AccountRecord) -> Result<(), StoreError> {
    let stored = match prior {
        PriorState::Stored => Some(before),
        PriorState::New => None,
        PriorState::Guest(guest) => Some(&**guest),
    };
    accounts::put(tx, stored, account)
}

/// Stores a pending sign-in, and updates the account by the proof. An identity is linked only by the completed sign-in.
fn begin_pending(
    tx: &WriteTx,
    context: &SignInContext,
    before: &AccountRecord,
    proof: &SignInProof<'_>,
) -> Result<Completion> {
    let identity = proof
        .identity()
        .map(|(provider, profile)| PendingIdentity { provider: provider.to_owned(), profile: profile.clone() });
    if identity.is_none() {
        let mut account = before.clone();
        proof.apply(&mut account, context.now)?;
        accounts::put(tx, Some(before), &account)?;
    }
    let required = pending::begin(tx, context, before, identity, None)?;
    Ok(Completion::SecondFactorRequired(Box::new(required)))
}

/// Completes a pending sign-in, or a pending authentication of its session. `account` is the account after the use of
/// the second factor. The operator's hook is asked only about sign-ins.
///
/// # Errors
/// `too_many_identities`, `credential_already_in_use`, `refused_by_hook`, and `invalid_user_token` when the session
/// that authenticates again has ended.
// docs/decisions/0194
pub(super) fn complete_second_factor(
    tx: &WriteTx,
    context: &SignInContext,
    before: &AccountRecord,
    mut account: AccountRecord,
    pending: PendingSignInRecord,
) -> Result<Completion> {
    if let Some(id) = pending.session {
        let mut session = sessions::get(tx, &account.uid, id)?.ok_or_else(session_check::session_ended)?;
        session.second_factor = context.second_factor;
        context.seed.reauthenticate(tx, &mut session, context.now)?;
        accounts::put(tx, Some(before), &account)?;
        return Ok(Completion::Session(Box::new(AccountSession { account, session, is_new: false })));
    }
    let identity = pending.identity.as_ref().map(|PendingIdentity { provider, profile }| (provider.as_str(), profile));
    if let Some((provider, profile)) = identity {
        require_unowned(tx, &account, provider, profile)?;
        add_identity(&mut account, provider, profile, context.now)?;
    }
    let claims = hooks::before_sign_in(context, &mut account, false, identity)?;
    begin_session(tx, context, (before, PriorState::Stored), account, claims, identity)
}

/// Checks that no other account linked the identity while the sign-in was pending.
fn require_unowned(tx: &WriteTx, account: &AccountRecord, provider: &str, profile: &FederatedProfile) -> Result<()> {
    let owner = accounts::by_identity(tx, &account.tenant, provider, &profile.subject)?;
    if owner.is_none_or(|owner| owner.uid == account.uid) {
        return Ok(());
    }
    let message = "This identity was linked to another account meanwhile.";
    Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message))
}

/// Records that the user of the session proved a first factor again. An account with second factors gets a pending
/// authentication instead.
pub(super) fn authenticate_again(
    tx: &WriteTx,
    context: &SignInContext,
    account: AccountRecord,
    mut session: SessionRecord,
) -> Result<Completion> {
    if !account.second_factors.is_empty() {
        let required = pending::begin(tx, context, &account, None, Some(session.id))?;
        return Ok(Completion::SecondFactorRequired(Box::new(required)));
    }
    context.seed.reauthenticate(tx, &mut session, context.now)?;
    Ok(Completion::Session(Box::new(AccountSession { account, session, is_new: false })))
}

fn record_login(tx: &WriteTx, context: &SignInContext, account: &mut AccountRecord) -> Result<()> {
    account.last_login_at = Some(context.now);
    if remember_device(account, &context.device) && context.policy.notify_new_device {
        context.new_device.queue(tx, MessageKind::NewDevice, account, Some(&context.device))?;
    }
    Ok(())
}

/// Issues the tokens of the session, after the commit.
pub(super) fn finish(app: &App, context: &SignInContext, completion: Completion) -> Result<SignInOutcome> {
    let signed_in = match completion {
        Completion::Session(signed_in) => signed_in,
        Completion::SecondFactorRequired(required) => return Ok(SignInOutcome::SecondFactorRequired(required)),
        Completion::Disabled => return Err(user_disabled()),
    };
    let AccountSession { account, session, is_new } = *signed_in;
    // The transaction may have ended other sessions.
    notify_sessions_changed(app, &account.uid);
    if let Some(email) = &account.email {
        app.identity.password_failures.clear(&limit_key(&account.tenant, email), context.client.network);
    }
    wake_mailer(app);
    app.picture_wake.notify_one();
    let issued = tokens::issue(app, &account, &session, Some(&context.seed), is_new)?;
    Ok(SignInOutcome::Session(Box::new(issued)))
}

/// Remembers the device. Returns whether to notify the owner: the device is new, and not the account's first.
fn remember_device(account: &mut AccountRecord, device: &str) -> bool {
    if device.is_empty() || account.devices.iter().any(|known| known == device) {
        return false;
    }
    let is_first = account.devices.is_empty();
    account.devices.push(device.to_owned());
    let surplus = account.devices.len().saturating_sub(MAX_DEVICES);
    account.devices.drain(..surplus);
    !is_first
}
