//! Signing in with an authenticated identity: finding its account, or creating one.

use jiff::SignedDuration;

use super::visit::find_authenticated;
use crate::app::App;
use crate::config::{AccountPolicy, AutoLink};
use crate::domain::account::SignInMethod;
use crate::domain::email::Email;
use crate::domain::federated::FederatedProfile;
use crate::domain::{Language, Persistence};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::accounts::completion::{
    Completion, PriorState, ProvenFactor, SignInOutcome, complete_first_factor, finish,
};
use crate::ops::accounts::context::{ClientInfo, count_failure, require_open_sign_up};
use crate::ops::accounts::errors::invalid_provider_response;
use crate::ops::accounts::hooks;
use crate::ops::accounts::proof::SignInProof;
use crate::ops::accounts::sign_up::SignUpMessages;
use crate::ops::accounts::tokens::SignInContext;
use crate::ops::accounts::upgrade;
use crate::ops::accounts::user::sign_in_methods;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sign_in_transactions::{self as transactions, TransactionPurpose, TransactionRecord};
use crate::store::{Reading, WriteTx};

/// How long an identity waits until the owner of its address signs in and links it.
const LINKING_TTL: SignedDuration = SignedDuration::from_hours(1);

/// A request to sign in with the result of a sign-in transaction.
#[derive(Debug)]
pub struct ProviderSignIn {
    pub transaction: String,
    /// The secret that binds the transaction to this browser.
    pub browser: String,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
    /// Whether an address other than the expected one is accepted.
    pub accepts_mismatch: bool,
}

/// The result of a [`ProviderSignIn`].
#[derive(Debug)]
pub struct SignInResult {
    /// The provider's ID.
    pub provider: String,
    /// Where the browser continues, as requested at the start.
    pub continue_url: Option<String>,
    pub outcome: ProviderOutcome,
}

/// The outcome of a [`ProviderSignIn`].
#[derive(Debug)]
pub enum ProviderOutcome {
    /// The user is signed in, or a second factor is required.
    Completed(SignInOutcome),
    /// An account has this address. Its owner must sign in and link the identity.
    LinkingRequired(Linking),
    /// The provider authenticated another address than the expected one.
    Mismatch { email: Email, expected: Email },
}

/// An account whose owner must sign in before the identity is linked.
#[derive(Debug)]
pub struct Linking {
    pub email: Email,
    /// The sign-in methods of the account.
    pub methods: Vec<SignInMethod>,
}

/// The outcome of the transaction.
enum ProviderDecision {
    Completed(Completion),
    LinkingRequired(Linking),
    Mismatch { email: Email, expected: Email },
}

/// The random parts and settings of a sign-in, prepared before the transaction.
struct SignIn {
    /// A guest may request an upgrade.
    actor: Actor,
    /// The account to create, with its mails.
    new: Option<(AccountRecord, SignUpMessages)>,
    /// Whether the provider is trusted to sign in to an account whose owner has proven the address.
    is_trusted: bool,
}

/// Signs in with an identity, to its account or a new one.
///
/// # Errors
/// `invalid_idp_response`, `session_expired`, `user_cancelled`, `provider_unavailable`, `email_not_shared`,
/// `unverified_email` (protected mode), `admin_restricted_operation`, `user_disabled`, `too_many_identities`,
/// `merge_conflict` for a guest when the identity or its address has an account (the visit can be used again),
/// `refused_by_hook` and `hook_unavailable` (the visit can be used again), `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, client: &ClientInfo, input: ProviderSignIn) -> Result<SignInResult> {
    policy::authorize(actor, Action::SignIn)?;
    authenticate(app, actor, client, input).await.inspect_err(|error| count_failure(app, client, error.code))
}

