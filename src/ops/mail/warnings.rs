//! Warnings about mail settings.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::config::{Config, Transport};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};

/// A missing setting that does not prevent sending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailWarning {
    /// The configuration key, such as `mail.postal_address`.
    pub key: String,
    #[serde(flatten)]
    pub finding: OperatorFinding,
}

/// Lists the warnings about this server's settings.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<MailWarning>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    Ok(find(app))
}

pub(in crate::ops) fn find(app: &App) -> Vec<MailWarning> {
    postal_address(app).into_iter().chain(only_files(&app.config)).collect()
}

/// Warns that the mails of a public site are only written to files.
pub fn only_files(config: &Config) -> Option<MailWarning> {
    let is_only_files = config.mail.transport == Transport::Folder && config.server.is_public_site();
    is_only_files.then(|| MailWarning {
        key: "mail.transport".into(),
        finding: finding!(
            "mail_only_files",
            "mails of this public site are written to files; readers get none",
            "set mail.transport = \"smtp\" and mail.smtp_host in the configuration, see docs/mail.md"
        ),
    })
}

/// Warns that bulk messages lack a postal address, unless they are written to a folder and reach nobody.
pub(in crate::ops) fn postal_address(app: &App) -> Option<MailWarning> {
    let is_missing = !app.mailer.is_local() && app.config.mail.postal_address.trim().is_empty();
    is_missing.then(|| MailWarning {
        key: "mail.postal_address".into(),
        finding: finding!(
            "no_postal_address",
            "digests, urgent changes and deadlines are sent without a postal address",
            "set mail.postal_address in the configuration; bulk mail must contain the sender's postal address"
        ),
    })
}
