//! The operator's list of figures of the law, which replaces the built-in one, and what editors confirmed.

use std::collections::HashMap;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::listed::{self, ListItem, ListedRecord};
use super::table::Table;
use crate::domain::law_figure::{self, LawFigure};

/// By id; empty while the built-in list is used.
pub(super) const LAW_FIGURES: Table<String, ListedRecord<LawFigure>> = Table::new("law_figures");
/// The figures with confirmed values, as they were then; by id. Apart from the list, so that a confirmation does not
/// make the built-in list the operator's.
pub(super) const CONFIRMED_FIGURES: Table<String, LawFigure> = Table::new("confirmed_figures");

impl ListItem for LawFigure {
    const TABLE: Table<String, ListedRecord<Self>> = LAW_FIGURES;

    fn id(&self) -> &str {
        &self.id
    }

    fn defaults() -> Vec<Self> {
        law_figure::defaults()
    }
}

/// The figures in display order: the operator's list, or the built-in one. A value that is no longer the one that was
/// confirmed is to be verified.
pub fn current(tx: &dyn Reading) -> Result<Vec<LawFigure>, StoreError> {
    let confirmed = CONFIRMED_FIGURES.list(tx)?;
    let confirmed: HashMap<_, _> = confirmed.iter().map(|figure| (figure.id.as_str(), figure)).collect();
    let mut figures: Vec<LawFigure> = listed::current(tx)?;
    for figure in &mut figures {
        figure.keep_confirmations(confirmed.get(figure.id.as_str()).copied());
    }
    Ok(figures)
}

/// Replaces the list. Its confirmations are ignored.
pub fn replace(tx: &WriteTx, figures: &[LawFigure]) -> Result<(), StoreError> {
    listed::replace(tx, figures)
}

/// Keeps the confirmations of a figure of [`current`].
pub fn confirm(tx: &WriteTx, figure: &LawFigure) -> Result<(), StoreError> {
    CONFIRMED_FIGURES.put(tx, figure.id.as_str(), figure)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, CONFIRMED_FIGURES, |id, figure| figure.id == *id, "the record names another id")?;
    listed::verify::<LawFigure>(tx, findings)
}
