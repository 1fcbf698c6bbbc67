//! Signing in as whoever the provider said: which account that is, and whether there is to be one.

use jiff::{SignedDuration, Timestamp};

use super::email_link::drop_what_was_planted;
use super::letters::Notice;
use super::provider::{invalid_response, known};
use super::sign_in::remember;
use super::sign_up::{Post, new_account};
use super::tokens::{self, Draw, SignedIn, Way};
use super::{Origin, require_open, user_disabled, wake};
use crate::app::App;
use crate::config::AccountPolicy;
use crate::domain::email::Email;
use crate::domain::federated::{FederatedIdentity, FederatedProfile};
use crate::domain::{Language, Persistence};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::outbox::MessageKind;
use crate::store::sessions::SessionRecord;
use crate::store::sign_in_transactions::{self as transactions, TransactionRecord};
use crate::store::{Reading, WriteTx};

/// How long an identity waits for the owner of the account that has its address.
const PENDING: SignedDuration = SignedDuration::from_hours(1);

/// Identities of one account; the one connected first makes room.
const MAX_IDENTITIES: usize = 10;

/// A visit to the provider whose outcome is wanted.
#[derive(Debug)]
pub struct Visited {
    pub transaction: String,
    /// The secret that binds it to this browser.
    pub browser: String,
    pub persistence: Option<Persistence>,
    pub language: Option<Language>,
    /// Whether it may be somebody else than was expected.
    pub whoever: bool,
}

/// What came of a visit.
#[derive(Debug)]
pub enum Outcome {
    SignedIn(Box<SignedIn>),
    /// The address has an account, and the provider does not vouch for it: its owner must say yes.
    Linking(Email),
    /// The provider named somebody else than was expected.
    Mismatch {
        email: Email,
        expected: Email,
    },
}

/// What the transaction found.
enum Entered {
    In(Box<(AccountRecord, SessionRecord, bool)>),
    Linking(Email),
    Mismatch { email: Email, expected: Email },
}

/// All that is drawn or known before the transaction.
struct Entry {
    way: Way,
    draw: Draw,
    notice: Notice,
    rules: AccountPolicy,
    /// The account that would be made, with the mail that would ask to confirm its address.
    new: Option<(AccountRecord, Post)>,
    now: Timestamp,
}

/// Signs in as whoever the provider said, in an account of theirs or a new one (sign-in.md 7.5).
///
/// Answers the provider's id with what came of it. Errors: `invalid_idp_response`, `session_expired`,
/// `user_cancelled`, `provider_unavailable`, `email_not_shared`, `unverified_email` (protected mode),
/// `admin_restricted_operation`, `user_disabled`, `too_many_requests`.
pub async fn sign_in(app: &App, actor: &Actor, origin: &Origin, input: Visited) -> Result<(String, Outcome)> {
    policy::authorize(actor, Action::SignIn)?;
    let now = app.clock.now();
    let (state, browser) = (input.transaction.clone(), input.browser.clone());
    let read = app.store.read(move |tx| {
        let (visit, profile) = known(tx, &state, &browser, now)?;
        let is_new = is_unheard_of(tx, &visit.provider, &profile)?;
        Ok((visit.provider, profile, is_new))
    });
    let (provider, profile, is_new) = read.await?;
    let draw = Draw::new(now);
    let entry = Entry {
        way: Way::new(app, &provider, input.persistence, origin),
        draw: draw.clone(),
        notice: Notice::new(now),
        rules: app.config.accounts.policy(),
        new: if is_new { Some(newcomer(app, origin, &profile, &input)?) } else { None },
        now,
    };
    let entered = app.store.write(move |tx| {
        let (visit, profile) = known(tx, &input.transaction, &input.browser, now)?;
        if !input.whoever
            && let Some((email, expected)) = mismatch(tx, &visit, &profile)?
        {
            return Ok(Entered::Mismatch { email, expected });
        }
        entry.enter(tx, &visit, &profile)
    });
    let outcome = match entered.await? {
        Entered::Linking(email) => Outcome::Linking(email),
        Entered::Mismatch { email, expected } => Outcome::Mismatch { email, expected },
        Entered::In(entered) => {
            let (account, session, is_new) = *entered;
            // A planted password's sessions may just have ended.
            super::ended(app, &account.uid);
            wake(app);
            Outcome::SignedIn(Box::new(tokens::signed_in(app, &account, &session, Some(&draw), is_new)?))
        }
    };
    Ok((provider, outcome))
}

/// Whether nobody has that identity or address yet.
fn is_unheard_of(tx: &impl Reading, provider: &str, profile: &FederatedProfile) -> Result<bool> {
    let by_email = profile.email.as_ref().map_or(Ok(None), |email| accounts::by_email(tx, email))?;
    Ok(by_email.is_none() && accounts::by_identity(tx, provider, &profile.subject)?.is_none())
}

