//! The second factors of the signed-in account.

use serde::Serialize;
use utoipa::ToSchema;

use super::FactorInfo;
use crate::app::App;
use crate::domain::second_factor::{FEW_CODES, MAX_FACTORS};
use crate::error::Result;
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::AccountRecord;

/// The second factors of an account, and the rules that apply to them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct FactorOverview {
    /// Oldest first.
    pub factors: Vec<FactorInfo>,
    /// Maximum number of second factors of an account.
    pub max_factors: usize,
    pub recovery_codes_left: usize,
    /// Whether the owner should create new recovery codes.
    pub has_few_recovery_codes: bool,
    /// Whether the account must have a second factor.
    pub is_required: bool,
    /// Whether the owner of the address has proven the credentials. Until then, no factor can be added.
    pub is_address_proven: bool,
}

/// Returns the second factors of the signed-in account.
pub async fn overview(app: &App, actor: &Actor) -> Result<FactorOverview> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let account = app.store.read(move |tx| session_check::account(tx, &principal)).await?;
    let policy = app.config.accounts.policy_of(&account.tenant);
    let is_required = policy.second_factor.is_required_of(account.role) && !account.is_guest();
    let AccountRecord { second_factors, email_verified, credentials_proven, .. } = account;
    let recovery_codes_left = second_factors.recovery_codes.len();
    Ok(FactorOverview {
        has_few_recovery_codes: !second_factors.is_empty() && recovery_codes_left <= FEW_CODES,
        factors: second_factors.enrolled.iter().map(FactorInfo::from).collect(),
        max_factors: MAX_FACTORS,
        recovery_codes_left,
        is_required,
        is_address_proven: email_verified && credentials_proven,
    })
}
