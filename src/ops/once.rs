//! Proofs that the processes on one database accept once together.

use jiff::Timestamp;

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::used_responses;

/// Accepts a proof that is valid until then. Returns whether it was not accepted before.
pub async fn accept(app: &App, actor: &Actor, proof: &str, until: Timestamp) -> Result<bool> {
    policy::authorize(actor, Action::ReadPublished)?;
    let key = format!("proof {proof}");
    app.store
        .write(move |tx| {
            let is_new = !used_responses::contains(tx, &key)?;
            if is_new {
                used_responses::put(tx, &key, until)?;
            }
            Ok(is_new)
        })
        .await
}
