//! What an update has to do next: a state machine over the stages of the journal.
//!
//! After a kill at any place, the installed program can open the store, and the same command or `--back` goes on from
//! there.
// docs/decisions/0481

use serde::{Deserialize, Serialize};

/// How far an update or a return has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum UpgradeStage {
    /// The present program and store are being copied.
    Keeping,
    /// Both copies are complete; the program is about to be replaced.
    Kept,
    /// The new program is in place. It takes no writes.
    Installed,
    /// The new server answers. It may take writes from here on.
    Ready,
    Done,
    /// The kept store and program are being put back.
    Returning,
    /// The previous server answers. It may take writes from here on.
    Restored,
    Returned,
}

/// What the operator or the package wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// Keep program and store, for a package that replaces the program itself.
    Prepare,
    /// Install another program.
    Update,
    /// Go on once the program has been replaced.
    Finish,
    /// Return to the kept program and store.
    Back,
}

/// The smallest action between two records of the journal. Each may be repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpgradeStep {
    /// Write the stage into the journal.
    Record(UpgradeStage),
    /// Refuse writes, also in servers that start later.
    BeginMaintenance,
    KeepProgram,
    KeepStore,
    /// Put the new program in the place of the present one.
    Install,
    Restart,
    /// Wait until `/readyz` is right.
    AwaitReady,
    /// End the maintenance, unless it lasted before the update.
    EndMaintenance,
    Stop,
    /// Put a copy of the kept store in the place of the present one.
    ReturnStore,
    /// Put a copy of the kept program in the place of the present one.
    ReturnProgram,
}

/// Why there is nothing to do towards a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UpgradeRefusal {
    /// No program and store were kept.
    NothingKept,
    /// Another update is under way.
    Unfinished,
    /// A return is under way.
    Returning,
}

use UpgradeStage::{Done, Installed, Keeping, Kept, Ready, Restored, Returned, Returning};

const KEEP: [UpgradeStep; 5] = [
    UpgradeStep::Record(Keeping),
    UpgradeStep::BeginMaintenance,
    UpgradeStep::KeepProgram,
    UpgradeStep::KeepStore,
    UpgradeStep::Record(Kept),
];
const INSTALL: [UpgradeStep; 2] = [UpgradeStep::Install, UpgradeStep::Record(Installed)];
const FINISH: [UpgradeStep; 5] = [
    UpgradeStep::Restart,
    UpgradeStep::AwaitReady,
    UpgradeStep::Record(Ready),
    UpgradeStep::EndMaintenance,
    UpgradeStep::Record(Done),
];
/// The store goes first: the new program opens an old store, and not the other way round.
const RETURN: [UpgradeStep; 10] = [
    UpgradeStep::Record(Returning),
    UpgradeStep::Stop,
    UpgradeStep::BeginMaintenance,
    UpgradeStep::ReturnStore,
    UpgradeStep::ReturnProgram,
    UpgradeStep::Restart,
    UpgradeStep::AwaitReady,
    UpgradeStep::Record(Restored),
    UpgradeStep::EndMaintenance,
    UpgradeStep::Record(Returned),
];

/// The stage, with a program that was replaced before the journal could say so.
pub fn effective(recorded: UpgradeStage, is_replaced: bool) -> UpgradeStage {
    match recorded {
        Kept if is_replaced => Installed,
        stage => stage,
    }
}

/// Whether a return loses what was written since the update.
pub fn return_loses_writes(stage: UpgradeStage) -> bool {
    matches!(stage, Ready | Done)
}

/// Whether the maintenance may end: a return either keeps what is written then, or asks first.
// docs/decisions/0583
pub fn maintenance_may_end(stage: UpgradeStage) -> bool {
    matches!(stage, Ready | Done | Restored | Returned)
}

/// The steps towards the goal from an [`effective`] stage.
///
/// # Errors
/// The reason if the goal cannot be reached from here.
pub fn plan(goal: Goal, stage: Option<UpgradeStage>) -> Result<Vec<UpgradeStep>, UpgradeRefusal> {
    match (goal, stage) {
        (Goal::Prepare | Goal::Update | Goal::Finish, Some(Returning)) => Err(UpgradeRefusal::Returning),
        (Goal::Prepare | Goal::Update, Some(Installed | Ready)) => Err(UpgradeRefusal::Unfinished),
        // A copy that exists may be older than the last write, so both are copied again.
        (Goal::Prepare, None | Some(Keeping | Kept | Done | Restored | Returned)) => Ok(KEEP.to_vec()),
        (Goal::Update, None | Some(Keeping | Kept | Done | Restored | Returned)) => {
            Ok([&KEEP[..], &INSTALL, &FINISH].concat())
        }
        // A package may have put the same program there again.
        (Goal::Finish, Some(Keeping | Kept | Installed)) => Ok(FINISH.to_vec()),
        (Goal::Finish, Some(Ready)) => Ok(vec![UpgradeStep::EndMaintenance, UpgradeStep::Record(Done)]),
        (Goal::Finish, Some(Restored)) => Ok(vec![UpgradeStep::EndMaintenance, UpgradeStep::Record(Returned)]),
        // The program was replaced by hand, or the server was stopped.
        (Goal::Finish, None | Some(Done | Returned)) => Ok(vec![UpgradeStep::Restart, UpgradeStep::AwaitReady]),
        (Goal::Back, None | Some(Returned)) => Err(UpgradeRefusal::NothingKept),
        // The present server never stopped. It may take writes from here on.
        (Goal::Back, Some(Keeping | Kept)) => {
            Ok(vec![UpgradeStep::Record(Restored), UpgradeStep::EndMaintenance, UpgradeStep::Record(Returned)])
        }
        (Goal::Back, Some(Installed | Ready | Done | Returning)) => Ok(RETURN.to_vec()),
        (Goal::Back, Some(Restored)) => Ok(vec![UpgradeStep::EndMaintenance, UpgradeStep::Record(Returned)]),
    }
}

#[cfg(test)]
mod tests;
