//! Recovery codes, which replace a lost second factor.

use crate::app::App;
use crate::domain::activity::ActivityKind;
use crate::error::Result;
use crate::identity::recovery_codes;
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit, require_recent_sign_in};
use crate::ops::accounts::second_factor::sign_in::no_such_factor;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts;

/// A new set of recovery codes.
#[derive(Clone)]
pub(super) struct RecoveryCodes(Vec<String>);

/// The codes stay out of logs.
impl std::fmt::Debug for RecoveryCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecoveryCodes")
    }
}

impl RecoveryCodes {
    pub(super) fn generate() -> Self {
        Self(recovery_codes::generate())
    }

    pub(super) fn digests(&self) -> Vec<String> {
        self.0.iter().map(|code| recovery_codes::digest(code)).collect()
    }

    pub(super) fn into_codes(self) -> Vec<String> {
        self.0
    }
}

/// Replaces the recovery codes of the signed-in account, and returns the new ones.
///
/// # Errors
/// `requires_recent_login`, `multi_factor_info_not_found` without a second factor.
pub async fn renew(app: &App, actor: &Actor, client: &ClientInfo) -> Result<Vec<String>> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    require_recent_sign_in(&principal, now)?;
    let codes = RecoveryCodes::generate();
    let (digests, origin) = (codes.digests(), Origin::new(client, now));
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        if before.second_factors.is_empty() {
            return Err(no_such_factor());
        }
        let mut account = before.clone();
        account.second_factors.recovery_codes.clone_from(&digests);
        accounts::put(tx, Some(&before), &account)?;
        origin.record(tx, &account.uid, ActivityKind::RecoveryCodes)?;
        Ok(record_audit(tx, now, "accounts.renew_recovery_codes", &account.uid)?)
    });
    write.await?;
    Ok(codes.into_codes())
}
