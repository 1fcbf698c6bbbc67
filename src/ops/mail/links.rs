//! Links in messages: the bearer of a link may act for the address it was sent to.
//!
//! A token is a sealed text and not a row in the store, so it stays valid when a backup is restored or the public URL
//! changes. Its purpose and its age limit what its bearer may do: a link of a mail always unsubscribes, but it changes
//! other choices for [`CHANGE_LIFE`] only, and only of what existed when it was made.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::domain::email::Email;
use crate::domain::kept_days;
use crate::error::{Error, ErrorCode, Kind, Result};

/// How long a confirmation link is valid.
pub const CONFIRM_LIFE: SignedDuration = SignedDuration::from_hours(kept_days::LINK * 24);

/// How long a link of a mail changes choices.
pub const CHANGE_LIFE: SignedDuration = CONFIRM_LIFE;

const CONFIRM: &str = "confirm";
const MAIL: &str = "mail";

/// The content of a token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// Confirms the subscription requested at `created_at`.
    Confirm { email: Email, created_at: Timestamp },
    /// Unsubscribes the address, and changes its mail preferences for a while.
    Mail { email: Email, created_at: Timestamp },
}

impl Link {
    pub fn email(&self) -> &Email {
        match self {
            Self::Confirm { email, .. } | Self::Mail { email, .. } => email,
        }
    }

    /// When the link was made, or the confirmation requested.
    pub fn created_at(&self) -> Timestamp {
        match self {
            Self::Confirm { created_at, .. } | Self::Mail { created_at, .. } => *created_at,
        }
    }

    /// Whether the link may still change choices.
    pub fn is_current(&self, now: Timestamp) -> bool {
        now.duration_since(self.created_at()) < CHANGE_LIFE
    }
}

/// The page that confirms the subscription requested at `created_at`.
pub fn confirm_url(app: &App, email: &Email, created_at: Timestamp) -> Result<String> {
    let token = app.identity.links.seal(CONFIRM, &content(email, created_at))?;
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
    mail_token_of(app, email, app.clock.now())
}

/// As [`mail_token`], for a link that counts as made at this time.
pub(super) fn mail_token_of(app: &App, email: &Email, created_at: Timestamp) -> Result<String> {
    app.identity.links.seal(MAIL, &content(email, created_at))
}

fn content(email: &Email, created_at: Timestamp) -> String {
    format!("{} {}", created_at.as_microsecond(), email.as_str())
}

/// The least time that is in microseconds. Tokens of earlier versions have their times in seconds.
const FIRST_MICROSECOND: i64 = 1 << 40;

/// Parses the content of a token. Tokens of earlier versions for mails have no time, and count as the oldest.
fn parse(content: &str) -> Option<(Email, Timestamp)> {
    let Some((time, address)) = content.split_once(' ') else {
        return Some((Email::try_from(content.to_owned()).ok()?, Timestamp::UNIX_EPOCH));
    };
    let created_at = match time.parse().ok()? {
        // The end of the second, so that the subscription of that second counts as older.
        second @ ..FIRST_MICROSECOND => Timestamp::from_microsecond(second * 1_000_000 + 999_999).ok()?,
        microsecond => Timestamp::from_microsecond(microsecond).ok()?,
    };
    Some((Email::try_from(address.to_owned()).ok()?, created_at))
}

/// Opens a token. Does not check the age of a confirmation; see [`check_time`].
///
/// # Errors
/// `invalid_link`, whatever the cause.
pub(in crate::ops) fn open(app: &App, token: &str) -> Result<Link> {
    let links = &app.identity.links;
    // Both purposes are always tried, so that timing reveals nothing.
    let (mail, confirm) = (links.open(MAIL, token), links.open(CONFIRM, token));
    let mail = mail.and_then(|text| parse(&text)).map(|(email, created_at)| Link::Mail { email, created_at });
    let confirm = confirm.and_then(|text| parse(&text));
    let confirm = confirm.map(|(email, created_at)| Link::Confirm { email, created_at });
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

/// Checks that a link of a mail may still change choices.
///
/// # Errors
/// `link_too_old`.
pub(super) fn check_current(link: &Link, now: Timestamp) -> Result<()> {
    if link.is_current(now) {
        return Ok(());
    }
    let message = "This link can only unsubscribe now; ask for a new one to change other choices.";
    Err(Error::new(Kind::Gone, ErrorCode::LinkTooOld, message))
}

/// The error for a confirmation link after the confirmation was undone, or the address left.
pub(super) fn used() -> Error {
    Error::new(Kind::Gone, ErrorCode::LinkUsed, "This link was used before; subscribe again for a new one.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_of_earlier_tokens_is_read() {
        let email = Email::parse("ana@x.ro").expect("an address");
        let at: Timestamp = "2026-11-26T12:00:00.5Z".parse().expect("an instant");
        assert_eq!(parse(&content(&email, at)), Some((email.clone(), at)));
        assert_eq!(parse("ana@x.ro"), Some((email.clone(), Timestamp::UNIX_EPOCH)));
        let end: Timestamp = "2026-11-26T12:00:00.999999Z".parse().expect("an instant");
        assert_eq!(parse(&format!("{} ana@x.ro", at.as_second())), Some((email, end)));
        assert_eq!(parse("x ana@x.ro"), None);
    }
}
