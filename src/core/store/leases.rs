//! The processes that share the store, and the lease of the one that leads.
//!
//! No clock of one process is compared with that of another: each process counts beats in its row, and an observer that
//! sees the count of the leader stand still on a clock of its own takes the lease over with the next term. The writes
//! of a leader check its term inside their transaction, so that a process that has lost the lease changes nothing.

use std::future::Future;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By id of the process.
pub(super) const PROCESSES: Table<Uuid, ProcessRecord> = Table::new("processes");
/// By name: [`LEADER`] and [`IMPORT`].
pub(super) const LEASES: Table<String, Lease> = Table::new("leases");

const LEADER: &str = "leader";
const IMPORT: &str = "import";

tokio::task_local! {
    /// The term of the leader whose work this task does.
    static TERM: u64;
}

/// A process that has the store open.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProcessRecord {
    pub id: Uuid,
    /// Host and process id, for the operator.
    pub name: String,
    pub version: String,
    pub started_at: Timestamp,
    /// Grows while the process lives.
    pub beat: u64,
    /// How long the process has not had the changes of the others, in milliseconds.
    #[serde(default)]
    pub lag_millis: Option<u64>,
}

/// Who leads.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    /// Grows with each holder; 0 before the first.
    pub term: u64,
    /// `None` after it was given back.
    pub holder: Option<Uuid>,
}

/// What a process sees when it counts a beat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Observed {
    pub lease: Lease,
    pub processes: Vec<ProcessRecord>,
}

impl Observed {
    /// The beat of the leader; `None` if there is none, or it has no row.
    fn beat_of_leader(&self) -> Option<u64> {
        let holder = self.lease.holder?;
        self.processes.iter().find(|process| process.id == holder).map(|process| process.beat)
    }
}

/// Counts a beat of the process and returns what it sees.
pub fn beat(tx: &WriteTx, process: &ProcessRecord) -> Result<Observed, StoreError> {
    let before = PROCESSES.get(tx, &process.id)?.map_or(0, |before| before.beat);
    PROCESSES.put(tx, &process.id, &ProcessRecord { beat: before + 1, ..process.clone() })?;
    observe(tx)
}

/// The lease and the processes.
pub fn observe(tx: &dyn Reading) -> Result<Observed, StoreError> {
    Ok(Observed { lease: lease(tx)?, processes: PROCESSES.list(tx)? })
}

fn lease(tx: &dyn Reading) -> Result<Lease, StoreError> {
    Ok(LEASES.get(tx, LEADER)?.unwrap_or_default())
}

/// Takes the lease over unless anything about the leader has changed since it was seen. Returns the new term.
pub fn take(tx: &WriteTx, process: Uuid, seen: &Observed) -> Result<Option<u64>, StoreError> {
    let now = observe(tx)?;
    if now.lease != seen.lease || now.beat_of_leader() != seen.beat_of_leader() {
        return Ok(None);
    }
    let term = now.lease.term + 1;
    LEASES.put(tx, LEADER, &Lease { term, holder: Some(process) })?;
    Ok(Some(term))
}

/// Removes the process, and gives its lease back if it holds it in this term.
pub fn leave(tx: &WriteTx, process: Uuid, term: Option<u64>) -> Result<(), StoreError> {
    let lease = lease(tx)?;
    if term == Some(lease.term) && lease.holder == Some(process) {
        LEASES.put(tx, LEADER, &Lease { holder: None, ..lease })?;
    }
    PROCESSES.delete(tx, &process).map(drop)
}

/// Removes the rows of processes that ended without leaving.
pub fn forget(tx: &WriteTx, dead: &[(Uuid, u64)]) -> Result<(), StoreError> {
    for (process, beat) in dead {
        if PROCESSES.get(tx, process)?.is_some_and(|record| record.beat == *beat) {
            PROCESSES.delete(tx, process)?;
        }
    }
    Ok(())
}

/// Forgets the processes and the leader of a restored copy. The term goes on: claims name it.
pub fn reset(tx: &WriteTx) -> Result<(), StoreError> {
    let processes = PROCESSES.list(tx)?;
    processes.iter().try_for_each(|process| PROCESSES.delete(tx, &process.id).map(drop))?;
    match LEASES.get(tx, LEADER)? {
        Some(lease) => LEASES.put(tx, LEADER, &Lease { holder: None, ..lease }),
        None => Ok(()),
    }
}

/// Takes the lease of imports for this process. Returns false while another process that beats holds it; a command
/// without a server does not beat.
pub fn hold_import(tx: &WriteTx, process: Uuid) -> Result<bool, StoreError> {
    let lease = LEASES.get(tx, IMPORT)?.unwrap_or_default();
    if let Some(holder) = lease.holder.filter(|holder| *holder != process)
        && PROCESSES.contains(tx, &holder)?
    {
        return Ok(false);
    }
    LEASES.put(tx, IMPORT, &Lease { term: lease.term + 1, holder: Some(process) })?;
    Ok(true)
}

/// Gives the lease of imports back, if this process holds it.
pub fn release_import(tx: &WriteTx, process: Uuid) -> Result<(), StoreError> {
    match LEASES.get(tx, IMPORT)?.filter(|lease| lease.holder == Some(process)) {
        Some(lease) => LEASES.put(tx, IMPORT, &Lease { holder: None, ..lease }),
        None => Ok(()),
    }
}

/// Checks that the leader whose work this transaction does still leads.
///
/// # Errors
/// [`StoreError::LeaseLost`] if another process has taken the lease over.
pub(super) fn check(tx: &WriteTx, term: u64) -> Result<(), StoreError> {
    if lease(tx)?.term == term { Ok(()) } else { Err(StoreError::LeaseLost) }
}

/// Runs a closure of a write that belongs to this term, or to none.
pub(super) fn run_in<T>(
    tx: &WriteTx,
    term: Option<u64>,
    write: impl FnOnce(&WriteTx) -> crate::error::Result<T>,
) -> crate::error::Result<T> {
    tx.set_term(term.unwrap_or_default());
    let led = term.map_or(Ok(()), |term| check(tx, term));
    if let Err(StoreError::LeaseLost) = led {
        return Err(StoreError::LeaseLost.into());
    }
    // Also when the lease has to be fetched: the rows of the closure are fetched together with it.
    let result = write(tx);
    led?;
    result
}

/// Runs the work as the leader of a term: its writes fail when another process has taken over the lease.
pub fn in_term<F: Future>(term: u64, work: F) -> impl Future<Output = F::Output> {
    TERM.scope(term, work)
}

/// Carries the term of this task into the work, which another task runs.
pub fn carried<F: Future>(work: F) -> impl Future<Output = F::Output> {
    let term = current_term();
    async move {
        match term {
            Some(term) => in_term(term, work).await,
            None => work.await,
        }
    }
}

/// As [`carried`], for work on another thread.
pub fn carried_blocking<T>(work: impl FnOnce() -> T) -> impl FnOnce() -> T {
    let term = current_term();
    move || match term {
        Some(term) => TERM.sync_scope(term, work),
        None => work(),
    }
}

/// The term in which the present task works, if it is a leader's.
pub(super) fn current_term() -> Option<u64> {
    TERM.try_with(|term| *term).ok()
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, PROCESSES, |id, process| process.id == *id, "it names another process")?;
    findings.each_row(tx, LEASES, |_, _, _| Ok(()))?;
    Ok(())
}

#[cfg(test)]
mod tests;
