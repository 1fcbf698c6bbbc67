//! Authorization at an identity provider: starting a transaction, and handling the callback. Only the browser that
//! started a transaction can complete it, and only once.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::config::Provider;
use crate::domain::federated::{FederatedProfile, ProviderFailure};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::oidc::{AuthorizationGrant, AuthorizationOptions, ClientRegistration, ProviderHttp};
use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::{invalid_provider_response, parse_email};
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::audit::{self, AuditRecord};
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionRecord};
use crate::store::{Reading, StoreError, WriteTx};

/// How long the user may take at the provider.
const TRANSACTION_TTL: SignedDuration = SignedDuration::from_mins(10);
/// Lifetime of the cookie with the secret that binds transactions to their browser.
pub const BROWSER_COOKIE_SECS: i64 = 3600;

/// The options of a sign-in at a provider.
#[derive(Debug, Default)]
pub struct StartOptions {
    /// Whether the provider's page opens in a popup window.
    pub is_popup: bool,
    /// An address that the provider may fill in.
    pub login_hint: Option<String>,
    /// The address expected to sign in; also used as a hint.
    pub expected_email: Option<String>,
    /// Whether the transaction re-authenticates a signed-in user.
    pub is_reauthentication: bool,
}

/// A started sign-in transaction.
#[derive(Debug)]
pub struct StartedTransaction {
    pub authorization_url: String,
    /// The `state` of the authorization request, which identifies the transaction.
    pub transaction: String,
    /// The secret that binds the transaction to this browser.
    pub browser: String,
}

/// The parameters of the provider's callback.
#[derive(Debug, Default)]
pub struct Callback {
    pub state: String,
    pub code: Option<String>,
    pub error: Option<String>,
    pub iss: Option<String>,
}

/// # Errors
/// `not_found` unless this provider is configured.
fn provider(app: &App, id: &str) -> Result<Provider> {
    let provider = app.config.accounts.provider().filter(|provider| provider.id == id);
    provider.ok_or_else(|| Error::not_found("There is no such provider here."))
}

fn registration(app: &App, provider: &Provider) -> ClientRegistration {
    ClientRegistration {
        issuer: provider.issuer.clone(),
        client_id: provider.client_id.clone(),
        client_secret: provider.client_secret.clone(),
        redirect_uri: format!("{}/auth/v1/idp/{}/callback", app.public_url(), provider.id),
        scopes: provider.scopes.clone(),
    }
}

fn http(app: &App) -> ProviderHttp {
    let issuer = app.issuer.clone();
    ProviderHttp::new(move |request| {
        let issuer = issuer.clone();
        async move { issuer.send(request).await }
    })
}

/// Starts a transaction. A browser keeps its secret, so that two tabs can sign in at the same time.
///
/// # Errors
/// `not_found`, `invalid_email`, `provider_unavailable`, `too_many_requests`.
pub async fn start(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: Option<&str>,
    options: StartOptions,
) -> Result<StartedTransaction> {
    policy::authorize(actor, Action::SignIn)?;
    let (provider, now) = (provider(app, id)?, app.clock.now());
    app.rate_limiter.take(Limit::ProviderStart, client.network, app.clock.steady())?;
    let expected = options.expected_email.as_deref().map(|text| parse_email("expected_email", text)).transpose()?;
    let hint = options.login_hint.as_deref().map(|text| parse_email("login_hint", text)).transpose()?;
    let hint = hint.or_else(|| expected.clone());
    let request = AuthorizationOptions {
        login_hint: hint.map(|hint| hint.as_str().to_owned()),
        is_reauthentication: options.is_reauthentication,
    };
    let relying_party = &app.identity.relying_party;
    let request = relying_party.authorize(&registration(app, &provider), &http(app), &request, now).await?;
    let browser = browser.filter(|secret| secrets::is_token(secret)).map(str::to_owned);
    let browser = browser.unwrap_or_else(secrets::generate_token);
    let record = TransactionRecord {
        hash: secrets::digest(&request.state),
        browser_hash: secrets::digest(&browser),
        provider: provider.id,
        is_popup: options.is_popup,
        is_reauthentication: options.is_reauthentication,
        expected_email: expected,
        expires_at: now.saturating_add(TRANSACTION_TTL).unwrap_or(now),
        stage: Stage::Started { nonce: request.nonce, pkce_verifier: request.pkce_verifier },
    };
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(StartedTransaction { authorization_url: request.url, transaction: request.state, browser })
}

/// How the callback continues in the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Continuation {
    ClosePopup,
    Redirect,
}

