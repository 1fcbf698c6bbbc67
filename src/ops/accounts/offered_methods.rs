//! The sign-in methods that a tenant offers. An account must keep one of them.

use super::context::ClientInfo;
use super::passkeys;
use crate::app::App;
use crate::config::EmailMethod;
use crate::error::{Error, ErrorCode, Result};
use crate::store::accounts::AccountRecord;

/// The sign-in methods that a tenant offers.
pub(super) struct OfferedMethods {
    password: bool,
    email_link: bool,
    phone: bool,
    passkeys: bool,
    providers: Vec<String>,
}

impl OfferedMethods {
    /// # Errors
    /// `invalid_tenant_id`, `project_disabled`.
    pub(super) fn of(app: &App, client: &ClientInfo) -> Result<Self> {
        let rules = client.rules(app)?;
        Ok(Self {
            password: rules.offers(EmailMethod::Password),
            email_link: rules.offers(EmailMethod::EmailLink),
            phone: rules.offers_phone(),
            passkeys: passkeys::relying_party(app, &client.tenant).is_ok(),
            providers: rules.providers().into_iter().map(|provider| provider.id).collect(),
        })
    }

    /// Checks that the account can use one of them. A mailed link signs in to every account with an address.
    ///
    /// # Errors
    /// `last_sign_in_method`.
    pub(super) fn require_any(&self, account: &AccountRecord) -> Result<()> {
        let by_email = self.email_link || (self.password && account.password_hash.is_some());
        if (account.email.is_some() && by_email)
            || (self.phone && account.phone.is_some())
            || (self.passkeys && account.passkeys.iter().any(|passkey| !passkey.only_second))
            || account.identities.iter().any(|identity| self.providers.contains(&identity.provider))
        {
            return Ok(());
        }
        let message = "This is the only way to sign in to the account.";
        Err(Error::conflict(ErrorCode::LastSignInMethod, message))
    }
}
