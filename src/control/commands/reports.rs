//! `paragraf reports ...`

use uuid::Uuid;

use crate::control::declaration::declare_commands;
use crate::ops::reports::{self, Report};

declare_commands! {
    "reports.list": ListReports {
        /// Whether to include closed reports.
        all: bool,
    } rows(Report) -> () = reports::list, read_only;
    "reports.show": ShowReport(Uuid) -> Report = reports::show, read_only;
    /// Closes a report. Does nothing if it is closed.
    "reports.close": CloseReport(Uuid) -> Report = reports::close;
}
