//! Telephone numbers: requesting a code, signing in, and adding a number to the account.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{SecondFactorAnswer, SessionAnswer, authenticated_again, cookies, session, signed_in};
use crate::config::CaptchaKind;
use crate::domain::{Language, Persistence};
use crate::identity::proof_of_work::AltchaChallenge;
use crate::ops::accounts::completion::SignInOutcome;
use crate::ops::accounts::phone::linking::{self, LinkedPhone};
use crate::ops::accounts::phone::send::{self, PhoneCodeRequest, RESEND_SECS, SentPhoneCode};
use crate::ops::accounts::phone::sign_in::{self, PhoneSignIn};
use crate::ops::accounts::phone::{KNOWN_BROWSER_SECS, PhoneCredential, known_browser};
use crate::ops::accounts::tokens::IssuedSession;
use crate::web::bearer::{Bearer, MaybeGuest, UnverifiedBearer};
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::operation::TooManyRequests;
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

/// What a text message requires.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct CaptchaAnswer {
    kind: CaptchaKind,
    /// For `proof_of_work`: a challenge of ALTCHA (version 2) with PBKDF2/SHA-256. The answer is the base64 of
    /// `{"challenge": ..., "solution": {"counter": ..., "derivedKey": ...}}`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    challenge: Option<AltchaChallenge>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PhoneCodeInput {
    /// As written by its user: with `+` and the calling code, or as dialled in `country`.
    #[serde(default)]
    #[schema(required = true)]
    phone: String,
    #[serde(flatten)]
    options: PhoneCodeOptions,
}

/// What a text message with a code requires in addition to its number.
#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PhoneCodeOptions {
    /// Such as `RO`; default: the configured country.
    #[serde(default)]
    country: Option<String>,
    /// The solved challenge, or the token of the captcha's vendor. It can be used once.
    #[serde(default)]
    captcha: String,
    /// Language of the message; default `en`.
    #[serde(default)]
    lang: Option<Language>,
}

/// A text message with a code is on its way.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct PhoneCodeSent {
    /// A secret to send with the code.
    session_info: String,
    /// The number in E.164 format.
    phone: String,
    /// Seconds for which the code is valid.
    expires_in: i64,
    /// Seconds after which another code can be requested.
    resend_after: u64,
}

impl PhoneCodeOptions {
    /// The request of a code for this number.
    pub(super) fn request(self, phone: String) -> PhoneCodeRequest {
        let Self { country, captcha, lang: language } = self;
        PhoneCodeRequest { phone, country, captcha, language }
    }
}

impl From<SentPhoneCode> for PhoneCodeSent {
    fn from(sent: SentPhoneCode) -> Self {
        let SentPhoneCode { session_info, phone, valid_secs: expires_in } = sent;
        Self { session_info, phone: phone.into(), expires_in, resend_after: RESEND_SECS }
    }
}

/// A code with its `session_info`, or a `temporary_proof` with its number.
#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct CredentialInput {
    #[serde(default)]
    session_info: String,
    /// Six digits.
    #[serde(default)]
    code: String,
    #[serde(default)]
    phone: String,
    #[serde(default)]
    temporary_proof: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct PhoneSignInInput {
    #[serde(flatten)]
    credential: CredentialInput,
    #[serde(default)]
    persistence: Option<Persistence>,
    /// Language of mails to a new account; default `en`.
    #[serde(default)]
    lang: Option<Language>,
}

/// The number belongs to another account, to which the proof signs in.
#[derive(Serialize, ToSchema)]
pub(in crate::web) struct TemporaryProof {
    phone: String,
    temporary_proof: String,
    /// Seconds for which the proof is valid.
    expires_in: i64,
}

impl From<CredentialInput> for PhoneCredential {
    fn from(input: CredentialInput) -> Self {
        let CredentialInput { session_info, code, phone, temporary_proof } = input;
        match temporary_proof {
            Some(temporary_proof) => Self::Proof { phone, temporary_proof },
            None => Self::Code { session_info, code },
        }
    }
}

/// Returns a challenge of the captcha, which [`sendPhoneCode`] requires.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "getCaptcha", responses(
    (status = 200, description = "The kind of captcha, and a challenge if this server makes it", body = CaptchaAnswer),
    (status = 403, description = "`operation_not_allowed`"),
    TooManyRequests,
))]
pub(in crate::web) async fn captcha(State(web): State<Arc<Web>>, SameOrigin(client): SameOrigin) -> Result {
    let challenge = send::challenge(&web.app, &VISITOR, &client)?;
    json(&CaptchaAnswer { kind: web.app.config.captcha.kind, challenge })
}

