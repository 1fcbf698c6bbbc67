//! Adding second factors: an authenticator app, a telephone number, or a passkey.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::passkeys::PasskeyStarted;
use super::phone::{PhoneCodeOptions, PhoneCodeSent};
use super::{SessionAnswer, cookies, passkeys, session_with};
use crate::domain::second_factor::FactorKind;
use crate::ops::accounts::second_factor::addition::Enrolled;
use crate::ops::accounts::second_factor::enrolment::{self, EnrolmentInput, StartedEnrolment};
use crate::ops::accounts::second_factor::{FactorInfo, passkey_enrolment, phone_enrolment};
use crate::web::bearer::EnrollingBearer;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::Web;

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct EnrolStartInput {
    kind: FactorKind,
    /// For `sms`: the number, as for `POST /auth/v1/phone/send`.
    #[serde(default)]
    phone: String,
    #[serde(flatten)]
    options: PhoneCodeOptions,
}

/// What the new factor needs next.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::web) enum EnrolAnswer {
    Totp(EnrolStarted),
    Sms(PhoneCodeSent),
    Passkey(PasskeyStarted),
}

/// The secret of an authenticator app.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct EnrolStarted {
    /// For `POST /auth/v1/mfa/enroll/finalize`.
    session_info: String,
    /// In base32, for an app that cannot read the QR code.
    secret: String,
    /// The address in the QR code.
    otpauth_url: String,
    digits: u32,
    /// `SHA1`
    algorithm: &'static str,
    period_secs: u64,
    finalize_before: Timestamp,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct EnrolFinalizeInput {
    #[serde(default)]
    session_info: String,
    /// The code that the app shows, or that was sent.
    #[serde(default)]
    code: String,
    /// For a passkey: what its start returned.
    #[serde(default)]
    transaction: String,
    /// What `toJSON` of the new passkey returns.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    credential: Value,
    /// The kind that was started; default `totp`.
    #[serde(default)]
    kind: Option<FactorKind>,
    /// A name for the factor, such as that of the device with the app.
    #[serde(default)]
    display_name: Option<String>,
}

/// An account with a new second factor.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct EnrolledAnswer {
    /// The same session, with new tokens.
    session: SessionAnswer,
    factor: FactorInfo,
    /// With the first factor; they are shown only now.
    #[serde(skip_serializing_if = "Option::is_none")]
    recovery_codes: Option<Vec<String>>,
}

/// Starts to add a second factor. Requires a sign-in in the last five minutes, a verified address, and credentials that
/// the owner of the address has proven.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "startSecondFactor", responses(
    (status = 200, description = "The secret of the app, or a text message is queued, or the options for `navigator.credentials.create`", body = EnrolAnswer),
    (status = 400, description = "`missing_phone_number`, `invalid_phone_number`, `no_text_messages`, `captcha_check_failed`"),
    (status = 403, description = "`operation_not_allowed`, `requires_recent_login`, `unsupported_first_factor` (also for a number that signs in), `unverified_email`"),
    (status = 409, description = "`maximum_second_factor_count_exceeded`, `second_factor_already_in_use`, `too_many_passkeys`"),
    (status = 429, description = "`too_many_requests` for this number or network; `quota_exceeded`: no more messages are sent for some time", headers(("retry-after" = u64, description = "Seconds to wait"))),
    Unavailable,
))]
pub(in crate::web) async fn enrol_start(
    State(web): State<Arc<Web>>,
    EnrollingBearer(actor): EnrollingBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<EnrolStartInput>,
) -> Result {
    match input.kind {
        FactorKind::Totp => {
            let started = enrolment::start(&web.app, &actor).await?;
            let StartedEnrolment { session_info, secret, otpauth_url, digits, period_secs, finalize_before } = started;
            let algorithm = "SHA1";
            let app =
                EnrolStarted { session_info, secret, otpauth_url, digits, algorithm, period_secs, finalize_before };
            json(&EnrolAnswer::Totp(app))
        }
        FactorKind::Sms => {
            let sent = phone_enrolment::start(&web.app, &actor, &client, input.options.request(input.phone)).await?;
            json(&EnrolAnswer::Sms(sent.into()))
        }
        FactorKind::Passkey => {
            let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
            let ceremony = passkey_enrolment::start(&web.app, &actor, &client, browser.as_deref()).await?;
            passkeys::started_with(&web, ceremony, |started| json(&EnrolAnswer::Passkey(started)))
        }
    }
}

/// Adds the second factor, and ends the other sessions. The owner gets a mail with a link that removes it again.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "addSecondFactor", responses(
    (status = 200, description = "Added", body = EnrolledAnswer),
    (status = 400, description = "`invalid_verification_code`, `session_expired`, `invalid_multi_factor_session`, `invalid`; of a text message also `missing_verification_code`, `invalid_verification_id`, `code_expired`"),
    (status = 403, description = "`operation_not_allowed`, `requires_recent_login`, `unsupported_first_factor`, `unverified_email`, `invalid_passkey`"),
    (status = 409, description = "`maximum_second_factor_count_exceeded`, `second_factor_already_in_use`, `credential_already_in_use`, `too_many_passkeys`"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn enrol_finalize(
    State(web): State<Arc<Web>>,
    EnrollingBearer(actor): EnrollingBearer,
    SameOrigin(client): SameOrigin,
    headers: HeaderMap,
    Json(input): Json<EnrolFinalizeInput>,
) -> Result {
    let EnrolFinalizeInput { session_info, code, transaction, credential, kind, display_name } = input;
    let input = EnrolmentInput { session_info, code, display_name };
    let enrolled = match kind.unwrap_or(FactorKind::Totp) {
        FactorKind::Totp => enrolment::finish(&web.app, &actor, &client, input).await?,
        FactorKind::Sms => phone_enrolment::finish(&web.app, &actor, &client, input).await?,
        FactorKind::Passkey => {
            let answer = passkeys::answer(&web, &headers, transaction, credential);
            let name = input.display_name.unwrap_or_default();
            passkey_enrolment::finish(&web.app, &actor, &client, answer, &name).await?
        }
    };
    let Enrolled { session, factor, recovery_codes } = enrolled;
    session_with(&web, session, |session| json(&EnrolledAnswer { session, factor, recovery_codes }))
}
