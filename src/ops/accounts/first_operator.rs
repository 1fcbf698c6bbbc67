//! The one-time link that makes an account the first operator of the site.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::context::{ClientInfo, record_audit};
use super::errors::{expired_code, invalid_code};
use super::{action_codes, session_check};
use crate::app::App;
use crate::domain::Role;
use crate::error::{Error, ErrorCode, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::audit::{self, AuditRecord};
use crate::store::{Reading, meta};

/// How long a link is valid.
const VALID_MINUTES: u32 = 30;
const AUDIT_ACTION: &str = "accounts.first_operator";

/// A link that makes the account that opens it the first operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FirstOperatorLink {
    pub link: String,
    pub valid_minutes: u32,
}

/// The stored part of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct StoredLink {
    /// Digest of the code in the link.
    hash: String,
    expires_at: Timestamp,
}

/// Creates a link; an earlier one is void.
///
/// # Errors
/// `operator_exists`
pub async fn create_link(app: &App, actor: &Actor) -> Result<FirstOperatorLink> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor, code) = (app.clock.now(), actor.to_string(), secrets::generate_action_code());
    let stored = StoredLink {
        hash: secrets::digest(&code),
        expires_at: now.saturating_add(SignedDuration::from_mins(VALID_MINUTES.into())).unwrap_or(now),
    };
    let stored = serde_json::to_string(&stored).map_err(|error| Error::internal("writing a link as JSON", error))?;
    let write = app.store.write(move |tx| {
        require_none(tx)?;
        meta::FIRST_OPERATOR_LINK.put(tx, &stored)?;
        let (actor, subject) = (actor.clone(), "link".to_owned());
        Ok(audit::append(tx, &AuditRecord { at: now, actor, action: AUDIT_ACTION.to_owned(), subject })?)
    });
    write.await?;
    let link = format!("{}/app?screen=operator&code={code}", app.public_url());
    Ok(FirstOperatorLink { link, valid_minutes: VALID_MINUTES })
}

/// Makes the signed-in account the first operator. Access tokens become void because they name the old role.
///
/// # Errors
/// `operator_exists`; `invalid_action_code` for a code that is not the last one or was used; `expired_action_code`;
/// `operation_not_allowed` for a guest; `too_many_requests`.
pub async fn become_first(app: &App, actor: &Actor, client: &ClientInfo, code: &str) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let digest = action_codes::digest(app, client, code)?;
    let (now, principal) = (app.clock.now(), actor.principal()?.clone());
    let write = app.store.write(move |tx| {
        let before = session_check::account(tx, &principal)?;
        session_check::require_no_guest(&before)?;
        require_none(tx)?;
        let link = stored(tx)?.filter(|link| link.hash == digest).ok_or_else(invalid_code)?;
        if now >= link.expires_at {
            return Err(expired_code());
        }
        meta::FIRST_OPERATOR_LINK.remove(tx)?;
        let after = AccountRecord { role: Role::Operator, valid_since: now, ..before.clone() };
        accounts::put(tx, Some(&before), &after)?;
        Ok(record_audit(tx, now, AUDIT_ACTION, &after.uid)?)
    });
    write.await
}

fn stored(tx: &dyn Reading) -> Result<Option<StoredLink>> {
    let text = meta::FIRST_OPERATOR_LINK.get(tx)?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
}

/// Checks that no account is an operator, not even a disabled one.
fn require_none(tx: &dyn Reading) -> Result<()> {
    if !accounts::has_operator(tx)? {
        return Ok(());
    }
    let message = "an account is an operator already; `paragraf accounts role ADDRESS operator` makes another one";
    Err(Error::conflict(ErrorCode::OperatorExists, message))
}
