//! What the configuration lacks for mails to many.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};

/// A setting without which mails leave, though not as they should.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailWarning {
    /// Of the configuration, such as `mail.postal_address`.
    pub key: String,
    pub message: String,
    /// What to do about it.
    pub remedy: String,
}

/// What is wrong with the settings of this server.
pub fn look(app: &App, actor: &Actor) -> Result<Vec<MailWarning>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    Ok(find(app))
}

pub(in crate::ops) fn find(app: &App) -> Vec<MailWarning> {
    postal_address(app).into_iter().collect()
}

/// Mails to many that do not say where their sender lives; those in a folder reach nobody.
pub(in crate::ops) fn postal_address(app: &App) -> Option<MailWarning> {
    let is_nameless = !app.mailer.is_local() && app.config.mail.postal_address.trim().is_empty();
    is_nameless.then(|| MailWarning {
        key: "mail.postal_address".into(),
        message: "digests, urgent changes and deadlines leave without the postal address of their sender".into(),
        remedy: "set mail.postal_address in the configuration; mails to many must say where their sender lives".into(),
    })
}
