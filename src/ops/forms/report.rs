//! Events and summary of an import of forms.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use crate::domain::ActKey;
use crate::ops::amendments::make::MadeAmendments;

/// The result of storing a form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FormOutcome {
    New,
    /// The text differs from the stored one.
    Changed,
    Unchanged,
}

/// An event while forms are imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum FormEvent {
    Form {
        act: ActKey,
        date: Date,
        outcome: FormOutcome,
    },
    /// A file or page was left out.
    Refused {
        reason: String,
    },
}

/// The result of an import of forms.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormSummary {
    pub new: u64,
    pub changed: u64,
    pub unchanged: u64,
    pub refused: u64,
    /// Acts whose before and after is new or changed.
    pub amendments: u64,
    /// Their operations that are listed with their text and not applied.
    #[serde(default)]
    pub listed: u64,
}

/// A form after it was stored.
pub(super) struct KeptForm {
    pub(super) key: ActKey,
    pub(super) date: Date,
    pub(super) outcome: FormOutcome,
}

/// Reports and counts what is imported.
pub(super) struct FormTally<'a> {
    pub(super) summary: FormSummary,
    report: &'a mut (dyn FnMut(FormEvent) + Send),
}

impl<'a> FormTally<'a> {
    pub(super) fn new(report: &'a mut (dyn FnMut(FormEvent) + Send)) -> Self {
        Self { summary: FormSummary::default(), report }
    }

    pub(super) fn kept(&mut self, form: &KeptForm) {
        match form.outcome {
            FormOutcome::New => self.summary.new += 1,
            FormOutcome::Changed => self.summary.changed += 1,
            FormOutcome::Unchanged => self.summary.unchanged += 1,
        }
        (self.report)(FormEvent::Form { act: form.key.clone(), date: form.date, outcome: form.outcome });
    }

    pub(super) fn made(&mut self, MadeAmendments { acts, listed }: MadeAmendments) {
        (self.summary.amendments, self.summary.listed) = (acts, listed);
    }

    pub(super) fn refused(&mut self, reason: String) {
        self.summary.refused += 1;
        (self.report)(FormEvent::Refused { reason });
    }
}
