//! A trial of the alarm: a damaged copy must be noticed.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::checksum::io_failed;
use super::conditions::{UNPROVED, judge_proof};
use super::make::BackupMaker;
use super::proof::prove;
use crate::app::App;
use crate::conditions::{Condition, Conditions, finding};
use crate::error::Result;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::backups::BackupProof;

/// The condition that begins and ends with a trial.
const TRIAL: &str = "backup_alarm_trial";

/// What a damaged copy of the store gave.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlarmTrial {
    /// The trial restore of the damaged copy, which must fail.
    pub proof: BackupProof,
    /// The condition that such a backup begins; `None` if the damage was not noticed.
    pub condition: Option<Condition>,
}

/// Damages a scratch copy of the store, restores it on trial as a backup is, and returns what the operator would see.
/// No backup is made or changed.
///
/// # Errors
/// What prevents a copy.
pub async fn try_alarm(app: &App, actor: &Actor) -> Result<AlarmTrial> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (maker, clock, now) = (BackupMaker::of(app), app.clock.clone(), app.clock.now());
    let tried = blocking("trying the alarm of backups", move || {
        maker.exclusively(|scratch| {
            let packed = maker.pack(scratch, now)?;
            damage(&packed.path)?;
            Ok(prove(&packed.path, scratch, &packed.manifest, &clock).0)
        })
    });
    let proof = tried.await??;
    let conditions = Conditions::default();
    judge_proof(&conditions, now, &proof);
    let condition = conditions.list().into_iter().find(|condition| condition.code == UNPROVED);
    if let Some(condition) = &condition {
        let found = finding!(
            "backup_alarm_trial",
            "a trial of the alarm: {condition}",
            "nothing is wrong: a scratch copy was damaged on purpose",
            condition = condition.message
        );
        app.conditions.report(TRIAL, now, found);
        app.conditions.end(TRIAL);
    }
    Ok(AlarmTrial { proof, condition })
}

/// Changes the byte in the middle.
fn damage(path: &Path) -> Result<()> {
    let failed = |error| io_failed(format!("cannot damage {}", path.display()), error);
    let file = File::options().read(true).write(true).open(path).map_err(failed)?;
    let middle = file.metadata().map_err(failed)?.len() / 2;
    let mut byte = [0];
    file.read_exact_at(&mut byte, middle).map_err(failed)?;
    file.write_all_at(&[byte[0] ^ 1], middle).map_err(failed)
}
