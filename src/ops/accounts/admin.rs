//! What the operator does with accounts: look, disable, remove, give a role, help back in.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::letters::Notice;
use super::{delete, ended, note_by, user, wake};
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::{Language, Persistence, Role, Uid};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::ops::readers;
use crate::store::accounts::{self, AccountRecord};
use crate::store::readers::Mark;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{Reading, action_codes, readers as marks};

/// How an operator names an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AccountName {
    Uid(Uid),
    Email(Email),
}

impl FromStr for AccountName {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if let Some(uid) = Uid::parse(text.trim()) {
            return Ok(Self::Uid(uid));
        }
        let email = Email::try_from(text.to_owned());
        email.map(Self::Email).map_err(|_| "give the account's uid (28 letters and digits) or its address".into())
    }
}

impl fmt::Display for AccountName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uid(uid) => f.write_str(uid.as_str()),
            // The operator typed it; nothing that is logged is made of this.
            Self::Email(email) => f.write_str(email.as_str()),
        }
    }
}

/// What a list says of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountSummary {
    pub uid: Uid,
    pub email: Email,
    pub email_verified: bool,
    pub display_name: String,
    pub role: Role,
    pub disabled: bool,
    pub language: Language,
    pub created_at: Timestamp,
    pub last_login_at: Option<Timestamp>,
}

/// Which accounts are listed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountFilter {
    /// Only disabled ones.
    pub disabled: bool,
    pub role: Option<Role>,
    /// At most as many; 0 for all.
    pub limit: u64,
}

/// The newest accounts that were asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountList {
    /// Newest first.
    pub accounts: Vec<AccountSummary>,
    /// How many there are, listed or not.
    pub found: u64,
}

/// Everything about one account but its secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AccountDetails {
    #[serde(flatten)]
    pub summary: AccountSummary,
    pub initial_email: Option<Email>,
    pub photo_url: Option<String>,
    /// `password`, `emailLink`, and providers such as `google.com`.
    pub sign_in_methods: Vec<String>,
    pub password_updated_at: Option<Timestamp>,
    /// Tokens issued before are void.
    pub valid_since: Timestamp,
    /// Articles it likes and keeps; which ones is its own business.
    #[serde(default)]
    pub likes: u64,
    #[serde(default)]
    pub bookmarks: u64,
    pub sessions: Vec<SessionSummary>,
    /// Links in mails that would work now.
    pub open_codes: u64,
}

/// One browser that is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionSummary {
    pub device: String,
    pub provider: String,
    pub persistence: Persistence,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    pub expires_at: Timestamp,
}

impl From<AccountRecord> for AccountSummary {
    fn from(record: AccountRecord) -> Self {
        let AccountRecord { uid, email, email_verified, display_name, role, disabled, language, .. } = record;
        let (created_at, last_login_at) = (record.created_at, record.last_login_at);
        Self { uid, email, email_verified, display_name, role, disabled, language, created_at, last_login_at }
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
    let read = app.store.read(move |tx| {
        let mut found = Vec::new();
        accounts::each(tx, &mut |record| {
            if (record.disabled || !filter.disabled) && filter.role.is_none_or(|role| role == record.role) {
                found.push(AccountSummary::from(record));
            }
            ControlFlow::Continue(())
        })?;
        Ok(found)
    });
    let mut listed = read.await?;
    let found = listed.len() as u64;
    listed.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.uid.cmp(&b.uid)));
    if filter.limit > 0 {
        listed.truncate(usize::try_from(filter.limit).unwrap_or(usize::MAX));
    }
    Ok(AccountList { accounts: listed, found })
}

/// Tells everything about one account but its secrets.
pub async fn show(app: &App, actor: &Actor, name: AccountName) -> Result<AccountDetails> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    let read = app.store.read(move |tx| {
        let account = find(tx, &name)?;
        let codes = action_codes::of(tx, Some(&account.uid), None)?;
        let open_codes = codes.iter().filter(|code| !code.spent && code.expires_at > now).count() as u64;
        let marked = |mark| marks::of(tx, mark, &account.uid).map(|names| names.len() as u64);
        Ok(AccountDetails {
            initial_email: account.initial_email.clone(),
            photo_url: account.photo_url.clone(),
            sign_in_methods: user::methods(&account),
            password_updated_at: account.password_updated_at,
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

/// Shuts an account out at once, with all its sessions and links, or lets it in again.
///
/// Errors: `not_found`; `unchanged` when it is so already.
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
            delete::shut_out(tx, &after)?;
        }
        accounts::put(tx, Some(&before), &after)?;
        note_by(tx, now, &actor, if disabled { "accounts.disable" } else { "accounts.enable" }, &after.uid)?;
        Ok(AccountSummary::from(after))
    });
    let summary = write.await?;
    ended(app, &summary.uid);
    Ok(summary)
}

/// Gives an account a role. Its access tokens name the old one, so they are void; its sessions stay.
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
        note_by(tx, now, &actor, "accounts.role", &after.uid)?;
        Ok(after.into())
    });
    write.await
}

/// Removes an account with everything that belongs to it, and queues the notice to its address.
pub async fn remove(app: &App, actor: &Actor, name: AccountName) -> Result<AccountSummary> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let notice = Notice::new(now);
    let write = app.store.write(move |tx| {
        let account = find(tx, &name)?;
        let counts = delete::remove(tx, &account)?;
        notice.queue(tx, MessageKind::AccountDeleted, &account, None)?;
        note_by(tx, now, &actor, "accounts.remove", &account.uid)?;
        Ok((AccountSummary::from(account), counts))
    });
    let (summary, counts) = write.await?;
    readers::account_removed(app, &summary.uid, &counts);
    wake(app);
    Ok(summary)
}

/// The account of this name.
pub(super) fn find(tx: &impl Reading, name: &AccountName) -> Result<AccountRecord> {
    let found = match name {
        AccountName::Uid(uid) => accounts::get(tx, uid)?,
        AccountName::Email(email) => accounts::by_email(tx, email)?,
    };
    found.ok_or_else(|| Error::not_found(format!("there is no account {name}; `paragraf accounts list` shows all")))
}
