//! `paragraf duties ...`

use crate::control::declaration::declare_commands;
use crate::domain::duty::Duty;
use crate::ops::duties::{self, DutyImport};

declare_commands! {
    "duties.list": ListDuties -> Vec<Duty> = duties::export, read_only;
    "duties.import": ImportDuties(Vec<Duty>) -> DutyImport = duties::import, creates_store;
}
