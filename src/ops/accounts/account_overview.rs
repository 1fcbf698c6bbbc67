//! The operator's overview: listing accounts, and showing one.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::account_name::{AccountName, KnownName};
use super::passkeys::list::PasskeyView;
use super::second_factor::FactorInfo;
use super::{tenants, user};
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::email::Email;
use crate::domain::{Language, Persistence, Phone, Role, TenantId, Uid};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::rows::first;
use crate::store::accounts::{self, AccountRecord};
use crate::store::marks::Mark;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{action_codes, marks};

/// An account in a list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountSummary {
    pub uid: Uid,
    #[serde(default, skip_serializing_if = "TenantId::is_default")]
    pub tenant: TenantId,
    pub email: Option<Email>,
    pub email_verified: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<Phone>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_guest: bool,
    pub display_name: String,
    pub role: Role,
    pub disabled: bool,
    pub language: Language,
    pub created_at: Timestamp,
    pub last_login_at: Option<Timestamp>,
}

/// Selects accounts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountFilter {
    /// Only disabled accounts.
    pub disabled: bool,
    pub role: Option<Role>,
    pub tenant: Option<TenantId>,
    /// Only accounts with this text, in small letters, in the uid, address, number or name.
    #[serde(default)]
    pub containing: Option<String>,
    /// Maximum number of accounts; 0 for all.
    pub limit: u64,
}

impl AccountFilter {
    fn matches(&self, account: &AccountRecord) -> bool {
        (account.disabled || !self.disabled)
            && self.role.is_none_or(|role| role == account.role)
            && self.tenant.as_ref().is_none_or(|tenant| *tenant == account.tenant)
            && self.containing.as_ref().is_none_or(|text| contains(account, text))
    }
}

fn contains(account: &AccountRecord, text: &str) -> bool {
    let email = account.email.as_ref().map(Email::as_str);
    let phone = account.phone.as_ref().map(Phone::as_str);
    let names = [Some(account.uid.as_str()), Some(account.display_name.as_str()), email, phone];
    names.into_iter().flatten().any(|name| name.to_lowercase().contains(text))
}

/// Everything about an account except its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountDetails {
    #[serde(flatten)]
    pub summary: AccountSummary,
    pub initial_email: Option<Email>,
    pub photo_url: Option<String>,
    /// Claims that the operator adds to the account's access tokens.
    #[serde(default, skip_serializing_if = "CustomClaims::is_empty")]
    pub custom_claims: CustomClaims,
    /// `password`, `emailLink`, `phone`, `passkey`, and provider IDs such as `google.com`.
    pub sign_in_methods: Vec<SignInMethod>,
    pub password_updated_at: Option<Timestamp>,
    /// Oldest first.
    pub second_factors: Vec<FactorInfo>,
    pub recovery_codes_left: u64,
    /// Passkeys, without their keys.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passkeys: Vec<PasskeyView>,
    /// Access tokens issued before this time are void.
    pub valid_since: Timestamp,
    /// Only the numbers: the operator does not see which articles a reader marked.
    pub likes: u64,
    pub bookmarks: u64,
    pub sessions: Vec<SessionSummary>,
    /// Mailed links that are still valid.
    pub open_codes: u64,
}

/// A session, as the operator sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSummary {
    pub device: String,
    pub provider: SignInMethod,
    pub persistence: Persistence,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    pub expires_at: Timestamp,
}

impl From<AccountRecord> for AccountSummary {
    fn from(record: AccountRecord) -> Self {
        let is_guest = record.is_guest();
        let AccountRecord { uid, tenant, email, email_verified, phone, display_name, role, disabled, language, .. } =
            record;
        Self {
            uid,
            tenant,
            email,
            email_verified,
            phone,
            is_guest,
            display_name,
            role,
            disabled,
            language,
            created_at: record.created_at,
            last_login_at: record.last_login_at,
        }
    }
}

impl From<SessionRecord> for SessionSummary {
    fn from(record: SessionRecord) -> Self {
        let SessionRecord { device, provider, persistence, created_at, last_used_at, expires_at, .. } = record;
        Self { device, provider, persistence, created_at, last_used_at, expires_at }
    }
}

/// Passes accounts to `take`, newest first, until it breaks. Returns the number of those that match, listed or not.
///
/// # Errors
/// `invalid_tenant_id`.
pub async fn list(
    app: &App,
    actor: &Actor,
    filter: AccountFilter,
    mut take: impl FnMut(AccountSummary) -> ControlFlow<()> + Send + 'static,
) -> Result<u64> {
    policy::authorize(actor, Action::ManageAccounts)?;
    if let Some(tenant) = &filter.tenant {
        tenants::require_known(app, tenant).await?;
    }
    let read = app.store.read(move |tx| {
        let mut rank = |record: &AccountRecord| filter.matches(record).then_some(Reverse(record.created_at));
        let limit = usize::try_from(filter.limit).ok().filter(|limit| *limit > 0);
        let mut take = first(limit.unwrap_or(usize::MAX), &mut take);
        Ok(accounts::each_ranked(tx, &mut rank, &mut |record| take(record.into()))?)
    });
    read.await
}

/// Returns everything about an account except its secrets.
///
/// # Errors
/// `invalid_tenant_id`, `not_found`.
pub async fn show(app: &App, actor: &Actor, name: AccountName) -> Result<AccountDetails> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let name = KnownName::of(app, name).await?;
    let now = app.clock.now();
    let read = app.store.read(move |tx| {
        let account = name.find(tx)?;
        let codes = action_codes::of(tx, &account.uid)?.into_iter();
        let for_sign_in = |email| action_codes::for_sign_in(tx, &account.tenant, email);
        let for_sign_in = account.email.as_ref().map_or(Ok(None), for_sign_in)?;
        let codes = codes.chain(for_sign_in);
        let open_codes = codes.filter(|code| code.expires_at > now).count() as u64;
        let marked = |mark| marks::of(tx, mark, &account.uid).map(|names| names.len() as u64);
        Ok(AccountDetails {
            initial_email: account.initial_email.clone(),
            photo_url: account.photo_url.clone(),
            custom_claims: account.custom_claims.clone(),
            sign_in_methods: user::sign_in_methods(&account),
            password_updated_at: account.password_updated_at,
            second_factors: account.second_factors.enrolled.iter().map(FactorInfo::from).collect(),
            recovery_codes_left: account.second_factors.recovery_codes.len() as u64,
            passkeys: account.passkeys.iter().map(PasskeyView::from).collect(),
            valid_since: account.valid_since,
            likes: marked(Mark::Like)?,
            bookmarks: marked(Mark::Bookmark)?,
            sessions: sessions::of(tx, &account.uid)?.into_iter().map(SessionSummary::from).collect(),
            open_codes,
            summary: account.into(),
        })
    });
    read.await
}
