//! The callback of a provider: storing its answer, and exchanging the code for a profile. Only the browser that started
//! a visit can complete it, and only once.

use jiff::Timestamp;

use super::start::{provider, redirect_uri, started_at};
use super::visit::{failure_error, find_transaction, report_failure};
use crate::app::App;
use crate::domain::TenantId;
use crate::domain::account::display_name;
use crate::domain::federated::ProviderFailure;
use crate::error::Result;
use crate::identity::federation::{
    self, Authentication, AuthorizationGrant, AuthorizationResponse, MAX_SAML_RESPONSE, SingleUse,
};
use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::invalid_provider_response;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::audit::{self, AuditRecord};
pub use crate::store::sign_in_transactions::ProviderAnswer;
use crate::store::sign_in_transactions::{self as transactions, Stage, TransactionPurpose, TransactionRecord};
use crate::store::{StoreError, WriteTx, used_responses};

/// Maximum length of a parameter of the callback.
const MAX_PARAMETER: usize = 4096;

/// How the callback continues in the browser.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Continuation {
    ClosePopup,
    /// To the sign-in screen of the tenant, which fetches the result.
    SignIn(TenantId),
    /// To the page that asked the signed-in user for the visit.
    Page(String),
}

/// Stores the answer that a provider posted (`response_mode=form_post`). Such a request has no cookies of this site,
/// because browsers send them only with links and redirects. A redirect to [`callback`] must follow.
///
/// # Errors
/// `not_found`, `too_many_requests`.
pub async fn store_answer(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    state: &str,
    answer: ProviderAnswer,
) -> Result<()> {
    policy::authorize(actor, Action::SignIn)?;
    provider(app, id)?;
    app.rate_limiter.take(Limit::ProviderCallback, client.network, app.clock.steady())?;
    if let Err(problem) = check_lengths(&answer) {
        // The visit ends unused; nobody else can tell the operator why.
        report_failure(&problem);
    }
    let (now, wanted, state) = (app.clock.now(), id.to_owned(), state.to_owned());
    let write = app.store.write(move |tx| {
        let record = transactions::get(tx, &secrets::digest(&state))?;
        let record = record.filter(|record| record.provider == wanted && now < record.expires_at);
        // Only the first answer counts.
        if let Some(mut record) = record.filter(|_| check_lengths(&answer).is_ok())
            && let Stage::Started { answer: place @ None, .. } = &mut record.stage
        {
            *place = Some(answer.clone());
            transactions::put(tx, &record)?;
        } else {
            record_refusal(tx, now, &wanted)?;
        }
        Ok(())
    });
    write.await
}

/// Checks that an answer is not too long to be stored.
fn check_lengths(answer: &ProviderAnswer) -> Result<()> {
    let ProviderAnswer { code, error, iss, user, saml_response } = answer;
    if let Some(response) = saml_response.as_ref().filter(|text| text.len() > MAX_SAML_RESPONSE) {
        return Err(federation::too_long(response.len()));
    }
    for (name, value) in [("code", code), ("error", error), ("iss", iss), ("user", user)] {
        if value.as_ref().is_some_and(|text| text.len() > MAX_PARAMETER) {
            return Err(invalid_provider_response().caused_by(anyhow::anyhow!("{name} is too long")));
        }
    }
    Ok(())
}

/// Handles the return of the user: exchanges the code, and stores the profile or the failure for the page that
/// started the visit. A callback that completes no visit of this browser is recorded in the audit log.
///
/// # Errors
/// `not_found`, `too_many_requests`.
pub async fn callback(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    id: &str,
    browser: Option<&str>,
    state: &str,
    answer: ProviderAnswer,
) -> Result<Continuation> {
    policy::authorize(actor, Action::SignIn)?;
    provider(app, id)?;
    app.rate_limiter.take(Limit::ProviderCallback, client.network, app.clock.steady())?;
    let now = app.clock.now();
    let (wanted, browser, sent) = (id.to_owned(), browser.unwrap_or_default().to_owned(), state.to_owned());
    let claimed = app.store.write(move |tx| claim(tx, &wanted, &sent, &browser, now)).await?;
    let Some(claimed) = claimed else { return Ok(Continuation::SignIn(TenantId::default())) };
    let (record, continuation) = (claimed.record.clone(), continuation(&claimed.record, state));
    let result = exchange(app, id, answer, claimed).await.map_err(|error| report_failure(&error));
    app.store.write(move |tx| settle(tx, &record, &result, now)).await?;
    Ok(continuation)
}

/// Stores the result of the exchange. A response that was accepted before is refused.
fn settle(
    tx: &WriteTx,
    record: &TransactionRecord,
    result: &Result<Authentication, ProviderFailure>,
    now: Timestamp,
) -> Result<()> {
    let stage = match result {
        Ok(authentication) if mark_used(tx, &record.provider, authentication)? => {
            record_refusal(tx, now, &record.provider)?;
            Stage::Failed(ProviderFailure::InvalidResponse)
        }
        Ok(authentication) => Stage::Authenticated(authentication.profile.clone()),
        Err(failure) => Stage::Failed(*failure),
    };
    Ok(transactions::put(tx, &TransactionRecord { stage, ..record.clone() })?)
}

