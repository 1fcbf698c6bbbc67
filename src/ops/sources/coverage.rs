//! Which issues of the gazette were seen, and which are missing.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use crate::app::App;
use crate::domain::coverage::{SeenIssue, YearCoverage};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{ReadTx, gazette_issues};

/// Returns the coverage of each part and year, the last year first.
pub async fn coverage(app: &App, actor: &Actor) -> Result<Vec<YearCoverage>> {
    policy::authorize(actor, Action::ReadCoverage)?;
    app.store.read(of_store).await
}

/// The coverage in one snapshot.
pub(in crate::ops) fn of_store(tx: &ReadTx) -> Result<Vec<YearCoverage>> {
    let mut years: BTreeMap<(u32, String), Vec<SeenIssue>> = BTreeMap::new();
    gazette_issues::each(tx, &mut |issue| {
        let seen = SeenIssue { number: issue.number, date: issue.date };
        years.entry((issue.year, issue.part)).or_default().push(seen);
        ControlFlow::Continue(())
    })?;
    let of_year = |((year, part), issues): &((u32, String), Vec<SeenIssue>)| YearCoverage::of(part, *year, issues);
    let years: Vec<_> = years.into_iter().collect();
    Ok(years.iter().rev().filter_map(of_year).collect())
}
