//! From a proven first factor to a session: the same for every sign-in method.

use jiff::Timestamp;

use super::context::{limit_key, notify_sessions_changed, wake_mailer};
use super::errors::user_disabled;
use super::hooks;
use super::passkeys::record_use;
use super::pictures;
use super::planted::remove_planted_credentials;
use super::sessions::end_all;
use super::tenants;
use super::tokens::{self, IssuedSession, SignInContext};
use crate::app::App;
use crate::domain::Phone;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::federated::{FederatedIdentity, FederatedProfile};
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Result};
use crate::identity::passkeys::VerifiedPasskey;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sessions::SessionRecord;
use crate::store::{StoreError, WriteTx};

/// Devices remembered per account; sign-ins from other devices are notified by mail.
const MAX_DEVICES: usize = 20;

/// Identities linked to one account.
const MAX_IDENTITIES: usize = 10;

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

/// The proof of a first factor.
#[derive(Debug)]
pub(super) enum Proof<'a> {
    /// The account's password, with a new hash if the stored one is outdated.
    Password { new_hash: Option<&'a str> },
    /// A link mailed to the account's address.
    EmailLink,
    /// A passkey, which verified its user, and the account as it was then.
    Passkey { used: &'a VerifiedPasskey, verified: &'a AccountRecord },
    /// Nothing: the account is a new guest.
    Guest,
    /// A code sent to the number.
    Phone(&'a Phone),
    /// An identity at a provider.
    Identity { provider: &'a str, profile: &'a FederatedProfile },
}

/// Where a proven first factor leads.
#[derive(Debug)]
pub(super) enum Entry {
    Session(Box<Entered>),
    /// The operator's hook disabled the account, which is stored.
    Disabled,
}

impl Entry {
    /// The account that entered without a verified address.
    pub(super) fn unverified(&self) -> Option<&AccountRecord> {
        match self {
            Self::Session(entered) => Some(&entered.account).filter(|account| !account.email_verified),
            Self::Disabled => None,
        }
    }
}

/// An account with its new session.
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
    let (is_stored, is_new) = (matches!(standing, Standing::Stored), matches!(standing, Standing::New));
    if is_stored && !account.credentials_proven && proof.shows_planted_credentials(&account) {
        remove_planted_credentials(tx, &mut account, context.now)?;
        if let Proof::Identity { profile, .. } = proof
            && !profile.display_name.is_empty()
        {
            account.display_name.clone_from(&profile.display_name);
        }
    }
    let identities = account.identities.len();
    proof.apply(&mut account, context.now)?;
    let claims = match &proof {
        Proof::Guest => CustomClaims::default(),
        _ => hooks::before_sign_in(context, &mut account, !is_stored, proof.identity())?,
    };
    if account.disabled {
        store(tx, &before, &standing, &account)?;
        end_all(tx, &account.uid, None)?;
        return Ok(Entry::Disabled);
    }
    if is_stored && account.identities.len() > identities {
        context.provider_linked.queue_provider_linked(tx, &account, &context.provider_name, &context.device)?;
    }
    account.last_login_at = Some(context.now);
    if remember_device(&mut account, &context.device) && context.policy.notify_new_device {
        context.new_device.queue(tx, MessageKind::NewDevice, &account, Some(&context.device))?;
    }
    store(tx, &before, &standing, &account)?;
    if matches!(standing, Standing::Guest(_)) {
        // The new session replaces the guest's.
        end_all(tx, &account.uid, None)?;
    }
    if let Proof::Identity { provider, profile } = &proof {
        pictures::request(tx, &account.uid, provider, profile, context.now)?;
    }
    let session = context.seed.create_session(tx, &account.uid, &claims, context)?;
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

impl<'a> Proof<'a> {
    fn identity(&self) -> Option<(&'a str, &'a FederatedProfile)> {
        match *self {
            Self::Identity { provider, profile } => Some((provider, profile)),
            _ => None,
        }
    }

    /// Whether the proof shows that the user owns the address of an account that somebody else may have prepared.
    /// The user of a linked identity is the one who prepared it.
    fn shows_planted_credentials(&self, account: &AccountRecord) -> bool {
        match self {
            Self::Password { .. } | Self::Passkey { .. } | Self::Guest | Self::Phone(_) => false,
            Self::EmailLink => true,
            Self::Identity { provider, profile } => {
                vouches_for_email(profile, account) && !account.identities.iter().any(is_identity(provider, profile))
            }
        }
    }

    fn apply(&self, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
        match self {
            Self::Password { new_hash } => {
                if let Some(hash) = new_hash {
                    account.password_hash = Some((*hash).to_owned());
                }
            }
            Self::EmailLink => {
                account.email_verified = true;
                account.credentials_proven = true;
                account.email_link = true;
            }
            Self::Passkey { used, verified } => record_use(account, verified, used, now)?,
            Self::Guest => {}
            Self::Phone(phone) => account.phone = Some((*phone).clone()),
            Self::Identity { provider, profile } => add_identity(account, provider, profile, now)?,
        }
        Ok(())
    }
}

/// Continues after the commit: issues the tokens of the session.
pub(super) fn finish(app: &App, context: &SignInContext, entry: Entry) -> Result<IssuedSession> {
    let Entered { account, session, is_new } = match entry {
        Entry::Session(entered) => *entered,
        Entry::Disabled => return Err(user_disabled()),
    };
    // Other sessions may have ended, see `enter`.
    notify_sessions_changed(app, &account.uid);
    if let Some(email) = &account.email {
        app.identity.password_failures.clear(&limit_key(&account.tenant, email), context.client.network);
    }
    wake_mailer(app);
    app.picture_wake.notify_one();
    tokens::issue(app, &account, &session, Some(&context.seed), is_new)
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

fn is_identity<'a>(provider: &'a str, profile: &'a FederatedProfile) -> impl Fn(&FederatedIdentity) -> bool + 'a {
    move |identity| identity.provider == provider && identity.subject == profile.subject
}

/// Whether the provider vouches that its user owns the account's address.
fn vouches_for_email(profile: &FederatedProfile, account: &AccountRecord) -> bool {
    profile.email_verified && profile.email.as_ref().is_some_and(|email| account.has_email(email))
}

/// Links the identity to the account or updates it, and verifies the account's address if the provider vouches for it.
///
/// # Errors
/// `too_many_identities`.
pub(super) fn add_identity(
    account: &mut AccountRecord,
    provider: &str,
    profile: &FederatedProfile,
    now: Timestamp,
) -> Result<()> {
    if vouches_for_email(profile, account) {
        account.email_verified = true;
        account.credentials_proven = true;
    }
    let is_same = is_identity(provider, profile);
    if let Some(identity) = account.identities.iter_mut().find(|identity| is_same(identity)) {
        identity.email.clone_from(&profile.email);
        return Ok(());
    }
    if account.identities.len() >= MAX_IDENTITIES {
        let message = format!("This account has {MAX_IDENTITIES} identities at providers, and takes no more.");
        return Err(Error::conflict(ErrorCode::TooManyIdentities, message));
    }
    account.identities.push(FederatedIdentity {
        provider: provider.to_owned(),
        subject: profile.subject.clone(),
        email: profile.email.clone(),
        linked_at: now,
    });
    Ok(())
}
