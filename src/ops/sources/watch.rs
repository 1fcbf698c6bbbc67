//! Polling the enabled sources, and what is known about them.

use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use super::portal::{self, PortalImport};
use super::report::SourceSummary;
use crate::app::App;
use crate::error::{ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::portal::PortalQuery;
use crate::store::source_states::{self, SourceState};

/// How far back the first poll reads, in days.
const FIRST_POLL_DAYS: i64 = 14;

/// A watched source as `paragraf status` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceStatus {
    #[serde(flatten)]
    pub state: SourceState,
    /// What is wrong, if anything, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<String>,
}

/// Polls every source once, newest acts first until they are known, and records the result.
///
/// # Errors
/// Those of the source, after they were recorded. A source that is being read is left alone without an error.
pub async fn poll(app: &App, actor: &Actor) -> Result<SourceSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let state = app.store.read(|tx| Ok(source_states::get(tx, portal::NAME)?)).await?;
    let first = state.is_none_or(|state| state.last_read_at.is_none());
    let today = app.clock.today();
    let back = today.saturating_sub(Span::new().days(FIRST_POLL_DAYS));
    let wanted = PortalImport {
        query: PortalQuery { year: Some(back.year()), ..PortalQuery::default() },
        since: first.then_some(back),
        until_known: !first,
        ..PortalImport::default()
    };
    let read = portal::import(app, actor, &wanted, &mut |_| {}).await;
    match read {
        Err(error) if matches!(error.code, ErrorCode::ImportRunning | ErrorCode::Unavailable) => {
            Ok(SourceSummary::default())
        }
        read => {
            note(app, &read).await?;
            read
        }
    }
}

/// Records the result of a poll.
async fn note(app: &App, read: &Result<SourceSummary>) -> Result<()> {
    let now = app.clock.now();
    let outcome = match read {
        Ok(summary) => Ok((summary.new > 0, summary.newest_issue)),
        Err(error) => Err(error.chain()),
    };
    app.store
        .write(move |tx| {
            let before = source_states::get(tx, portal::NAME)?.unwrap_or_default();
            let mut state = SourceState { name: portal::NAME.into(), ..before };
            state.first_polled_at = state.first_polled_at.or(Some(now));
            match &outcome {
                Ok((has_new, newest_issue)) => {
                    (state.failing_since, state.failures, state.problem) = (None, 0, None);
                    state.last_read_at = Some(now);
                    state.last_new_at = if *has_new { Some(now) } else { state.last_new_at };
                    state.newest_issue = state.newest_issue.max(*newest_issue);
                }
                Err(problem) => {
                    state.failing_since = state.failing_since.or(Some(now));
                    state.failures = state.failures.saturating_add(1);
                    state.problem = Some(problem.clone());
                }
            }
            Ok(source_states::put(tx, &state)?)
        })
        .await
}

/// The state with what an operator should know. `every` is in minutes, 0 when sources are not watched.
pub(in crate::ops) fn status(state: SourceState, now: Timestamp, every: u32, silent_days: u32) -> SourceStatus {
    let warning = broken(&state).or_else(|| silent(&state, now, every, silent_days));
    SourceStatus { state, warning }
}

fn broken(state: &SourceState) -> Option<String> {
    let since = state.failing_since?;
    let problem = state.problem.as_deref().unwrap_or("no reason is known");
    Some(format!(
        "{} cannot be read since {since} ({} polls): {problem}; it is polled again, and `paragraf import {}` tries at once",
        state.name, state.failures, state.name
    ))
}

fn silent(state: &SourceState, now: Timestamp, every: u32, silent_days: u32) -> Option<String> {
    let is_past =
        |at: Timestamp, seconds: u64| now.duration_since(at).as_secs() > i64::try_from(seconds).unwrap_or(i64::MAX);
    let polled = state.last_read_at.filter(|_| every > 0)?;
    if is_past(polled, u64::from(every) * 60 * 3) {
        return Some(format!("{} was last polled at {polled}; only a running server polls sources", state.name));
    }
    let last_new = state.last_new_at.or(state.first_polled_at)?;
    is_past(last_new, u64::from(silent_days) * 86_400).then(|| {
        format!(
            "{} has had no new act since {last_new}; compare with https://legislatie.just.ro, and set sources.silent_days higher if that is usual",
            state.name
        )
    })
}

/// Whether sources are watched.
pub fn is_watching(app: &App) -> bool {
    app.config.sources.watch_every > 0
}
