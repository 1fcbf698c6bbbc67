//! Looking up the sign-in methods of an address.

use super::context::ClientInfo;
use super::errors::parse_email;
use super::user;
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts;

/// How the owner of an address signs in.
#[derive(Debug, Default)]
pub struct LookUp {
    pub methods: Vec<SignInMethod>,
    /// The address has an account without a method, whose owner gets a new password by mail.
    pub recoverable: bool,
}

/// Returns the sign-in methods of the account with this address; none without an account. In protected mode, returns
/// the configured methods for every address.
///
/// # Errors
/// `invalid_email`, `too_many_requests`.
pub async fn methods(app: &App, actor: &Actor, client: &ClientInfo, email: &str) -> Result<LookUp> {
    policy::authorize(actor, Action::SignIn)?;
    app.rate_limiter.take(Limit::LookUp, client.network, app.clock.steady())?;
    let email = parse_email("email", email)?;
    if app.config.accounts.policy().is_protected() {
        let methods = client.rules(app)?.email_methods().iter().copied().map(SignInMethod::from).collect();
        return Ok(LookUp { methods, recoverable: false });
    }
    let tenant = client.tenant.clone();
    let account = app.store.read(move |tx| Ok(accounts::by_email(tx, &tenant, &email)?)).await?;
    Ok(account.map_or_else(LookUp::default, |account| {
        let methods = user::sign_in_methods(&account);
        LookUp { recoverable: methods.is_empty(), methods }
    }))
}
