//! The public holidays of a range of days.

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::deadlines::check_range;
use crate::ops::browse;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::query::{Query, query};
use crate::web::state::VISITOR;

query! {
    /// The days of the holidays.
    pub(in crate::web) struct HolidayParameters {
        /// The first day
        from: Date,
        /// The last day, at most two years after `from`
        to: Date,
    }
}

/// A public holiday.
#[derive(Serialize, ToSchema)]
#[schema(as = Holiday)]
pub(in crate::web) struct HolidayDto {
    date: Date,
}

/// Lists the public holidays of Romania from one day to another, in order.
///
/// Holidays on a Saturday or a Sunday are listed too. With the weekends they are the days off of computed deadlines.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listHolidays", responses(
    (status = 200, description = "The holidays", body = Vec<HolidayDto>),
))]
pub(in crate::web) async fn holidays(Query(HolidayParameters { from, to }): Query<HolidayParameters>) -> Result {
    check_range(from, to, 2.years())?;
    let holidays: Vec<_> = browse::holidays(&VISITOR, from, to)?.into_iter().map(|date| HolidayDto { date }).collect();
    json(&holidays)
}
