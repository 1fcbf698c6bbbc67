//! The end of a term that begins with something the reader does.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::recurrence::{Shift, Term};
use crate::error::Error;
use crate::ops::browse;
use crate::web::error::Result;
use crate::web::extract::{Parameters, parse_day, value, whole_number};
use crate::web::json::json;
use crate::web::operation::InvalidQuery;
use crate::web::state::VISITOR;

/// Longest term, in its own unit: ten years of days.
const LONGEST: u16 = 3660;

/// The last day of a term.
#[derive(Serialize, ToSchema)]
#[schema(as = TermEnd)]
pub(in crate::web) struct TermEndDto {
    #[schema(value_type = String, format = Date)]
    date: Date,
}

/// Returns the last day of a term that begins on the day `from`, which does not count.
///
/// Give the term in one unit, as `within` of a dated entry does.
#[utoipa::path(
    get, path = "/deadlines/within", tag = "articles", operation_id = "getTermEnd",
    params(
        ("from" = String, Query, format = Date, description = "The day on which the term begins"),
        ("days" = Option<u16>, Query, minimum = 1, maximum = 3660),
        ("working_days" = Option<u16>, Query, minimum = 1, maximum = 3660),
        ("months" = Option<u16>, Query, minimum = 1, maximum = 3660),
        ("hours" = Option<u16>, Query, minimum = 1, maximum = 3660),
        ("shift" = Option<Shift>, Query, description = "What happens to a day that is not a working day; without it, the day does not move"),
    ),
    responses((status = 200, description = "The day", body = TermEndDto), InvalidQuery)
)]
pub(in crate::web) async fn term_end(parameters: Parameters) -> Result {
    let (mut from, mut terms, mut shift) = (None, vec![], None);
    parameters.each(|name, text| {
        match name {
            "from" => from = Some(parse_day("from", text)?),
            "days" => terms.push(Term::Days(length("days", text)?)),
            "working_days" => terms.push(Term::WorkingDays(length("working_days", text)?)),
            "months" => terms.push(Term::Months(length("months", text)?)),
            "hours" => terms.push(Term::Hours(length("hours", text)?)),
            "shift" => shift = Some(value("shift", text, "tax, next or previous")?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let from = from.ok_or_else(|| Error::invalid("from", "This parameter is missing."))?;
    let [term] = terms[..] else {
        return Err(Error::invalid("days", "Give one of days, working_days, months and hours.").into());
    };
    json(&TermEndDto { date: browse::term_end(&VISITOR, term, from, shift)? })
}

fn length(field: &'static str, text: &str) -> Result<u16, Error> {
    whole_number(field, text, 1..=LONGEST)
}
