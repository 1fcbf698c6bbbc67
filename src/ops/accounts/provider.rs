//! The way to a provider and back: a visit that only the browser that began it can end, once.

use jiff::{SignedDuration, Timestamp};

use super::{Origin, email};
use crate::app::App;
use crate::config::Provider;
use crate::domain::federated::FederatedProfile;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::oidc::{Client, Return, Visit, Way};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::audit::{self, AuditRecord};
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionRecord};
use crate::store::{Reading, StoreError, WriteTx};

/// How long a visit may take.
const LIFE: SignedDuration = SignedDuration::from_mins(10);
/// How long the browser keeps the secret that its visits are bound to (sign-in.md 5.4).
pub const BROWSER_SECS: i64 = 3600;

/// What somebody wants at the provider.
#[derive(Debug, Default)]
pub struct Start {
    /// Whether the provider's page opens in a window of its own.
    pub is_popup: bool,
    /// An address that the provider may fill in.
    pub login_hint: Option<String>,
    /// Whose sign-in it is meant to be; also a hint.
    pub expected_email: Option<String>,
    /// Whether somebody who is signed in proves anew who they are.
    pub is_proof: bool,
}

/// A visit that can begin.
#[derive(Debug)]
pub struct Started {
    pub authorization_url: String,
    /// The name of the visit.
    pub transaction: String,
    /// The secret that binds the visit to this browser.
    pub browser: String,
}

/// What the provider gave the browser on its way back.
#[derive(Debug, Default)]
pub struct Answer {
    pub state: String,
    pub code: Option<String>,
    pub error: Option<String>,
    pub iss: Option<String>,
}

/// The provider of this name, where it is the one that is set up.
///
/// Errors: `not_found`.
fn named(app: &App, id: &str) -> Result<Provider> {
    let provider = app.config.accounts.provider().filter(|provider| provider.id == id);
    provider.ok_or_else(|| Error::not_found("There is no such provider here."))
}

fn client(app: &App, provider: &Provider) -> Client {
    Client {
        issuer: provider.issuer.clone(),
        client_id: provider.client_id.clone(),
        client_secret: provider.client_secret.clone(),
        redirect_uri: format!("{}/auth/v1/idp/{}/callback", app.public_url(), provider.id),
        scopes: provider.scopes.clone(),
    }
}

/// The way on which requests to the provider leave.
fn way(app: &App) -> Way {
    let issuer = app.issuer.clone();
    Way::new(move |request| {
        let issuer = issuer.clone();
        async move { issuer.send(request).await }
    })
}

/// Begins a visit. A browser that has a secret keeps it, so that two of its tabs do not disturb each other.
///
/// Errors: `not_found`, `invalid_email`, `provider_unavailable`, `too_many_requests`.
pub async fn start(
    app: &App,
    actor: &Actor,
    origin: &Origin,
    id: &str,
    browser: Option<&str>,
    start: Start,
) -> Result<Started> {
    policy::authorize(actor, Action::SignIn)?;
    let (provider, now) = (named(app, id)?, app.clock.now());
    app.rate_limiter.take(Limit::ProviderStart, origin.network, now)?;
    let expected = start.expected_email.as_deref().map(|text| email("expected_email", text)).transpose()?;
    let hint = start.login_hint.as_deref().map(|text| email("login_hint", text)).transpose()?;
    let hint = hint.or_else(|| expected.clone());
    let visit = Visit { login_hint: hint.map(|hint| hint.as_str().to_owned()), is_proof: start.is_proof };
    let ticket = app.identity.issuer.begin(&client(app, &provider), &way(app), &visit, now).await?;
    let browser = browser.filter(|secret| secrets::is_token(secret)).map_or_else(secrets::token, str::to_owned);
    let record = TransactionRecord {
        hash: secrets::digest(&ticket.state),
        browser_hash: secrets::digest(&browser),
        provider: provider.id,
        is_popup: start.is_popup,
        is_proof: start.is_proof,
        expected_email: expected,
        expires_at: now.saturating_add(LIFE).unwrap_or(now),
        stage: Stage::Away { nonce: ticket.nonce, verifier: ticket.verifier },
    };
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(Started { authorization_url: ticket.url, transaction: ticket.state, browser })
}

