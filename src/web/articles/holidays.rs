//! The public holidays of a range of days.

use jiff::ToSpan;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::deadlines::check_range;
use crate::error::Error;
use crate::ops::browse;
use crate::web::error::Result;
use crate::web::extract::{Parameters, parse_day};
use crate::web::json::json;
use crate::web::operation::InvalidQuery;
use crate::web::state::VISITOR;

/// A public holiday.
#[derive(Serialize, ToSchema)]
#[schema(as = Holiday)]
pub(in crate::web) struct HolidayDto {
    #[schema(value_type = String, format = Date)]
    date: Date,
}

/// Lists the public holidays of Romania from one day to another, in order.
///
/// Holidays on a Saturday or a Sunday are listed too. With the weekends they are the days off of computed deadlines.
#[utoipa::path(
    get, path = "/deadlines/holidays", tag = "articles", operation_id = "listHolidays",
    params(
        ("from" = String, Query, format = Date, description = "The first day"),
        ("to" = String, Query, format = Date, description = "The last day, at most two years after `from`"),
    ),
    responses((status = 200, description = "The holidays", body = Vec<HolidayDto>), InvalidQuery)
)]
pub(in crate::web) async fn holidays(parameters: Parameters) -> Result {
    let (mut from, mut to) = (None, None);
    parameters.each(|name, text| {
        match name {
            "from" => from = Some(parse_day("from", text)?),
            "to" => to = Some(parse_day("to", text)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let from = from.ok_or_else(|| Error::invalid("from", "This parameter is missing."))?;
    let to = to.ok_or_else(|| Error::invalid("to", "This parameter is missing."))?;
    check_range(from, to, 2.years())?;
    let holidays: Vec<_> = browse::holidays(&VISITOR, from, to)?.into_iter().map(|date| HolidayDto { date }).collect();
    json(&holidays)
}
