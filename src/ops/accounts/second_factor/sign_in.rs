//! Completing a sign-in with a second factor.

use jiff::Timestamp;
use uuid::Uuid;

use super::pending::{MAX_FAILURES, PendingCredential, can_complete};
use crate::app::App;
use crate::domain::Uid;
use crate::domain::message::MessageKind;
use crate::domain::second_factor::{FactorProof, FactorSecret};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::failed_sign_ins::FailureReason;
use crate::identity::recovery_codes;
use crate::identity::totp::TotpSecret;
use crate::ops::accounts::activity;
use crate::ops::accounts::completion::{self, Completion, SignInOutcome, complete_second_factor};
use crate::ops::accounts::context::{ClientInfo, count_failure, record_audit, wake_mailer};
use crate::ops::accounts::errors::{invalid_field, user_disabled};
use crate::ops::accounts::factor_key::secret_owner;
use crate::ops::accounts::hooks;
use crate::ops::accounts::messages::InfoMessage;
use crate::ops::accounts::passkeys::ceremony::{self, VerifiedAssertion, unknown_passkey};
use crate::ops::accounts::passkeys::{CeremonyAnswer, record_use};
use crate::ops::accounts::phone::PhoneCredential;
use crate::ops::accounts::phone::proof::{CredentialCheck, ParsedCredential};
use crate::ops::accounts::tokens::{IssuedSession, SignInContext};
use crate::ops::limits;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::{Limit, too_many_requests};
use crate::store::accounts::{self, AccountRecord};
use crate::store::passkey_ceremonies::CeremonyPurpose;
use crate::store::pending_sign_ins::{self, PendingSignInRecord};
use crate::store::phone_codes::{self, CodePurpose};
use crate::store::{Reading, WriteTx};

/// Seconds to wait after a pending sign-in became void.
const VOID_WAIT_SECS: u64 = 30;

/// The proof of a second factor for a pending sign-in.
#[derive(Debug)]
pub struct SecondFactorSignIn {
    pub credential: String,
    pub proof: GivenProof,
}

/// The proof of a second factor, as the client sent it.
#[derive(Debug, Clone)]
pub enum GivenProof {
    /// A code for this factor.
    Code {
        factor: Uuid,
        code: String,
        /// The secret with which a text message was requested; empty for other kinds.
        session_info: String,
    },
    RecoveryCode(String),
    /// The answer to [`super::passkey_request::start`].
    Passkey(CeremonyAnswer),
}

/// A completed sign-in.
#[derive(Debug)]
pub struct CompletedSignIn {
    pub session: IssuedSession,
    /// Number of recovery codes left, if one was used.
    pub recovery_codes_left: Option<usize>,
}

/// A proof that is ready to be checked in the transaction.
#[derive(Debug, Clone)]
enum PreparedProof {
    Totp { factor: Uuid, secret: TotpSecret, code: String },
    Sms { factor: Uuid, presented: ParsedCredential },
    RecoveryCode(String),
    Passkey(Box<VerifiedAssertion>),
}

enum SecondFactorOutcome {
    Completed(Completion, Option<usize>),
    /// The code is wrong. `is_void` is whether the pending sign-in has ended.
    Wrong {
        is_void: bool,
    },
}

/// Completes a pending sign-in, or authenticates its session again. The code is used up.
///
/// # Errors
/// `invalid_verification_code`; those of a text message's code: `missing_verification_code`, `invalid_verification_id`,
/// `code_expired`; those of a passkey: `invalid_passkey`, `passkey_credential_not_found`; `too_many_requests` also for
/// the fifth wrong code, after which the pending sign-in is void; `invalid_multi_factor_session`, `tenant_id_mismatch`,
/// `session_expired`, `multi_factor_info_not_found`, `user_disabled`, `refused_by_hook` and `hook_unavailable` (the
/// proof stays valid), `unavailable`.
pub async fn finish(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    input: SecondFactorSignIn,
) -> Result<CompletedSignIn> {
    policy::authorize(actor, Action::SignIn)?;
    let credential = PendingCredential::parse(&input.credential, client)?;
    let uid = credential.uid.clone();
    check_limits(app, client, &credential, &input.proof).await?;
    let (wanted, now, given) = (credential.clone(), app.clock.now(), input.proof);
    let (pending, account) = app.store.read(move |tx| find_pending(tx, &wanted, now)).await?;
    let proof = given.prepare(app, client, &pending, &account).await?;
    let is_code = matches!(proof, PreparedProof::Totp { .. } | PreparedProof::Sms { .. });
    let context = SignInContext {
        second_factor: Some(proof.kind()),
        ..SignInContext::new(app, pending.method, Some(pending.persistence), client)
    };
    let warning = due_warning(app, &uid).await;
    let is_warned = warning.is_some();
    let attempt = hooks::write(app, &context, move |tx, context| execute(tx, context, &credential, &proof, warning));
    match attempt.await.inspect_err(|error| count_failure(app, client, error.code))? {
        SecondFactorOutcome::Completed(completion, recovery_codes_left) => {
            app.identity.factor_failures.clear(uid.as_str(), client.network);
            match completion::finish(app, &context, completion)? {
                SignInOutcome::Session(session) => Ok(CompletedSignIn { session: *session, recovery_codes_left }),
                SignInOutcome::SecondFactorRequired(_) => Err(super::pending::invalid_pending()),
            }
        }
        SecondFactorOutcome::Wrong { is_void } => {
            note_wrong_proof(app, client, uid, is_code, is_warned).await;
            Err(if is_void { too_many_requests(VOID_WAIT_SECS) } else { wrong_code() })
        }
    }
}

