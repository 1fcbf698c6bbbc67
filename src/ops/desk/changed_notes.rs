//! Changes of the notes that the desk keeps on a draft.

use super::drafts::{Draft, draft_of};
use super::{check_editor, find, note};
use crate::app::App;
use crate::domain::Slug;
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::desk::{self, DeskRecord};

/// Changes the notes on a draft and records `action`, unless `change` returns that there is nothing to do.
///
/// # Errors
/// Those of [`check_editor`] and [`find`].
pub(super) async fn change_notes(
    app: &App,
    actor: &Actor,
    slug: Slug,
    action: &'static str,
    change: fn(&mut DeskRecord) -> bool,
) -> Result<Draft> {
    let (now, actor) = (app.clock.now(), actor.clone());
    let write = app.store.write(move |tx| {
        check_editor(tx, &actor)?;
        let record = find(tx, &actor, &slug)?;
        let mut notes = desk::get(tx, &slug)?;
        if change(&mut notes) {
            desk::put(tx, &notes)?;
            note(tx, now, &actor, action, &slug)?;
        }
        Ok((record, notes))
    });
    let (record, notes) = write.await?;
    draft_of(app, record, notes).await
}