/// Marks the response as used. Returns whether it was used before.
fn mark_used(tx: &WriteTx, provider: &str, authentication: &Authentication) -> Result<bool, StoreError> {
    let mut was_used = false;
    for SingleUse { id, until } in &authentication.once {
        let digest = secrets::digest(format!("{provider} {id}"));
        was_used |= used_responses::contains(tx, &digest)?;
        used_responses::put(tx, &digest, *until)?;
    }
    Ok(was_used)
}

fn continuation(record: &TransactionRecord, state: &str) -> Continuation {
    if record.is_popup {
        return Continuation::ClosePopup;
    }
    let purpose = match record.purpose {
        TransactionPurpose::SignIn => return Continuation::SignIn(record.tenant.clone()),
        TransactionPurpose::Reauthenticate(_) => "reauthenticate",
        TransactionPurpose::Link(_) => "link",
    };
    let page = record.continue_url.as_deref().unwrap_or("/app?screen=account");
    let separator = if page.contains('?') { '&' } else { '?' };
    let query = url::form_urlencoded::Serializer::new(String::new())
        .append_pair("visit", state)
        .append_pair("visit_for", purpose)
        .finish();
    Continuation::Page(format!("{page}{separator}{query}"))
}

/// A visit that this callback claimed.
struct ClaimedVisit {
    record: TransactionRecord,
    nonce: String,
    pkce_verifier: String,
    posted: Option<ProviderAnswer>,
}

/// Claims a started visit for this callback, so that its code is exchanged once.
fn claim(tx: &WriteTx, provider: &str, state: &str, browser: &str, now: Timestamp) -> Result<Option<ClaimedVisit>> {
    let record = find_transaction(tx, state, browser)?;
    if let Some(record) = record.filter(|record| record.provider == provider && now < record.expires_at)
        && let Stage::Started { nonce, pkce_verifier, answer: posted } = record.stage
    {
        let record = TransactionRecord { stage: Stage::Exchanging, ..record };
        transactions::put(tx, &record)?;
        return Ok(Some(ClaimedVisit { record, nonce, pkce_verifier, posted }));
    }
    record_refusal(tx, now, provider)?;
    Ok(None)
}

fn record_refusal(tx: &WriteTx, at: Timestamp, provider: &str) -> Result<(), StoreError> {
    let (actor, action) = ("visitor".to_owned(), "accounts.provider_refused".to_owned());
    audit::append(tx, &AuditRecord { at, actor, action, subject: provider.to_owned() })
}

async fn exchange(app: &App, id: &str, answer: ProviderAnswer, claimed: ClaimedVisit) -> Result<Authentication> {
    let ClaimedVisit { record, nonce, pkce_verifier, posted } = claimed;
    let ProviderAnswer { code, error, iss, user, saml_response } = posted.unwrap_or(answer);
    let response = match (error.as_deref(), code, saml_response) {
        (None, Some(code), None) => AuthorizationResponse::Code(code),
        (None, None, Some(response)) => AuthorizationResponse::Saml(response),
        (Some("access_denied" | "consent_required" | "interaction_required" | "user_cancelled_authorize"), ..) => {
            return Err(failure_error(ProviderFailure::Cancelled));
        }
        (error, ..) => {
            // The browser brings the text, which may be anything.
            let is_code =
                |text: &&str| text.len() <= 64 && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            let cause = match error {
                Some(error) => {
                    format!("the provider returned the error {}", Some(error).filter(is_code).unwrap_or("?"))
                }
                None => "the answer has neither a code nor a SAML response, or both".to_owned(),
            };
            return Err(invalid_provider_response().caused_by(anyhow::anyhow!(cause)));
        }
    };
    let redirect_uri = redirect_uri(app, id);
    let authenticated_since =
        matches!(record.purpose, TransactionPurpose::Reauthenticate(_)).then(|| started_at(&record));
    let grant = AuthorizationGrant { redirect_uri, response, iss, nonce, pkce_verifier, authenticated_since };
    let mut authentication = provider(app, id)?.exchange(&grant, app.clock.now()).await?;
    if authentication.profile.display_name.is_empty()
        && let Some(name) = user.as_deref().and_then(name_of)
    {
        authentication.profile.display_name = name;
    }
    Ok(authentication)
}

/// Returns the name in Apple's parameter `user`, which Apple sends only the first time. The parameter is not signed, so
/// the rest of it is ignored.
fn name_of(user: &str) -> Option<String> {
    let user: serde_json::Value = serde_json::from_str(user).ok()?;
    let part = |name: &str| user["name"][name].as_str().unwrap_or_default().trim();
    display_name(&format!("{} {}", part("firstName"), part("lastName")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn apples_name_is_read_from_its_parameter() {
        assert_eq!(name_of(r#"{"name":{"firstName":"Ana","lastName":"Pop"}}"#).as_deref(), Some("Ana Pop"));
        assert_eq!(name_of(r#"{"name":{"firstName":"Ana"}}"#).as_deref(), Some("Ana"));
        assert_eq!(name_of("{}").as_deref(), Some(""));
        for bad in ["", "x", r#"{"name":{"firstName":"a\u0000"}}"#] {
            assert_eq!(name_of(bad), None, "{bad}");
        }
    }
}
