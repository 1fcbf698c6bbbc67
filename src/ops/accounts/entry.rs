//! From a proven first factor to a session: the same for every sign-in method.

use super::context::{limit_key, notify_sessions_changed, wake_mailer};
use super::errors::user_disabled;
use super::hooks;
use super::pictures;
use super::planted::remove_planted_credentials;
use super::proof::{Proof, add_identity, is_identity};
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

/// Devices remembered per account; sign-ins from other devices are notified by mail.
const MAX_DEVICES: usize = 20;

/// A user who proved a first factor of an account.
#[derive(Debug)]
pub(super) struct Proven<'a> {
    /// The account as stored, or as it is to be stored if it is new or was a guest.
    pub account: AccountRecord,
    pub standing: Standing,
    pub proof: Proof<'a>,
}

/// What the account was before the proof.
#[derive(Debug)]
pub(super) enum Standing {
    Stored,
    New,
    /// A guest, as stored, whose session and marks become the account's.
    Guest(Box<AccountRecord>),
}

/// Where a proven first factor leads.
#[derive(Debug)]
pub(super) enum Entry {
    Session(Box<Entered>),
    /// The account has second factors: the sign-in waits for one of them.
    SecondFactorRequired(Box<SecondFactorRequired>),
    /// The operator's hook disabled the account, which is stored.
    Disabled,
}