/// Counts a wrong proof against the limits, and records it for the owner and the operator.
async fn note_wrong_proof(app: &App, client: &ClientInfo, uid: Uid, is_code: bool, is_warned: bool) {
    app.identity.factor_failures.record(uid.as_str(), client.network, app.clock.steady());
    // At the limit the owner gets a mail, whose transaction has ended.
    limits::take(app, Limit::UnreportedFactorProof, uid.as_str()).await.ok();
    if is_warned {
        limits::take(app, Limit::FactorWarning, uid.as_str()).await.ok();
    }
    wake_mailer(app);
    if is_code {
        // At the limit this attempt is refused either way.
        limits::take(app, Limit::WrongFactorCode, uid.as_str()).await.ok();
    }
    app.identity.failed_sign_ins.record(FailureReason::SecondFactor, client.network, app.clock.now());
    activity::record_failure(app, client, uid).await;
}

/// Returns the mail to the owner if a wrong proof must be reported now: the fifth within a day, over all sign-ins.
/// Somebody else may have got past the first factor.
async fn due_warning(app: &App, uid: &Uid) -> Option<InfoMessage> {
    let is_due = limits::peek(app, Limit::UnreportedFactorProof, uid.as_str()).await.is_err()
        && limits::peek(app, Limit::FactorWarning, uid.as_str()).await.is_ok();
    is_due.then(|| InfoMessage::new(app.clock.now()))
}

/// Limits wrong codes by account and network. Codes of six digits could be guessed from many networks, and are limited
/// by account alone too. Recovery codes cannot be guessed, so the owner can always use one.
async fn check_limits(
    app: &App,
    client: &ClientInfo,
    credential: &PendingCredential,
    given: &GivenProof,
) -> Result<()> {
    match given {
        GivenProof::Code { .. } => check_code_limits(app, client, credential).await,
        GivenProof::RecoveryCode(_) | GivenProof::Passkey(_) => {
            app.identity.factor_failures.check(credential.uid.as_str(), client.network, app.clock.steady())
        }
    }
}

/// Checks the limits on wrong codes of six digits.
///
/// # Errors
/// `too_many_requests`.
pub(super) async fn check_code_limits(app: &App, client: &ClientInfo, credential: &PendingCredential) -> Result<()> {
    let uid = credential.uid.as_str();
    app.identity.factor_failures.check(uid, client.network, app.clock.steady())?;
    limits::peek(app, Limit::WrongFactorCode, uid).await
}

/// Returns the pending sign-in with its account.
pub(super) fn find_pending(
    tx: &dyn Reading,
    credential: &PendingCredential,
    now: Timestamp,
) -> Result<(PendingSignInRecord, AccountRecord)> {
    let pending = credential.find(tx, now)?;
    let account = accounts::get(tx, &credential.uid)?.ok_or_else(super::pending::invalid_pending)?;
    if account.disabled { Err(user_disabled()) } else { Ok((pending, account)) }
}

impl GivenProof {
    /// Prepares the proof: opens the factor's secret, checks the form of a text message's code, or verifies the
    /// passkey.
    ///
    /// # Errors
    /// Those of [`ParsedCredential::parse`] and [`ceremony::verify_assertion`], `multi_factor_info_not_found` unless
    /// the account has this factor, `unavailable` without the key of secrets.
    async fn prepare(
        self,
        app: &App,
        client: &ClientInfo,
        pending: &PendingSignInRecord,
        account: &AccountRecord,
    ) -> Result<PreparedProof> {
        let (factor, code, session_info) = match self {
            Self::RecoveryCode(code) => return Ok(PreparedProof::RecoveryCode(code)),
            Self::Passkey(answer) => {
                let (uid, pending) = (account.uid.clone(), pending.hash.clone());
                let wanted = CeremonyPurpose::SecondFactor { uid: uid.clone(), pending };
                let is_wanted = move |purpose: &CeremonyPurpose| *purpose == wanted;
                let asserted = ceremony::verify_assertion(app, client, &answer, is_wanted).await?;
                let is_own = asserted.account.uid == uid;
                return if is_own { Ok(PreparedProof::Passkey(Box::new(asserted))) } else { Err(unknown_passkey()) };
            }
            Self::Code { factor, code, session_info } => (factor, code, session_info),
        };
        let stored = account.second_factors.get(factor).filter(|factor| can_complete(&pending.method, factor));
        let stored = stored.ok_or_else(no_such_factor)?;
        match &stored.secret {
            FactorSecret::Totp { sealed, .. } => {
                let text = app.identity.factors.open(&secret_owner(&account.uid, factor), sealed);
                let secret = text.as_deref().and_then(TotpSecret::parse);
                let secret = secret.ok_or_else(|| {
                    Error::unavailable("Codes of authenticator apps cannot be checked at the moment.")
                })?;
                Ok(PreparedProof::Totp { factor, secret, code })
            }
            FactorSecret::Passkey { .. } => Err(no_such_factor()),
            FactorSecret::Sms { .. } => {
                let presented = ParsedCredential::parse(app, client, &PhoneCredential::Code { session_info, code })?;
                Ok(PreparedProof::Sms { factor, presented })
            }
        }
    }
}

