//! Which articles accounts want to be notified of.

use jiff::civil::Date;

use crate::domain::concern::ProfileAnswers;
use crate::domain::follow::FollowSettings;
use crate::domain::{Importance, Uid};
use crate::error::Result;
use crate::ops::concerns::profiles;
use crate::store::marks::{self, Mark};
use crate::store::{WriteTx, accounts, follow_settings};

/// An account that urgent articles may be for.
pub(super) struct UrgentReader {
    pub(super) uid: Uid,
    /// The lowest importance that notifies it.
    pub(super) from: Importance,
    /// Its answers, if it wants nothing urgent that concerns only others.
    pub(super) answers: Option<ProfileAnswers>,
}

/// Whether the account wants notifications in the application by a follow with these settings.
pub(super) fn wants_notification(
    tx: &WriteTx,
    uid: &Uid,
    settings: &FollowSettings,
    importance: Importance,
    today: Date,
) -> Result<bool> {
    if !settings.notifies(today) {
        return Ok(false);
    }
    match settings.importance_from {
        Some(from) => Ok(importance >= from),
        None => Ok(accounts::get(tx, uid)?.is_none_or(|account| importance >= account.in_app_from)),
    }
}

/// Whether an account that follows one of these names wants a mail at once about an article of this importance.
pub(super) fn is_wanted_at_once(tx: &WriteTx, names: &[String], importance: Importance, today: Date) -> Result<bool> {
    for name in names {
        for uid in marks::holders(tx, Mark::Follow, name)? {
            let settings = follow_settings::get(tx, &uid, name)?;
            if settings.is_mailed_at_once(importance) && settings.notifies(today) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Lists every account, in a write.
pub(super) fn every_account(tx: &WriteTx) -> Result<Vec<UrgentReader>> {
    let (mut all, mut decided) = (Vec::new(), Vec::new());
    accounts::each_in_write(tx, &mut |account| {
        if !account.mail.urgent_for_others {
            decided.push(all.len());
        }
        all.push(UrgentReader { uid: account.uid, from: account.in_app_from, answers: None });
    })?;
    for place in decided {
        all[place].answers = Some(profiles::answers_of(tx, &all[place].uid)?);
    }
    Ok(all)
}
