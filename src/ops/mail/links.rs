//! Links in messages: the bearer of a link may act for the address it was sent to.
//!
//! A token is a sealed text and not a row in the store, so it stays valid when a backup is restored or the public URL
//! changes. Its purpose limits what its bearer may do.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};

/// How long a confirmation link is valid.
pub const CONFIRM_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

const CONFIRM: &str = "confirm";
const MAIL: &str = "mail";

/// The content of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Confirms the subscription requested at `created_at`.
    Confirm { email: Email, created_at: Timestamp },
    /// Changes the mail preferences of the address.
    Mail { email: Email },
}

impl Link {
    pub fn email(&self) -> &Email {
        match self {
            Self::Confirm { email, .. } | Self::Mail { email } => email,
        }
    }
}

/// The page that confirms the subscription requested at `created_at`.
pub fn confirm_url(app: &App, email: &Email, created_at: Timestamp) -> Result<String> {
    let token = app.identity.links.seal(CONFIRM, &format!("{} {}", created_at.as_second(), email.as_str()))?;
    Ok(format!("{}/mail/confirm?token={token}", app.public_url()))
}

/// The preferences page of the address.
pub fn preferences_url(app: &App, email: &Email) -> Result<String> {
    Ok(format!("{}/mail/preferences?token={}", app.public_url(), mail_token(app, email)?))
}

/// The unsubscribe page of the address, also for one-click unsubscribing (RFC 8058).
pub fn unsubscribe_url(app: &App, email: &Email) -> Result<String> {
    Ok(format!("{}/mail/unsubscribe?token={}", app.public_url(), mail_token(app, email)?))
}

/// The token of [`preferences_url`] and [`unsubscribe_url`], also for the subject of a message that unsubscribes.
pub fn mail_token(app: &App, email: &Email) -> Result<String> {
    app.identity.links.seal(MAIL, email.as_str())
}

/// Opens a token. Does not check the age of a confirmation; see [`check_time`].
///
/// # Errors
/// `invalid_link`, whatever the cause.
pub(in crate::ops) fn open(app: &App, token: &str) -> Result<Link> {
    let links = &app.identity.links;
    // Both purposes are always tried, so that timing reveals nothing.
    let (mail, confirm) = (links.open(MAIL, token), links.open(CONFIRM, token));
    let mail = mail.and_then(|text| Some(Link::Mail { email: Email::try_from(text).ok()? }));
    let confirm = confirm.and_then(|text| {
        let (second, address) = text.split_once(' ')?;
        let created_at = Timestamp::from_second(second.parse().ok()?).ok()?;
        Some(Link::Confirm { email: Email::try_from(address.to_owned()).ok()?, created_at })
    });
    mail.or(confirm).ok_or_else(invalid)
}

/// The error for every invalid link, whatever the cause.
pub(super) fn invalid() -> Error {
    Error::new(Kind::Invalid, ErrorCode::InvalidLink, "This link is not valid.")
}

/// Checks that a confirmation link has not expired.
///
/// # Errors
/// `link_expired`.
pub fn check_time(created_at: Timestamp, now: Timestamp) -> Result<()> {
    if now.duration_since(created_at) < CONFIRM_LIFE {
        return Ok(());
    }
    Err(Error::new(Kind::Gone, ErrorCode::LinkExpired, "This link has expired; ask for a new one."))
}
