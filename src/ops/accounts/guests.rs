//! Guests: accounts that only their session can use. A sign-up, or a first sign-in with another method, upgrades a
//! guest, which keeps its uid and its marks. A guest without a session is removed.

use super::completion::{PriorState, ProvenFactor, SignInOutcome, complete_first_factor, finish};
use super::context::{ClientInfo, record_audit};
use super::errors::sign_up_closed;
use super::proof::SignInProof;
use super::tokens::{SignInContext, ends_at};
use super::{delete, session_check, tenants};
use crate::app::App;
use crate::domain::account::SignInMethod;
use crate::domain::{Language, Persistence};
use crate::error::{Error, Result};
use crate::identity::secrets;
use crate::ops::concerns::profiles;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::{done_steps, read_notifications, readers};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::{calendars, reports, sessions};

const GUESTS_PER_WRITE: usize = 200;
const WRITES_PER_CLEANUP: usize = 50;

/// Creates a guest and signs it in.
///
/// # Errors
/// `admin_restricted_operation`, `too_many_requests`.
// docs/decisions/0193
pub async fn sign_in(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    persistence: Option<Persistence>,
    language: Option<Language>,
) -> Result<SignInOutcome> {
    policy::authorize(actor, Action::SignIn)?;
    if !client.rules(app)?.guests() {
        return Err(sign_up_closed());
    }
    app.rate_limiter.take(Limit::Guest(app.config.accounts.guests_per_hour), client.network, app.clock.steady())?;
    let context = SignInContext::new(app, SignInMethod::Anonymous, persistence, client);
    let uid = secrets::generate_uid()?;
    let language = language.unwrap_or(Language::En);
    let guest_until = context.now.saturating_add(context.policy.session_idle).ok();
    let account = AccountRecord { guest_until, ..AccountRecord::new(uid, None, String::new(), language, context.now) };
    let sign_in = context.clone();
    let completion = app.store.write(move |tx| {
        let proven = ProvenFactor { account: account.clone(), prior: PriorState::New, proof: SignInProof::Guest };
        complete_first_factor(tx, &sign_in, proven)
    });
    finish(app, &context, completion.await?)
}

/// Moves what belongs to a guest (marks, ticks, answers, calendar, notifications, reports) to the signed-in account, and
/// removes the guest.
///
/// # Errors
/// `invalid` in `guest_token` when the token is not a guest's, `tenant_id_mismatch`.
pub async fn merge(app: &App, actor: &Actor, guest: &Actor) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, guest, now) = (actor.principal()?.clone(), guest.clone(), app.clock.now());
    let write = app.store.write(move |tx| {
        let account = session_check::account(tx, &principal)?;
        let guest = session_check::find_account(tx, guest.principal().ok())?;
        let guest = guest.filter(|guest| guest.is_guest() && guest.uid != account.uid);
        let guest = guest.ok_or_else(|| Error::invalid("guest_token", "This is not the access token of a guest."))?;
        tenants::require_same(&account.tenant, &guest.tenant)?;
        done_steps::copy(tx, &guest.uid, &account.uid)?;
        profiles::copy(tx, &guest.uid, &account.uid)?;
        calendars::adopt(tx, &guest.uid, &account.uid)?;
        read_notifications::move_account(tx, &guest.uid, &account.uid)?;
        reports::move_account(tx, &guest.uid, &account.uid)?;
        let moved = readers::move_marks(tx, &guest.uid, &account.uid)?;
        delete::remove(tx, &guest)?;
        record_audit(tx, now, "accounts.merge_guest", &account.uid)?;
        Ok((guest.uid, account.uid, moved))
    });
    let (guest, account, moved) = write.await?;
    readers::account_removed(app, &guest, &moved);
    readers::account_removed(app, &account, &[]);
    Ok(())
}

/// Removes guests whose sessions have ended. The others are checked again when their sessions end.
pub(super) async fn remove_unused(app: &App) -> Result<()> {
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    for _ in 0..WRITES_PER_CLEANUP {
        let write = app.store.write(move |tx| {
            let due = accounts::due_guests(tx, now, GUESTS_PER_WRITE)?;
            let is_last = due.len() < GUESTS_PER_WRITE;
            let mut removed = Vec::new();
            for guest in due {
                let ends = sessions::of(tx, &guest.uid)?.into_iter().map(|session| ends_at(&session, &policy));
                match ends.filter(|end| *end > now).max() {
                    Some(end) => {
                        accounts::put(tx, Some(&guest), &AccountRecord { guest_until: Some(end), ..guest.clone() })?;
                    }
                    None => removed.push((guest.uid.clone(), delete::remove(tx, &guest)?)),
                }
            }
            Ok((removed, is_last))
        });
        let (removed, is_last) = write.await?;
        for (uid, counts) in &removed {
            readers::account_removed(app, uid, counts);
        }
        if is_last {
            break;
        }
    }
    Ok(())
}
