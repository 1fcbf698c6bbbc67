//! The proof of a first factor, and its effect on the account.

use jiff::Timestamp;

use super::passkeys::record_use;
use crate::domain::Phone;
use crate::domain::federated::{FederatedIdentity, FederatedProfile};
use crate::error::{Error, ErrorCode, Result};
use crate::identity::passkeys::VerifiedPasskey;
use crate::store::accounts::AccountRecord;

/// Maximum number of identities linked to one account.
const MAX_IDENTITIES: usize = 10;

/// The proof of a first factor.
#[derive(Debug)]
pub(super) enum SignInProof<'a> {
    /// The account's password, with a new hash if the stored one is outdated.
    Password { new_hash: Option<&'a str> },
    /// A link mailed to the account's address.
    EmailLink,
    /// A passkey that verified its user, and the account as it was at the verification.
    Passkey { used: &'a VerifiedPasskey, verified: &'a AccountRecord },
    /// Nothing: the account is a new guest.
    Guest,
    /// A code sent to the number.
    Phone(&'a Phone),
    /// An identity at a provider.
    Identity { provider: &'a str, profile: &'a FederatedProfile },
}

impl<'a> SignInProof<'a> {
    /// Whether no second factor must follow: a passkey is in the user's possession, and verifies the user.
    pub(super) fn is_both_factors(&self) -> bool {
        matches!(self, Self::Passkey { .. })
    }

    /// The provider, and the identity that it authenticated.
    pub(super) fn identity(&self) -> Option<(&'a str, &'a FederatedProfile)> {
        match *self {
            Self::Identity { provider, profile } => Some((provider, profile)),
            _ => None,
        }
    }

    /// Whether the proof shows that the user owns the account's address, but not that the user set its credentials. An
    /// identity that is already linked is such a credential.
    pub(super) fn proves_only_address(&self, account: &AccountRecord) -> bool {
        match self {
            Self::Password { .. } | Self::Passkey { .. } | Self::Guest | Self::Phone(_) => false,
            Self::EmailLink => true,
            Self::Identity { provider, profile } => {
                vouches_for_email(profile, account) && !account.identities.iter().any(is_identity(provider, profile))
            }
        }
    }

    /// Updates the account by the proof.
    ///
    /// # Errors
    /// `too_many_identities`, and those of [`record_use`].
    pub(super) fn apply(&self, account: &mut AccountRecord, now: Timestamp) -> Result<()> {
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

pub(super) fn is_identity<'a>(
    provider: &'a str,
    profile: &'a FederatedProfile,
) -> impl Fn(&FederatedIdentity) -> bool + 'a {
    move |identity| identity.provider == provider && identity.subject == profile.subject
}

/// Whether the provider has verified that its user owns the account's address.
fn vouches_for_email(profile: &FederatedProfile, account: &AccountRecord) -> bool {
    profile.email_verified && profile.email.as_ref().is_some_and(|email| account.has_email(email))
}

/// Links the identity to the account or updates it, and verifies the account's address if the provider has.
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
        let message = format!("An account has at most {MAX_IDENTITIES} identities at providers.");
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
