//! Second factors: completing a sign-in with one.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{SessionAnswer, new_session_with};
use crate::error::Error;
use crate::ops::accounts::second_factor::sign_in::{self, CompletedSignIn, GivenProof, SecondFactorSignIn};
use crate::web::error::Result;
use crate::web::extract::Json;
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::same_origin::SameOrigin;
use crate::web::site;
use crate::web::state::{VISITOR, Web};

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct FinalizeInput {
    /// As the first factor returned it.
    #[serde(default)]
    pending_credential: String,
    /// The factor that made the code.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    factor_id: Option<Uuid>,
    /// The code of the factor: six digits.
    #[serde(default)]
    code: Option<String>,
    /// A recovery code in place of a factor and its code.
    #[serde(default)]
    recovery_code: Option<String>,
}

impl FinalizeInput {
    fn proof(self) -> Result<GivenProof, Error> {
        match (self.recovery_code, self.code, self.factor_id) {
            (Some(code), None, _) => Ok(GivenProof::RecoveryCode(code)),
            (None, Some(code), Some(factor)) => Ok(GivenProof::Code { factor, code }),
            (None, Some(_), None) => Err(Error::invalid("factor_id", "Name the factor that made the code.")),
            (Some(_), Some(_), _) => Err(Error::invalid("recovery_code", "Send one code, not two.")),
            (None, None, _) => Err(Error::invalid("code", "Enter a code.")),
        }
    }
}

/// Completes a sign-in with a second factor, in the browser that began it. After a call of `/auth/v1/reauth`
/// authenticates that session again.
#[utoipa::path(
    post, path = "/auth/v1/mfa/sign-in/finalize", tag = "auth", operation_id = "finishSecondFactor",
    request_body = FinalizeInput,
    responses(
        (status = 200, description = "Signed in", body = SessionAnswer),
        (status = 400, description = "`invalid_verification_code`, `invalid_multi_factor_session`, `session_expired`, `invalid`"),
        (status = 401, description = "`invalid_user_token`: the session that authenticates again has ended"),
        (status = 403, description = "`user_disabled`"),
        (status = 404, description = "`multi_factor_info_not_found`: the account has no such factor"),
        TooManyRequests,
        Unavailable,
    )
)]
pub(in crate::web) async fn finalize(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    Json(input): Json<FinalizeInput>,
) -> Result {
    let credential = input.pending_credential.clone();
    let input = SecondFactorSignIn { credential, proof: input.proof()? };
    let completed = sign_in::finish(&web.app, &VISITOR, &client, input).await?;
    let CompletedSignIn { session, recovery_codes_left } = completed;
    new_session_with(&web, session, |answer| site::json(&SessionAnswer { recovery_codes_left, ..answer }))
}
