//! Adding a second factor of any kind, after its user has proven it.

use jiff::Timestamp;

use super::FactorInfo;
use super::recovery::RecoveryCodes;
use crate::app::App;
use crate::config::AccountPolicy;
use crate::domain::account::CodeKind;
use crate::domain::activity::ActivityKind;
use crate::domain::second_factor::{Factor, FactorProof, MAX_FACTORS};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{
    ClientInfo, notify_sessions_changed, record_audit, require_recent_sign_in, wake_mailer,
};
use crate::ops::accounts::email_change::recoverable_email;
use crate::ops::accounts::errors::method_not_offered;
use crate::ops::accounts::messages::{CodeMessage, CodeTarget};
use crate::ops::accounts::session_check;
use crate::ops::accounts::sessions::end_all;
use crate::ops::accounts::tokens::{self, IssuedSession, SessionSeed};
use crate::ops::policy::Principal;
use crate::store::WriteTx;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sessions::SessionRecord;

/// An account with a new second factor.
#[derive(Debug)]
pub struct Enrolled {
    /// The same session, with new tokens; the others have ended.
    pub session: IssuedSession,
    pub factor: FactorInfo,
    /// Only with the account's first second factor; shown once.
    pub recovery_codes: Option<Vec<String>>,
}

/// The random parts and settings of an addition, prepared before the transaction.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct Addition {
    policy: AccountPolicy,
    now: Timestamp,
    seed: SessionSeed,
    recovery: RecoveryCodes,
    message: CodeMessage,
    origin: Origin,
}

/// The result of the transaction.
pub(in crate::ops::accounts) struct AddedFactor {
    account: AccountRecord,
    session: SessionRecord,
    factor: FactorInfo,
    has_new_codes: bool,
}

impl Addition {
    pub(in crate::ops::accounts) fn new(app: &App, client: &ClientInfo) -> Self {
        let (policy, now) = (app.config.accounts.policy_of(&client.tenant), app.clock.now());
        Self {
            policy,
            now,
            seed: SessionSeed::new(now),
            recovery: RecoveryCodes::generate(),
            message: CodeMessage::new(app, policy.recover_ttl, None).with_device(&client.device),
            origin: Origin::new(client, now),
        }
    }

    /// Adds the factor, ends the other sessions, and mails a link that removes the factor again, also to the address
    /// that a recovery link would restore. From now on the session has a second factor.
    ///
    /// # Errors
    /// Those of [`require_addable`]; `invalid_multi_factor_session` when the factor was added before.
    pub(in crate::ops::accounts) fn add(
        &self,
        tx: &WriteTx,
        principal: &Principal,
        factor: Factor,
        proof: FactorProof,
    ) -> Result<AddedFactor> {
        let (before, mut session) = session_check::account_and_session(tx, principal)?;
        require_addable(&self.policy, principal, &before, self.now)?;
        if before.second_factors.get(factor.id).is_some() {
            return Err(super::pending::invalid_pending());
        }
        let (id, info) = (factor.id, FactorInfo::from(&factor));
        let mut account = before.clone();
        let has_new_codes = before.second_factors.is_empty();
        if has_new_codes {
            account.second_factors.recovery_codes = self.recovery.digests();
        }
        account.second_factors.enrolled.push(factor);
        accounts::put(tx, Some(&before), &account)?;
        end_all(tx, &account.uid, Some(session.id))?;
        session.second_factor = Some(proof);
        self.seed.rotate(tx, &mut session, self.now)?;
        if let Some(target) = CodeTarget::own(CodeKind::RevertSecondFactorAddition, &account) {
            // A thief who changed the address must not be the only one to get the link.
            let original = recoverable_email(tx, &account, self.now)?;
            self.message.queue(tx, &CodeTarget { factor: Some(id), copy_to: original.as_ref(), ..target })?;
        }
        self.origin.record(tx, &account.uid, ActivityKind::SecondFactorAdd)?;
        record_audit(tx, self.now, "accounts.add_second_factor", &account.uid)?;
        Ok(AddedFactor { account, session, factor: info, has_new_codes })
    }

    /// Issues the tokens of the session, after the commit.
    pub(in crate::ops::accounts) fn finish(self, app: &App, added: AddedFactor) -> Result<Enrolled> {
        let AddedFactor { account, session, factor, has_new_codes } = added;
        notify_sessions_changed(app, &account.uid);
        wake_mailer(app);
        let session = tokens::issue(app, &account, &session, Some(&self.seed), false)?;
        Ok(Enrolled { session, factor, recovery_codes: has_new_codes.then(|| self.recovery.into_codes()) })
    }
}

/// Checks that the account may get one more second factor.
///
/// # Errors
/// `operation_not_allowed`, `requires_recent_login`, `unsupported_first_factor` for a guest, `unverified_email` until
/// the owner of the address has proven the credentials, `maximum_second_factor_count_exceeded`.
pub(in crate::ops::accounts) fn require_addable(
    policy: &AccountPolicy,
    principal: &Principal,
    account: &AccountRecord,
    now: Timestamp,
) -> Result<()> {
    if !policy.second_factor.is_offered_to(account.role) {
        return Err(method_not_offered());
    }
    require_recent_sign_in(principal, now)?;
    let forbidden = |code, message: &str| Err(Error::new(Kind::Forbidden, code, message));
    if account.is_guest() || account.email.is_none() {
        let message = "An account without an e-mail address cannot have a second factor.";
        return forbidden(ErrorCode::UnsupportedFirstFactor, message);
    }
    if !account.email_verified || !account.credentials_proven {
        return forbidden(ErrorCode::UnverifiedEmail, "Confirm your e-mail address in this browser first.");
    }
    if account.second_factors.enrolled.len() >= MAX_FACTORS {
        let message = format!("An account has at most {MAX_FACTORS} second factors.");
        return Err(Error::conflict(ErrorCode::MaximumSecondFactorCountExceeded, message));
    }
    Ok(())
}