/// Handles the provider's callback: exchanges the code, and stores the profile or the failure for the page that
/// started the transaction. A callback that completes no transaction of this browser is recorded in the audit log.
///
/// # Errors
/// `not_found`, `too_many_requests`.
pub async fn callback(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: Option<&str>,
    callback: Callback,
) -> Result<Continuation> {
    policy::authorize(actor, Action::SignIn)?;
    let (provider, now) = (provider(app, id)?, app.clock.now());
    app.rate_limiter.take(Limit::ProviderCallback, client.network, app.clock.steady())?;
    let (state, browser) = (callback.state.clone(), browser.unwrap_or_default().to_owned());
    let wanted = provider.id.clone();
    let claimed = app.store.write(move |tx| claim(tx, &wanted, &state, &browser, now)).await?;
    let Some(Claimed { mut record, nonce, pkce_verifier }) = claimed else { return Ok(Continuation::Redirect) };
    record.stage = match exchange(app, &provider, callback, nonce, pkce_verifier).await {
        Ok(profile) => Stage::Authenticated(profile),
        Err(error) => {
            let failure = failure_of(&error);
            if failure != ProviderFailure::Cancelled {
                // Only our own text and the provider's error code: nothing about the user.
                tracing::warn!(code = error.code.as_str(), reason = error.chain(), "a sign-in at the provider failed");
            }
            Stage::Failed(failure)
        }
    };
    let continuation = if record.is_popup { Continuation::ClosePopup } else { Continuation::Redirect };
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(continuation)
}

/// A transaction whose code may be exchanged now.
struct Claimed {
    record: TransactionRecord,
    nonce: String,
    pkce_verifier: String,
}

/// Claims a started transaction for this callback, so that its code is exchanged once.
fn claim(tx: &WriteTx, provider: &str, state: &str, browser: &str, now: Timestamp) -> Result<Option<Claimed>> {
    let record = of_browser(tx, state, browser)?;
    if let Some(record) = record.filter(|record| record.provider == provider && now < record.expires_at)
        && let Stage::Started { nonce, pkce_verifier } = record.stage
    {
        let record = TransactionRecord { stage: Stage::Exchanging, ..record };
        transactions::put(tx, &record)?;
        return Ok(Some(Claimed { record, nonce, pkce_verifier }));
    }
    let (actor, action) = ("visitor".to_owned(), "accounts.provider_refused".to_owned());
    audit::append(tx, &AuditRecord { at: now, actor, action, subject: provider.to_owned() })?;
    Ok(None)
}

/// Returns the transaction if this browser started it.
fn of_browser(tx: &impl Reading, state: &str, browser: &str) -> Result<Option<TransactionRecord>, StoreError> {
    let record = transactions::get(tx, &secrets::digest(state))?;
    Ok(record.filter(|record| secrets::matches_digest(browser, &record.browser_hash)))
}

/// Returns a transaction of this browser with the profile that the provider returned.
///
/// # Errors
/// `session_expired`, `invalid_idp_response`, and the failure of the transaction.
pub(super) fn authenticated(
    tx: &impl Reading,
    state: &str,
    browser: &str,
    now: Timestamp,
) -> Result<(TransactionRecord, FederatedProfile)> {
    let record = of_browser(tx, state, browser)?.ok_or_else(invalid_provider_response)?;
    if now >= record.expires_at {
        return Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "This sign-in took too long."));
    }
    match &record.stage {
        Stage::Authenticated(profile) => {
            let profile = profile.clone();
            Ok((record, profile))
        }
        Stage::Failed(failure) => Err(failed(*failure)),
        Stage::Started { .. } | Stage::Exchanging => Err(invalid_provider_response()),
    }
}

async fn exchange(
    app: &App,
    provider: &Provider,
    callback: Callback,
    nonce: String,
    pkce_verifier: String,
) -> Result<FederatedProfile> {
    // RFC 9207: the issuer identifies itself, which prevents mix-up attacks.
    if callback.iss.is_some_and(|iss| iss != provider.issuer) {
        return Err(invalid_provider_response());
    }
    let code = match (callback.error.as_deref(), callback.code) {
        (None, Some(code)) => code,
        (Some("access_denied" | "consent_required" | "interaction_required"), _) => {
            return Err(failed(ProviderFailure::Cancelled));
        }
        _ => return Err(invalid_provider_response()),
    };
    let grant = AuthorizationGrant { code, nonce, pkce_verifier };
    let relying_party = &app.identity.relying_party;
    relying_party.exchange(&registration(app, provider), &http(app), &grant, app.clock.now()).await
}

fn failure_of(error: &Error) -> ProviderFailure {
    match error.code {
        ErrorCode::UserCancelled => ProviderFailure::Cancelled,
        ErrorCode::ProviderUnavailable => ProviderFailure::Unavailable,
        _ => ProviderFailure::InvalidResponse,
    }
}

fn failed(failure: ProviderFailure) -> Error {
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
    }
}