impl Entry {
    /// The account that entered without a verified address.
    pub(super) fn unverified(&self) -> Option<&AccountRecord> {
        match self {
            Self::Session(entered) => Some(&entered.account).filter(|account| !account.email_verified),
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
pub(super) struct Entered {
    pub account: AccountRecord,
    session: SessionRecord,
    is_new: bool,
}

/// Lets the user in: applies what the proof says about the account, records the sign-in and creates the session.
///
/// The operator's hook is asked first, see [`hooks::write`], which runs the transaction.
///
/// A user who proves to own the address takes over an account that others may have prepared, see [`super::planted`].
/// An account with an unverified address gets a session too: `verify_email = "hard"` limits what it may do, see
/// [`super::verification`].
///
/// An account with second factors gets a pending sign-in instead, unless a passkey proved both factors.
///
/// # Errors
/// `user_disabled`, `tenant_id_mismatch`, `too_many_identities`, `refused_by_hook`; `passkey_credential_not_found` and
/// `invalid_passkey` for a passkey that was removed or used meanwhile.
pub(super) fn enter(tx: &WriteTx, context: &SignInContext, proven: Proven<'_>) -> Result<Entry> {
    let Proven { account: before, standing, proof } = proven;
    if before.disabled {
        return Err(user_disabled());
    }
    let mut account = before.clone();
    match &standing {
        Standing::New => account.tenant.clone_from(&context.client.tenant),
        Standing::Stored | Standing::Guest(_) => tenants::require_same(&context.client.tenant, &before.tenant)?,
    }
    if !before.second_factors.is_empty() && !proof.is_both_factors() {
        return require_second_factor(tx, context, &before, &proof);
    }
    let is_stored = matches!(standing, Standing::Stored);
    if is_stored && !account.credentials_proven && proof.shows_planted_credentials(&account) {
        remove_planted_credentials(tx, &mut account, context.now)?;
        if let Proof::Identity { profile, .. } = proof
            && !profile.display_name.is_empty()
        {
            account.display_name.clone_from(&profile.display_name);
        }
    }
    proof.apply(&mut account, context.now)?;
    let claims = match &proof {
        Proof::Guest => CustomClaims::default(),
        _ => hooks::before_sign_in(context, &mut account, !is_stored, proof.identity())?,
    };
    admit(tx, context, (&before, standing), account, claims, proof.identity())
}

/// Stores the account that enters, and its session with these claims, unless the hook disabled the account.
fn admit(
    tx: &WriteTx,
    context: &SignInContext,
    (before, standing): (&AccountRecord, Standing),
    mut account: AccountRecord,
    claims: CustomClaims,
    identity: Option<(&str, &FederatedProfile)>,
) -> Result<Entry> {
    if account.disabled {
        store(tx, before, &standing, &account)?;
        end_all(tx, &account.uid, None)?;
        return Ok(Entry::Disabled);
    }
    let is_known = |(provider, profile)| before.identities.iter().any(is_identity(provider, profile));
    if matches!(standing, Standing::Stored) && identity.is_some_and(|identity| !is_known(identity)) {
        context.provider_linked.queue_provider_linked(tx, &account, &context.provider_name, &context.device)?;
    }
    record_login(tx, context, &mut account)?;
    store(tx, before, &standing, &account)?;
    if matches!(standing, Standing::Guest(_)) {
        // The new session replaces the guest's.
        end_all(tx, &account.uid, None)?;
    }
    if let Some((provider, profile)) = identity {
        pictures::request(tx, &account.uid, provider, profile, context.now)?;
    }
    let session = context.seed.create_session(tx, &account.uid, &claims, context)?;
    let is_new = matches!(standing, Standing::New);
    Ok(Entry::Session(Box::new(Entered { account, session, is_new })))
}

fn store(tx: &WriteTx, before: &AccountRecord, standing: &Standing, account: &AccountRecord) -> Result<(), StoreError> {
    let stored = match standing {
        Standing::Stored => Some(before),
        Standing::New => None,
        Standing::Guest(guest) => Some(&**guest),
    };
    accounts::put(tx, stored, account)
}

/// Applies what the proof says about the account, except for an identity: only the completed sign-in connects it.
fn require_second_factor(
    tx: &WriteTx,
    context: &SignInContext,
    before: &AccountRecord,
    proof: &Proof<'_>,
) -> Result<Entry> {
    let identity = proof
        .identity()
        .map(|(provider, profile)| PendingIdentity { provider: provider.to_owned(), profile: profile.clone() });
    if identity.is_none() {
        let mut account = before.clone();
        proof.apply(&mut account, context.now)?;
        accounts::put(tx, Some(before), &account)?;
    }
    let required = pending::begin(tx, context, before, identity, None)?;
    Ok(Entry::SecondFactorRequired(Box::new(required)))
}

/// Lets the user of a pending sign-in in: `account` is the account with the second factor used. The operator's hook is
/// asked as in [`enter`], except about a session that authenticates again.
///
/// # Errors
/// `too_many_identities`, `credential_already_in_use`, `refused_by_hook`, and `invalid_user_token` when the session that
/// authenticates again has ended.
pub(super) fn complete(
    tx: &WriteTx,
    context: &SignInContext,
    before: &AccountRecord,
    mut account: AccountRecord,
    pending: PendingSignInRecord,
) -> Result<Entry> {
    if let Some(id) = pending.session {
        let mut session = sessions::get(tx, &account.uid, id)?.ok_or_else(session_check::session_ended)?;
        session.second_factor = context.second_factor;
        context.seed.reauthenticate(tx, &mut session, context.now)?;
        accounts::put(tx, Some(before), &account)?;
        return Ok(Entry::Session(Box::new(Entered { account, session, is_new: false })));
    }
    let identity = pending.identity.as_ref().map(|PendingIdentity { provider, profile }| (provider.as_str(), profile));
    if let Some((provider, profile)) = identity {
        require_unowned(tx, &account, provider, profile)?;
        add_identity(&mut account, provider, profile, context.now)?;
    }
    let claims = hooks::before_sign_in(context, &mut account, false, identity)?;
    admit(tx, context, (before, Standing::Stored), account, claims, identity)
}

/// Checks that no other account took the identity while the second factor was awaited.
fn require_unowned(tx: &WriteTx, account: &AccountRecord, provider: &str, profile: &FederatedProfile) -> Result<()> {
    let owner = accounts::by_identity(tx, &account.tenant, provider, &profile.subject)?;
    if owner.is_none_or(|owner| owner.uid == account.uid) {
        return Ok(());
    }
    let message = "Another account has this identity by now.";
    Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message))
}

/// Records that the user of the session proved a first factor again; with second factors one of them must follow.
pub(super) fn authenticate_again(
    tx: &WriteTx,
    context: &SignInContext,
    account: AccountRecord,
    mut session: SessionRecord,
) -> Result<Entry> {
    if !account.second_factors.is_empty() {
        let required = pending::begin(tx, context, &account, None, Some(session.id))?;
        return Ok(Entry::SecondFactorRequired(Box::new(required)));
    }
    context.seed.reauthenticate(tx, &mut session, context.now)?;
    Ok(Entry::Session(Box::new(Entered { account, session, is_new: false })))
}

fn record_login(tx: &WriteTx, context: &SignInContext, account: &mut AccountRecord) -> Result<()> {
    account.last_login_at = Some(context.now);
    if remember_device(account, &context.device) && context.policy.notify_new_device {
        context.new_device.queue(tx, MessageKind::NewDevice, account, Some(&context.device))?;
    }
    Ok(())
}

/// Continues after the commit: issues the tokens of the session.
pub(super) fn finish(app: &App, context: &SignInContext, entry: Entry) -> Result<SignInOutcome> {
    let entered = match entry {
        Entry::Session(entered) => entered,
        Entry::SecondFactorRequired(required) => return Ok(SignInOutcome::SecondFactorRequired(required)),
        Entry::Disabled => return Err(user_disabled()),
    };
    let Entered { account, session, is_new } = *entered;
    // Other sessions may have ended, see `enter`.
    notify_sessions_changed(app, &account.uid);
    if let Some(email) = &account.email {
        app.identity.password_failures.clear(&limit_key(&account.tenant, email), context.client.network);
    }
    wake_mailer(app);
    app.picture_wake.notify_one();
    let issued = tokens::issue(app, &account, &session, Some(&context.seed), is_new)?;
    Ok(SignInOutcome::Session(Box::new(issued)))
}

/// Remembers the device, and returns whether the owner should be notified: it is new and not the account's first.
pub(super) fn remember_device(account: &mut AccountRecord, device: &str) -> bool {
    if device.is_empty() || account.devices.iter().any(|known| known == device) {
        return false;
    }
    let is_first = account.devices.is_empty();
    account.devices.push(device.to_owned());
    let surplus = account.devices.len().saturating_sub(MAX_DEVICES);
    account.devices.drain(..surplus);
    !is_first
}
