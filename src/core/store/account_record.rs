//! The record of an account.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::account_key::AccountKey;
use super::key_parts::Address;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::email::Email;
use crate::domain::federated::FederatedIdentity;
use crate::domain::passkey::Passkey;
use crate::domain::second_factor::SecondFactors;
use crate::domain::{Importance, Language, MailPreferences, Phone, Role, TenantId, Uid};

/// One account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountRecord {
    pub uid: Uid,
    /// Never changes.
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    /// `None` for a guest, and for a user of a telephone number or a provider that shares no address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<Email>,
    pub email_verified: bool,
    /// The telephone number, which its user has proven to own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<Phone>,
    /// Whether the account ever signed in by a link in a mail.
    pub email_link: bool,
    /// The address before it was changed; a link in a mail to it can restore it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initial_email: Option<Email>,
    /// When `initial_email` stopped being the address: the first change that can still be undone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_changed_at: Option<Timestamp>,
    /// As typed, trimmed; escaped where it is shown.
    pub display_name: String,
    /// Path of the picture on this site.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo_url: Option<String>,
    /// Whether the password, the telephone number, the identities and the passkeys were set by a person who had
    /// proven to own the address. Otherwise they may be a stranger's, and are removed when the owner proves the
    /// address.
    pub credentials_proven: bool,
    /// PHC string of argon2id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_hash: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password_updated_at: Option<Timestamp>,
    /// Tokens issued earlier are void.
    pub valid_since: Timestamp,
    pub disabled: bool,
    pub role: Role,
    pub language: Language,
    pub created_at: Timestamp,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_login_at: Option<Timestamp>,
    /// The browsers that have signed in, by user agent; only a new one is reported to the owner.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub devices: Vec<String>,
    /// The providers that sign in to the account, in the order in which they were connected.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub identities: Vec<FederatedIdentity>,
    #[serde(default, skip_serializing_if = "SecondFactors::is_empty")]
    pub second_factors: SecondFactors,
    /// Claims of every access token, in addition to ours.
    #[serde(default, skip_serializing_if = "CustomClaims::is_empty")]
    pub custom_claims: CustomClaims,
    /// The passkeys that sign in to the account, in the order in which they were made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passkeys: Vec<Passkey>,
    /// The random user handle of the account in WebAuthn, in base64url; set with the first passkey. It is not the
    /// uid, since authenticators show and synchronise it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passkey_handle: Option<String>,
    pub mail: MailPreferences,
    /// Least importance of an article that becomes a notification in the application.
    pub in_app_from: Importance,
    /// A guest without a session at this time is removed. Without effect once the account has an address, a number, an
    /// identity or a passkey.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest_until: Option<Timestamp>,
}

impl AccountRecord {
    /// A new account of a reader in the default tenant. Its address is not verified, and nothing signs in to it yet.
    pub fn new(
        uid: Uid,
        email: impl Into<Option<Email>>,
        display_name: String,
        language: Language,
        now: Timestamp,
    ) -> Self {
        Self {
            uid,
            tenant: TenantId::default(),
            email: email.into(),
            email_verified: false,
            phone: None,
            email_link: false,
            initial_email: None,
            email_changed_at: None,
            display_name,
            photo_url: None,
            credentials_proven: false,
            password_hash: None,
            password_updated_at: None,
            valid_since: now,
            disabled: false,
            role: Role::Reader,
            language,
            created_at: now,
            last_login_at: Some(now),
            devices: vec![],
            identities: vec![],
            second_factors: SecondFactors::default(),
            custom_claims: CustomClaims::default(),
            passkeys: vec![],
            passkey_handle: None,
            mail: MailPreferences::of_account(),
            in_app_from: Importance::TRIVIAL,
            guest_until: None,
        }
    }

    /// Whether this is the account's address.
    pub fn has_email(&self, email: &Email) -> bool {
        self.email.as_ref().is_some_and(|own| own.key() == email.key())
    }

    /// Whether only a session gives access to the account, since nothing else identifies its user.
    pub fn is_guest(&self) -> bool {
        self.guest_end().is_some()
    }

    /// `guest_until` of a guest; `None` for other accounts.
    pub(super) fn guest_end(&self) -> Option<Timestamp> {
        self.guest_until.filter(|_| self.keys().next().is_none())
    }

    /// The address in the index of other tenants than the default one.
    pub(super) fn indexed_address(&self) -> Option<&Email> {
        self.email.as_ref().filter(|_| !self.tenant.is_default())
    }

    /// The keys of the account in the index.
    pub(super) fn keys(&self) -> impl Iterator<Item = AccountKey> {
        let email = self.email.iter().map(|email| AccountKey::Email(Address(email.key())));
        let phone = self.phone.iter().map(|phone| AccountKey::Phone(phone.as_str().to_owned()));
        let identities = self.identities.iter().map(|FederatedIdentity { provider, subject, .. }| {
            AccountKey::Identity { provider: provider.clone(), subject: subject.clone() }
        });
        let passkeys = self.passkeys.iter().map(|passkey| AccountKey::Passkey(passkey.id.clone()));
        let factors = self.second_factors.phones().map(|phone| AccountKey::FactorPhone(phone.as_str().to_owned()));
        email.chain(phone).chain(identities).chain(passkeys).chain(factors)
    }
}
