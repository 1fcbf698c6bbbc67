//! Adding a telephone number as a second factor: a code sent to it proves that its user has the number.

use super::addition::{Addition, Enrolled, require_addable};
use super::enrolment::EnrolmentInput;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::account::SignInMethod;
use crate::domain::second_factor::{Factor, FactorProof, FactorSecret};
use crate::domain::{Language, Phone, TenantId};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::parse_name;
use crate::ops::accounts::phone::PhoneCredential;
use crate::ops::accounts::phone::code::NewCode;
use crate::ops::accounts::phone::offered::require_offered;
use crate::ops::accounts::phone::proof::{CredentialCheck, ParsedCredential, wrong_code};
use crate::ops::accounts::phone::send::{self, PhoneCodeRequest, SentPhoneCode};
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::accounts;
use crate::store::phone_codes::{self, CodePurpose};
use crate::store::sessions::SessionRecord;

/// Sends a code to the number.
///
/// # Errors
/// Those of [`require_addable`] and of [`require_second`], those of a text message: `missing_phone_number`,
/// `invalid_phone_number`, `no_text_messages`, `captcha_check_failed`, `provider_unavailable`, `too_many_requests`,
/// `quota_exceeded`; `unsupported_tenant_operation`, `refused_by_hook`, `hook_unavailable`.
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, request: PhoneCodeRequest) -> Result<SentPhoneCode> {
    policy::authorize(actor, Action::UseAccount)?;
    require_offered(app, client)?;
    let PhoneCodeRequest { phone, country, captcha, language } = request;
    let (reader, now) = (actor.principal()?.clone(), app.clock.now());
    let (policy, uid) = (app.config.accounts.policy_of(&reader.tenant), reader.uid.clone());
    let read = app.store.read(move |tx| {
        let (account, session) = session_check::account_and_session(tx, &reader)?;
        require_addable(&policy, &reader, &account, now)?;
        Ok((account, session))
    });
    let (account, session) = read.await?;
    let (phone, country) = send::parse_phone(app, &phone, country.as_deref())?;
    // Nothing about other accounts is disclosed before the code is proven.
    if account.phone.as_ref() == Some(&phone) {
        return Err(number_signs_in());
    }
    if account.second_factors.phones().any(|known| *known == phone) {
        return Err(already_in_use());
    }
    require_other_method(&session)?;
    let (purpose, language) = (CodePurpose::AddFactor(uid), language.unwrap_or(Language::En));
    send::verify_captcha(app, client, (&phone, &purpose), &captcha).await?;
    send::queue(app, client, NewCode::new(app, phone, country, language, purpose)).await
}

/// Adds the number to which the code was sent as a second factor.
///
/// # Errors
/// Those of a code: `invalid_verification_code`, of which the fifth voids the code, `missing_verification_code`,
/// `invalid_verification_id`, `code_expired`, `too_many_requests`; `invalid` in `display_name`, and those of
/// [`require_addable`] and [`require_second`].
pub async fn finish(app: &App, actor: &Actor, client: &ClientInfo, input: EnrolmentInput) -> Result<Enrolled> {
    policy::authorize(actor, Action::UseAccount)?;
    require_offered(app, client)?;
    let EnrolmentInput { session_info, code, display_name } = input;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let (name, id) = (parse_name(display_name.as_deref().unwrap_or_default())?, uuid_at(now));
    let presented = ParsedCredential::parse(app, client, &PhoneCredential::Code { session_info, code })?;
    let addition = Addition::new(app, client);
    let adding = addition.clone();
    let added = app.store.write(move |tx| {
        let (_, session) = session_check::account_and_session(tx, &principal)?;
        let purpose = CodePurpose::AddFactor(principal.uid.clone());
        let CredentialCheck::Valid(record) = presented.check(tx, &purpose)? else { return Ok(None) };
        require_other_method(&session)?;
        require_second(tx, &principal.tenant, &record.phone)?;
        phone_codes::remove(tx, &record.hash)?;
        let secret = FactorSecret::Sms { phone: record.phone };
        let factor = Factor { id, name: name.clone(), created_at: now, last_used_at: None, secret };
        adding.add(tx, &principal, factor, FactorProof::Sms).map(Some)
    });
    addition.finish(app, added.await?.ok_or_else(wrong_code)?)
}

/// Checks that the session did not begin with a telephone number: otherwise both steps would be codes to telephones.
///
/// # Errors
/// `unsupported_first_factor`.
fn require_other_method(session: &SessionRecord) -> Result<()> {
    if session.provider != SignInMethod::Phone {
        return Ok(());
    }
    let message = "Sign in with a method other than a telephone number first.";
    Err(Error::new(Kind::Forbidden, ErrorCode::UnsupportedFirstFactor, message))
}

/// Checks that the number neither signs in to an account nor is the second factor of one.
///
/// # Errors
/// `unsupported_first_factor`, `second_factor_already_in_use`.
fn require_second(tx: &dyn Reading, tenant: &TenantId, phone: &Phone) -> Result<()> {
    if accounts::by_phone(tx, tenant, phone)?.is_some() {
        return Err(number_signs_in());
    }
    if accounts::by_factor_phone(tx, tenant, phone)?.is_some() { Err(already_in_use()) } else { Ok(()) }
}

fn number_signs_in() -> Error {
    let message = "This number signs in to an account; a second factor must be something else.";
    Error::new(Kind::Forbidden, ErrorCode::UnsupportedFirstFactor, message).in_field("phone")
}

fn already_in_use() -> Error {
    let message = "This number is already a second factor.";
    Error::conflict(ErrorCode::SecondFactorAlreadyInUse, message).in_field("phone")
}
