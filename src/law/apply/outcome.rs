//! The outcomes of operations.

use jiff::civil::Date;
use serde::Serialize;

use crate::amendment::AmendmentKind;
use crate::form::Form;
use crate::form::clause::Place;

use super::difference::{DifferencePiece, difference};

/// The outcome of an operation on one provision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OperationOutcome {
    /// Where the operation stands in the amending act.
    pub source: String,
    pub kind: AmendmentKind,
    /// The provision; `None` if the operation is not understood.
    pub place: Option<Place>,
    /// The text before; `None` if the provision is added.
    pub before: Option<String>,
    /// The text after; `None` if the operation was not applied.
    pub after: Option<String>,
    /// The new term of a prorogued provision.
    pub until: Option<String>,
    /// The day on which the operation enters into force, if it is not that of its act.
    pub own_day: Option<OwnDay>,
    /// Why the operation is listed for a person instead of applied.
    pub problem: Option<String>,
    /// The operation as written.
    pub text: String,
    pub in_annex: bool,
}

/// A clause on the entry into force of operations.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OwnDay {
    /// As written: `intră în vigoare la 30 de zile de la data publicării`.
    pub clause: String,
    /// The day, if the clause gives it or the publication of the act is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub in_force: Option<Date>,
}

impl OperationOutcome {
    /// The words that changed; nothing if the operation was not applied.
    pub fn difference(&self) -> Vec<DifferencePiece> {
        let after = self.after.as_ref();
        after.map(|after| difference(self.before.as_deref().unwrap_or_default(), after)).unwrap_or_default()
    }
}

/// A form with an amending act applied, and the outcome of each operation.
#[derive(Debug, Clone)]
pub struct Applied {
    pub form: Form,
    pub outcomes: Vec<OperationOutcome>,
}

/// A provision before and after an operation.
pub struct Changed {
    pub before: Option<String>,
    pub after: String,
}
