//! A new password by a code from a mail.

use super::letters::Notice;
use super::profile::renewed;
use super::sign_up::check_password;
use super::{Origin, codes, ended, note, sessions, wake};
use crate::app::App;
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::accounts::{self, AccountRecord};
use crate::store::action_codes::{self, CodeKind};
use crate::store::outbox::MessageKind;
use crate::store::{Reading, action_codes::ActionCodeRecord};

/// Sets the password. The address is proven by it; all sessions end, and a mail tells of it.
///
/// Errors: `weak_password`, which keeps the code; `expired_action_code`, `invalid_action_code`,
/// `too_many_requests`, `unavailable`.
pub async fn reset(app: &App, actor: &Actor, origin: &Origin, code: &str, password: &str) -> Result<Email> {
    let (hash, now) = (codes::admit(app, actor, origin, code)?, app.clock.now());
    let asked = hash.clone();
    let (_, account) = app.store.read(move |tx| found(tx, &asked, now)).await?;
    check_password(app, "new_password", password, &[account.email.as_str(), &account.display_name])?;
    let password_hash = app.identity.passwords.turn().await?.hash(password).await?;
    let notice = Notice::new(now);
    let done = app.store.write(move |tx| {
        let (code, before) = found(tx, &hash, now)?;
        let mut after = AccountRecord { email_verified: true, ..renewed(before.clone(), &password_hash, now) };
        if !before.email_verified {
            // Whoever connected a provider never proved that the address is theirs.
            after.identities.clear();
        }
        accounts::put(tx, Some(&before), &after)?;
        sessions::end_all(tx, &after.uid, None)?;
        // What somebody else asked for with the old password counts no more; the way back to an
        // address that was changed does.
        let codes = action_codes::of(tx, code.uid.as_ref(), None)?;
        action_codes::spend(tx, codes.into_iter().filter(|other| other.kind != CodeKind::RecoverEmail))?;
        notice.queue(tx, MessageKind::PasswordChanged, &after, None)?;
        note(tx, now, "accounts.reset_password", &after.uid)?;
        Ok((after.uid, after.email))
    });
    let (uid, email) = done.await?;
    ended(app, &uid);
    app.identity.password_failures.clear(&email.key(), origin.network);
    wake(app);
    Ok(email)
}

fn found(tx: &impl Reading, hash: &str, now: jiff::Timestamp) -> Result<(ActionCodeRecord, AccountRecord)> {
    let code = codes::valid(tx, hash, now)?;
    let account = codes::owner(tx, &code)?.filter(|_| code.kind == CodeKind::PasswordReset);
    Ok((code, account.ok_or_else(codes::invalid_code)?))
}
