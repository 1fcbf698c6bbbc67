//! Starting a visit to an identity provider.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::domain::authorization_request::{is_closed_to_pages, is_scope};
use crate::error::{Error, Result};
use crate::identity::federation::{AuthorizationOptions, Federation, RequestAdditions};
use crate::identity::secrets;
use crate::ops::accounts::context::{ClientInfo, require_recent_sign_in};
use crate::ops::accounts::continue_url;
use crate::ops::accounts::errors::parse_email;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionPurpose, TransactionRecord};

/// Maximum number of scopes, and of parameters, that a page may add to an authorization request.
pub const MAX_ADDITIONS: usize = 20;
/// Maximum length of a scope, and of a parameter with its name.
const MAX_ADDITION: usize = 500;

/// How long the user may take at the provider.
pub(super) const TRANSACTION_TTL: SignedDuration = SignedDuration::from_mins(10);
/// Lifetime of the cookie with the secret that binds transactions to their browser.
pub const BROWSER_COOKIE_SECS: i64 = 3600;

/// Why the user visits the provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum VisitPurpose {
    #[default]
    SignIn,
    /// The signed-in user authenticates again.
    Reauthenticate,
    /// The signed-in user links the identity.
    Link,
}

/// The options of a visit.
#[derive(Debug, Default)]
pub struct StartOptions {
    /// Whether the provider's page opens in a popup window.
    pub is_popup: bool,
    pub purpose: VisitPurpose,
    /// An address that the provider may fill in.
    pub login_hint: Option<String>,
    /// The address expected to sign in; also used as a hint.
    pub expected_email: Option<String>,
    /// Where the browser continues after the visit.
    pub continue_url: Option<String>,
    pub additions: RequestAdditions,
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

/// Returns a configured provider.
///
/// # Errors
/// `not_found`.
pub(super) fn provider<'a>(app: &'a App, id: &str) -> Result<&'a dyn Federation> {
    app.providers.get(id).map(Box::as_ref).ok_or_else(unknown_provider)
}

/// Returns a provider that the tenant of the request offers.
///
/// # Errors
/// `not_found`.
pub(super) fn require_provider<'a>(app: &'a App, client: &ClientInfo, id: &str) -> Result<&'a dyn Federation> {
    let is_offered = client.rules(app)?.providers().iter().any(|provider| provider.id == id);
    if is_offered { provider(app, id) } else { Err(unknown_provider()) }
}

fn unknown_provider() -> Error {
    Error::not_found("There is no such provider.")
}

pub(super) fn redirect_uri(app: &App, id: &str) -> String {
    format!("{}/auth/v1/idp/{id}/callback", app.public_url())
}

/// Returns the time at which the transaction was started.
pub(super) fn started_at(record: &TransactionRecord) -> Timestamp {
    record.expires_at.saturating_sub(TRANSACTION_TTL).unwrap_or(record.expires_at)
}

/// Returns the metadata document with which the administrator of a provider registers this site.
///
/// # Errors
/// `not_found` unless this provider is configured and has one.
pub fn metadata(app: &App, actor: &Actor, id: &str) -> Result<String> {
    policy::authorize(actor, Action::SignIn)?;
    let metadata = provider(app, id)?.metadata(&redirect_uri(app, id))?;
    metadata.ok_or_else(|| Error::not_found("This provider uses no metadata document."))
}

/// Starts a transaction. A browser keeps its secret, so that two tabs can sign in at the same time. Linking an identity
/// requires a recent sign-in.
///
/// # Errors
/// `not_found` also when the tenant does not offer it, `invalid_email`, `invalid`, `unauthorized_continue_uri`,
/// `requires_recent_login`, `provider_unavailable`, `too_many_requests`.
pub async fn start(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: Option<&str>,
    options: StartOptions,
) -> Result<StartedTransaction> {
    policy::authorize(actor, Action::SignIn)?;
    let (provider, now) = (require_provider(app, client, id)?, app.clock.now());
    let purpose = authorize_purpose(actor, options.purpose, now)?;
    app.rate_limiter.take(Limit::ProviderStart, client.network, app.clock.steady())?;
    let expected = options.expected_email.as_deref().map(|text| parse_email("expected_email", text)).transpose()?;
    let hint = options.login_hint.as_deref().map(|text| parse_email("login_hint", text)).transpose()?;
    let hint = hint.or_else(|| expected.clone());
    let continue_url = continue_url::check_given(app, options.continue_url.as_deref())?;
    let request = AuthorizationOptions {
        redirect_uri: redirect_uri(app, id),
        login_hint: hint.map(|hint| hint.as_str().to_owned()),
        is_reauthentication: options.purpose == VisitPurpose::Reauthenticate,
        additions: check_additions(options.additions)?,
    };
    let request = provider.authorize(&request, now).await?;
    let browser = secrets::known_or_new_token(browser);
    let record = TransactionRecord {
        hash: secrets::digest(&request.state),
        browser_hash: secrets::digest(&browser),
        provider: id.to_owned(),
        tenant: client.tenant.clone(),
        is_popup: options.is_popup,
        purpose,
        expected_email: expected,
        continue_url,
        expires_at: now.saturating_add(TRANSACTION_TTL).unwrap_or(now),
        stage: Stage::Started { nonce: request.nonce, pkce_verifier: request.pkce_verifier, answer: None },
    };
    app.store.write(move |tx| Ok(transactions::put(tx, &record)?)).await?;
    Ok(StartedTransaction { authorization_url: request.url, transaction: request.state, browser })
}

/// Checks that the actor may start a visit for this purpose.
///
/// # Errors
/// `requires_recent_login`, and those of the policy.
fn authorize_purpose(actor: &Actor, purpose: VisitPurpose, now: Timestamp) -> Result<TransactionPurpose> {
    if purpose == VisitPurpose::SignIn {
        return Ok(TransactionPurpose::SignIn);
    }
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?;
    if purpose == VisitPurpose::Reauthenticate {
        return Ok(TransactionPurpose::Reauthenticate(principal.uid.clone()));
    }
    require_recent_sign_in(principal, now)?;
    Ok(TransactionPurpose::Link(principal.uid.clone()))
}

/// Checks that the additions do not replace parameters that protect the request.
///
/// # Errors
/// `invalid`.
fn check_additions(additions: RequestAdditions) -> Result<RequestAdditions> {
    let RequestAdditions { scopes, parameters, login_hint_key } = &additions;
    if scopes.len() > MAX_ADDITIONS || scopes.iter().any(|scope| !is_scope(scope) || scope.len() > MAX_ADDITION) {
        let message =
            format!("Give at most {MAX_ADDITIONS} scopes, each one word of at most {MAX_ADDITION} characters.");
        return Err(Error::invalid("scopes", message));
    }
    let is_refused = |name: &str| name.is_empty() || is_closed_to_pages(name);
    let is_too_long = |(name, value): &(String, String)| name.len() + value.len() > MAX_ADDITION;
    if parameters.len() > MAX_ADDITIONS || parameters.iter().any(|one| is_refused(&one.0) || is_too_long(one)) {
        let message = format!("Give at most {MAX_ADDITIONS} short parameters, none of which the server sets itself.");
        return Err(Error::invalid("parameters", message));
    }
    let is_hint = |name: &str| name == "login_hint" || (name.len() <= MAX_ADDITION && !is_refused(name));
    if login_hint_key.as_deref().is_some_and(|name| !is_hint(name)) {
        return Err(Error::invalid("login_hint_key", "Name a parameter that the server does not set itself."));
    }
    Ok(additions)
}
