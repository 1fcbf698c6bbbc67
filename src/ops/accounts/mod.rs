//! Accounts: one file per part of what can be done with them.

pub mod admin;
pub mod codes;
pub mod delete;
pub mod email_change;
pub mod email_link;
pub mod export;
pub mod keys;
mod letters;
pub mod methods;
pub mod profile;
pub mod provider;
pub mod provider_link;
pub mod provider_sign_in;
pub mod reset;
pub mod reset_link;
pub mod send;
pub mod session_check;
pub mod sessions;
pub mod sign_in;
pub mod sign_up;
pub mod tidy;
mod tokens;
pub mod user;

use std::net::IpAddr;

use jiff::{SignedDuration, Timestamp};

pub use tokens::SignedIn;
pub use user::User;

use super::Principal;
use crate::app::App;
pub use crate::domain::Persistence;
use crate::domain::Uid;
use crate::domain::email::Email;
use crate::domain::notification::Concerned;
use crate::error::{Error, ErrorCode, Kind, Result};
pub use crate::store::action_codes::CodeKind;
use crate::store::audit::{self, AuditRecord};
use crate::store::{StoreError, WriteTx};

/// Where a request comes from.
#[derive(Debug, Clone)]
pub struct Origin {
    /// Limits count by it; it is written nowhere.
    pub network: IpAddr,
    /// The browser and its system, as `identity::device` tells them.
    pub device: String,
}

/// What needs a fresh proof of who one is takes one of the last five minutes (sign-in.md 7.8).
const RECENT: SignedDuration = SignedDuration::from_mins(5);

/// Errors: `requires_recent_login`.
fn require_recent(principal: &Principal, now: Timestamp) -> Result<()> {
    if now.duration_since(principal.auth_time) <= RECENT {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::RequiresRecentLogin, "Sign in again to do this."))
}

/// Reads an address. Errors: `invalid_email` in `field`.
fn email(field: &'static str, text: &str) -> Result<Email> {
    Email::parse(text).ok_or_else(|| invalid_email(field))
}

fn invalid_email(field: &'static str) -> Error {
    let mut error =
        Error::new(Kind::Invalid, ErrorCode::InvalidEmail, "This is not an e-mail address that counts here.");
    error.field = Some(field.into());
    error
}

fn refused(code: ErrorCode, field: &'static str, message: &str) -> Error {
    let mut error = Error::new(Kind::Invalid, code, message);
    error.field = Some(field.into());
    error
}

fn email_in_use() -> Error {
    Error::conflict(ErrorCode::EmailAlreadyInUse, "This e-mail address belongs to an account.")
}

fn not_offered() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, "This way of signing in is not offered here.")
}

fn user_disabled() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserDisabled, "This account is disabled.")
}

fn user_not_found() -> Error {
    Error::new(Kind::NotFound, ErrorCode::UserNotFound, "There is no account with this e-mail address.")
}

/// Errors: `admin_restricted_operation` where nobody may make an account.
fn require_open(is_open: bool) -> Result<()> {
    if is_open {
        return Ok(());
    }
    let message = "New accounts are made by the operator only.";
    Err(Error::new(Kind::Forbidden, ErrorCode::AdminRestrictedOperation, message))
}

/// Writes down what an account did to itself.
fn note(tx: &WriteTx, at: Timestamp, action: &str, uid: &Uid) -> Result<(), StoreError> {
    note_by(tx, at, &format!("account:{uid}"), action, uid)
}

/// Writes down what was done to an account: its uid and nothing else of it.
fn note_by(tx: &WriteTx, at: Timestamp, actor: &str, action: &str, uid: &Uid) -> Result<(), StoreError> {
    let (actor, action, subject) = (actor.to_owned(), action.to_owned(), uid.to_string());
    audit::append(tx, &AuditRecord { at, actor, action, subject })
}

/// In protected mode answers come after the same time, whatever was found.
async fn evenly<T>(app: &App, work: impl Future<Output = T>) -> T {
    if app.config.accounts.policy().is_protected() { app.identity.floor.hold(work).await } else { work.await }
}

/// Lets the account's open streams look whether they may go on.
fn ended(app: &App, uid: &Uid) {
    app.notify_streams(Concerned::Accounts([uid.clone()].into()));
}

/// Tells the job that sends mails that one may be waiting.
fn wake(app: &App) {
    app.mail_wake.notify_one();
}