async fn authenticate(app: &App, actor: &Actor, client: &ClientInfo, input: ProviderSignIn) -> Result<SignInResult> {
    let now = app.clock.now();
    let (state, browser) = (input.transaction.clone(), input.browser.clone());
    let tenant = client.tenant.clone();
    let read = app.store.read(move |tx| {
        let (transaction, profile) = find_authenticated(tx, &tenant, &state, &browser, now)?;
        if transaction.purpose != TransactionPurpose::SignIn {
            return Err(invalid_provider_response());
        }
        let is_unknown = is_unknown(tx, &transaction, &profile)?;
        Ok((transaction, profile, is_unknown))
    });
    let (TransactionRecord { provider, continue_url, .. }, profile, is_unknown) = read.await?;
    let context = SignInContext::new(app, SignInMethod::Provider(provider.clone()), input.persistence, client);
    let new = if is_unknown { Some(account_to_create(app, client, &profile, &input).await?) } else { None };
    let is_trusted = is_trusted(app, &provider, &profile);
    let sign_in = SignIn { actor: actor.clone(), new, is_trusted };
    let decided = hooks::write(app, &context, move |tx, context| {
        let tenant = &context.client.tenant;
        let (transaction, profile) = find_authenticated(tx, tenant, &input.transaction, &input.browser, now)?;
        if !input.accepts_mismatch
            && let Some((email, expected)) = mismatch(tx, &transaction, &profile)?
        {
            return Ok(ProviderDecision::Mismatch { email, expected });
        }
        sign_in.execute(tx, context, &transaction, &profile)
    });
    let outcome = match decided.await? {
        ProviderDecision::LinkingRequired(linking) => ProviderOutcome::LinkingRequired(linking),
        ProviderDecision::Mismatch { email, expected } => ProviderOutcome::Mismatch { email, expected },
        ProviderDecision::Completed(completion) => ProviderOutcome::Completed(finish(app, &context, completion)?),
    };
    Ok(SignInResult { provider, continue_url, outcome })
}

/// Whether the policy links identities by their address, or the provider is trusted for this address.
fn is_trusted(app: &App, provider: &str, profile: &FederatedProfile) -> bool {
    let accounts = &app.config.accounts;
    let trusts = |email| accounts.providers().any(|known| known.id == provider && known.trusts(email));
    accounts.policy().auto_link == AutoLink::On || profile.email.as_ref().is_some_and(trusts)
}

/// Whether no account has this identity or its address.
fn is_unknown(tx: &dyn Reading, visit: &TransactionRecord, profile: &FederatedProfile) -> Result<bool> {
    Ok(by_email(tx, visit, profile)?.is_none() && by_identity(tx, visit, profile)?.is_none())
}

/// Returns the account of the visit's tenant that has the identity.
fn by_identity(
    tx: &dyn Reading,
    visit: &TransactionRecord,
    profile: &FederatedProfile,
) -> Result<Option<AccountRecord>> {
    Ok(accounts::by_identity(tx, &visit.tenant, &visit.provider, &profile.subject)?)
}

/// Returns the account of the visit's tenant that has the identity's address.
fn by_email(tx: &dyn Reading, visit: &TransactionRecord, profile: &FederatedProfile) -> Result<Option<AccountRecord>> {
    let by_email = |email| accounts::by_email(tx, &visit.tenant, email);
    Ok(profile.email.as_ref().map_or(Ok(None), by_email)?)
}

/// Returns the account to create for a new user, within the limits of signing up.
async fn account_to_create(
    app: &App,
    client: &ClientInfo,
    profile: &FederatedProfile,
    input: &ProviderSignIn,
) -> Result<(AccountRecord, SignUpMessages)> {
    let email = profile.email.clone().ok_or_else(|| {
        let message = "The provider did not share an e-mail address, and an account needs one.";
        Error::new(Kind::Forbidden, ErrorCode::EmailNotShared, message)
    })?;
    require_verified(&app.config.accounts.policy(), profile)?;
    require_open_sign_up(app, client)?;
    app.rate_limiter.take(Limit::SignUp(app.config.accounts.sign_up_per_hour), client.network, app.clock.steady())?;
    let uid = secrets::generate_uid()?;
    let language = input.language.unwrap_or(Language::En);
    let messages = SignUpMessages::new(app, &email, language).await;
    let account = AccountRecord::new(uid, email, profile.display_name.clone(), language, app.clock.now());
    Ok((account, messages))
}

