//! Completing a sign-in with a second factor.

use jiff::Timestamp;
use uuid::Uuid;

use super::pending::{MAX_FAILURES, PendingCredential};
use crate::app::App;
use crate::domain::Uid;
use crate::domain::second_factor::{FactorProof, FactorSecret, SecondFactors};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::failed_sign_ins::FailureReason;
use crate::identity::recovery_codes;
use crate::identity::totp::TotpSecret;
use crate::ops::accounts::activity;
use crate::ops::accounts::context::{ClientInfo, count_failure, record_audit};
use crate::ops::accounts::entry::{self, Entry, SignInOutcome, complete};
use crate::ops::accounts::errors::{invalid_field, user_disabled};
use crate::ops::accounts::hooks;
use crate::ops::accounts::tokens::{IssuedSession, SignInContext};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::{Limit, too_many_requests};
use crate::store::accounts::{self, AccountRecord};
use crate::store::pending_sign_ins::{self, PendingSignInRecord};
use crate::store::{Reading, WriteTx};

/// Seconds to wait after a pending sign-in became void.
const VOID_WAIT_SECS: u64 = 30;

/// The proof of a second factor for a pending sign-in.
#[derive(Debug)]
pub struct SecondFactorSignIn {
    pub credential: String,
    pub proof: GivenProof,
}

/// What the user typed.
#[derive(Debug, Clone)]
pub enum GivenProof {
    /// A code of this factor.
    Code {
        factor: Uuid,
        code: String,
    },
    RecoveryCode(String),
}

/// A completed sign-in.
#[derive(Debug)]
pub struct CompletedSignIn {
    pub session: IssuedSession,
    /// How many recovery codes are left, if one was used.
    pub recovery_codes_left: Option<usize>,
}

/// A proof that is ready to be checked in the transaction.
#[derive(Debug, Clone)]
enum Checkable {
    Totp { factor: Uuid, secret: TotpSecret, code: String },
    RecoveryCode(String),
}

enum Attempt {
    Completed(Entry, Option<usize>),
    /// The code is wrong; whether the pending sign-in is void.
    Wrong {
        is_void: bool,
    },
}

/// Completes a pending sign-in, or authenticates its session again. The code is used up.
///
/// # Errors
/// `invalid_verification_code`; `too_many_requests` also for the fifth wrong code, after which the pending sign-in is
/// void; `invalid_multi_factor_session`, `tenant_id_mismatch`, `session_expired`, `multi_factor_info_not_found`,
/// `user_disabled`, `refused_by_hook` and `hook_unavailable` (the code stays valid), `unavailable`.
pub async fn finish(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    input: SecondFactorSignIn,
) -> Result<CompletedSignIn> {
    policy::authorize(actor, Action::SignIn)?;
    let credential = PendingCredential::parse(&input.credential, client)?;
    let uid = credential.uid.clone();
    check_limits(app, client, &credential, &input.proof)?;
    let (wanted, now, given) = (credential.clone(), app.clock.now(), input.proof);
    let found = app.store.read(move |tx| found(tx, &wanted, now)).await?;
    let (pending, account) = found;
    let checkable = given.opened(app, &account)?;
    let is_code = matches!(checkable, Checkable::Totp { .. });
    let context = SignInContext {
        second_factor: Some(checkable.kind()),
        ..SignInContext::new(app, pending.method, Some(pending.persistence), client)
    };
    let attempt = hooks::write(app, &context, move |tx, entering| execute(tx, entering, &credential, &checkable));
    match attempt.await.inspect_err(|error| count_failure(app, client, error.code))? {
        Attempt::Completed(entry, recovery_codes_left) => {
            app.identity.factor_failures.clear(uid.as_str(), client.network);
            match entry::finish(app, &context, entry)? {
                SignInOutcome::Session(session) => Ok(CompletedSignIn { session: *session, recovery_codes_left }),
                SignInOutcome::SecondFactorRequired(_) => Err(super::pending::invalid_pending()),
            }
        }
        Attempt::Wrong { is_void } => {
            let now = app.clock.steady();
            app.identity.factor_failures.record(uid.as_str(), client.network, now);
            if is_code {
                // At the limit this attempt is refused either way.
                app.rate_limiter.take(Limit::WrongFactorCode, uid.as_str(), now).ok();
            }
            app.identity.failed_sign_ins.record(FailureReason::SecondFactor, client.network, app.clock.now());
            activity::record_failure(app, client, uid).await;
            Err(if is_void { too_many_requests(VOID_WAIT_SECS) } else { wrong_code() })
        }
    }
}

