//! The operator's list of figures of the law, which replaces the built-in one.

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::listed::{self, Listed, ListedRecord};
use super::table::Table;
use crate::domain::law_figure::{self, LawFigure};

/// By id; empty while the built-in list is used.
pub(super) const LAW_FIGURES: Table<String, ListedRecord<LawFigure>> = Table::new("law_figures");

impl Listed for LawFigure {
    const TABLE: Table<String, ListedRecord<Self>> = LAW_FIGURES;

    fn id(&self) -> &str {
        &self.id
    }

    fn defaults() -> Vec<Self> {
        law_figure::defaults()
    }
}

/// The figures in display order: the operator's list, or the built-in one.
pub fn current(tx: &impl Reading) -> Result<Vec<LawFigure>, StoreError> {
    listed::current(tx)
}

/// Replaces the list.
pub fn replace(tx: &WriteTx, figures: &[LawFigure]) -> Result<(), StoreError> {
    listed::replace(tx, figures)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    listed::verify::<LawFigure>(tx, findings)
}