impl PreparedProof {
    fn kind(&self) -> FactorProof {
        match self {
            Self::Totp { .. } => FactorProof::Totp,
            Self::Sms { .. } => FactorProof::Sms,
            Self::RecoveryCode(_) => FactorProof::RecoveryCode,
            Self::Passkey(_) => FactorProof::Passkey,
        }
    }

    /// Uses up the proof. Returns whether it was right.
    ///
    /// # Errors
    /// `multi_factor_info_not_found` when the factor was removed meanwhile; `code_expired` for a text message;
    /// `invalid_passkey` for a passkey that was used meanwhile, `passkey_credential_not_found` for a removed one.
    fn spend(&self, tx: &WriteTx, pending: &str, account: &mut AccountRecord, now: Timestamp) -> Result<bool> {
        let factors = &mut account.second_factors;
        match self {
            Self::Passkey(asserted) => {
                let VerifiedAssertion { ceremony, account: verified, passkey } = &**asserted;
                ceremony::close(tx, &ceremony.hash)?;
                if let Some(factor) = factors.of_passkey(&passkey.id) {
                    factor.last_used_at = Some(now);
                }
                record_use(account, verified, passkey, now)?;
            }
            Self::Totp { factor, secret, code } => {
                let enrolled = factors.get_mut(*factor).ok_or_else(no_such_factor)?;
                let FactorSecret::Totp { last_step, .. } = &mut enrolled.secret else { return Err(no_such_factor()) };
                let Some(step) = secret.accept(code, now, Some(*last_step)) else { return Ok(false) };
                *last_step = step;
                enrolled.last_used_at = Some(now);
            }
            Self::Sms { factor, presented } => {
                let purpose = CodePurpose::SecondFactor { pending: pending.to_owned(), factor: *factor };
                let enrolled = factors.get_mut(*factor).ok_or_else(no_such_factor)?;
                let CredentialCheck::Valid(record) = presented.check(tx, &purpose)? else { return Ok(false) };
                phone_codes::remove(tx, &record.hash)?;
                enrolled.last_used_at = Some(now);
            }
            Self::RecoveryCode(code) => {
                let Some(place) = recovery_codes::find(code, &factors.recovery_codes) else { return Ok(false) };
                factors.recovery_codes.remove(place);
            }
        }
        Ok(true)
    }
}

fn execute(
    tx: &WriteTx,
    context: &SignInContext,
    credential: &PendingCredential,
    proof: &PreparedProof,
    warning: Option<InfoMessage>,
) -> Result<SecondFactorOutcome> {
    let (mut pending, before) = find_pending(tx, credential, context.now)?;
    let mut account = before.clone();
    if !proof.spend(tx, &pending.hash, &mut account, context.now)? {
        pending.failures += 1;
        let is_void = pending.failures >= MAX_FAILURES;
        if is_void {
            pending_sign_ins::remove(tx, &pending)?;
        } else {
            pending_sign_ins::put(tx, &pending)?;
        }
        if let Some(message) = warning {
            message.queue(tx, MessageKind::SecondFactorAttempts, &before, Some(&context.device))?;
        }
        return Ok(SecondFactorOutcome::Wrong { is_void });
    }
    let left = match proof {
        PreparedProof::RecoveryCode(_) => {
            record_audit(tx, context.now, "accounts.use_recovery_code", &account.uid)?;
            Some(account.second_factors.recovery_codes.len())
        }
        PreparedProof::Totp { .. } | PreparedProof::Sms { .. } | PreparedProof::Passkey(_) => None,
    };
    pending_sign_ins::remove(tx, &pending)?;
    Ok(SecondFactorOutcome::Completed(complete_second_factor(tx, context, &before, account, pending)?, left))
}

pub(super) fn wrong_code() -> Error {
    invalid_field(ErrorCode::InvalidVerificationCode, "code", "This code is wrong, or was used before.")
}

pub(super) fn no_such_factor() -> Error {
    Error::new(Kind::NotFound, ErrorCode::MultiFactorInfoNotFound, "The account has no such second factor.")
}
