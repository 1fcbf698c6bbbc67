//! Reading a request.

use jiff::ToSpan;
use jiff::civil::Date;

use crate::config::ConcernsConfig;
use crate::domain::concern::{Answers, ConcernRequest, EuroRate, FactId, FactProblem, MAX_PROFILES, book};
use crate::domain::text::shorten;
use crate::error::{Error, Result};

/// Most years of days.
const MAX_YEARS: i64 = 2;
/// Months of days after the current one, unless the request names the last day.
const MONTHS_AHEAD: i64 = 3;

/// A request that was read.
pub(super) struct Asked {
    pub answers: Answers,
    /// Those of the reader's other profiles.
    pub others: Vec<Answers>,
    pub skipped: Vec<FactId>,
    /// At which thresholds in euro are compared.
    pub euro_rate: Option<EuroRate>,
    pub today: Date,
    pub until: Date,
    pub request: ConcernRequest,
}

impl Asked {
    /// `now` is the first day of the dates, unless the request names another; `config` has the rate of the euro.
    ///
    /// # Errors
    /// `invalid`, naming the fact or the day.
    pub(super) fn read(request: ConcernRequest, now: Date, config: &ConcernsConfig) -> Result<Self> {
        let answers = Answers::read(book(), &request.facts).map_err(|problem| in_field("facts", problem))?;
        if request.other_profiles.len() >= MAX_PROFILES {
            let most = MAX_PROFILES - 1;
            return Err(Error::invalid("other_profiles", format!("other_profiles: send at most {most}")));
        }
        let others = request.other_profiles.iter().zip(0..).map(|(facts, place)| {
            let field = format!("other_profiles[{place}]");
            Answers::read(book(), facts).map_err(|problem| in_field(&field, problem))
        });
        let others = others.collect::<Result<_>>()?;
        let skipped = request.skipped.iter().map(|name| {
            let unknown = || Error::invalid("skipped", format!("skipped: there is no fact {:?}", shorten(name, 60)));
            book().id(name).ok_or_else(unknown)
        });
        let skipped = skipped.collect::<Result<_>>()?;
        let today = request.today.unwrap_or(now);
        let until = request.until.unwrap_or_else(|| today.saturating_add(MONTHS_AHEAD.months()).last_of_month());
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
        let euro_rate = config.rate_on(today);
        Ok(Self { answers, others, skipped, euro_rate, today, until, request })
    }
}

/// The error of an answer that cannot be read, in the field that has the facts.
pub(super) fn in_field(facts: &str, FactProblem { fact, message }: FactProblem) -> Error {
    let field = format!("{facts}.{fact}");
    Error::invalid(field.clone(), format!("{field}: {message}"))
}
