//! The conditions about backups.

use jiff::{SignedDuration, Timestamp};

use crate::conditions::{Conditions, finding};
use crate::error::Error;
use crate::store::backups::{BackupProof, ProofOutcome};

/// The last attempt made no backup, or the storage does not have it.
pub(super) const FAILED: &str = "backup_failed";
/// The last backup is older than it should be.
pub(super) const OLD: &str = "backup_old";
/// The last backup was not restored on trial.
pub(super) const UNPROVED: &str = "backup_unproved";

/// A daily backup that is this old has been missed.
const OLD_AFTER: SignedDuration = SignedDuration::from_hours(49);

/// Begins the condition of a failed attempt.
pub(super) fn failed(conditions: &Conditions, now: Timestamp, error: &Error) {
    let found = finding!(
        "backup_failed",
        "the last backup failed: {reason}",
        "fix the cause and run `paragraf backup create`; the schedule tries again too",
        reason = error.chain()
    );
    conditions.report(FAILED, now, found);
}

/// Begins or ends the condition of a backup that is not proved.
pub(super) fn judge_proof(conditions: &Conditions, now: Timestamp, proof: &BackupProof) {
    let reason = proof.problem.as_deref().unwrap_or("for an unknown reason");
    let found = match proof.outcome {
        ProofOutcome::Proved => return conditions.end(UNPROVED),
        ProofOutcome::Failed => finding!(
            "backup_not_restored",
            "the last backup could not be restored: {reason}",
            "fix the cause and run `paragraf backup create`; keep the older backups until one is proved",
            reason = reason
        ),
        ProofOutcome::Untried => finding!(
            "backup_not_tried",
            "the last backup could not be restored on trial: {reason}",
            "fix the cause and run `paragraf backup create`; keep the older backups until one is proved",
            reason = reason
        ),
    };
    conditions.report(UNPROVED, now, found);
}

/// Begins or ends the condition of a schedule that makes no backups. `since` is the last backup, or the start.
pub(super) fn judge_age(conditions: &Conditions, now: Timestamp, since: Timestamp) {
    let age = now.duration_since(since);
    if age <= OLD_AFTER {
        return conditions.end(OLD);
    }
    let found = finding!(
        "backup_missed",
        "there is no backup for {days} days",
        "see the log for the reason, and run `paragraf backup create`",
        days = age.as_hours() / 24
    );
    conditions.report(OLD, now, found);
}

#[cfg(test)]
mod tests {
    use jiff::ToSpan;

    use super::*;

    fn codes(conditions: &Conditions) -> Vec<String> {
        conditions.list().into_iter().map(|condition| condition.code).collect()
    }

    #[test]
    fn an_old_backup_and_one_that_is_not_proved_are_reported_until_a_better_one() {
        let (conditions, now) = (Conditions::default(), "2026-11-27T12:00:00Z".parse().expect("an instant"));
        let proof = |outcome| BackupProof {
            outcome,
            at: now,
            millis: 1,
            rows: 1,
            articles: 1,
            problem: Some("a page is damaged".into()),
        };
        judge_age(&conditions, now, now - 49.hours());
        assert_eq!(codes(&conditions), [""; 0]);
        judge_age(&conditions, now, now - 80.hours());
        assert_eq!(conditions.list()[0].message, "there is no backup for 3 days");
        judge_proof(&conditions, now, &proof(ProofOutcome::Failed));
        assert_eq!(codes(&conditions), [OLD, UNPROVED]);
        judge_age(&conditions, now, now);
        judge_proof(&conditions, now, &proof(ProofOutcome::Untried));
        assert_eq!(codes(&conditions), [UNPROVED]);
        judge_proof(&conditions, now, &proof(ProofOutcome::Proved));
        assert_eq!(codes(&conditions), [""; 0]);
    }
}
