//! Rejecting drafts, and reopening rejected ones.

use serde::{Deserialize, Serialize};

use super::changed_notes::change_notes;
use super::drafts::{Draft, draft_of};
use super::{find, not_a_draft, note, signer};
use crate::app::App;
use crate::domain::desk::{self as rules, MAX_REASON, MAX_REJECTIONS, Rejection, Signature};
use crate::domain::{Slug, Status};
use crate::error::{Error, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::store::desk::{self, DeskRecord};

/// A rejection as an editor sends it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NewRejection {
    pub slug: Slug,
    /// Plain text.
    pub reason: String,
}

/// Rejects a draft, stores the reason and cancels its scheduled publication. The text stays.
///
/// # Errors
/// `not_found`, `not_a_draft`, `name_missing`, `invalid` in `reason`.
pub async fn reject(app: &App, actor: &Actor, rejection: NewRejection) -> Result<Draft> {
    policy::authorize(actor, Action::UseDesk)?;
    let NewRejection { slug, reason } = rejection;
    let reason = rules::reason(&reason).ok_or_else(|| {
        Error::invalid("reason", format!("The reason must be plain text of 1 to {MAX_REASON} characters."))
    })?;
    let (at, actor) = (app.clock.now(), actor.clone());
    let write = app.store.write(move |tx| {
        let by = signer(tx, &actor, None)?.unwrap_or_else(|| actor.to_string());
        let record = find(tx, &actor, &slug)?;
        if record.status != Status::Draft {
            return Err(not_a_draft(&slug, record.status));
        }
        let mut notes = DeskRecord { is_rejected: true, schedule: None, ..desk::get(tx, &slug)? };
        notes.rejections.push(Rejection { signature: Signature { by, at }, reason: reason.clone() });
        let surplus = notes.rejections.len().saturating_sub(MAX_REJECTIONS);
        notes.rejections.drain(..surplus);
        desk::put(tx, &notes)?;
        note(tx, at, &actor, "articles.reject", &slug)?;
        Ok((record, notes))
    });
    let (record, notes) = write.await?;
    draft_of(app, record, notes).await
}

/// Reopens a rejected draft. The reasons for its rejections stay.
///
/// # Errors
/// `not_found`, `not_a_draft`.
pub async fn reopen(app: &App, actor: &Actor, slug: Slug) -> Result<Draft> {
    policy::authorize(actor, Action::UseDesk)?;
    change_notes(app, actor, slug, "articles.reopen", |notes| std::mem::take(&mut notes.is_rejected)).await
}
