//! The operator's commands: listing, showing, disabling and removing accounts, assigning roles, and removing second
//! factors.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::context::{notify_sessions_changed, record_audit_as, wake_mailer};
use super::messages::InfoMessage;
use super::passkeys::list::PasskeyView;
use super::second_factor::{FactorInfo, removal};
use super::{delete, user};
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::{Language, Persistence, Phone, Role, TenantId, Uid};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::accounts::{self, AccountRecord};
use crate::store::readers::Mark;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{Reading, action_codes, readers as marks};

pub use crate::identity::failed_sign_ins::FailureSummary;

/// The uid, the address or the telephone number of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountName {
    Uid(Uid),
    Email(Email),
    /// An address in a tenant other than the default one.
    InTenant(TenantId, Email),
    Phone(Phone),
}

impl FromStr for AccountName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(uid) = Uid::parse(text.trim()) {
            return Ok(Self::Uid(uid));
        }
        if let Ok(phone) = Phone::try_from(text.trim().to_owned()) {
            return Ok(Self::Phone(phone));
        }
        let expected =
            "give the account's uid (28 letters and digits), its address, or its number such as +40722123456";
        Email::try_from(text.to_owned()).map(Self::Email).map_err(|_| expected.into())
    }
}

impl AccountName {
    /// The account of this tenant, if it is named by its address; a uid is enough by itself.
    #[must_use]
    pub fn in_tenant(self, tenant: Option<TenantId>) -> Self {
        match (self, tenant) {
            (Self::Email(email), Some(tenant)) => Self::InTenant(tenant, email),
            (name, _) => name,
        }
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uid(uid) => f.write_str(uid.as_str()),
            // Not masked: the operator typed it, and it is shown but never logged.
            Self::Email(email) => f.write_str(email.as_str()),
            Self::InTenant(tenant, email) => write!(f, "{} --tenant {tenant}", email.as_str()),
            Self::Phone(phone) => f.write_str(phone.as_str()),
        }
    }
}

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
    /// Maximum number of accounts; 0 for all.
    pub limit: u64,
}

impl AccountFilter {
    fn matches(&self, account: &AccountRecord) -> bool {
        (account.disabled || !self.disabled)
            && self.role.is_none_or(|role| role == account.role)
            && self.tenant.as_ref().is_none_or(|tenant| *tenant == account.tenant)
    }
}

/// The newest accounts that match a filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountList {
    /// Newest first.
    pub accounts: Vec<AccountSummary>,
    /// The number of accounts that match, listed or not.
    pub found: u64,
}

/// Everything about an account except its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountDetails {
    #[serde(flatten)]
    pub summary: AccountSummary,
    pub initial_email: Option<Email>,
    pub photo_url: Option<String>,
    /// Claims of every access token, in addition to ours.
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
    /// Access tokens issued before are void.
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

/// Lists accounts, newest first.
pub async fn list(app: &App, actor: &Actor, filter: AccountFilter) -> Result<AccountList> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let limit = filter.limit;
    let read = app.store.read(move |tx| {
        let mut found = Vec::new();
        accounts::each(tx, &mut |record| {
            if filter.matches(&record) {
                found.push(AccountSummary::from(record));
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    });
    let mut listed = read.await?;
    let found = listed.len() as u64;
    listed.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.uid.cmp(&b.uid)));
    if limit > 0 {
        listed.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    Ok(AccountList { accounts: listed, found })
}

/// Returns everything about an account except its secrets.
///
/// # Errors
/// `not_found`.
pub async fn show(app: &App, actor: &Actor, name: AccountName) -> Result<AccountDetails> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    let read = app.store.read(move |tx| {
        let account = find(tx, &name)?;
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

/// Returns the failed sign-ins that this process counted.
pub fn failures(app: &App, actor: &Actor) -> Result<FailureSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    Ok(app.identity.failed_sign_ins.summary(app.clock.now()))
}

/// Disables an account, which ends its sessions and voids its links at once, or enables it again.
///
/// # Errors
/// `not_found`; `unchanged` when the account is already in that state.
pub async fn set_disabled(app: &App, actor: &Actor, name: AccountName, disabled: bool) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = find(tx, &name)?;
        if before.disabled == disabled {
            let state = if disabled { "disabled" } else { "enabled" };
            return Err(Error::conflict(
                ErrorCode::Unchanged,
                format!("{name} is {state} already; nothing was changed"),
            ));
        }
        let mut after = AccountRecord { disabled, ..before.clone() };
        if disabled {
            after.valid_since = now;
            delete::end_access(tx, &after)?;
        }
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, if disabled { "accounts.disable" } else { "accounts.enable" }, &after.uid)?;
        Ok(AccountSummary::from(after))
    });
    let summary = write.await?;
    notify_sessions_changed(app, &summary.uid);
    Ok(summary)
}