/// Sends a text message with a code. The response is the same whether or not the number has an account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "sendPhoneCode", responses(
    (status = 200, description = "The message is queued", body = PhoneCodeSent),
    (status = 400, description = "`missing_phone_number`, `invalid_phone_number`, `no_text_messages` (a landline or the like), `captcha_check_failed`"),
    (status = 403, description = "`operation_not_allowed`: numbers are not used here, or those of this country get no messages; `unsupported_first_factor`: the number is the second factor of an account (in protected mode only the right code discloses that)"),
    (status = 429, description = "`too_many_requests` for this number or network; `quota_exceeded`: no more messages are sent for some time", headers(("retry-after" = u64, description = "Seconds to wait"))),
    (status = 502, description = "`provider_unavailable`: the captcha cannot be checked"),
))]
pub(in crate::web) async fn send(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<PhoneCodeInput>,
) -> Result {
    let sent = send::send(&web.app, &VISITOR, &client, input.options.request(input.phone)).await?;
    json(&PhoneCodeSent::from(sent))
}

/// Signs in with the code of a text message, or with a proof; creates an account if the number has none. With a guest's
/// access token and a new number, the guest becomes the account.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInWithPhone", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`missing_verification_code`, `invalid_verification_code` (the fifth voids the code), `invalid_verification_id`, `code_expired`"),
    (status = 401, description = "`invalid_credential`: the proof is not valid; `invalid_user_token`: the guest's session has ended"),
    (status = 403, description = "`user_disabled`, `operation_not_allowed`, `unsupported_first_factor`, `admin_restricted_operation`"),
    (status = 409, description = "`merge_conflict`: a guest cannot become this account; the code can be used again without the guest's token"),
    TooManyRequests,
))]
pub(in crate::web) async fn sign_in(
    State(web): State<Arc<Web>>,
    MaybeGuest(actor): MaybeGuest,
    SameOrigin(client): SameOrigin,
    Json(input): Json<PhoneSignInInput>,
) -> Result {
    let PhoneSignInInput { credential, persistence, lang } = input;
    let input = PhoneSignIn { credential: credential.into(), persistence, language: lang };
    let outcome = sign_in::sign_in(&web.app, &actor, &client, input).await?;
    let known = match &outcome {
        SignInOutcome::Session(issued) => lasting_number(issued),
        SignInOutcome::SecondFactorRequired(_) => None,
    };
    let mut response = signed_in(&web, outcome)?;
    if let Some((phone, max_age)) = known {
        let proof = known_browser(&web.app, &VISITOR, &phone)?;
        cookies::set(&mut response, &web, cookies::KNOWN_PHONE, &proof, max_age)?;
    }
    Ok(response)
}

/// The number of the account, and for how long the browser keeps the proof of it: as long as the sign-in, or longer.
fn lasting_number(issued: &IssuedSession) -> Option<(String, Option<i64>)> {
    let max_age = match issued.persistence {
        Persistence::Local => Some(KNOWN_BROWSER_SECS),
        Persistence::Session => None,
        Persistence::None => return None,
    };
    issued.user.phone_number.clone().map(|phone| (phone, max_age))
}

/// Sets the number of the signed-in account, replacing an earlier one. Requires a sign-in in the last five minutes.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "linkPhone", responses(
    (status = 200, description = "The account has the number", body = SessionAnswer),
    (status = 202, description = "The number belongs to another account, to which the proof signs in", body = TemporaryProof),
    (status = 400, description = "`missing_verification_code`, `invalid_verification_code`, `invalid_verification_id`, `code_expired`"),
    (status = 403, description = "`requires_recent_login`, `operation_not_allowed`, `unsupported_first_factor`"),
    (status = 409, description = "`credential_already_in_use`: the number of a proof belongs to another account"),
    TooManyRequests,
))]
pub(in crate::web) async fn link(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<CredentialInput>,
) -> Result {
    match linking::link(&web.app, &actor, &client, &input.into()).await? {
        LinkedPhone::Linked(issued) => session(&web, *issued),
        LinkedPhone::OfAnotherAccount { phone, temporary_proof, valid_secs } => {
            let proof = TemporaryProof { phone: phone.into(), temporary_proof, expires_in: valid_secs };
            Ok((StatusCode::ACCEPTED, json(&proof)?).into_response())
        }
    }
}

/// Re-authenticates the session with a code sent to the account's number.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "reauthWithPhone", responses(
    (status = 200, description = "The same session, with a new time of authentication", body = SessionAnswer),
    (status = 202, description = "A second factor must follow", body = SecondFactorAnswer),
    (status = 400, description = "`missing_verification_code`, `invalid_verification_code`, `invalid_verification_id`, `code_expired`"),
    (status = 403, description = "`user_mismatch`, `operation_not_allowed`"),
    TooManyRequests,
))]
pub(in crate::web) async fn reauth(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<CredentialInput>,
) -> Result {
    authenticated_again(&web, linking::reauthenticate(&web.app, &actor, &client, &input.into()).await?)
}
