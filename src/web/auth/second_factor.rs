//! Second factors: completing a sign-in with one, listing, renaming and removing them, and recovery codes.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::passkeys::PasskeyStarted;
use super::{SessionAnswer, new_session_with, passkeys, session};
use crate::domain::Language;
use crate::domain::second_factor::FactorKind;
use crate::error::Error;
use crate::ops::accounts::phone::send::RESEND_SECS;
use crate::ops::accounts::second_factor::overview::{self, FactorOverview};
use crate::ops::accounts::second_factor::sign_in::{self, CompletedSignIn, GivenProof, SecondFactorSignIn};
use crate::ops::accounts::second_factor::text_message::{self, FactorCodeRequest, SentFactorCode};
use crate::ops::accounts::second_factor::{passkey_request, recovery, removal};
use crate::web::bearer::{Bearer, EnrollingBearer};
use crate::web::error::Result;
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct FinalizeInput {
    /// As returned for the first factor.
    #[serde(default)]
    #[schema(required = true)]
    pending_credential: String,
    /// The factor that made the code.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    factor_id: Option<Uuid>,
    /// The code of the factor: six digits.
    #[serde(default)]
    code: Option<String>,
    /// With the code of a text message: what its request returned.
    #[serde(default)]
    session_info: String,
    /// A recovery code in place of a factor and its code.
    #[serde(default)]
    recovery_code: Option<String>,
    /// A passkey in place of a factor and its code: what its request returned.
    #[serde(default)]
    transaction: Option<String>,
    /// With `transaction`: what `toJSON` of the credential returns.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    credential: Value,
}

impl FinalizeInput {
    fn proof(self, web: &Web, headers: &HeaderMap) -> Result<GivenProof, Error> {
        if let (Some(transaction), None, None) = (&self.transaction, &self.code, &self.recovery_code) {
            return Ok(GivenProof::Passkey(passkeys::answer(web, headers, transaction.clone(), self.credential)));
        }
        match (self.recovery_code, self.code, self.factor_id) {
            (Some(code), None, _) => Ok(GivenProof::RecoveryCode(code)),
            (None, Some(code), Some(factor)) => Ok(GivenProof::Code { factor, code, session_info: self.session_info }),
            (None, Some(_), None) => Err(Error::invalid("factor_id", "Name the factor that made the code.")),
            (Some(_), Some(_), _) => Err(Error::invalid("recovery_code", "Send one code, not two.")),
            (None, None, _) => Err(Error::invalid("code", "Enter a code.")),
        }
    }
}

/// Completes a sign-in with a second factor, in the browser that began it. After a call to `/auth/v1/reauth/...`, it
/// re-authenticates that session.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "finishSecondFactor", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 400, description = "`invalid_verification_code`, `invalid_multi_factor_session`, `session_expired`, `invalid`; of a text message also `missing_verification_code`, `invalid_verification_id`, `code_expired`"),
    (status = 401, description = "`invalid_user_token`: the session that authenticates again has ended"),
    (status = 403, description = "`user_disabled`; `invalid_passkey`"),
    (status = 404, description = "`multi_factor_info_not_found`: the account has no such factor; `passkey_credential_not_found`"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn finalize(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<FinalizeInput>,
) -> Result {
    let credential = input.pending_credential.clone();
    let input = SecondFactorSignIn { credential, proof: input.proof(&web, &headers)? };
    let completed = sign_in::finish(&web.app, &VISITOR, &client, input).await?;
    let CompletedSignIn { session, recovery_codes_left } = completed;
    new_session_with(&web, session, |answer| json(&SessionAnswer { recovery_codes_left, ..answer }))
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct FactorCodeInput {
    /// As returned for the first factor.
    #[serde(default)]
    #[schema(required = true)]
    pending_credential: String,
    /// `passkey` for any passkey of the account; otherwise the kind of the factor.
    #[serde(default)]
    kind: Option<FactorKind>,
    /// The telephone number.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    factor_id: Option<Uuid>,
    /// For a text message: as for `POST /auth/v1/phone/send`.
    #[serde(default)]
    captcha: String,
    /// Language of the message; default: the account's.
    #[serde(default)]
    lang: Option<Language>,
}

/// A text message with a code is on its way to the factor.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct FactorCodeSent {
    /// A secret to send with the code.
    session_info: String,
    /// The number, of which only the last digits are shown.
    masked: String,
    /// Seconds for which the code is valid.
    expires_in: i64,
    /// Seconds after which another code can be requested.
    resend_after: u64,
}

/// What completes a pending sign-in.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::web) enum FactorChallenge {
    Sms(FactorCodeSent),
    Passkey(PasskeyStarted),
}

