//! Adding an authenticator app as a second factor: the app gets a secret, and a code proves that it has the secret.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::addition::{Addition, Enrolled, require_addable};
use super::pending::invalid_pending;
use super::sign_in::wrong_code;
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::second_factor::{Factor, FactorProof, FactorSecret};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::totp::{DIGITS, STEP_SECS, TotpSecret};
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::parse_name;
use crate::ops::accounts::factor_key::secret_owner;
use crate::ops::accounts::session_check;
use crate::ops::browse::SITE_NAME;
use crate::ops::policy::{self, Action, Actor, Principal};
use crate::store::accounts::AccountRecord;

/// How long the user may take to set up the app.
const TTL: SignedDuration = SignedDuration::from_mins(10);

/// A secret for an authenticator app.
#[derive(Debug)]
pub struct StartedEnrolment {
    /// The sealed state of the enrolment, for [`finish`].
    pub session_info: String,
    /// In base32.
    pub secret: String,
    /// The text of the QR code.
    pub otpauth_url: String,
    pub digits: u32,
    pub period_secs: u64,
    pub finalize_before: Timestamp,
}

/// The code that the app shows.
#[derive(Debug)]
pub struct EnrolmentInput {
    pub session_info: String,
    pub code: String,
    pub display_name: Option<String>,
}

/// The content of `session_info`.
#[derive(Serialize, Deserialize)]
struct EnrolmentState {
    factor: Uuid,
    secret: String,
    until: Timestamp,
}

/// Generates a secret. Nothing is stored before [`finish`].
///
/// # Errors
/// Those of [`require_addable`], `unavailable`.
pub async fn start(app: &App, actor: &Actor) -> Result<StartedEnrolment> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let (reader, policy) = (principal.clone(), app.config.accounts.policy_of(&principal.tenant));
    let read = app.store.read(move |tx| {
        let account = session_check::account(tx, &reader)?;
        require_addable(&policy, &reader, &account, now)?;
        Ok(account)
    });
    let account = read.await?;
    let (secret, until) = (TotpSecret::generate(), now.saturating_add(TTL).unwrap_or(now));
    let state = EnrolmentState { factor: uuid_at(now), secret: secret.to_base32(), until };
    let text = serde_json::to_string(&state).map_err(|error| Error::internal("writing an enrolment", error))?;
    Ok(StartedEnrolment {
        session_info: app.identity.factors.seal(&enrolment_of(&principal), &text)?,
        otpauth_url: secret.url(SITE_NAME, &label(&account))?,
        secret: state.secret,
        digits: DIGITS,
        period_secs: STEP_SECS,
        finalize_before: until,
    })
}

/// Adds the app as a second factor.
///
/// # Errors
/// `invalid_verification_code`, `session_expired`, `invalid_multi_factor_session` also when it was finished before,
/// `invalid` in `display_name`, and those of [`require_addable`].
pub async fn finish(app: &App, actor: &Actor, client: &ClientInfo, input: EnrolmentInput) -> Result<Enrolled> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let name = parse_name(input.display_name.as_deref().unwrap_or_default())?;
    let text = app.identity.factors.open(&enrolment_of(&principal), &input.session_info);
    let state = text.and_then(|text| serde_json::from_str::<EnrolmentState>(&text).ok()).ok_or_else(invalid_pending)?;
    if now >= state.until {
        return Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "Setting up the app took too long."));
    }
    let secret = TotpSecret::parse(&state.secret).ok_or_else(invalid_pending)?;
    let last_step = secret.accept(&input.code, now, None).ok_or_else(wrong_code)?;
    let sealed = app.identity.factors.seal(&secret_owner(&principal.uid, state.factor), &state.secret)?;
    let secret = FactorSecret::Totp { sealed, last_step };
    let factor = Factor { id: state.factor, name, created_at: now, last_used_at: None, secret };
    let addition = Addition::new(app, client);
    let adding = addition.clone();
    let added = app.store.write(move |tx| adding.add(tx, &principal, factor.clone(), FactorProof::Totp));
    addition.finish(app, added.await?)
}

/// The session for which an enrolment is sealed.
fn enrolment_of(principal: &Principal) -> String {
    format!("enrolment {} {}", principal.uid, principal.session_id)
}

/// The account's name in the app.
fn label(account: &AccountRecord) -> String {
    account.email.as_ref().map_or_else(|| account.uid.to_string(), |email| email.as_str().to_owned())
}
