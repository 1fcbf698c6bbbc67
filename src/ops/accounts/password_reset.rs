//! Setting a new password with a mailed code.

use jiff::Timestamp;

use super::activity::Origin;
use super::context::{ClientInfo, limit_key, notify_sessions_changed, record_audit, wake_mailer};
use super::errors::invalid_code;
use super::messages::InfoMessage;
use super::planted::remove_planted_credentials;
use super::profile::with_new_password;
use super::sign_up::{check_strength, personal_words};
use super::{action_codes, sessions};
use crate::app::App;
use crate::domain::TenantId;
use crate::domain::account::CodeKind;
use crate::domain::activity::ActivityKind;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self as stored_codes, ActionCodeRecord};

/// Sets the password, verifies the address, ends all sessions and mailed links, and informs the owner by mail.
///
/// # Errors
/// `weak_password` (the code stays valid), `expired_action_code`, `invalid_action_code`, `too_many_requests`,
/// `unavailable`.
pub async fn reset(app: &App, actor: &Actor, client: &ClientInfo, code: &str, password: &str) -> Result<Email> {
    policy::authorize(actor, Action::SignIn)?;
    let (digest, now) = (action_codes::digest(app, client, code)?, app.clock.now());
    let (wanted, tenant) = (digest.clone(), client.tenant.clone());
    let (_, account) = app.store.read(move |tx| find(tx, &tenant, &wanted, now)).await?;
    check_strength(app, "new_password", password, &personal_words(&account))?;
    let password_hash = app.identity.hasher.acquire(client.network).await?.hash(password).await?;
    let (message, origin) = (InfoMessage::new(now), Origin::new(client, now));
    let tenant = client.tenant.clone();
    let reset = app.store.write(move |tx| {
        let (code, before) = find(tx, &tenant, &digest, now)?;
        let mut owned = before.clone();
        remove_planted_credentials(tx, &mut owned, now)?;
        let after = AccountRecord {
            email_verified: true,
            credentials_proven: true,
            initial_email: None,
            email_changed_at: None,
            ..with_new_password(owned, &password_hash, now)
        };
        accounts::put(tx, Some(&before), &after)?;
        sessions::end_all(tx, &after.uid, None)?;
        // A person who knew the old password may have requested the other codes, and the recovery link of a
        // changed address would give the account to the former mailbox.
        stored_codes::remove_access(tx, &after)?;
        origin.record(tx, &after.uid, ActivityKind::PasswordReset)?;
        message.queue(tx, MessageKind::PasswordChanged, &after, None)?;
        record_audit(tx, now, "accounts.reset_password", &after.uid)?;
        Ok((after.uid, code.email))
    });
    let (uid, email) = reset.await?;
    notify_sessions_changed(app, &uid);
    app.identity.password_failures.clear(&limit_key(&client.tenant, &email), client.network);
    wake_mailer(app);
    Ok(email)
}

fn find(
    tx: &dyn Reading,
    tenant: &TenantId,
    digest: &str,
    now: Timestamp,
) -> Result<(ActionCodeRecord, AccountRecord)> {
    let code = action_codes::find_valid(tx, tenant, digest, now)?;
    let account = action_codes::find_owner(tx, &code)?.filter(|_| code.kind == CodeKind::PasswordReset);
    Ok((code, account.ok_or_else(invalid_code)?))
}
