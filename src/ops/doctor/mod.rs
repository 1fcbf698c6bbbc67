//! Examines everything that the server depends on, for `paragraf doctor`.
//!
//! Only hosts that the operator configured are asked: the mail servers, the DNS servers of the system about the
//! sender's domain, and the public address.

mod content;
mod machine;
mod mail;
mod settings;
mod site;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::status;

/// How a check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DiagnosisOutcome {
    Ok,
    /// The check does not apply, or cannot be made here.
    NotChecked,
    /// The server works; something should be done.
    Warning,
    Failed,
}

/// The result of one check. It holds no secret.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnosis {
    /// Stable name, such as `disk`.
    pub check: String,
    pub outcome: DiagnosisOutcome,
    /// What was found.
    pub message: String,
    /// What to do; empty if nothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remedy: String,
}

impl Diagnosis {
    pub fn ok(check: &str, message: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Ok, message, "")
    }

    pub fn not_checked(check: &str, message: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::NotChecked, message, "")
    }

    pub fn warning(check: &str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Warning, message, remedy)
    }

    pub fn failed(check: &str, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self::new(check, DiagnosisOutcome::Failed, message, remedy)
    }

    fn new(check: &str, outcome: DiagnosisOutcome, message: impl Into<String>, remedy: impl Into<String>) -> Self {
        Self { check: check.to_owned(), outcome, message: message.into(), remedy: remedy.into() }
    }
}

/// Makes every check. `serving` is whether this process is the server.
pub async fn examine(app: &App, actor: &Actor, serving: bool) -> Result<Vec<Diagnosis>> {
    policy::authorize(actor, Action::ReadStatus)?;
    let status = status::status(app, actor, serving).await?;
    let (mail, site) = tokio::join!(mail::examine(app), site::examine(app, serving));
    let groups = [
        settings::examine(app),
        machine::examine(app),
        content::examine(app, &status),
        mail,
        site,
        content::conditions(&status),
    ];
    Ok(groups.concat())
}
