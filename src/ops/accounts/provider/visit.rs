//! The result of a visit to a provider, for the browser that started it.

use jiff::Timestamp;

use crate::domain::TenantId;
use crate::domain::federated::{FederatedProfile, ProviderFailure};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::accounts::errors::invalid_provider_response;
use crate::ops::accounts::tenants;
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionRecord};
use crate::store::{Reading, StoreError};

/// Returns the transaction if this browser started it.
pub(super) fn find_transaction(
    tx: &dyn Reading,
    state: &str,
    browser: &str,
) -> Result<Option<TransactionRecord>, StoreError> {
    let record = transactions::get(tx, &secrets::digest(state))?;
    Ok(record.filter(|record| secrets::matches_digest(browser, &record.browser_hash)))
}

/// Returns a transaction of this browser with the profile that the provider returned.
///
/// # Errors
/// `session_expired`, `tenant_id_mismatch`, `invalid_idp_response`, and the failure of the transaction.
pub(in crate::ops::accounts) fn find_authenticated(
    tx: &dyn Reading,
    tenant: &TenantId,
    state: &str,
    browser: &str,
    now: Timestamp,
) -> Result<(TransactionRecord, FederatedProfile)> {
    let record = find_transaction(tx, state, browser)?.ok_or_else(invalid_provider_response)?;
    tenants::require_same(tenant, &record.tenant)?;
    if now >= record.expires_at {
        return Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "This sign-in took too long."));
    }
    match &record.stage {
        Stage::Authenticated(profile) => {
            let profile = profile.clone();
            Ok((record, profile))
        }
        Stage::Failed(failure) => Err(failure_error(*failure)),
        Stage::Started { .. } | Stage::Asked { .. } | Stage::Exchanging => Err(invalid_provider_response()),
    }
}

/// Returns the failure that a visit ends with, and logs its cause unless the user cancelled.
pub(super) fn report_failure(error: &Error) -> ProviderFailure {
    let failure = match error.code {
        ErrorCode::UserCancelled => ProviderFailure::Cancelled,
        ErrorCode::ProviderUnavailable => ProviderFailure::Unavailable,
        ErrorCode::AdminRestrictedOperation => ProviderFailure::NotAdmitted,
        _ => ProviderFailure::InvalidResponse,
    };
    if failure != ProviderFailure::Cancelled {
        // The error contains only our own text and the provider's error code, nothing about the user.
        tracing::warn!(code = error.code.as_str(), reason = error.chain(), "a sign-in at the provider failed");
    }
    failure
}

/// The error of a failed visit.
pub(super) fn failure_error(failure: ProviderFailure) -> Error {
    match failure {
        ProviderFailure::Cancelled => {
            Error::new(Kind::Forbidden, ErrorCode::UserCancelled, "The sign-in was cancelled at the provider.")
        }
        ProviderFailure::Unavailable => Error::new(
            Kind::Upstream,
            ErrorCode::ProviderUnavailable,
            "The provider of this sign-in cannot be reached.",
        ),
        ProviderFailure::InvalidResponse => invalid_provider_response(),
        ProviderFailure::NotAdmitted => {
            let message = "This site does not admit this account of the provider.";
            Error::new(Kind::Forbidden, ErrorCode::AdminRestrictedOperation, message)
        }
    }
}
