//! The coverage of the gazette: known issues, issues that were read, and missing numbers.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Most gaps that a year lists.
const MAX_GAPS: usize = 100;
/// Most announced files that a year lists.
const MAX_WAITING: usize = 100;

/// An issue that is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KnownIssue {
    pub number: u32,
    pub date: Date,
    /// Whether an act in it was found or its file was read.
    pub is_seen: bool,
    /// Whether its file was read.
    pub is_read: bool,
    /// Whether an act of a file could not be separated.
    pub is_incomplete: bool,
    /// Its announced files that were not read: the letters of a supplement, and the time of the announcement.
    pub waiting: Vec<(Option<String>, Timestamp)>,
}

/// How far an issue was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum IssueState {
    /// Its PDF file was read, act by act.
    Read,
    /// An act in it was found, or an article names it.
    Seen,
    /// The gazette announced it, and it was not read yet.
    Announced,
}

/// The issues of one part and year.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct YearCoverage {
    pub part: String,
    pub year: u32,
    /// The first issue that is known; earlier ones do not count as missing.
    pub first: u32,
    /// The last issue that is known.
    pub last: u32,
    /// Date of the last one.
    pub last_date: Date,
    /// The number of issues in which an act was found, or that were read.
    pub seen: u32,
    /// The number of issues whose PDF file was read, act by act.
    pub read: u32,
    /// The number of issues of which an act could not be separated and was left out.
    pub incomplete: u32,
    /// The number of files that the gazette announced and that were not read yet.
    pub announced: u32,
    /// The announced files, oldest first, at most a hundred.
    pub waiting: Vec<WaitingFile>,
    /// The number of issues missing between the first and the last: nothing is known about them.
    pub missing: u32,
    /// The missing numbers, oldest first, at most a hundred ranges.
    pub gaps: Vec<Gap>,
}

/// A file that the gazette announced and that was not read yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct WaitingFile {
    pub number: u32,
    /// The letters of a supplement, such as `Bis`; missing for the issue itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub supplement: Option<String>,
    /// Date of the issue.
    pub date: Date,
    /// When the announcement was seen.
    pub since: Timestamp,
}

/// Missing numbers in a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Gap {
    pub from: u32,
    pub to: u32,
    /// Date of the next issue that is known: the missing ones are from that day or earlier.
    pub until: Date,
}

impl YearCoverage {
    /// Computes the coverage of a year from its issues in the order of their numbers; `None` without issues.
    pub fn of(part: &str, year: u32, issues: &[KnownIssue]) -> Option<Self> {
        let (first, last) = (issues.first()?, issues.last()?);
        let gap = |pair: &[KnownIssue]| match pair {
            [before, after] if after.number > before.number + 1 => {
                Some(Gap { from: before.number + 1, to: after.number - 1, until: after.date })
            }
            _ => None,
        };
        let mut gaps: Vec<_> = issues.windows(2).filter_map(gap).collect();
        let missing = gaps.iter().map(|gap| gap.to - gap.from + 1).sum();
        gaps.truncate(MAX_GAPS);
        let mut waiting: Vec<_> = issues.iter().flat_map(waiting_files).collect();
        let announced = length(waiting.len());
        waiting.truncate(MAX_WAITING);
        let count = |is_counted: fn(&KnownIssue) -> bool| length(issues.iter().filter(|it| is_counted(it)).count());
        Some(Self {
            part: part.to_owned(),
            year,
            first: first.number,
            last: last.number,
            last_date: last.date,
            seen: count(|issue| issue.is_seen),
            read: count(|issue| issue.is_read),
            incomplete: count(|issue| issue.is_incomplete),
            announced,
            waiting,
            missing,
            gaps,
        })
    }
}

fn waiting_files(issue: &KnownIssue) -> impl Iterator<Item = WaitingFile> + '_ {
    issue.waiting.iter().map(|(supplement, since)| WaitingFile {
        number: issue.number,
        supplement: supplement.clone(),
        date: issue.date,
        since: *since,
    })
}

fn length(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(number: u32, day: i8) -> KnownIssue {
        let date = jiff::civil::date(2026, 5, day);
        KnownIssue { number, date, is_seen: true, is_read: false, is_incomplete: false, waiting: vec![] }
    }

    #[test]
    fn numbers_between_the_first_and_the_last_issue_are_missing() {
        let day = |day| jiff::civil::date(2026, 5, day);
        let issues = [(450, 20), (451, 21), (455, 27), (457, 29)].map(|(number, on)| seen(number, on));
        let coverage = YearCoverage::of("I", 2026, &issues).expect("a coverage");
        let gaps = [Gap { from: 452, to: 454, until: day(27) }, Gap { from: 456, to: 456, until: day(29) }];
        assert_eq!((coverage.first, coverage.last, coverage.last_date), (450, 457, day(29)));
        assert_eq!((coverage.seen, coverage.missing, coverage.gaps), (4, 4, gaps.to_vec()));
        assert_eq!(YearCoverage::of("I", 2026, &[]), None);
    }

    #[test]
    fn an_announced_issue_is_neither_seen_nor_missing() {
        let since = Timestamp::UNIX_EPOCH;
        let read = KnownIssue { is_read: true, waiting: vec![(Some("Bis".into()), since)], ..seen(450, 20) };
        let announced = KnownIssue { is_seen: false, waiting: vec![(None, since)], ..seen(451, 21) };
        let coverage = YearCoverage::of("I", 2026, &[read, announced, seen(453, 22)]).expect("a coverage");
        assert_eq!((coverage.seen, coverage.read, coverage.announced, coverage.missing), (2, 1, 2, 1));
        let waiting: Vec<_> = coverage.waiting.iter().map(|file| (file.number, file.supplement.as_deref())).collect();
        assert_eq!(waiting, [(450, Some("Bis")), (451, None)]);
    }
}
