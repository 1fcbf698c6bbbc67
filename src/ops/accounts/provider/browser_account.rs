//! Signing in with an account that the browser offers (FedCM): the browser returns an ID token of the provider, and the
//! sign-in continues as after a visit.

use super::start::{TRANSACTION_TTL, provider, require_provider};
use super::visit::{failure_error, find_transaction, report_failure};
use crate::app::App;
use crate::domain::federated::{FederatedProfile, ProviderFailure};
use crate::error::Result;
use crate::identity::federation::BrowserToken;
use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::{invalid_provider_response, method_not_offered};
use crate::ops::accounts::tenants;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionPurpose, TransactionRecord};

/// Maximum length of an ID token.
const MAX_TOKEN: usize = 8192;

/// A started visit, for the dialog in which the browser offers accounts.
#[derive(Debug)]
pub struct StartedBrowserVisit {
    /// Identifies the visit that the ID token completes.
    pub transaction: String,
    /// The ID token must repeat it.
    pub nonce: String,
    /// The secret that binds the visit to this browser.
    pub browser: String,
}

/// Checks that browsers may offer accounts at this provider.
///
/// # Errors
/// `not_found` also when the tenant does not offer the provider, `operation_not_allowed`.
fn require_fedcm(app: &App, client: &ClientInfo, id: &str) -> Result<()> {
    require_provider(app, client, id)?;
    let offered = app.config.accounts.fedcm_provider();
    if offered.is_some_and(|offered| offered.id == id) { Ok(()) } else { Err(method_not_offered()) }
}

/// Starts a visit whose result is an ID token from the browser.
///
/// # Errors
/// `not_found`, `operation_not_allowed`, `too_many_requests`.
pub async fn start(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: Option<&str>,
) -> Result<StartedBrowserVisit> {
    policy::authorize(actor, Action::SignIn)?;
    require_fedcm(app, client, id)?;
    app.rate_limiter.take(Limit::ProviderStart, client.network, app.clock.steady())?;
    let now = app.clock.now();
    let browser = secrets::known_or_new_token(browser);
    let (transaction, nonce) = (secrets::generate_token(), secrets::generate_token());
    let record = TransactionRecord {
        hash: secrets::digest(&transaction),
        browser_hash: secrets::digest(&browser),
        provider: id.to_owned(),
        tenant: client.tenant.clone(),
        is_popup: false,
        purpose: TransactionPurpose::SignIn,
        expected_email: None,
        continue_url: None,
        expires_at: now.saturating_add(TRANSACTION_TTL).unwrap_or(now),
        stage: Stage::Asked { nonce: nonce.clone() },
    };
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(StartedBrowserVisit { transaction, nonce, browser })
}

/// Verifies the ID token, which completes the visit; a wrong one ends it.
///
/// # Errors
/// `not_found`, `operation_not_allowed`, `tenant_id_mismatch`, `invalid_idp_response`, `provider_unavailable`,
/// `too_many_requests`.
pub async fn finish(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: &str,
    transaction: &str,
    id_token: &str,
) -> Result<()> {
    policy::authorize(actor, Action::SignIn)?;
    require_fedcm(app, client, id)?;
    app.rate_limiter.take(Limit::ProviderCallback, client.network, app.clock.steady())?;
    let now = app.clock.now();
    let (state, secret, wanted) = (transaction.to_owned(), browser.to_owned(), id.to_owned());
    let tenant = client.tenant.clone();
    let read = app.store.read(move |tx| {
        let record = find_transaction(tx, &state, &secret)?;
        let record = record.filter(|record| record.provider == wanted && now < record.expires_at);
        record.as_ref().map_or(Ok(()), |record| tenants::require_same(&tenant, &record.tenant))?;
        match record.map(|record| (record.stage.clone(), record)) {
            Some((Stage::Asked { nonce }, record)) => Ok((record, nonce)),
            _ => Err(invalid_provider_response()),
        }
    });
    let (record, nonce) = read.await?;
    let outcome = verify(app, id, id_token, nonce).await;
    let stage = match &outcome {
        Ok(profile) => Stage::Authenticated(profile.clone()),
        Err(error) => Stage::Failed(report_failure(error)),
    };
    let write = app.store.write(move |tx| {
        let current = transactions::get(tx, &record.hash)?;
        // Only the first answer counts.
        if current.as_ref() != Some(&record) {
            return Err(invalid_provider_response());
        }
        Ok(transactions::put(tx, &TransactionRecord { stage: stage.clone(), ..record.clone() })?)
    });
    write.await?;
    outcome.map(drop)
}

async fn verify(app: &App, id: &str, id_token: &str, nonce: String) -> Result<FederatedProfile> {
    if id_token.len() > MAX_TOKEN {
        return Err(failure_error(ProviderFailure::InvalidResponse));
    }
    let token = BrowserToken { id_token: id_token.to_owned(), nonce };
    provider(app, id)?.verify_token(&token, app.clock.now()).await
}
