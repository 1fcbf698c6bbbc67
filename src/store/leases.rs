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
    pub fn beat_of_leader(&self) -> Option<u64> {
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

/// Does this work as the leader of a term: its writes fail when another process has taken the lease over.
pub fn in_term<F: Future>(term: u64, work: F) -> impl Future<Output = F::Output> {
    TERM.scope(term, work)
}

/// Does this work, in another task, as the present task does its own.
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
    findings.each_row(tx, PROCESSES, |findings, id, process| {
        if process.id != id {
            findings.row(PROCESSES, &id, "it names another process");
        }
        Ok(())
    })?;
    findings.each_row(tx, LEASES, |_, _, _| Ok(()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;
    use crate::clock::Clock;
    use crate::error::Result;

    fn process(number: u128) -> ProcessRecord {
        ProcessRecord {
            id: Uuid::from_u128(number),
            name: format!("host:{number}"),
            version: "1".into(),
            started_at: Timestamp::UNIX_EPOCH,
            beat: 0,
            lag_millis: None,
        }
    }

    fn store() -> Store {
        Store::in_memory(&Clock::System).expect("a store")
    }

    fn beat_of(store: &Store, number: u128) -> Observed {
        store.write_blocking(move |tx| Ok(beat(tx, &process(number))?)).expect("a beat")
    }

    fn take_as(store: &Store, number: u128, seen: &Observed) -> Option<u64> {
        let seen = seen.clone();
        store.write_blocking(move |tx| Ok(take(tx, Uuid::from_u128(number), &seen)?)).expect("a write")
    }

    #[test]
    fn a_lease_is_taken_only_from_a_leader_that_stands_still() {
        let store = store();
        let seen = beat_of(&store, 1);
        let other = beat_of(&store, 2);
        assert_eq!(take_as(&store, 1, &seen), Some(1));
        assert_eq!(take_as(&store, 2, &other), None, "the other was first");
        let seen = beat_of(&store, 2);
        beat_of(&store, 1);
        assert_eq!(take_as(&store, 2, &seen), None, "the leader lives");
        let seen = beat_of(&store, 2);
        assert_eq!(take_as(&store, 2, &seen), Some(2));
    }

    #[test]
    fn a_leader_that_leaves_makes_room_at_once() {
        let store = store();
        let seen = beat_of(&store, 1);
        let term = take_as(&store, 1, &seen);
        store.write_blocking(move |tx| Ok(leave(tx, Uuid::from_u128(1), term)?)).expect("a write");
        let seen = beat_of(&store, 2);
        assert_eq!(seen.lease, Lease { term: 1, holder: None });
        assert_eq!(seen.processes.len(), 1, "the leader has no row any more");
        assert_eq!(take_as(&store, 2, &seen), Some(2));
    }

    #[test]
    fn one_process_imports_at_a_time() {
        let store = store();
        beat_of(&store, 1);
        let hold =
            |number| store.write_blocking(move |tx| Ok(hold_import(tx, Uuid::from_u128(number))?)).expect("a write");
        assert!(hold(1) && !hold(2));
        store.write_blocking(|tx| Ok(release_import(tx, Uuid::from_u128(1))?)).expect("a write");
        assert!(hold(2), "released");
        assert!(hold(1), "a process that does not beat holds nothing");
    }

    #[test]
    fn the_row_of_a_dead_process_is_removed_unless_it_beats() {
        let store = store();
        beat_of(&store, 1);
        beat_of(&store, 2);
        beat_of(&store, 2);
        let dead = [(Uuid::from_u128(1), 1), (Uuid::from_u128(2), 1)];
        store.write_blocking(move |tx| Ok(forget(tx, &dead)?)).expect("a write");
        let left = store.read_blocking(|tx| Ok(observe(tx)?)).expect("a read").processes;
        assert_eq!(left.iter().map(|process| process.name.as_str()).collect::<Vec<_>>(), ["host:2"]);
    }

    #[test]
    fn the_writes_of_an_earlier_leader_are_refused() {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let store = store();
        let write = |lag: u64| {
            let (store, record) = (store.clone(), ProcessRecord { lag_millis: Some(lag), ..process(9) });
            async move {
                let write = move |tx: &WriteTx| -> Result<u64> {
                    beat(tx, &record)?;
                    Ok(tx.term())
                };
                store.write(write).await
            }
        };
        let seen = beat_of(&store, 1);
        assert_eq!(take_as(&store, 1, &seen), Some(1));
        assert_eq!(runtime.block_on(in_term(1, write(1))).expect("its own term"), 1);
        let seen = beat_of(&store, 2);
        assert_eq!(take_as(&store, 2, &seen), Some(2));
        runtime.block_on(in_term(1, write(2))).expect_err("the term is over");
        assert_eq!(runtime.block_on(write(3)).expect("no leader's work"), 0);
        let task = in_term(2, async { tokio::spawn(carried(write(4))).await.expect("no panic") });
        assert_eq!(runtime.block_on(task).expect("the new term"), 2);
        let on_thread = {
            let store = store.clone();
            move || store.write_blocking(|tx| Ok(tx.term()))
        };
        let on_thread = in_term(2, async { tokio::task::spawn_blocking(carried_blocking(on_thread)).await });
        assert_eq!(runtime.block_on(on_thread).expect("no panic").expect("the new term"), 2);
    }
}