/// Refuses addresses that the provider has not verified in protected mode, whether or not they have an account.
///
/// # Errors
/// `unverified_email`.
fn require_verified(policy: &AccountPolicy, profile: &FederatedProfile) -> Result<()> {
    if profile.email_verified || !policy.is_protected() {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::UnverifiedEmail, "The provider has not verified your address yet."))
}

/// Returns the authenticated and the expected address, if they differ.
fn mismatch(
    tx: &dyn Reading,
    transaction: &TransactionRecord,
    profile: &FederatedProfile,
) -> Result<Option<(Email, Email)>> {
    let Some(expected) = transaction.expected_email.clone() else { return Ok(None) };
    let account = by_identity(tx, transaction, profile)?;
    let emails = account.iter().filter_map(|account| account.email.as_ref()).chain(&profile.email);
    let is_expected = emails.clone().any(|email| email.key() == expected.key());
    Ok(emails.last().filter(|_| !is_expected).map(|email| (email.clone(), expected)))
}

impl SignIn {
    fn execute(
        &self,
        tx: &WriteTx,
        context: &SignInContext,
        transaction: &TransactionRecord,
        profile: &FederatedProfile,
    ) -> Result<ProviderDecision> {
        let known = by_identity(tx, transaction, profile)?;
        let guest = upgrade::requesting_guest(tx, &self.actor)?;
        let (account, prior) = match (known, by_email(tx, transaction, profile)?, &self.new) {
            (Some(account), _, _) => (account, PriorState::Stored),
            (None, Some(owner), _) if self.may_sign_in(&owner, profile) => (owner, PriorState::Stored),
            (None, Some(owner), _) => return require_linking(tx, context, transaction, profile, owner),
            (None, None, Some((account, _))) => upgrade::upgraded_or_new(guest, account.clone()),
            // The account was removed after the read.
            (None, ..) => return Err(invalid_provider_response()),
        };
        let proof = SignInProof::Identity { provider: &transaction.provider, profile };
        let is_stored = matches!(prior, PriorState::Stored);
        if is_stored {
            upgrade::refuse_guest(tx, &self.actor)?;
        }
        let completion = complete_first_factor(tx, context, ProvenFactor { account, prior, proof })?;
        if let Some(((_, messages), account)) = self.new.as_ref().zip(completion.unverified()).filter(|_| !is_stored) {
            messages.queue_verification(tx, account)?;
        }
        transactions::remove(tx, &transaction.hash)?;
        Ok(ProviderDecision::Completed(completion))
    }

    /// Whether the identity may sign in to the existing account with its address. An account with unproven credentials
    /// belongs to the first person who proves the address, see [`planted`](crate::ops::accounts::planted).
    fn may_sign_in(&self, owner: &AccountRecord, profile: &FederatedProfile) -> bool {
        profile.email_verified && (self.is_trusted || !owner.credentials_proven)
    }
}

fn require_linking(
    tx: &WriteTx,
    context: &SignInContext,
    transaction: &TransactionRecord,
    profile: &FederatedProfile,
    owner: AccountRecord,
) -> Result<ProviderDecision> {
    require_verified(&context.policy, profile)?;
    let methods = sign_in_methods(&owner);
    let expires_at = context.now.saturating_add(LINKING_TTL).unwrap_or(context.now);
    transactions::put(tx, &TransactionRecord { expires_at, ..transaction.clone() })?;
    let email = owner.email.ok_or_else(invalid_provider_response)?;
    Ok(ProviderDecision::LinkingRequired(Linking { email, methods }))
}
