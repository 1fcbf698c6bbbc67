//! Removing a passkey of the signed-in account.

use super::ceremony::unknown_passkey;
use crate::app::App;
use crate::domain::activity::ActivityKind;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::offered_methods::OfferedMethods;
use crate::ops::accounts::second_factor::removal;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts;

/// Removes a passkey, unless it is the last sign-in method, and informs the owner by mail.
///
/// # Errors
/// `requires_recent_login`, `passkey_credential_not_found`, `last_sign_in_method`, `last_second_factor` when it is the
/// only second factor of an account that must have one.
pub async fn remove(app: &App, actor: &Actor, client: &ClientInfo, id: &str) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let (id, offered, origin) = (id.to_owned(), OfferedMethods::of(app, client)?, Origin::new(client, now));
    let policy = app.config.accounts.policy_of(&principal.tenant);
    let (message, device) = (InfoMessage::new(now), client.device.clone());
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        let mut account = before.clone();
        let place = account.passkeys.iter().position(|passkey| passkey.id == id).ok_or_else(unknown_passkey)?;
        account.passkeys.remove(place);
        if let Some(factor) = account.second_factors.of_passkey(&id).map(|factor| factor.id) {
            removal::withdraw_factor(tx, &mut account, factor, &policy)?;
        }
        offered.require_any(&account)?;
        accounts::put(tx, Some(&before), &account)?;
        origin.record(tx, &account.uid, ActivityKind::PasskeyRemove)?;
        message.queue(tx, MessageKind::PasskeyRemoved, &account, Some(&device))?;
        Ok(record_audit(tx, now, "accounts.remove_passkey", &account.uid)?)
    });
    write.await?;
    wake_mailer(app);
    Ok(())
}
