//! Which issues of the gazette are known, read and missing.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::app::App;
use crate::domain::coverage::{KnownIssue, YearCoverage};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::ReadTx;
use crate::store::gazette_issues::{self, IssueRecord};

/// Returns the coverage of each year and part, last year first.
pub async fn coverage(app: &App, actor: &Actor) -> Result<Vec<YearCoverage>> {
    policy::authorize(actor, Action::ReadCoverage)?;
    app.store.read(of_store).await
}

/// The coverage in one snapshot.
pub(in crate::ops) fn of_store(tx: &ReadTx) -> Result<Vec<YearCoverage>> {
    let mut years: BTreeMap<(u32, std::cmp::Reverse<String>), Vec<KnownIssue>> = BTreeMap::new();
    gazette_issues::each(tx, &mut |issue| {
        years.entry((issue.year, std::cmp::Reverse(issue.part.clone()))).or_default().push(known(&issue));
        ControlFlow::Continue(())
    })?;
    let years = years.into_iter().rev();
    Ok(years.filter_map(|((year, part), issues)| YearCoverage::of(&part.0, year, &issues)).collect())
}

fn known(issue: &IssueRecord) -> KnownIssue {
    let unread = issue.files.iter().filter(|file| file.read_at.is_none());
    let waiting = unread.filter_map(|file| Some((file.supplement.clone(), file.announced_at?)));
    let is_read = issue.is_read();
    KnownIssue {
        number: issue.number,
        date: issue.date,
        is_seen: issue.has_act || is_read,
        is_read,
        is_incomplete: issue.is_incomplete(),
        waiting: waiting.collect(),
    }
}
