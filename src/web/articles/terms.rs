//! The end of a term that begins with something the reader does.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::recurrence::{Shift, Term};
use crate::error::Error;
use crate::ops::browse;
use crate::web::error::Result;
use crate::web::json::json;
use crate::web::parameter_values::UpTo;
use crate::web::query::{Query, query};
use crate::web::state::VISITOR;

/// Longest term, in its own unit: ten years of days.
const MAX_TERM: u16 = 3660;

query! {
    /// A term, in one of the units.
    pub(in crate::web) struct TermParameters {
        /// The day on which the term begins
        from: Date,
        days: Option<UpTo<MAX_TERM>>,
        working_days: Option<UpTo<MAX_TERM>>,
        months: Option<UpTo<MAX_TERM>>,
        hours: Option<UpTo<MAX_TERM>>,
        /// What happens to a day that is not a working day; without it, the day does not move
        shift: Option<Shift>,
    }
}

/// The last day of a term.
#[derive(Serialize, ToSchema)]
#[schema(as = TermEnd)]
pub(in crate::web) struct TermEndDto {
    date: Date,
}

/// Returns the last day of a term that begins on the day `from`, which does not count.
///
/// Give the term in one unit, as `within` of a dated entry does.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getTermEnd", responses(
    (status = 200, description = "The day", body = TermEndDto),
))]
pub(in crate::web) async fn term_end(Query(parameters): Query<TermParameters>) -> Result {
    let TermParameters { from, days, working_days, months, hours, shift } = parameters;
    let terms = [
        days.map(|UpTo(length)| Term::Days(length)),
        working_days.map(|UpTo(length)| Term::WorkingDays(length)),
        months.map(|UpTo(length)| Term::Months(length)),
        hours.map(|UpTo(length)| Term::Hours(length)),
    ];
    let terms: Vec<_> = terms.into_iter().flatten().collect();
    let [term] = terms[..] else {
        return Err(Error::invalid("days", "Give one of days, working_days, months and hours.").into());
    };
    json(&TermEndDto { date: browse::term_end(&VISITOR, term, from, shift)? })
}
