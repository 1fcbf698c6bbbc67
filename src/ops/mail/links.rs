//! The links in mails to subscribers and readers: who has one may act for the address that it was sent to.
//!
//! A token is a sealed text and no row of the store, so links outlive restored backups and changes of the
//! public address. What a link may do, its purpose says.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::domain::email::Email;
use crate::error::{Error, ErrorCode, Kind, Result};

/// A link to confirm is good for so long after it was asked for.
pub const CONFIRM_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);

const CONFIRM: &str = "confirm";
const MAIL: &str = "mail";

/// What a token says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// The owner of the address may confirm that they asked for mails at that moment.
    Confirm { email: Email, created_at: Timestamp },
    /// The owner of the address may say which mails they want.
    Mail { email: Email },
}

impl Link {
    pub fn email(&self) -> &Email {
        match self {
            Self::Confirm { email, .. } | Self::Mail { email } => email,
        }
    }
}

/// Where the address confirms what was asked for at `created_at`.
pub fn confirm_url(app: &App, email: &Email, created_at: Timestamp) -> Result<String> {
    let token = app.identity.links.seal(CONFIRM, &format!("{} {}", created_at.as_second(), email.as_str()))?;
    Ok(format!("{}/mail/confirm?token={token}", app.public_url()))
}

/// Where the address says which mails it wants.
pub fn preferences_url(app: &App, email: &Email) -> Result<String> {
    Ok(format!("{}/mail/preferences?token={}", app.public_url(), mail_token(app, email)?))
}

/// Where the address leaves all mails; also what mail programs post to by themselves (RFC 8058).
pub fn unsubscribe_url(app: &App, email: &Email) -> Result<String> {
    Ok(format!("{}/mail/unsubscribe?token={}", app.public_url(), mail_token(app, email)?))
}

/// The token of [`preferences_url`] and [`unsubscribe_url`], for the subject of a mail that unsubscribes.
pub fn mail_token(app: &App, email: &Email) -> Result<String> {
    app.identity.links.seal(MAIL, email.as_str())
}

/// What the token says; of one to confirm also after its time, see [`check_time`].
///
/// Errors: `invalid_link`, whatever is wrong with it.
pub fn open(app: &App, token: &str) -> Result<Link> {
    let links = &app.identity.links;
    // Both are tried whichever fits, so that the time taken tells nothing.
    let (mail, confirm) = (links.open(MAIL, token), links.open(CONFIRM, token));
    let mail = mail.and_then(|text| Some(Link::Mail { email: Email::try_from(text).ok()? }));
    let confirm = confirm.and_then(|text| {
        let (second, address) = text.split_once(' ')?;
        let created_at = Timestamp::from_second(second.parse().ok()?).ok()?;
        Some(Link::Confirm { email: Email::try_from(address.to_owned()).ok()?, created_at })
    });
    mail.or(confirm).ok_or_else(invalid)
}

/// What every link gets that cannot do what is asked, whatever the reason.
pub(super) fn invalid() -> Error {
    Error::new(Kind::Invalid, ErrorCode::InvalidLink, "This link is not valid.")
}

/// Errors: `link_expired` for a link that was asked for too long ago.
pub fn check_time(created_at: Timestamp, now: Timestamp) -> Result<()> {
    if now.duration_since(created_at) < CONFIRM_LIFE {
        return Ok(());
    }
    Err(Error::new(Kind::Gone, ErrorCode::LinkExpired, "This link has expired; ask for a new one."))
}
