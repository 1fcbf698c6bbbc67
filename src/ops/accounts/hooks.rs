//! Blocking hooks: the operator's server decides about new accounts, sign-ins, mails and text messages in advance.
//!
//! A transaction cannot wait for the network. That of a sign-in fails with the question that it cannot answer, and
//! stores nothing. Then the hook is asked, and the transaction runs again with the verdict. A verdict counts only for
//! its question: when the account changed meanwhile, the hook is asked again.

use std::sync::Arc;

use serde_json::{Value, json};

use super::context::ClientInfo;
use super::tokens::SignInContext;
use super::user::sign_in_methods;
use super::verdicts::{OpenQuestion, check_refusal};
use crate::app::App;
use crate::clock::uuid_at;
use crate::conditions::finding;
use crate::domain::account::CodeKind;
use crate::domain::activity::NetworkPrefix;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::email::Email;
use crate::domain::federated::FederatedProfile;
use crate::domain::{HookEvent, Phone};
use crate::error::{Error, Result};
use crate::identity::hooks::{self, HookFailure, HookVerdict, Question};
use crate::store::WriteTx;
use crate::store::accounts::AccountRecord;

/// Maximum number of questions in one sign-in: a new account asks two, and each may change once.
const MAX_QUESTIONS: usize = 4;
/// The condition while the hook gives no verdict.
const FAILING: &str = "hook_failing";

/// Runs the transaction of a sign-in or sign-up, and repeats it each time the hook has answered a question.
///
/// # Errors
/// Those of the transaction; `refused_by_hook`, `hook_unavailable`.
// docs/decisions/0227
pub(super) async fn write<T, F>(app: &App, context: &SignInContext, transaction: F) -> Result<T>
where
    T: Send + 'static,
    F: Fn(&WriteTx, &SignInContext) -> Result<T> + Send + Sync + 'static,
{
    let (mut context, transaction) = (context.clone(), Arc::new(transaction));
    loop {
        let (current, run) = (context.clone(), transaction.clone());
        let error = match app.store.write(move |tx| run(tx, &current)).await {
            Ok(result) => return Ok(result),
            Err(error) => error,
        };
        let OpenQuestion(question) = error.into_cause()?;
        if context.verdicts.count() >= MAX_QUESTIONS {
            return Err(Error::unavailable("The account keeps changing; try again.").retry_after(1));
        }
        let verdict = ask(app, &question).await?;
        context.verdicts.add(*question, verdict);
    }
}

/// Asks the hook before a mail with a code is sent.
///
/// # Errors
/// `refused_by_hook`, `hook_unavailable`.
pub(super) async fn before_email(app: &App, client: &ClientInfo, kind: CodeKind, to: &Email) -> Result<()> {
    let subject =
        || json!({ "tenant": client.tenant, "kind": kind, "email": to.as_str(), "client": of_client(client) });
    before_message(app, HookEvent::BeforeEmail, subject).await
}

/// Asks the hook before a text message with a code is sent.
///
/// # Errors
/// `refused_by_hook`, `hook_unavailable`.
pub(super) async fn before_sms(app: &App, client: &ClientInfo, to: &Phone) -> Result<()> {
    let subject = || json!({ "tenant": client.tenant, "phone": to.as_str(), "client": of_client(client) });
    before_message(app, HookEvent::BeforeSms, subject).await
}

async fn before_message(app: &App, event: HookEvent, subject: impl FnOnce() -> Value) -> Result<()> {
    if app.config.accounts.hooks.covers(event) {
        check_refusal(&ask(app, &Question { event, subject: subject() }).await?)?;
    }
    Ok(())
}

