//! The gazette by month: which issues were read, and which have articles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::civil::Date;

use crate::app::App;
use crate::catalogue::PublishedArticle;
use crate::domain::CalendarMonth;
use crate::domain::article::Revision;
use crate::domain::coverage::IssueState;
use crate::error::Result;
use crate::ops::blocking::blocking;
use crate::ops::browse::live;
use crate::ops::policy::{self, Action, Actor};
use crate::store::ReadTx;
use crate::store::gazette_issues::{self, IssueRecord};

/// Maximum number of articles listed in a month; the issues of further ones are listed without them.
const MAX_ARTICLES: usize = 500;

/// The issues of one month.
#[derive(Debug)]
pub struct GazetteMonth {
    pub month: CalendarMonth,
    /// The months that have issues, newest first.
    pub months: Vec<CalendarMonth>,
    /// The days with issues, newest first.
    pub days: Vec<GazetteDay>,
}

/// The issues of one day, in the order of their numbers.
#[derive(Debug)]
pub struct GazetteDay {
    pub date: Date,
    pub issues: Vec<GazetteIssue>,
}

/// An issue with the articles on its acts.
#[derive(Debug)]
pub struct GazetteIssue {
    pub part: String,
    pub number: u32,
    pub state: IssueState,
    /// Whether an act of the issue could not be separated.
    pub is_incomplete: bool,
    /// Newest first.
    pub articles: Vec<Revision>,
}

/// Returns the issues of a month; without a choice, of the newest month with issues.
///
/// # Errors
/// `unavailable` while the articles are loaded.
pub async fn calendar(app: &App, actor: &Actor, month: Option<CalendarMonth>) -> Result<GazetteMonth> {
    policy::authorize(actor, Action::ReadCoverage)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    let known = app.store.read(all).await?;
    blocking("reading the calendar", move || {
        let with_articles = snapshot.by_slug().iter().filter_map(|article| article.issue.as_deref());
        let days = known.iter().map(|issue| issue.date).chain(with_articles.map(|issue| issue.date));
        let months: BTreeSet<CalendarMonth> = days.map(CalendarMonth::of).collect();
        let months: Vec<_> = months.into_iter().rev().collect();
        let month = month.or_else(|| months.first().copied()).unwrap_or(CalendarMonth::of(today));
        let of_month =
            |article: &&Arc<PublishedArticle>| article.issue.as_deref().is_some_and(|issue| month.contains(issue.date));
        let articles: Vec<_> = snapshot.articles().iter().filter(of_month).collect();
        Ok(GazetteMonth { month, months, days: days_of(month, &known, &articles)? })
    })
    .await?
}

/// Reads all issues.
fn all(tx: &ReadTx) -> Result<Vec<IssueRecord>> {
    let mut issues = Vec::new();
    gazette_issues::each(tx, &mut |issue| {
        issues.push(issue);
        ControlFlow::Continue(())
    })?;
    Ok(issues)
}

fn days_of(
    month: CalendarMonth,
    known: &[IssueRecord],
    articles: &[&Arc<PublishedArticle>],
) -> Result<Vec<GazetteDay>> {
    let mut issues: BTreeMap<(Date, String, u32), GazetteIssue> = BTreeMap::new();
    for issue in known.iter().filter(|issue| month.contains(issue.date)) {
        issues.insert((issue.date, issue.part.clone(), issue.number), of_record(issue));
    }
    for (index, article) in articles.iter().enumerate() {
        let Some(named) = article.issue.as_deref() else { continue };
        let entry = issues.entry((named.date, named.part.to_string(), named.number));
        let issue = entry.or_insert_with(|| GazetteIssue {
            part: named.part.to_string(),
            number: named.number,
            state: IssueState::Seen,
            is_incomplete: false,
            articles: vec![],
        });
        if index < MAX_ARTICLES {
            issue.articles.push(article.unpack()?);
        }
    }
    let mut days: Vec<GazetteDay> = Vec::new();
    for ((date, ..), issue) in issues {
        match days.last_mut() {
            Some(day) if day.date == date => day.issues.push(issue),
            _ => days.push(GazetteDay { date, issues: vec![issue] }),
        }
    }
    days.reverse();
    Ok(days)
}

fn of_record(issue: &IssueRecord) -> GazetteIssue {
    let state = match (issue.is_read(), issue.has_act) {
        (true, _) => IssueState::Read,
        (false, true) => IssueState::Seen,
        (false, false) => IssueState::Announced,
    };
    GazetteIssue {
        part: issue.part.clone(),
        number: issue.number,
        state,
        is_incomplete: issue.is_incomplete(),
        articles: vec![],
    }
}