/// Limits wrong codes by account and network, and those of six digits also by account alone: they can be guessed from
/// many networks. A recovery code cannot, so that it always lets the owner in.
fn check_limits(app: &App, client: &ClientInfo, credential: &PendingCredential, given: &GivenProof) -> Result<()> {
    let (uid, now) = (credential.uid.as_str(), app.clock.steady());
    app.identity.factor_failures.check(uid, client.network, now)?;
    match given {
        GivenProof::Code { .. } => app.rate_limiter.peek(Limit::WrongFactorCode, uid, now),
        GivenProof::RecoveryCode(_) => Ok(()),
    }
}

fn found(
    tx: &impl Reading,
    credential: &PendingCredential,
    now: Timestamp,
) -> Result<(PendingSignInRecord, AccountRecord)> {
    let pending = credential.find(tx, now)?;
    let account = accounts::get(tx, &credential.uid)?.ok_or_else(super::pending::invalid_pending)?;
    if account.disabled { Err(user_disabled()) } else { Ok((pending, account)) }
}

impl GivenProof {
    /// Opens the factor's secret.
    ///
    /// # Errors
    /// `multi_factor_info_not_found` unless the account has this factor, `unavailable` without the key of secrets.
    fn opened(self, app: &App, account: &AccountRecord) -> Result<Checkable> {
        let (factor, code) = match self {
            Self::RecoveryCode(code) => return Ok(Checkable::RecoveryCode(code)),
            Self::Code { factor, code } => (factor, code),
        };
        let stored = account.second_factors.get(factor).ok_or_else(no_such_factor)?;
        match &stored.secret {
            FactorSecret::Totp { sealed, .. } => {
                let text = app.identity.factors.open(&owner(&account.uid, factor), sealed);
                let secret = text.as_deref().and_then(TotpSecret::parse);
                let secret = secret.ok_or_else(|| Error::unavailable("Codes of apps cannot be checked now."))?;
                Ok(Checkable::Totp { factor, secret, code })
            }
        }
    }
}

/// The owner of a factor's sealed secret.
pub(super) fn owner(uid: &Uid, factor: Uuid) -> String {
    format!("{uid} {factor}")
}

impl Checkable {
    fn kind(&self) -> FactorProof {
        match self {
            Self::Totp { .. } => FactorProof::Totp,
            Self::RecoveryCode(_) => FactorProof::RecoveryCode,
        }
    }

    /// Uses the code up. Returns whether it was right.
    fn spend(&self, factors: &mut SecondFactors, now: Timestamp) -> Result<bool> {
        match self {
            Self::Totp { factor, secret, code } => {
                let enrolled = factors.enrolled.iter_mut().find(|enrolled| enrolled.id == *factor);
                let enrolled = enrolled.ok_or_else(no_such_factor)?;
                let FactorSecret::Totp { last_step, .. } = &mut enrolled.secret;
                let Some(step) = secret.accept(code, now, Some(*last_step)) else { return Ok(false) };
                *last_step = step;
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
    proof: &Checkable,
) -> Result<Attempt> {
    let (mut pending, before) = found(tx, credential, context.now)?;
    let mut account = before.clone();
    if !proof.spend(&mut account.second_factors, context.now)? {
        pending.failures += 1;
        let is_void = pending.failures >= MAX_FAILURES;
        if is_void {
            pending_sign_ins::remove(tx, &pending)?;
        } else {
            pending_sign_ins::put(tx, &pending)?;
        }
        return Ok(Attempt::Wrong { is_void });
    }
    let left = match proof {
        Checkable::RecoveryCode(_) => {
            record_audit(tx, context.now, "accounts.use_recovery_code", &account.uid)?;
            Some(account.second_factors.recovery_codes.len())
        }
        Checkable::Totp { .. } => None,
    };
    pending_sign_ins::remove(tx, &pending)?;
    Ok(Attempt::Completed(complete(tx, context, &before, account, pending)?, left))
}

pub(super) fn wrong_code() -> Error {
    invalid_field(ErrorCode::InvalidVerificationCode, "code", "This code is wrong, or was used before.")
}

pub(super) fn no_such_factor() -> Error {
    Error::new(Kind::NotFound, ErrorCode::MultiFactorInfoNotFound, "The account has no such second factor.")
}
