//! Removing expired rows: sessions, action codes, codes of text messages, sign-ins at a provider, ceremonies of
//! passkeys, read notifications, and old signing keys.

use super::tokens::is_active;
use super::{activity, guests, keys, phone};
use crate::app::App;
use crate::conditions::finding;
use crate::config::SecurityContact;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::read_notifications;
use crate::store::{
    action_codes, limit_uses, passkey_ceremonies, pending_sign_ins, phone_codes, sessions, sign_in_transactions,
    sms_usage, used_responses,
};

/// How long expired codes are kept, so that a late use gets `expired_action_code`.
const KEEP_EXPIRED_CODES: jiff::SignedDuration = jiff::SignedDuration::from_hours(24);

/// Removes expired rows, rotates an old signing key, and reports an expired security contact.
pub async fn remove_expired(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (policy, now, today) = (app.config.accounts.policy(), app.clock.now(), app.clock.today());
    let write = app.store.write(move |tx| {
        action_codes::remove_where(tx, &|code| {
            code.expires_at.saturating_add(KEEP_EXPIRED_CODES).is_ok_and(|end| end <= now)
        })?;
        sign_in_transactions::remove_where(tx, &|transaction| transaction.expires_at <= now)?;
        pending_sign_ins::remove_where(tx, &|pending| pending.expires_at <= now)?;
        passkey_ceremonies::remove_where(tx, &|ceremony| ceremony.expires_at <= now)?;
        used_responses::remove_expired(tx, now)?;
        limit_uses::remove_whole(tx, now.as_microsecond())?;
        phone_codes::remove_where(tx, &|code| code.expires_at <= now)?;
        sms_usage::remove_before(tx, today)?;
        activity::remove_old(tx, now)?;
        read_notifications::remove_old(tx, now)?;
        Ok(sessions::remove_where(tx, &|session| !is_active(session, &policy, now))?)
    });
    write.await?;
    guests::remove_unused(app).await?;
    phone::send::report_usage(app).await?;
    check_security_contact(app);
    keys::load(app).await
}

/// Reports a security contact that is published after its expiry.
fn check_security_contact(app: &App) {
    const EXPIRED: &str = "security_contact_expired";
    let (contact, now) = (app.config.site.security_contact(), app.clock.now());
    match contact.filter(|contact| contact.expires <= now) {
        Some(SecurityContact { uri, expires }) => {
            let found = finding!(
                "security_contact_expired",
                "the security contact {contact} expired at {expired_at}",
                "check it and set site.security_expires to a later time",
                contact = uri,
                expired_at = expires
            );
            app.conditions.report(EXPIRED, now, found);
        }
        None => app.conditions.end(EXPIRED),
    }
}
