//! Adding a passkey as a second factor. Like every passkey, it can also sign in by itself.

use super::addition::{Addition, Enrolled, require_addable};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::activity::ActivityKind;
use crate::domain::second_factor::{Factor, FactorProof, FactorSecret};
use crate::error::Result;
use crate::ops::accounts::activity::Origin;
use crate::ops::accounts::context::{ClientInfo, record_audit};
use crate::ops::accounts::errors::parse_name;
use crate::ops::accounts::passkeys::{CeremonyAnswer, StartedCeremony, enroll};
use crate::ops::accounts::session_check;
use crate::ops::policy::{self, Action, Actor};

/// Starts the registration of the passkey.
///
/// # Errors
/// Those of [`require_addable`] and of [`enroll::start`].
pub async fn start(app: &App, actor: &Actor, client: &ClientInfo, browser: Option<&str>) -> Result<StartedCeremony> {
    policy::authorize(actor, Action::UseAccount)?;
    let (reader, now) = (actor.principal()?.clone(), app.clock.now());
    let policy = app.config.accounts.policy_of(&reader.tenant);
    let read = app.store.read(move |tx| {
        let account = session_check::account(tx, &reader)?;
        require_addable(&policy, &reader, &account, now)
    });
    read.await?;
    enroll::start(app, actor, client, browser).await
}

/// Adds the passkey that the browser created to the account, as a second factor. The mailed link that removes the
/// factor removes the passkey too.
///
/// # Errors
/// `credential_already_in_use`, `too_many_passkeys`, `invalid_passkey`, `session_expired`, `invalid` in `display_name`,
/// and those of [`require_addable`].
pub async fn finish(
    app: &App,
    actor: &Actor,
    client: &ClientInfo,
    answer: CeremonyAnswer,
    display_name: &str,
) -> Result<Enrolled> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let (name, id, origin) = (parse_name(display_name)?, uuid_at(now), Origin::new(client, now));
    let made = enroll::verify(app, &principal, client, answer, &name).await?;
    let addition = Addition::new(app, client);
    let adding = addition.clone();
    let added = app.store.write(move |tx| {
        let account = made.add(tx, &session_check::account(tx, &principal)?)?;
        origin.record(tx, &account.uid, ActivityKind::PasskeyAdd)?;
        record_audit(tx, now, "accounts.add_passkey", &account.uid)?;
        let secret = FactorSecret::Passkey { passkey: made.passkey.id.clone() };
        let factor = Factor { id, name: name.clone(), created_at: now, last_used_at: None, secret };
        adding.add(tx, &principal, factor, FactorProof::Passkey)
    });
    addition.finish(app, added.await?)
}
