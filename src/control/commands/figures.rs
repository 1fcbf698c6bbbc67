//! `paragraf figures ...`

use crate::control::declaration::declare_commands;
use crate::domain::law_figure::LawFigure;
use crate::ops::law_figures::{self, CheckedValue, FigureApproval, FigureImport};

declare_commands! {
    "figures.list": ListFigures -> Vec<LawFigure> = law_figures::export, read_only;
    "figures.import": ImportFigures(Vec<LawFigure>) -> FigureImport = law_figures::import, creates_store;
    "figures.confirm": ConfirmFigure(FigureApproval) -> LawFigure = law_figures::confirm;
    "figures.check": CheckFigures -> Vec<CheckedValue> = law_figures::check, read_only;
}
