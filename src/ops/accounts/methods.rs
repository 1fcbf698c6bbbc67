//! How an address signs in.

use super::{Origin, email, user};
use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts;

/// The methods of the account with this address; none where there is no account. In protected mode
/// what is offered to everybody.
///
/// Errors: `invalid_email`, `too_many_requests`.
pub async fn methods(app: &App, actor: &Actor, origin: &Origin, address: &str) -> Result<Vec<String>> {
    policy::authorize(actor, Action::SignIn)?;
    app.rate_limiter.take(Limit::LookUp, origin.network, app.clock.now())?;
    let address = email("email", address)?;
    if app.config.accounts.policy().is_protected() {
        return Ok(app.config.accounts.methods().into_iter().map(|method| method.code().to_owned()).collect());
    }
    let account = app.store.read(move |tx| Ok(accounts::by_email(tx, &address)?)).await?;
    Ok(account.map(|account| user::methods(&account)).unwrap_or_default())
}
