//! The trial restore of a backup.

use std::path::Path;

use jiff::Timestamp;

use super::check::{BackupCheck, check_copied, manifest_in, unsound};
use super::manifest::Manifest;
use super::opened::OpenBackup;
use crate::clock::Clock;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::store::backups::{BackupProof, ProofOutcome};

/// Restores the archive into a scratch file in `work`, and compares it with what the store had.
///
/// Returns what was found, and the check if the archive could be read.
pub(super) fn prove(
    packed: &Path,
    work: &Path,
    expected: &Manifest,
    clock: &Clock,
) -> (BackupProof, Option<BackupCheck>) {
    let (at, begun) = (clock.now(), clock.steady());
    let restored = work.join("restored.redb");
    let tried = OpenBackup::open(packed).and_then(|backup| {
        let (check, extras) = check_copied(&backup, &restored, clock)?;
        // The archive's own manifest may be damaged like the rest.
        let is_expected = manifest_in(&extras)?.as_ref() == Some(expected);
        Ok((check, is_expected))
    });
    drop(std::fs::remove_file(&restored));
    let (outcome, problem) = judge(&tried);
    let proof = BackupProof {
        outcome,
        at,
        millis: millis_since(begun, clock),
        rows: expected.row_count(),
        articles: expected.article_count(),
        problem,
    };
    (proof, tried.ok().map(|(check, _)| check))
}

/// What the trial shows, and why.
fn judge(tried: &Result<(BackupCheck, bool)>) -> (ProofOutcome, Option<String>) {
    match tried {
        Ok((check, is_expected)) => match unsound(check) {
            Some(problem) => (ProofOutcome::Failed, Some(problem)),
            None if !is_expected => (ProofOutcome::Failed, Some("its manifest is not what the store had".to_owned())),
            None => (ProofOutcome::Proved, None),
        },
        Err(error) if shows_damage(error) => (ProofOutcome::Failed, Some(error.chain())),
        Err(error) => (ProofOutcome::Untried, Some(error.chain())),
    }
}

/// Whether the error is about the content of a backup, and not about a file that cannot be read or written.
fn shows_damage(error: &Error) -> bool {
    error.code == ErrorCode::BackupUnsound && error.kind != Kind::Unavailable
}

fn millis_since(begun: Timestamp, clock: &Clock) -> u64 {
    u64::try_from(clock.steady().duration_since(begun).as_millis()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::verify::Inconsistency;

    #[test]
    fn a_trial_proves_fails_or_could_not_be_made() {
        let outcome = |tried: Result<(BackupCheck, bool)>| judge(&tried).0;
        assert_eq!(outcome(Ok((BackupCheck::default(), true))), ProofOutcome::Proved);
        assert_eq!(outcome(Ok((BackupCheck::default(), false))), ProofOutcome::Failed);
        let finding = Inconsistency { table: "articles".into(), key: "a".into(), problem: "it differs".into() };
        let unsound = BackupCheck { findings: vec![finding], ..BackupCheck::default() };
        assert_eq!(judge(&Ok((unsound, true))), (ProofOutcome::Failed, Some("articles a: it differs".to_owned())));
        let error = |kind, code| Err(Error::new(kind, code, "reason"));
        assert_eq!(outcome(error(Kind::Conflict, ErrorCode::BackupUnsound)), ProofOutcome::Failed);
        assert_eq!(outcome(error(Kind::Unavailable, ErrorCode::BackupUnsound)), ProofOutcome::Untried);
        assert_eq!(outcome(error(Kind::Unavailable, ErrorCode::StoreIo)), ProofOutcome::Untried);
    }
}