/// Sends a code to a second factor that is a telephone number, or starts a proof with a passkey of the account. Either
/// completes only this sign-in.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startSecondFactorProof", responses(
    (status = 200, description = "The message is queued, or the options for `navigator.credentials.get`", body = FactorChallenge),
    (status = 400, description = "`captcha_check_failed`, `invalid_multi_factor_session`, `session_expired`, `invalid`"),
    (status = 403, description = "`user_disabled`; `operation_not_allowed`: no text messages are sent here, or to this country, or no passkeys are used"),
    (status = 404, description = "`multi_factor_info_not_found`: the account has no such number; `passkey_credential_not_found`: it has no passkey"),
    (status = 429, description = "`too_many_requests` for this number, account or network; `quota_exceeded`: no more messages are sent for some time", headers(("retry-after" = u64, description = "Seconds to wait"))),
    (status = 502, description = "`provider_unavailable`: the captcha cannot be checked"),
))]
pub(in crate::web) async fn send(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<FactorCodeInput>,
) -> Result {
    let FactorCodeInput { pending_credential: credential, kind, factor_id, captcha, lang: language } = input;
    if kind == Some(FactorKind::Passkey) {
        let ceremony = passkey_request::start(&web.app, &VISITOR, &client, &credential).await?;
        return passkeys::started_with(&web, ceremony, |started| json(&FactorChallenge::Passkey(started)));
    }
    let factor = factor_id.ok_or_else(|| Error::invalid("factor_id", "Name the factor."))?;
    let request = FactorCodeRequest { credential, factor, captcha, language };
    let sent = text_message::send(&web.app, &VISITOR, &client, request).await?;
    let SentFactorCode { session_info, masked, valid_secs: expires_in } = sent;
    json(&FactorChallenge::Sms(FactorCodeSent { session_info, masked, expires_in, resend_after: RESEND_SECS }))
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct FactorInput {
    #[schema(value_type = String)]
    factor_id: Uuid,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct RenameInput {
    #[schema(value_type = String)]
    factor_id: Uuid,
    #[serde(default)]
    display_name: String,
}

/// The new recovery codes; they are shown only now.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct RecoveryCodesAnswer {
    recovery_codes: Vec<String>,
}

/// Returns the second factors of the signed-in account.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getSecondFactors", responses(
    (status = 200, description = "The second factors", body = FactorOverview),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, EnrollingBearer(actor): EnrollingBearer) -> Result {
    json(&overview::overview(&web.app, &actor).await?)
}

/// Removes a second factor, and informs the owner by mail. Requires a sign-in in the last five minutes.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "removeSecondFactor", responses(
    (status = 200, description = "Removed", body = SessionAnswer),
    (status = 403, description = "`requires_recent_login`"),
    (status = 404, description = "`multi_factor_info_not_found`"),
    (status = 409, description = "`last_second_factor`: the account must have one; `last_sign_in_method`: the passkey is the only way to sign in"),
))]
pub(in crate::web) async fn withdraw(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<FactorInput>,
) -> Result {
    session(&web, removal::withdraw(&web.app, &actor, &client, input.factor_id).await?)
}

/// Renames a second factor.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "renameSecondFactor", responses(
    (status = 200, description = "Named", body = Nothing),
    (status = 400, description = "`invalid`"),
    (status = 404, description = "`multi_factor_info_not_found`"),
))]
pub(in crate::web) async fn rename(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(_): SameOrigin,
    Json(input): Json<RenameInput>,
) -> Result {
    removal::rename(&web.app, &actor, input.factor_id, &input.display_name).await?;
    nothing()
}

/// Makes new recovery codes; the earlier ones are void. Requires a sign-in in the last five minutes.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "renewRecoveryCodes", responses(
    (status = 200, description = "The new codes", body = RecoveryCodesAnswer),
    (status = 403, description = "`requires_recent_login`"),
    (status = 404, description = "`multi_factor_info_not_found`: the account has no second factor"),
))]
pub(in crate::web) async fn recovery_codes(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
) -> Result {
    let recovery_codes = recovery::renew(&web.app, &actor, &client).await?;
    json(&RecoveryCodesAnswer { recovery_codes })
}
