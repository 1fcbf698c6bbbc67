//! Who asks for a text message, and the limits that count it.
//!
//! A limit by number alone would let a stranger use up the messages of its owner. So each network has messages of its
//! own to a number, all strangers together have more, and a browser in which the owner has signed in is not limited by
//! strangers at all.

use jiff::SignedDuration;

use crate::app::App;
use crate::domain::Phone;
use crate::error::Result;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::limits;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::{Limit, site_of};
use crate::store::phone_codes::CodePurpose;

/// How long a browser is known after a sign-in with a number.
const KNOWN: SignedDuration = SignedDuration::from_hours(180 * 24);
const KNOWN_PURPOSE: &str = "browser of a number";

/// Seconds for which a browser keeps the proof of [`known_browser`].
pub const KNOWN_BROWSER_SECS: i64 = KNOWN.as_secs();

/// Returns the proof that somebody signed in with this number in the browser. It does not disclose the number.
///
/// # Errors
/// `unavailable` while the server starts.
pub fn known_browser(app: &App, actor: &Actor, phone: &str) -> Result<String> {
    policy::authorize(actor, Action::SignIn)?;
    app.identity.cookies.seal(KNOWN_PURPOSE, phone, "", app.clock.now(), KNOWN)
}

fn is_known_browser(app: &App, client: &ClientInfo, phone: &Phone) -> bool {
    let open = |sealed: &str| app.identity.cookies.open(KNOWN_PURPOSE, phone.as_str(), sealed, app.clock.now());
    client.known_phone.as_deref().and_then(open).is_some()
}

/// The limits on text messages to a number, for one client and purpose.
pub(super) struct NumberQuota {
    /// Whose messages are counted.
    key: String,
    /// The number, if a stranger asks.
    stranger_to: Option<String>,
}

impl NumberQuota {
    pub(super) fn new(app: &App, client: &ClientInfo, phone: &Phone, purpose: &CodePurpose) -> Self {
        match purpose {
            // Such messages follow a proven first factor.
            CodePurpose::SecondFactor { factor, .. } => Self { key: factor.to_string(), stranger_to: None },
            CodePurpose::FirstFactor | CodePurpose::AddFactor(_) if is_known_browser(app, client, phone) => {
                Self { key: format!("{} known", phone.as_str()), stranger_to: None }
            }
            CodePurpose::FirstFactor | CodePurpose::AddFactor(_) => Self {
                key: format!("{} {}", phone.as_str(), site_of(client.network)),
                stranger_to: Some(phone.as_str().to_owned()),
            },
        }
    }

    /// Checks the limits without counting a message.
    ///
    /// # Errors
    /// `too_many_requests`.
    pub(super) async fn peek(&self, app: &App) -> Result<()> {
        if let Some(phone) = &self.stranger_to {
            limits::peek(app, Limit::TextByStrangers, phone.as_str()).await?;
        }
        limits::peek(app, Limit::TextToNumber, self.key.as_str()).await
    }

    /// Counts a message.
    ///
    /// # Errors
    /// `too_many_requests`.
    pub(super) async fn take(&self, app: &App) -> Result<()> {
        self.peek(app).await?;
        if let Some(phone) = &self.stranger_to {
            limits::take(app, Limit::TextByStrangers, phone.as_str()).await?;
        }
        limits::take(app, Limit::TextToNumber, self.key.as_str()).await
    }
}
