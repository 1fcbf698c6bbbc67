//! Which issues of the gazette were seen, and which numbers between them are missing.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Gaps that a year lists.
const MAX_GAPS: usize = 100;

/// An issue that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenIssue {
    pub number: u32,
    pub date: Date,
}

/// The issues of one part and year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct YearCoverage {
    pub part: String,
    pub year: u32,
    /// The first issue that was seen; earlier ones do not count as missing.
    pub first: u32,
    /// The last issue that was seen.
    pub last: u32,
    /// Date of the last one.
    #[schema(value_type = String, format = Date)]
    pub last_date: Date,
    /// The number of issues seen.
    pub seen: u32,
    /// The number of issues missing between the first and the last.
    pub missing: u32,
    /// The missing numbers, oldest first, at most a hundred ranges.
    pub gaps: Vec<Gap>,
}

/// Missing numbers in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Gap {
    pub from: u32,
    pub to: u32,
    /// Date of the next issue that was seen: the missing ones are from that day or earlier.
    #[schema(value_type = String, format = Date)]
    pub until: Date,
}

impl YearCoverage {
    /// Computes the coverage of a year from its issues in the order of their numbers; `None` without issues.
    pub fn of(part: &str, year: u32, issues: &[SeenIssue]) -> Option<Self> {
        let (first, last) = (issues.first()?, issues.last()?);
        let gap = |pair: &[SeenIssue]| match pair {
            [before, after] if after.number > before.number + 1 => {
                Some(Gap { from: before.number + 1, to: after.number - 1, until: after.date })
            }
            _ => None,
        };
        let mut gaps: Vec<_> = issues.windows(2).filter_map(gap).collect();
        let missing = gaps.iter().map(|gap| gap.to - gap.from + 1).sum();
        gaps.truncate(MAX_GAPS);
        Some(Self {
            part: part.to_owned(),
            year,
            first: first.number,
            last: last.number,
            last_date: last.date,
            seen: u32::try_from(issues.len()).unwrap_or(u32::MAX),
            missing,
            gaps,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_between_the_first_and_the_last_issue_are_missing() {
        let day = |day| jiff::civil::date(2026, 5, day);
        let issues =
            [(450, 20), (451, 21), (455, 27), (457, 29)].map(|(number, on)| SeenIssue { number, date: day(on) });
        let coverage = YearCoverage::of("I", 2026, &issues).expect("a coverage");
        let gaps = [Gap { from: 452, to: 454, until: day(27) }, Gap { from: 456, to: 456, until: day(29) }];
        assert_eq!((coverage.first, coverage.last, coverage.last_date), (450, 457, day(29)));
        assert_eq!((coverage.seen, coverage.missing, coverage.gaps), (4, 4, gaps.to_vec()));
        assert_eq!(YearCoverage::of("I", 2026, &[]), None);
    }
}
