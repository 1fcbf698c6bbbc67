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

/// Returns the sign-in methods of the account with this address; none without an account. In protected mode, returns
/// the configured methods for every address.
///
/// # Errors
/// `invalid_email`, `too_many_requests`.
pub async fn methods(app: &App, actor: &Actor, client: &ClientInfo, email: &str) -> Result<Vec<SignInMethod>> {
    policy::authorize(actor, Action::SignIn)?;
    app.rate_limiter.take(Limit::LookUp, client.network, app.clock.steady())?;
    let email = parse_email("email", email)?;
    if app.config.accounts.policy().is_protected() {
        return Ok(client.rules(app)?.email_methods().iter().copied().map(SignInMethod::from).collect());
    }
    let tenant = client.tenant.clone();
    let account = app.store.read(move |tx| Ok(accounts::by_email(tx, &tenant, &email)?)).await?;
    Ok(account.map(|account| user::sign_in_methods(&account)).unwrap_or_default())
}