/// Assigns a role. Sessions stay, but access tokens become void because they name the old role.
///
/// # Errors
/// `not_found`.
pub async fn set_role(app: &App, actor: &Actor, name: AccountName, role: Role) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let write = app.store.write(move |tx| {
        let before = find(tx, &name)?;
        if before.role == role {
            return Ok(before.into());
        }
        let after = AccountRecord { role, valid_since: now, ..before.clone() };
        accounts::put(tx, Some(&before), &after)?;
        record_audit_as(tx, now, &actor, "accounts.role", &after.uid)?;
        Ok(after.into())
    });
    write.await
}

/// Removes an account with everything that belongs to it, and informs its owner by mail.
///
/// # Errors
/// `not_found`.
pub async fn remove(app: &App, actor: &Actor, name: AccountName) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let message = InfoMessage::new(now);
    let write = app.store.write(move |tx| {
        let account = find(tx, &name)?;
        let counts = delete::remove(tx, &account)?;
        message.queue(tx, MessageKind::AccountDeleted, &account, None)?;
        record_audit_as(tx, now, &actor, "accounts.remove", &account.uid)?;
        Ok((AccountSummary::from(account), counts))
    });
    let (summary, counts) = write.await?;
    readers::account_removed(app, &summary.uid, &counts);
    wake_mailer(app);
    Ok(summary)
}

/// Removes all second factors and recovery codes of an account, ends its sessions, and informs its owner by mail.
///
/// # Errors
/// `not_found`; `unchanged` when the account has none.
pub async fn remove_second_factors(app: &App, actor: &Actor, name: AccountName) -> Result<RemovedFactors> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let message = InfoMessage::new(now);
    let write = app.store.write(move |tx| {
        let account = find(tx, &name)?;
        let count = removal::remove_all(tx, &account, now)? as u64;
        if count == 0 {
            return Err(Error::conflict(ErrorCode::Unchanged, format!("{name} has no second factor")));
        }
        message.queue(tx, MessageKind::SecondFactorRemoved, &account, None)?;
        record_audit_as(tx, now, &actor, "accounts.remove_second_factors", &account.uid)?;
        Ok(RemovedFactors { account: account.into(), count })
    });
    let removed = write.await?;
    notify_sessions_changed(app, &removed.account.uid);
    wake_mailer(app);
    Ok(removed)
}

/// An account without its second factors.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedFactors {
    #[serde(flatten)]
    pub account: AccountSummary,
    /// How many were removed.
    pub count: u64,
}

/// Returns the account.
///
/// # Errors
/// `not_found`.
pub(super) fn find(tx: &impl Reading, name: &AccountName) -> Result<AccountRecord> {
    let found = match name {
        AccountName::Uid(uid) => accounts::get(tx, uid)?,
        AccountName::Email(email) => accounts::by_email(tx, &TenantId::default(), email)?,
        AccountName::InTenant(tenant, email) => accounts::by_email(tx, tenant, email)?,
        AccountName::Phone(phone) => accounts::by_phone(tx, &TenantId::default(), phone)?,
    };
    found.ok_or_else(|| Error::not_found(format!("there is no account {name}; `paragraf accounts list` shows all")))
}
