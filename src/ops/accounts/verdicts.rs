//! What the operator's hook decided for one request, and the questions that it has not answered yet.

use serde_json::Value;

use crate::app::App;
use crate::config::HooksConfig;
use crate::domain::HookEvent;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::hooks::{Question, Verdict};

/// What the hook decided for one request.
#[derive(Debug, Clone)]
pub(super) struct Verdicts {
    config: HooksConfig,
    given: Vec<(Question, Verdict)>,
}

/// A question without a verdict, as the cause of the error that ends a transaction.
#[derive(Debug, thiserror::Error)]
#[error("the hook was not asked")]
pub(super) struct Open(pub Box<Question>);

impl Verdicts {
    pub(super) fn new(app: &App) -> Self {
        Self { config: app.config.accounts.hooks.clone(), given: Vec::new() }
    }

    /// The number of questions that were answered.
    pub(super) fn count(&self) -> usize {
        self.given.len()
    }

    pub(super) fn add(&mut self, question: Question, verdict: Verdict) {
        self.given.push((question, verdict));
    }

    /// Returns what the hook decided about this question; no change when it is not asked about such events.
    ///
    /// # Errors
    /// `refused_by_hook`, and the error with which [`super::hooks::write`] asks.
    pub(super) fn verdict(&self, event: HookEvent, subject: impl FnOnce() -> Value) -> Result<Verdict> {
        if !self.config.covers(event) {
            return Ok(Verdict::default());
        }
        let question = Question { event, subject: subject() };
        let given = self.given.iter().find(|(asked, _)| *asked == question);
        let open = || Error::internal("asking the hook", Open(Box::new(question.clone())));
        let (_, verdict) = given.ok_or_else(open)?;
        refused(verdict)?;
        Ok(verdict.clone())
    }
}

/// # Errors
/// `refused_by_hook` with the text of the hook.
pub(super) fn refused(verdict: &Verdict) -> Result<()> {
    match &verdict.refusal {
        Some(text) => Err(Error::new(Kind::Forbidden, ErrorCode::RefusedByHook, text)),
        None => Ok(()),
    }
}
