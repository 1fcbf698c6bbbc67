//! Polling the watched sources, and their status.

use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use super::gazette::{self, GazetteImport};
use super::portal::{self, PortalImport};
use super::report::SourceSummary;
use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::config::SourcesConfig;
use crate::error::{ErrorCode, Result};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::portal::PortalQuery;
use crate::store::source_states::{self, SourceState};

/// How far back the first poll reads, in days.
const FIRST_POLL_DAYS: i64 = 14;
/// How far back the first poll of the gazette reads, in days: it has several issues a day.
const FIRST_GAZETTE_DAYS: i64 = 7;
/// How far back a poll of the gazette reads at most after the server was down, in days.
const MAX_GAZETTE_DAYS: i64 = 31;

/// A watched source as `paragraf status` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceStatus {
    #[serde(flatten)]
    pub state: SourceState,
    /// What is wrong, if anything, and what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<OperatorFinding>,
}

/// Polls every watched source once and records the result of each.
///
/// # Errors
/// The first failure of a source, after all were polled. A source that is being read is skipped without an error.
pub async fn poll(app: &App, actor: &Actor) -> Result<SourceSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let portal = poll_portal(app, actor).await;
    let gazette = match app.config.sources.watch_gazette {
        true => poll_gazette(app, actor).await,
        false => Ok(SourceSummary::default()),
    };
    Ok(portal?.plus(gazette?))
}

/// Reads the newest acts of the portal until they are known.
async fn poll_portal(app: &App, actor: &Actor) -> Result<SourceSummary> {
    let first = last_read(app, portal::NAME).await?.is_none();
    let back = app.clock.today().saturating_sub(Span::new().days(FIRST_POLL_DAYS));
    let wanted = PortalImport {
        query: PortalQuery { year: Some(back.year()), ..PortalQuery::default() },
        since: first.then_some(back),
        until_known: !first,
        ..PortalImport::default()
    };
    let read = portal::import(app, actor, &wanted, &mut |_| {}).await;
    let has_new = read.as_ref().is_ok_and(|summary| summary.new > 0);
    recorded(app, portal::NAME, read, has_new).await
}

/// Reads the issues of the gazette since the day before the last poll, and those that had no file then.
async fn poll_gazette(app: &App, actor: &Actor) -> Result<SourceSummary> {
    let (now, today) = (app.clock.now(), app.clock.today());
    let days = last_read(app, gazette::NAME).await?.map_or(FIRST_GAZETTE_DAYS, |last| {
        let days = now.duration_since(last).as_hours() / 24 + 1;
        days.clamp(1, MAX_GAZETTE_DAYS)
    });
    let first = today.saturating_sub(Span::new().days(days));
    let wanted = GazetteImport { days: Some((first, today)), waiting: true, without_drafts: false };
    let read = gazette::import(app, actor, Box::new(std::iter::empty()), &wanted, &mut |_| {}).await;
    let has_new = read.as_ref().is_ok_and(|summary| summary.issues > 0);
    recorded(app, gazette::NAME, read, has_new).await
}

async fn last_read(app: &App, source: &'static str) -> Result<Option<Timestamp>> {
    let state = app.store.read(move |tx| Ok(source_states::get(tx, source)?)).await?;
    Ok(state.and_then(|state| state.last_read_at))
}

/// Records the result of a poll and returns it. A poll that another reading or a stop prevented counts as empty.
async fn recorded(
    app: &App,
    source: &'static str,
    read: Result<SourceSummary>,
    has_new: bool,
) -> Result<SourceSummary> {
    match read {
        Err(error) if matches!(error.code, ErrorCode::ImportRunning | ErrorCode::Unavailable) => {
            Ok(SourceSummary::default())
        }
        read => {
            note(app, source, &read, has_new).await?;
            read
        }
    }
}

/// Records the result of a poll.
async fn note(app: &App, source: &'static str, read: &Result<SourceSummary>, has_new: bool) -> Result<()> {
    let now = app.clock.now();
    let outcome = match read {
        Ok(summary) => Ok(summary.newest_issue),
        Err(error) => Err(error.chain()),
    };
    app.store
        .write(move |tx| {
            let before = source_states::get(tx, source)?.unwrap_or_default();
            let mut state = SourceState { name: source.into(), ..before };
            state.first_polled_at = state.first_polled_at.or(Some(now));
            match &outcome {
                Ok(newest_issue) => {
                    (state.failing_since, state.failures, state.problem) = (None, 0, None);
                    state.last_read_at = Some(now);
                    state.last_new_at = if has_new { Some(now) } else { state.last_new_at };
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

/// The state with a warning for the operator; a source that is no longer watched gives none.
pub(in crate::ops) fn status(state: SourceState, now: Timestamp, config: &SourcesConfig) -> SourceStatus {
    let is_watched = config.watch_every > 0 && (state.name != gazette::NAME || config.watch_gazette);
    let warning = if is_watched { broken(&state).or_else(|| silent(&state, now, config)) } else { None };
    SourceStatus { state, warning }
}

fn broken(state: &SourceState) -> Option<OperatorFinding> {
    Some(finding!(
        "source_fails",
        "{source} cannot be read since {since_at} (failed polls: {failures}): {reason}",
        "it is polled again, and `paragraf import {source}` tries at once",
        source = state.name,
        since_at = state.failing_since?,
        failures = state.failures,
        reason = state.problem.as_deref().unwrap_or("no reason is known")
    ))
}

fn silent(state: &SourceState, now: Timestamp, config: &SourcesConfig) -> Option<OperatorFinding> {
    let is_past =
        |at: Timestamp, seconds: u64| now.duration_since(at).as_secs() > i64::try_from(seconds).unwrap_or(i64::MAX);
    let polled = state.last_read_at?;
    if is_past(polled, u64::from(config.watch_every) * 60 * 3) {
        return Some(finding!(
            "source_not_polled",
            "{source} was last polled at {polled_at}",
            "only a running server polls sources",
            source = state.name,
            polled_at = polled
        ));
    }
    let last_new = state.last_new_at.or(state.first_polled_at)?;
    is_past(last_new, u64::from(config.silent_days) * 86_400).then(|| {
        finding!(
            "source_silent",
            "{source} has had nothing new since {since_at}",
            "compare with {site}, and set sources.silent_days higher if that is usual",
            source = state.name,
            since_at = last_new,
            site =
                if state.name == gazette::NAME { "https://monitoruloficial.ro" } else { "https://legislatie.just.ro" }
        )
    })
}

/// Whether sources are watched.
pub fn is_watching(app: &App) -> bool {
    app.config.sources.watch_every > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_that_is_no_longer_watched_gives_no_warning() {
        let now: Timestamp = "2026-06-03T00:00:00Z".parse().expect("an instant");
        let state = SourceState {
            name: gazette::NAME.into(),
            last_read_at: Some("2026-06-01T00:00:00Z".parse().expect("an instant")),
            ..SourceState::default()
        };
        let warns = |config: &SourcesConfig| status(state.clone(), now, config).warning.is_some();
        let watched = SourcesConfig { watch_every: 60, watch_gazette: true, ..SourcesConfig::default() };
        assert!(warns(&watched));
        assert!(!warns(&SourcesConfig { watch_gazette: false, ..watched.clone() }));
        assert!(!warns(&SourcesConfig { watch_every: 0, ..watched }));
    }
}
