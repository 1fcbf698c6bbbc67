//! Removing the identities at a provider, or the telephone number, from the signed-in account.

use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::activity::ActivityKind;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::offered_methods::OfferedMethods;
use crate::ops::accounts::pictures;
use crate::ops::accounts::session_check;
use crate::ops::accounts::tokens::{self, IssuedSession};
use crate::ops::policy::{self, Action, Actor};
use crate::store::{accounts, pending_sign_ins};

/// Removes the account's identities at a provider, configured or not, or its telephone number for the ID `phone`. The
/// last sign-in method stays.
///
/// # Errors
/// `requires_recent_login`, `no_such_provider`, `last_sign_in_method`.
pub async fn unlink(app: &App, actor: &Actor, client: &ClientInfo, id: &str) -> Result<IssuedSession> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let (id, offered, origin) = (id.to_owned(), OfferedMethods::of(app, client)?, Origin::new(client, now));
    let (message, device) = (InfoMessage::new(now), client.device.clone());
    let unlinked = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        let mut account = before.clone();
        account.identities.retain(|identity| identity.provider != id);
        let phone = account.phone.take_if(|_| id == SignInMethod::Phone.as_str());
        if account.identities.len() == before.identities.len() && phone.is_none() {
            let message = "This account has no such sign-in method.";
            return Err(Error::new(Kind::NotFound, ErrorCode::NoSuchProvider, message));
        }
        offered.require_any(&account)?;
        pictures::remove_of_provider(tx, &mut account, &id)?;
        accounts::put(tx, Some(&before), &account)?;
        // A pending sign-in with a removed identity would link it again.
        pending_sign_ins::remove_all(tx, &account.uid)?;
        match phone {
            Some(phone) => {
                origin.record(tx, &account.uid, ActivityKind::PhoneUnlink)?;
                message.queue_phone(tx, MessageKind::PhoneRemoved, &account, &phone, &device)?;
                record_audit(tx, now, "accounts.remove_phone", &account.uid)?;
            }
            None => {
                origin.record(tx, &account.uid, ActivityKind::ProviderUnlink)?;
                record_audit(tx, now, "accounts.unlink_provider", &account.uid)?;
            }
        }
        Ok((account, session))
    });
    let (account, session) = unlinked.await?;
    wake_mailer(app);
    tokens::issue(app, &account, &session, None, false)
}
