//! `paragraf overviews ...`

use crate::control::declaration::declare_commands;
use crate::domain::{CalendarMonth, OverviewId};
use crate::ops::overviews::edit::{self, DeskOverview, OverviewApproval, OverviewSummary};
use crate::ops::overviews::make;

declare_commands! {
    "overviews.list": ListOverviews -> Vec<OverviewSummary> = edit::list, read_only;
    /// Makes the overviews of a month; replies with the ids of the new ones.
    "overviews.make": MakeOverviews(CalendarMonth) -> Vec<OverviewId> = make::make;
    "overviews.publish": PublishMonthlyOverview(OverviewApproval) -> DeskOverview = edit::publish;
    "overviews.reject": RejectOverview(OverviewId) -> DeskOverview = edit::reject;
    "overviews.reopen": ReopenOverview(OverviewId) -> DeskOverview = edit::reopen;
}
