//! Brings an older file up to date: an append-only list of steps, one transaction each.
//!
//! Before the first step a snapshot is written beside the file, named after the old version.

use std::path::{Path, PathBuf};

use uuid::Uuid;

use super::database::LiveDatabase;
use super::engine::WriteTx;
use super::error::StoreError;
use super::schema::{self, FIRST_VERSION};
use super::snapshot;

/// One step.
pub struct Migration {
    /// The schema version of the file after this step.
    version: u32,
    /// For the log.
    name: &'static str,
    run: fn(&WriteTx) -> Result<(), StoreError>,
}

impl Migration {
    /// A step after which the schema has this version.
    pub const fn new(version: u32, name: &'static str, run: fn(&WriteTx) -> Result<(), StoreError>) -> Self {
        Self { version, name, run }
    }
}

/// All steps, oldest first. Append only. A table that released stores lack needs one too:
/// `Migration::new(2, "notes", |tx| tx.create(notes::NOTES.name()))`. New stores begin with the last version.
// docs/decisions/0064
pub(super) const ALL: &[Migration] = &[];

/// The version that this program writes.
pub(super) fn current() -> u32 {
    latest(ALL)
}

/// The version that a file has after these steps.
pub(super) fn latest(steps: &[Migration]) -> u32 {
    steps.last().map_or(FIRST_VERSION, |step| step.version)
}

/// Runs the steps that the file lacks. A newer file is refused untouched.
pub(super) fn run(db: &LiveDatabase, path: &Path, steps: &[Migration]) -> Result<(), StoreError> {
    let (found, missing) = missing(db, path, steps)?;
    if !missing.is_empty() {
        snapshot::copy(db, path, &snapshot_path(path, found), |_| Ok::<_, StoreError>(()))?;
    }
    apply(db, &missing)
}

/// As [`run`], for a file that is itself a copy: it needs no snapshot.
pub(super) fn run_on_copy(db: &LiveDatabase, path: &Path, steps: &[Migration]) -> Result<(), StoreError> {
    apply(db, &missing(db, path, steps)?.1)
}

/// The file's version and the steps that it lacks.
fn missing<'a>(
    db: &LiveDatabase,
    path: &Path,
    steps: &'a [Migration],
) -> Result<(u32, Vec<&'a Migration>), StoreError> {
    let known = latest(steps);
    let found = schema::version(db)?.ok_or_else(|| StoreError::Damaged {
        path: path.to_owned(),
        source: anyhow::anyhow!("it has no schema version"),
    })?;
    if found > known {
        return Err(StoreError::Newer { path: path.to_owned(), found, known });
    }
    Ok((found, steps.iter().filter(|step| step.version > found).collect()))
}

fn apply(db: &LiveDatabase, missing: &[&Migration]) -> Result<(), StoreError> {
    for step in missing {
        // No migration claims a message, so it needs no instance.
        let tx = db.write(Uuid::nil())?;
        (step.run)(&tx)?;
        schema::set_version(&tx, step.version)?;
        tx.commit()?;
        tracing::info!(store.schema = step.version, migration = step.name, "store migrated");
    }
    Ok(())
}

/// Runs the steps after version `found` in one transaction.
pub(super) fn run_missing(tx: &WriteTx, found: u32, steps: &[Migration]) -> Result<(), StoreError> {
    for step in steps.iter().filter(|step| step.version > found) {
        (step.run)(tx)?;
        schema::set_version(tx, step.version)?;
    }
    Ok(())
}

/// The path of the snapshot taken before migrating from version `from`.
fn snapshot_path(path: &Path, from: u32) -> PathBuf {
    path.with_extension(format!("schema-{from}.redb"))
}

#[cfg(test)]
mod tests {
    use super::super::disk::Disk;
    use super::super::meta::META;
    use super::*;
    use crate::clock::Clock;

    fn next_steps() -> [Migration; 1] {
        [Migration::new(current() + 1, "a trial", |tx| META.put(tx, "trial", &"done".to_owned()))]
    }

    fn trial(db: &LiveDatabase) -> Option<String> {
        META.get(&db.read().expect("a snapshot"), "trial").expect("a look-up")
    }

    fn version(db: &LiveDatabase) -> u32 {
        schema::version(db).expect("a look-up").expect("a version")
    }

    /// A new file, as a program creates it that knows the steps up to this version.
    fn create(path: &Path, version: u32) -> LiveDatabase {
        std::fs::write(path, "").expect("a new file");
        let db = open(path);
        schema::create(&db, jiff::Timestamp::UNIX_EPOCH, version).expect("its tables");
        db
    }

    fn open(path: &Path) -> LiveDatabase {
        let disk = Disk::file(path).expect("the file");
        LiveDatabase::open(disk, Some(path), 1 << 20, &Clock::System).expect("a database")
    }

    #[test]
    fn an_older_file_is_copied_then_migrated_once_and_refused_by_the_older_version() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("old.redb");
        let (old, steps) = (current(), next_steps());
        let db = create(&path, old);
        run(&db, &path, &steps).expect("the migration");
        run(&db, &path, &steps).expect("nothing to do");
        assert_eq!((trial(&db).as_deref(), version(&db)), (Some("done"), old + 1));

        let copy = open(&snapshot_path(&path, old));
        assert_eq!((trial(&copy), version(&copy)), (None, old));
        run_on_copy(&copy, &snapshot_path(&path, old), &steps).expect("the migration of the copy");
        let of_copy = snapshot_path(&snapshot_path(&path, old), old);
        assert!(!of_copy.exists(), "a copy needs no snapshot");

        let error = run(&db, &path, ALL).expect_err("a refusal");
        assert!(
            matches!(error, StoreError::Newer { found, known, .. } if found == known + 1 && known == old),
            "{error}"
        );
        assert_eq!(trial(&db).as_deref(), Some("done"));
    }

    #[test]
    fn a_new_file_is_not_migrated() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("new.redb");
        let steps = next_steps();
        let db = create(&path, latest(&steps));
        run(&db, &path, &steps).expect("nothing to do");
        assert_eq!((trial(&db), version(&db)), (None, latest(&steps)));
        assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1, "there is no snapshot");
    }
}
