//! The verdicts of the operator's hook for one request, and the question that it has not answered yet.

use serde_json::Value;

use crate::app::App;
use crate::config::HooksConfig;
use crate::domain::HookEvent;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::hooks::{HookVerdict, Question};

/// The verdicts of the hook for one request.
#[derive(Debug, Clone)]
pub(super) struct Verdicts {
    config: HooksConfig,
    given: Vec<(Question, HookVerdict)>,
}

/// A question without a verdict: the cause of the error with which a transaction fails.
#[derive(Debug, thiserror::Error)]
#[error("the hook was not asked")]
pub(super) struct OpenQuestion(pub Box<Question>);

impl Verdicts {
    pub(super) fn new(app: &App) -> Self {
        Self { config: app.config.accounts.hooks.clone(), given: Vec::new() }
    }

    /// The number of answered questions.
    pub(super) fn count(&self) -> usize {
        self.given.len()
    }

    pub(super) fn add(&mut self, question: Question, verdict: HookVerdict) {
        self.given.push((question, verdict));
    }

    /// Returns the verdict on this question. A hook that is not asked about such events changes nothing.
    ///
    /// # Errors
    /// `refused_by_hook`, and the error by which [`super::hooks::write`] learns the question.
    pub(super) fn verdict(&self, event: HookEvent, subject: impl FnOnce() -> Value) -> Result<HookVerdict> {
        if !self.config.covers(event) {
            return Ok(HookVerdict::default());
        }
        let question = Question { event, subject: subject() };
        let given = self.given.iter().find(|(asked, _)| *asked == question);
        let open = || Error::internal("asking the hook", OpenQuestion(Box::new(question.clone())));
        let (_, verdict) = given.ok_or_else(open)?;
        check_refusal(verdict)?;
        Ok(verdict.clone())
    }
}

/// Checks that the hook did not refuse.
///
/// # Errors
/// `refused_by_hook` with the text of the hook.
pub(super) fn check_refusal(verdict: &HookVerdict) -> Result<()> {
    match &verdict.refusal {
        Some(text) => Err(Error::new(Kind::Forbidden, ErrorCode::RefusedByHook, text)),
        None => Ok(()),
    }
}