/// Takes what the provider gave, and asks it who came. What came of it waits for [`super::provider_sign_in`].
///
/// Answers whether the visit was in a window of its own; `None` for what is no visit of this browser, or
/// one that has ended, which is written down.
///
/// Errors: `not_found`, `too_many_requests`.
pub async fn came_back(
    app: &App,
    actor: &Actor,
    origin: &Origin,
    id: &str,
    browser: Option<&str>,
    answer: Answer,
) -> Result<Option<bool>> {
    policy::authorize(actor, Action::SignIn)?;
    let (provider, now) = (named(app, id)?, app.clock.now());
    app.rate_limiter.take(Limit::ProviderCallback, origin.network, now)?;
    let (state, browser) = (answer.state.clone(), browser.unwrap_or_default().to_owned());
    let wanted = provider.id.clone();
    let taken = app.store.write(move |tx| take(tx, &wanted, &state, &browser, now)).await?;
    let Some((mut record, nonce, verifier)) = taken else { return Ok(None) };
    record.stage = match profile(app, &provider, answer, nonce, verifier).await {
        Ok(profile) => Stage::Known(profile),
        Err(error) => {
            if error.code != ErrorCode::UserCancelled {
                // Our own sentence and the provider's code; nothing that it said of a reader.
                tracing::warn!(
                    code = error.code.as_str(),
                    reason = error.chain(),
                    "a sign-in through the provider failed"
                );
            }
            Stage::Failed(error.code)
        }
    };
    let is_popup = record.is_popup;
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(Some(is_popup))
}

/// Marks the visit as ended, so that its code is changed once; answers it as it was.
fn take(
    tx: &WriteTx,
    provider: &str,
    state: &str,
    browser: &str,
    now: Timestamp,
) -> Result<Option<(TransactionRecord, String, String)>> {
    let record = own(tx, state, browser)?.filter(|record| record.provider == provider && now < record.expires_at);
    match record {
        Some(TransactionRecord { stage: Stage::Away { ref nonce, ref verifier }, .. }) => {
            let (nonce, verifier) = (nonce.clone(), verifier.clone());
            let record = record.map(|record| TransactionRecord { stage: Stage::Back, ..record });
            record.as_ref().map_or(Ok(()), |record| transactions::put(tx, record))?;
            Ok(record.map(|record| (record, nonce, verifier)))
        }
        _ => {
            let (actor, action) = ("visitor".to_owned(), "accounts.provider_refused".to_owned());
            audit::append(tx, &AuditRecord { at: now, actor, action, subject: provider.to_owned() })?;
            Ok(None)
        }
    }
}

/// The visit of this name, if this browser began it.
fn own(tx: &impl Reading, state: &str, browser: &str) -> Result<Option<TransactionRecord>, StoreError> {
    let record = transactions::get(tx, &secrets::digest(state))?;
    Ok(record.filter(|record| secrets::is_of(browser, &record.browser_hash)))
}

/// As [`own`], for one that has not run out.
///
/// Errors: `session_expired`, `invalid_idp_response`.
fn ended(tx: &impl Reading, state: &str, browser: &str, now: Timestamp) -> Result<TransactionRecord> {
    let record = own(tx, state, browser)?.ok_or_else(invalid_response)?;
    if now < record.expires_at {
        return Ok(record);
    }
    Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "This sign-in took too long."))
}

/// As [`ended`], with what the provider said.
///
/// Errors: the visit's own besides.
pub(super) fn known(
    tx: &impl Reading,
    state: &str,
    browser: &str,
    now: Timestamp,
) -> Result<(TransactionRecord, FederatedProfile)> {
    let mut visit = ended(tx, state, browser, now)?;
    match std::mem::replace(&mut visit.stage, Stage::Back) {
        Stage::Known(profile) => {
            visit.stage = Stage::Known(profile.clone());
            Ok((visit, profile))
        }
        Stage::Failed(code) => Err(failure(code)),
        Stage::Away { .. } | Stage::Back => Err(invalid_response()),
    }
}

async fn profile(
    app: &App,
    provider: &Provider,
    answer: Answer,
    nonce: String,
    verifier: String,
) -> Result<FederatedProfile> {
    // RFC 9207: who answers says who it is; of one provider it can only be that one.
    if answer.iss.is_some_and(|iss| iss != provider.issuer) {
        return Err(invalid_response());
    }
    let code = match (answer.error.as_deref(), answer.code) {
        (None, Some(code)) => code,
        (Some("access_denied" | "consent_required" | "interaction_required"), _) => return Err(cancelled()),
        _ => return Err(invalid_response()),
    };
    let back = Return { code, nonce, verifier };
    app.identity.issuer.finish(&client(app, provider), &way(app), &back, app.clock.now()).await
}

/// The error that a visit ended with.
fn failure(code: ErrorCode) -> Error {
    match code {
        ErrorCode::UserCancelled => cancelled(),
        ErrorCode::ProviderUnavailable => Error::new(
            Kind::Upstream,
            ErrorCode::ProviderUnavailable,
            "The provider of this sign-in cannot be reached.",
        ),
        _ => invalid_response(),
    }
}

fn cancelled() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::UserCancelled, "The provider was not allowed to say who you are.")
}

pub(super) fn invalid_response() -> Error {
    Error::new(Kind::Invalid, ErrorCode::InvalidIdpResponse, "The provider's answer proves nothing.")
}
