//! A link to a new password for somebody who asked the operator for help.

use jiff::SignedDuration;
use rand::RngExt;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::admin::{AccountName, AccountSummary, find, mail, note};
use crate::app::App;
use crate::clock::uuid_at;
use crate::domain::message::{MessageContent, MessageKind};
use crate::error::{Error, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::action_codes::{self, ActionCodeRecord, CodeKind};
use crate::store::outbox;

/// The URL-safe alphabet of RFC 4648, section 5.
const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const CODE_LEN: usize = 54;
const VALID_MINUTES: u64 = 60;

/// What was done for the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResetLink {
    pub account: AccountSummary,
    pub valid_minutes: u64,
    /// The link, when it was not mailed.
    pub link: Option<String>,
}

/// Makes a link to a new password; it is mailed, or told when the operator hands it over.
///
/// Earlier links of this kind are void. Errors: `not_found`; `user_disabled`, for a new password would
/// not let it in.
pub async fn reset_password(app: &App, actor: &Actor, name: AccountName, tell: bool) -> Result<ResetLink> {
    policy::allow(actor, Action::ManageAccounts)?;
    let (now, actor, base) = (app.clock.now(), actor.to_string(), app.public_url());
    let (code, id) = (code(), uuid_at(now));
    let hash: String = Sha256::digest(code.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect();
    let write = app.store.write(move |tx| {
        let account = find(tx, &name)?;
        if account.disabled {
            let message = format!("{name} is disabled; `paragraf accounts enable {name}` first");
            return Err(Error::conflict("user_disabled", message));
        }
        action_codes::spend_all(tx, &account.uid, CodeKind::PasswordReset)?;
        let record = ActionCodeRecord {
            hash: hash.clone(),
            kind: CodeKind::PasswordReset,
            email: account.email.clone(),
            new_email: None,
            uid: Some(account.uid.clone()),
            created_at: now,
            expires_at: now + SignedDuration::from_mins(i64::try_from(VALID_MINUTES).unwrap_or_default()),
            spent: false,
            failures: 0,
        };
        action_codes::put(tx, &record)?;
        let link = format!("{base}/auth?mode=resetPassword&oobCode={code}&lang={}", account.language);
        if !tell {
            let (link, valid_minutes) = (Some(link.clone()), Some(VALID_MINUTES));
            let content = MessageContent { link, valid_minutes, ..MessageContent::default() };
            outbox::put(tx, &mail(id, MessageKind::PasswordReset, &account, now, content))?;
        }
        note(tx, now, &actor, "accounts.reset-password", &account.uid)?;
        let link = tell.then_some(link);
        Ok(ResetLink { account: account.into(), valid_minutes: VALID_MINUTES, link })
    });
    write.await
}

fn code() -> String {
    let mut random = rand::rng();
    (0..CODE_LEN).map(|_| char::from(LETTERS[random.random_range(0..LETTERS.len())])).collect()
}
