//! Sending the code of a telephone number that is a second factor, for a pending sign-in.

use uuid::Uuid;

use super::pending::{PendingCredential, can_complete};
use super::sign_in::{check_code_limits, find_pending, no_such_factor};
use crate::app::App;
use crate::domain::Language;
use crate::error::Result;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::phone::code::NewCode;
use crate::ops::accounts::phone::offered::require_offered;
use crate::ops::accounts::phone::send;
use crate::ops::policy::{self, Action, Actor};
use crate::store::phone_codes::CodePurpose;

/// A request for the code of a second factor.
#[derive(Debug)]
pub struct FactorCodeRequest {
    /// The pending sign-in.
    pub credential: String,
    pub factor: Uuid,
    pub captcha: String,
    /// Language of the message; default: the account's.
    pub language: Option<Language>,
}

/// A queued text message with a code.
#[derive(Debug)]
pub struct SentFactorCode {
    /// The secret that must be presented with the code.
    pub session_info: String,
    /// The number with only its last digits.
    pub masked: String,
    pub valid_secs: i64,
}

/// Sends a code to the number of the factor. The code completes only this pending sign-in.
///
/// # Errors
/// `operation_not_allowed`, `invalid_multi_factor_session`, `session_expired`, `multi_factor_info_not_found` also for a
/// factor of another kind, and for every factor after a first factor that is a number, `user_disabled`,
/// `captcha_check_failed`, `provider_unavailable`, `too_many_requests`, `quota_exceeded`;
/// `unsupported_tenant_operation`, `refused_by_hook`, `hook_unavailable`.
pub async fn send(app: &App, actor: &Actor, client: &ClientInfo, request: FactorCodeRequest) -> Result<SentFactorCode> {
    policy::authorize(actor, Action::SignIn)?;
    require_offered(app, client)?;
    let FactorCodeRequest { credential, factor, captcha, language } = request;
    let credential = PendingCredential::parse(&credential, client)?;
    check_code_limits(app, client, &credential).await?;
    let now = app.clock.now();
    let (pending, account) = app.store.read(move |tx| find_pending(tx, &credential, now)).await?;
    let enrolled = account.second_factors.get(factor).filter(|factor| can_complete(&pending.method, factor));
    let enrolled = enrolled.ok_or_else(no_such_factor)?;
    let phone = enrolled.phone().ok_or_else(no_such_factor)?.clone();
    let masked = enrolled.masked().unwrap_or_default();
    let country = send::country_of(app, &phone)?;
    let purpose = CodePurpose::SecondFactor { pending: pending.hash, factor };
    send::verify_captcha(app, client, (&phone, &purpose), &captcha).await?;
    let code = NewCode::new(app, phone, country, language.unwrap_or(account.language), purpose);
    let sent = send::queue(app, client, code).await?;
    Ok(SentFactorCode { session_info: sent.session_info, masked, valid_secs: sent.valid_secs })
}