/// The account of somebody who was never here, within the limits.
fn newcomer(app: &App, origin: &Origin, profile: &FederatedProfile, input: &Visited) -> Result<(AccountRecord, Post)> {
    let email = profile.email.clone().ok_or_else(|| {
        Error::new(
            Kind::Forbidden,
            ErrorCode::EmailNotShared,
            "The provider did not tell an address, which accounts need.",
        )
    })?;
    refuse_unverified(&app.config.accounts.policy(), profile)?;
    require_open(app.config.accounts.sign_up)?;
    let count = app.config.accounts.sign_up_per_hour;
    app.rate_limiter.take(Limit::SignUp(count), origin.network, app.clock.now())?;
    let uid = secrets::uid().ok_or_else(|| Error::unavailable("Try again."))?;
    let language = input.language.unwrap_or(Language::En);
    let account = new_account(uid, email, profile.display_name.clone(), language, app.clock.now());
    let post = Post::new(app, &account);
    Ok((account, post))
}

/// Where nobody may learn whether an address has an account, one that the provider does not vouch for is
/// refused in either case.
fn refuse_unverified(rules: &AccountPolicy, profile: &FederatedProfile) -> Result<()> {
    if profile.email_verified || !rules.is_protected() {
        return Ok(());
    }
    Err(Error::new(Kind::Forbidden, ErrorCode::UnverifiedEmail, "The provider has not confirmed your address yet."))
}

/// The address that came instead of the expected one, and that.
fn mismatch(
    tx: &impl Reading,
    visit: &TransactionRecord,
    profile: &FederatedProfile,
) -> Result<Option<(Email, Email)>> {
    let Some(expected) = visit.expected_email.clone() else { return Ok(None) };
    let account = accounts::by_identity(tx, &visit.provider, &profile.subject)?;
    let own = account.iter().map(|account| &account.email).chain(&profile.email);
    let is_expected = own.clone().any(|email| email.key() == expected.key());
    Ok(own.last().filter(|_| !is_expected).map(|email| (email.clone(), expected)))
}

impl Entry {
    fn enter(&self, tx: &WriteTx, visit: &TransactionRecord, profile: &FederatedProfile) -> Result<Entered> {
        let by_identity = accounts::by_identity(tx, &visit.provider, &profile.subject)?;
        let by_email = profile.email.as_ref().map_or(Ok(None), |email| accounts::by_email(tx, email))?;
        let (before, mut account) = match (by_identity, by_email, &self.new) {
            (Some(account), _, _) => (Some(account.clone()), account),
            (None, Some(owner), _) if profile.email_verified => {
                let mut account = owner.clone();
                if !owner.email_verified {
                    self.give_to_its_owner(tx, &mut account, profile)?;
                }
                (Some(owner), account)
            }
            (None, Some(owner), _) => return self.wait_for_owner(tx, visit, profile, owner.email),
            (None, None, Some((account, _))) => (None, account.clone()),
            // Whoever was there a moment ago is gone.
            (None, None, None) => return Err(invalid_response()),
        };
        if account.disabled {
            return Err(user_disabled());
        }
        connect(&mut account, &visit.provider, profile, self.now);
        account.last_login_at = Some(self.now);
        if remember(&mut account, &self.way.device) && self.rules.notify_new_device {
            self.notice.queue(tx, MessageKind::NewDevice, &account, Some(&self.way.device))?;
        }
        accounts::put(tx, before.as_ref(), &account)?;
        if before.is_none()
            && !account.email_verified
            && let Some((_, post)) = &self.new
        {
            post.ask(tx, &account)?;
        }
        transactions::remove(tx, &visit.hash)?;
        let session = self.draw.begin(tx, &account.uid, &self.way, &self.rules, self.now)?;
        Ok(Entered::In(Box::new((account, session, before.is_none()))))
    }

    /// Somebody signed up with this address and never proved that it is theirs; its owner has come.
    fn give_to_its_owner(&self, tx: &WriteTx, account: &mut AccountRecord, profile: &FederatedProfile) -> Result<()> {
        drop_what_was_planted(tx, account, self.now)?;
        if !profile.display_name.is_empty() {
            account.display_name.clone_from(&profile.display_name);
        }
        Ok(())
    }

    fn wait_for_owner(
        &self,
        tx: &WriteTx,
        visit: &TransactionRecord,
        profile: &FederatedProfile,
        email: Email,
    ) -> Result<Entered> {
        refuse_unverified(&self.rules, profile)?;
        let expires_at = self.now.saturating_add(PENDING).unwrap_or(self.now);
        transactions::put(tx, &TransactionRecord { expires_at, ..visit.clone() })?;
        Ok(Entered::Linking(email))
    }
}

/// Writes the identity into the account, and what the provider says of the account's own address.
pub(super) fn connect(account: &mut AccountRecord, provider: &str, profile: &FederatedProfile, now: Timestamp) {
    let vouched = profile.email.as_ref().filter(|_| profile.email_verified);
    account.email_verified |= vouched.is_some_and(|email| email.key() == account.email.key());
    let is_it =
        |identity: &&mut FederatedIdentity| identity.provider == provider && identity.subject == profile.subject;
    match account.identities.iter_mut().find(is_it) {
        Some(identity) => identity.email.clone_from(&profile.email),
        None => {
            account.identities.push(FederatedIdentity {
                provider: provider.to_owned(),
                subject: profile.subject.clone(),
                email: profile.email.clone(),
                linked_at: now,
            });
            let surplus = account.identities.len().saturating_sub(MAX_IDENTITIES);
            account.identities.drain(..surplus);
        }
    }
}
