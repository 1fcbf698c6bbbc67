//! Reading a request.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::domain::concern::{Answers, ConcernRequest, FactId, book};
use crate::domain::text::shorten;
use crate::error::{Error, Result};

/// Most years of days.
const MAX_YEARS: i64 = 2;
/// Months of days after the current one, unless the request names the last day.
const MONTHS: i64 = 3;

/// A request that was read.
pub(super) struct Asked {
    pub answers: Answers,
    pub skipped: Vec<FactId>,
    pub today: Date,
    pub until: Date,
    pub request: ConcernRequest,
}

impl Asked {
    /// `now` is the first day of the dates, unless the request names another.
    ///
    /// # Errors
    /// `invalid`, naming the fact or the day.
    pub(super) fn read(request: ConcernRequest, now: Date) -> Result<Self> {
        let answers = Answers::read(book(), &request.facts).map_err(|problem| {
            Error::invalid(format!("facts.{}", problem.fact), format!("facts.{}: {}", problem.fact, problem.message))
        })?;
        let skipped = request.skipped.iter().map(|name| {
            let unknown = || Error::invalid("skipped", format!("skipped: there is no fact {:?}", shorten(name, 60)));
            book().id(name).ok_or_else(unknown)
        });
        let skipped = skipped.collect::<Result<_>>()?;
        let today = request.today.unwrap_or(now);
        let until = request.until.unwrap_or_else(|| today.saturating_add(MONTHS.months()).last_of_month());
        if until < today {
            return Err(Error::invalid(
                "until",
                format!("until: {until} is before {today}, the first day; choose a later day"),
            ));
        }
        let last = today.saturating_add(MAX_YEARS.years());
        if until > last {
            return Err(Error::invalid(
                "until",
                format!("until: {until} is more than two years after {today}; choose {last} or an earlier day"),
            ));
        }
        Ok(Self { answers, skipped, today, until, request })
    }
}
