//! What changed provisions said before.

use super::figure::StatedFigure;
use super::reader::figures;
use super::reading::ReadingMode;
use super::units::ActUnit;

/// A provision before and after an operation of the act.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeforeText {
    /// The operation in the act, such as `art. I pct. 3`.
    pub source: String,
    /// The provision that it changes, with its act.
    pub provision: String,
    pub before: String,
    pub after: String,
}

/// A text before, read for comparison.
#[derive(Debug)]
pub(super) struct OldText {
    pub source: String,
    figures: Vec<StatedFigure>,
    pub units: Vec<ActUnit>,
}

impl OldText {
    pub fn new(text: &BeforeText) -> Self {
        let places = figures(&text.before, ReadingMode::SOURCE);
        let provision = figures(&text.provision, ReadingMode::SOURCE);
        let figures = places.into_iter().chain(provision).flat_map(|place| place.figures);
        Self {
            source: text.source.clone(),
            figures: figures.map(|found| found.figure).collect(),
            units: ActUnit::split(&text.before, &[]),
        }
    }

    pub fn has(&self, figure: &StatedFigure) -> bool {
        self.figures.iter().any(|given| figure.is_supported_by(given))
    }
}
