//! Adding a passkey to the signed-in account.

use super::ceremony::{self, CeremonyAnswer, StartedCeremony, invalid_passkey};
use super::list::{PasskeyView, parse_name};
use crate::app::App;
use crate::domain::activity::ActivityKind;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::domain::passkey::{MAX_PASSKEYS, Passkey};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::passkeys::PasskeyOwner;
use crate::identity::secrets;
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::session_check;
use crate::ops::browse::SITE_NAME;
use crate::ops::policy::{self, Action, Actor, Principal};
use crate::rate_limit::Limit;
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::passkey_ceremonies::{self as ceremonies, CeremonyPurpose};

/// Starts the registration of a passkey. The account gets its user handle with the first one.
///
/// # Errors
/// `operation_not_allowed` also for a guest, `requires_recent_login`, `too_many_passkeys`, `too_many_requests`.
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, browser: Option<&str>) -> Result<StartedCeremony> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let party = ceremony::relying_party(app, &client.tenant)?;
    require_recent_sign_in(&principal, now)?;
    app.rate_limiter.take(Limit::PasskeyCeremony, client.network, app.clock.steady())?;
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    require_room(&account)?;
    let user_handle = account.passkey_handle.clone().unwrap_or_else(secrets::generate_user_handle);
    let known: Vec<_> = account.passkeys.iter().map(|passkey| &passkey.credential).collect();
    let (name, display_name) = shown_names(&account);
    let ceremony = party.start_registration(PasskeyOwner { handle: &user_handle, name, display_name }, &known)?;
    let purpose = CeremonyPurpose::Enroll { uid: account.uid.clone(), user_handle };
    let (record, started) = ceremony::begin(ceremony, purpose, &client.tenant, browser, now);
    app.store.write(move |tx| Ok(ceremonies::put(tx, &record)?)).await?;
    Ok(started)
}

/// The name and the display name that authenticators show. The address stands for a missing display name, and the other
/// way around.
fn shown_names(account: &AccountRecord) -> (&str, &str) {
    let (email, display_name) = (account.email.as_ref().map(Email::as_str), account.display_name.as_str());
    let display_name = Some(display_name).filter(|name| !name.is_empty());
    (email.or(display_name).unwrap_or(SITE_NAME), display_name.or(email).unwrap_or(SITE_NAME))
}

/// Checks that the account may get one more passkey.
///
/// # Errors
/// `operation_not_allowed` for a guest, `too_many_passkeys`.
fn require_room(account: &AccountRecord) -> Result<()> {
    if account.is_guest() {
        let message = "A guest cannot add a passkey; sign up first.";
        return Err(Error::new(Kind::Forbidden, ErrorCode::OperationNotAllowed, message));
    }
    if account.passkeys.len() < MAX_PASSKEYS {
        return Ok(());
    }
    let message = format!("An account has at most {MAX_PASSKEYS} passkeys.");
    Err(Error::conflict(ErrorCode::TooManyPasskeys, message))
}

/// Stores the passkey that the browser created, under this name, and informs the owner by mail. The sign-in was recent
/// when the ceremony began.
///
/// # Errors
/// `credential_already_in_use`, `too_many_passkeys`, `invalid_passkey`, `session_expired`, `invalid` in `name`.
pub async fn finish(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    answer: CeremonyAnswer,
    name: &str,
) -> Result<PasskeyView> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let new = verify(app, &principal, client, answer, name).await?;
    let (message, device, origin) = (InfoMessage::new(now), client.device.clone(), Origin::new(client, now));
    let view = PasskeyView::from(&new.passkey);
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        let account = new.add(tx, &before)?;
        origin.record(tx, &account.uid, ActivityKind::PasskeyAdd)?;
        message.queue(tx, MessageKind::PasskeyAdded, &account, Some(&device))?;
        Ok(record_audit(tx, now, "accounts.add_passkey", &account.uid)?)
    });
    write.await?;
    wake_mailer(app);
    Ok(view)
}

/// A verified new passkey, not stored yet.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct NewPasskey {
    pub passkey: Passkey,
    ceremony: String,
    user_handle: String,
}

/// Verifies the passkey that the browser created for the account of the principal.
///
/// # Errors
/// `operation_not_allowed`, `invalid_passkey`, `session_expired`, `invalid` in `name`.
pub(in crate::ops::accounts) async fn verify(
    app: &App,
    principal: &Principal,
    client: &ClientInfo,
    answer: CeremonyAnswer,
    name: &str,
) -> Result<NewPasskey> {
    let (party, now) = (ceremony::relying_party(app, &client.tenant)?, app.clock.now());
    let name = parse_name(name, &client.device)?;
    let (uid, tenant, wanted) = (principal.uid.clone(), client.tenant.clone(), answer.clone());
    let read = app.store.read(move |tx| {
        let ceremony = ceremony::open(tx, &tenant, &wanted, now)?;
        match &ceremony.purpose {
            CeremonyPurpose::Enroll { uid: owner, user_handle } if *owner == uid => {
                let user_handle = user_handle.clone();
                Ok((ceremony, user_handle))
            }
            _ => Err(invalid_passkey()),
        }
    });
    let (ceremony, user_handle) = read.await?;
    let Ok(new) = party.finish_registration(&ceremony.state, answer.credential) else {
        ceremony::spend(app, ceremony.hash).await?;
        return Err(invalid_passkey());
    };
    let (id, credential) = (new.id, new.credential);
    let passkey = Passkey { id, name, created_at: now, last_used_at: None, only_second: false, credential };
    Ok(NewPasskey { passkey, ceremony: ceremony.hash, user_handle })
}

impl NewPasskey {
    /// Ends the ceremony, and stores the account with the passkey.
    ///
    /// # Errors
    /// `credential_already_in_use`, `too_many_passkeys`, `invalid_passkey`.
    pub(in crate::ops::accounts) fn add(&self, tx: &WriteTx, before: &AccountRecord) -> Result<AccountRecord> {
        ceremony::close(tx, &self.ceremony)?;
        let account = with_passkey(tx, before.clone(), &self.passkey, &self.user_handle)?;
        accounts::put(tx, Some(before), &account)?;
        Ok(account)
    }
}

/// Adds the passkey to the account.
///
/// # Errors
/// `credential_already_in_use`, `too_many_passkeys`, `invalid_passkey` when the account got another user handle
/// meanwhile.
fn with_passkey(
    tx: &WriteTx,
    mut account: AccountRecord,
    passkey: &Passkey,
    user_handle: &str,
) -> Result<AccountRecord> {
    if accounts::by_passkey(tx, &account.tenant, &passkey.id)?.is_some() {
        let message = "This passkey belongs to an account already.";
        return Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message));
    }
    require_room(&account)?;
    if account.passkey_handle.get_or_insert_with(|| user_handle.to_owned()) != user_handle {
        return Err(invalid_passkey());
    }
    account.passkeys.push(passkey.clone());
    Ok(account)
}
