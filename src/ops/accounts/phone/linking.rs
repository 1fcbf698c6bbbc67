//! The telephone number of the signed-in account: adding or changing it, and authenticating again with it.

use super::offered::require_offered;
use super::proof::{CredentialCheck, PROOF_VALID, ParsedCredential, PhoneCredential, put_proof, wrong_code};
use super::require_no_second_factor;
use crate::app::App;
use crate::domain::Phone;
use crate::domain::account::SignInMethod;
use crate::domain::activity::ActivityKind;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::completion::{SignInOutcome, authenticate_again, finish};
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in, wake_mailer};
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::session_check::{self, require_no_guest};
use crate::ops::accounts::tokens::{self, IssuedSession, SignInContext};
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::phone_codes::{self, CodePurpose};

/// The result of adding a number.
#[derive(Debug)]
pub enum LinkedPhone {
    Linked(Box<IssuedSession>),
    /// The number belongs to another account. The proof signs in to it.
    OfAnotherAccount {
        phone: Phone,
        temporary_proof: String,
        valid_secs: i64,
    },
}

/// Sets the account's number, which replaces an earlier one.
///
/// # Errors
/// `requires_recent_login`, `operation_not_allowed` also for a guest, `unsupported_first_factor`,
/// `credential_already_in_use` when a proof is presented for a number of another account, and those of the credential.
pub async fn link(app: &App, actor: &Actor, client: &ClientInfo, credential: &PhoneCredential) -> Result<LinkedPhone> {
    policy::authorize(actor, Action::UseAccount)?;
    require_offered(app, client)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let presented = ParsedCredential::parse(app, client, credential)?;
    let is_proof = matches!(credential, PhoneCredential::Proof { .. });
    let (message, device, origin) = (InfoMessage::new(now), client.device.clone(), Origin::new(client, now));
    let proof = secrets::generate_token();
    let secret = proof.clone();
    let linked = app.store.write(move |tx| {
        let (before, session) = session_check::account_and_session(tx, &principal)?;
        require_no_guest(&before)?;
        let CredentialCheck::Valid(record) = presented.check(tx, &CodePurpose::FirstFactor)? else { return Ok(None) };
        let phone = record.phone;
        require_no_second_factor(tx, &before.tenant, &phone)?;
        let owner = accounts::by_phone(tx, &before.tenant, &phone)?.filter(|owner| owner.uid != before.uid);
        if owner.is_some() && is_proof {
            let message = "This number belongs to another account.";
            return Err(Error::conflict(ErrorCode::CredentialAlreadyInUse, message));
        }
        phone_codes::remove(tx, &record.hash)?;
        if owner.is_some() {
            put_proof(tx, &phone, &secret, now)?;
            return Ok(Some((phone, None)));
        }
        let account = AccountRecord { phone: Some(phone.clone()), ..before.clone() };
        accounts::put(tx, Some(&before), &account)?;
        if account.phone != before.phone {
            origin.record(tx, &account.uid, ActivityKind::PhoneLink)?;
            message.queue_phone(tx, MessageKind::PhoneAdded, &account, &phone, &device)?;
            record_audit(tx, now, "accounts.add_phone", &account.uid)?;
        }
        Ok(Some((phone, Some((account, session)))))
    });
    match linked.await?.ok_or_else(wrong_code)? {
        (_, Some((account, session))) => {
            wake_mailer(app);
            Ok(LinkedPhone::Linked(Box::new(tokens::issue(app, &account, &session, None, false)?)))
        }
        (phone, None) => {
            Ok(LinkedPhone::OfAnotherAccount { phone, temporary_proof: proof, valid_secs: PROOF_VALID.as_secs() })
        }
    }
}

/// Re-authenticates the session with a code sent to the account's own number.
///
/// # Errors
/// `operation_not_allowed`, `user_mismatch` for another number (the code stays valid), and those of the credential.
pub async fn reauthenticate(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    credential: &PhoneCredential,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::UseAccount)?;
    require_offered(app, client)?;
    let principal = actor.principal()?.clone();
    let presented = ParsedCredential::parse(app, client, credential)?;
    let context = SignInContext::new(app, SignInMethod::Phone, None, client);
    let again = context.clone();
    let completion = app.store.write(move |tx| {
        let (account, session) = session_check::account_and_session(tx, &principal)?;
        let CredentialCheck::Valid(record) = presented.check(tx, &CodePurpose::FirstFactor)? else { return Ok(None) };
        if account.phone.as_ref() != Some(&record.phone) {
            let message = "This is not the telephone number of this account.";
            return Err(Error::new(Kind::Forbidden, ErrorCode::UserMismatch, message));
        }
        phone_codes::remove(tx, &record.hash)?;
        Ok(Some(authenticate_again(tx, &again, account, session)?))
    });
    finish(app, &context, completion.await?.ok_or_else(wrong_code)?)
}