/// Asks the hook, and reports to the operator while it gives no verdict.
///
/// # Errors
/// `hook_unavailable` when there is no verdict.
async fn ask(app: &App, question: &Question) -> Result<HookVerdict> {
    let Some(hooks) = &app.hooks else { return Ok(HookVerdict::default()) };
    let now = app.clock.now();
    match hooks.ask(&uuid_at(now).to_string(), now, question).await {
        Ok(verdict) => {
            app.conditions.end(FAILING);
            Ok(verdict)
        }
        Err(HookFailure(reason)) => {
            let found = finding!(
                "hook_failing",
                "the hook at {url} gives no verdict, so everything that it decides is refused: {reason}",
                "repair it, or remove accounts.hook_url from the configuration and restart",
                url = app.config.accounts.hooks.hook_url,
                reason = reason
            );
            app.conditions.report(FAILING, now, found);
            Err(hooks::unavailable())
        }
    }
}

/// Lets the hook change a new account before it is stored.
///
/// # Errors
/// `refused_by_hook`, and the error by which [`write`] learns the question.
pub(super) fn before_create(context: &SignInContext, account: &mut AccountRecord) -> Result<()> {
    let subject = || {
        json!({
            "tenant": account.tenant,
            "account": of_account(account),
            "method": context.method,
            "client": of_client(&context.client),
        })
    };
    let verdict = context.verdicts.verdict(HookEvent::BeforeCreate, subject)?;
    apply(verdict, account);
    Ok(())
}

/// Lets the hook change an account that signs in, before it is stored. `is_new` is also true for a guest. Returns the
/// claims of the session.
///
/// # Errors
/// `refused_by_hook`, and the error by which [`write`] learns the question.
pub(super) fn before_sign_in(
    context: &SignInContext,
    account: &mut AccountRecord,
    is_new: bool,
    identity: Option<(&str, &FederatedProfile)>,
) -> Result<CustomClaims> {
    if is_new {
        before_create(context, account)?;
    }
    let subject = || {
        json!({
            "tenant": account.tenant,
            "account": of_account(account),
            "is_new_account": is_new,
            "method": context.method,
            "second_factor": context.second_factor,
            "identity": identity.map(|(provider, profile)| of_identity(provider, profile)),
            "client": of_client(&context.client),
        })
    };
    let verdict = context.verdicts.verdict(HookEvent::BeforeSignIn, subject)?;
    let claims = verdict.session_claims.clone().unwrap_or_default();
    apply(verdict, account);
    Ok(claims)
}

fn apply(verdict: HookVerdict, account: &mut AccountRecord) {
    let HookVerdict { refusal: _, session_claims: _, display_name, photo_url, email_verified, disabled, custom_claims } =
        verdict;
    account.display_name = display_name.unwrap_or_else(|| account.display_name.clone());
    account.photo_url = photo_url.unwrap_or_else(|| account.photo_url.clone());
    // An account without an address has nothing to verify.
    account.email_verified = email_verified.unwrap_or(account.email_verified) && account.email.is_some();
    account.disabled = disabled.unwrap_or(account.disabled);
    account.custom_claims = custom_claims.unwrap_or_else(|| account.custom_claims.clone());
}

/// The account as the hook sees it.
fn of_account(account: &AccountRecord) -> Value {
    json!({
        "uid": account.uid,
        "email": account.email.as_ref().map(Email::as_str),
        "email_verified": account.email_verified,
        "phone": account.phone.as_ref().map(Phone::as_str),
        "display_name": account.display_name,
        "photo_url": account.photo_url,
        "role": account.role,
        "language": account.language,
        "created_at": account.created_at,
        "sign_in_methods": sign_in_methods(account),
        "custom_claims": account.custom_claims,
    })
}

fn of_identity(provider: &str, profile: &FederatedProfile) -> Value {
    let email = profile.email.as_ref().map(Email::as_str);
    let (subject, verified) = (&profile.subject, profile.email_verified);
    json!({ "provider": provider, "subject": subject, "email": email, "email_verified": verified })
}

fn of_client(client: &ClientInfo) -> Value {
    json!({ "network": NetworkPrefix::of(client.network), "device": client.device })
}
