//! Making the daily backup when it is due.

use jiff::civil::Time;
use jiff::{SignedDuration, Timestamp};

use super::conditions;
use super::create::{create, store_copy};
use crate::app::App;
use crate::clock::{legal_date, legal_time_zone};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::backups::{self, BackupRecord};

/// Time for which one process alone makes a backup.
const CLAIM: SignedDuration = SignedDuration::from_mins(10);

/// Gives back the claim on making a backup that this installation had when it was killed. Called at start.
pub async fn recover(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageBackups)?;
    app.store.write(|tx| Ok(backups::recover(tx)?)).await
}

/// Makes the backup of the schedule if it is due, or stores the last one in the storage if that failed. Both may be
/// repeated.
///
/// # Errors
/// Those of [`create`]; try again later.
pub async fn run_due(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageBackups)?;
    let Some(at) = app.config.backup.schedule else { return Ok(()) };
    let now = app.clock.now();
    let records = app.store.read(|tx| Ok(backups::list(tx)?)).await?;
    let last = last_of(records, now);
    let made_at = last.as_ref().map(|last| last.made_at);
    if is_due(at.time(), made_at, now) {
        let made = make(app, actor, now).await;
        let newest = if made.is_ok() { now } else { made_at.unwrap_or(app.started_at) };
        conditions::judge_age(&app.conditions, now, newest);
        return made;
    }
    let Some(last) = last else { return Ok(()) };
    conditions::judge_age(&app.conditions, now, last.made_at);
    conditions::judge_proof(&app.conditions, now, &last.proof);
    if app.config.backup.s3.is_enabled() && last.uploaded_at.is_none() { upload(app, last).await } else { Ok(()) }
}

async fn make(app: &App, actor: &Actor, now: Timestamp) -> Result<()> {
    let until = now.saturating_add(CLAIM).unwrap_or(now);
    if !app.store.write(move |tx| Ok(backups::claim(tx, now, until)?)).await? {
        return Ok(());
    }
    let created = create(app, actor).await;
    app.store.write(|tx| Ok(backups::release(tx)?)).await?;
    let backup = created?.backup;
    let millis = backup.proof.map(|proof| proof.millis);
    tracing::info!(backup = backup.name, bytes = backup.size_bytes, proof.millis = millis, "a backup was made");
    Ok(())
}

async fn upload(app: &App, last: BackupRecord) -> Result<()> {
    let path = super::names::folder_of(app).join(&last.name);
    if !path.exists() {
        return Ok(());
    }
    let stored = store_copy(app, last, &path).await.map(drop);
    match &stored {
        Ok(()) => app.conditions.end(conditions::FAILED),
        Err(error) => conditions::failed(&app.conditions, app.clock.now(), error),
    }
    stored
}

/// The newest backup, without those of a clock that was ahead.
fn last_of(records: Vec<BackupRecord>, now: Timestamp) -> Option<BackupRecord> {
    records.into_iter().filter(|record| record.is_made() && record.made_at <= now).max_by_key(|record| record.made_at)
}

/// Whether the last time of the schedule has passed without a backup.
fn is_due(at: Time, last: Option<Timestamp>, now: Timestamp) -> bool {
    let today = legal_date(now);
    let days = [Some(today), today.yesterday().ok()].into_iter().flatten();
    let mut times = days.filter_map(|day| Some(day.to_datetime(at).to_zoned(legal_time_zone()).ok()?.timestamp()));
    times.find(|due| *due <= now).is_some_and(|due| last.is_none_or(|last| last < due))
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;

    use super::*;
    use crate::store::backups::{BackupProof, ProofOutcome};

    fn at(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    #[test]
    fn a_backup_is_due_once_a_day_at_its_time_in_romania() {
        let due = |last: Option<&str>, now: &str| is_due(time(3, 30, 0, 0), last.map(at), at(now));
        assert!(due(None, "2026-11-27T00:00:00Z"), "there is none");
        assert!(!due(Some("2026-11-26T01:30:00Z"), "2026-11-27T01:29:59Z"));
        assert!(due(Some("2026-11-26T01:30:00Z"), "2026-11-27T01:30:00Z"));
        assert!(!due(Some("2026-11-27T01:30:00Z"), "2026-11-27T23:59:59Z"));
        assert!(!due(Some("2026-11-27T01:31:00Z"), "2026-11-28T01:29:00Z"));
        assert!(
            due(Some("2026-11-20T01:30:00Z"), "2026-11-27T01:00:00Z"),
            "it was missed while the server was stopped"
        );
        // 03:30 is skipped on 29 March, when 03:00 is followed by 04:00, and comes twice on 25 October.
        assert!(due(Some("2026-03-28T01:30:00Z"), "2026-03-29T01:30:00Z"));
        assert!(!due(Some("2026-10-25T00:30:00Z"), "2026-10-25T01:30:00Z"));
    }

    #[test]
    fn a_backup_of_a_clock_that_was_ahead_prevents_none() {
        let proof = BackupProof {
            outcome: ProofOutcome::Proved,
            at: Timestamp::UNIX_EPOCH,
            millis: 0,
            rows: 0,
            articles: 0,
            problem: None,
        };
        let record = |made_at: &str, size_bytes| BackupRecord {
            name: made_at.into(),
            made_at: at(made_at),
            size_bytes,
            sha256: String::new(),
            uploaded_at: None,
            unfinished_upload: None,
            proof: proof.clone(),
        };
        let records = vec![
            record("2030-01-01T00:00:00Z", 1),
            record("2026-11-26T00:00:00Z", 0),
            record("2026-11-25T00:00:00Z", 1),
        ];
        let last = last_of(records, at("2026-11-27T00:00:00Z")).expect("a backup");
        assert_eq!(last.made_at, at("2026-11-25T00:00:00Z"));
    }
}
