//! Examines everything that the server depends on, for `paragraf doctor`.
//!
//! Only hosts that the operator configured are asked: the mail servers, the DNS servers of the system about the
//! sender's domain, and the public address.

mod content;
mod database;
mod diagnosis;
mod machine;
mod mail;
mod settings;
mod site;

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::status;

pub use diagnosis::{Diagnosis, DiagnosisOutcome};

/// Makes every check. `serving` is whether this process is the server.
pub async fn examine(app: &App, actor: &Actor, serving: bool) -> Result<Vec<Diagnosis>> {
    policy::authorize(actor, Action::ReadStatus)?;
    let status = status::status(app, actor, serving).await?;
    let has_others = status.instances.len() > 1 || status.counts_missing;
    let site = site::examine(app, serving, has_others);
    let (mail, site, database) = tokio::join!(mail::examine(app), site, database::examine(app, &status, serving));
    let groups = [
        settings::examine(app),
        machine::examine(app),
        database,
        content::examine(app, &status),
        mail,
        site,
        content::conditions(&status),
    ];
    Ok(groups.concat())
}
