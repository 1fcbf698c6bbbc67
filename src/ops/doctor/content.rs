//! Checks of the store and of what is in it.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::App;
use crate::clock::moment_text;
use crate::conditions::{OperatorFinding, finding};
use crate::ops::attention;
use crate::ops::backup::{NeededFiles, ProofOutcome};
use crate::ops::status::ProductStatus;

const STORE: &str = "store";
const COPIES: &str = "copies";
const COPIED_FILES: &str = "copied_files";
const SOURCES: &str = "sources";
const INDEX: &str = "index";
const CONDITIONS: &str = "conditions";

/// Checks the store, its copies, the official sources and the search index.
pub(super) fn examine(app: &App, status: &ProductStatus) -> Vec<Diagnosis> {
    let backups = [Some(copies(status)), not_stored(app, status), backup_folder(app), Some(copied_files(app))];
    let backups: Vec<_> = backups.into_iter().flatten().collect();
    [store(status), backups, sources(status), vec![index(app, status)]].concat()
}

fn store(status: &ProductStatus) -> Vec<Diagnosis> {
    let maintenance = status.maintenance.iter().map(|it| (Outcome::Warning, attention::maintenance(it)));
    let outage = status.outage.iter().map(|it| (Outcome::Failed, attention::outage(it)));
    let damaged = status.damaged_records.iter().map(|it| (Outcome::Failed, attention::damaged(it)));
    let found = maintenance.chain(outage).chain(damaged);
    let found: Vec<_> = found.map(|(outcome, found)| Diagnosis::new(STORE, outcome, found)).collect();
    if found.is_empty() {
        let found = finding!("store_works", "it can be read and written, schema {schema}", "", schema = status.schema);
        return vec![Diagnosis::new(STORE, Outcome::Ok, found)];
    }
    found
}

/// The result of a check that only the store could answer.
fn unread(check: &'static str) -> Diagnosis {
    Diagnosis::new(check, Outcome::NotChecked, finding!("store_unread", "the store cannot be read now", ""))
}

fn copies(status: &ProductStatus) -> Diagnosis {
    let proof = status.latest_proof();
    if status.counts_missing {
        return unread(COPIES);
    }
    let (outcome, found) = match (&status.backup_notice, status.latest_backup, proof) {
        (Some(notice), _, _) => (Outcome::Warning, notice.clone()),
        (None, Some(latest), Some(proof)) if proof.outcome != ProofOutcome::Proved => {
            let found = finding!(
                "copy_not_restored",
                "the latest, from {made_at}, could not be restored on trial: {reason}",
                "fix the cause and run `paragraf backup create`",
                made_at = latest,
                reason = proof.problem.as_deref().unwrap_or("for an unknown reason")
            );
            (Outcome::Failed, found)
        }
        (None, Some(latest), Some(proof)) => {
            let found = finding!(
                "copy_restored",
                "the latest is from {made_at}, and was restored on trial at {tried_at}",
                "",
                made_at = latest,
                tried_at = proof.at
            );
            (Outcome::Ok, found)
        }
        (None, Some(latest), None) => {
            (Outcome::Ok, finding!("copy_made", "the latest is from {made_at}", "", made_at = latest))
        }
        (None, None, _) => (Outcome::NotChecked, finding!("nothing_to_copy", "there is nothing to copy yet", "")),
    };
    Diagnosis::new(COPIES, outcome, found)
}

/// Set if the storage does not have the latest backup. Its condition ends with the process that made the backup.
fn not_stored(app: &App, status: &ProductStatus) -> Option<Diagnosis> {
    let is_missing = app.config.backup.s3.is_enabled() && status.latest_not_stored && status.latest_proof().is_some();
    let found = finding!(
        "backup_not_stored",
        "the storage does not have the latest backup",
        "run `paragraf backup create`, which names the cause; the schedule tries again too"
    );
    is_missing.then(|| Diagnosis::new(COPIES, Outcome::Warning, found))
}

/// Set if no backup can be written into the configured folder, which the unit of the service perhaps does not name, or
/// if its disk is not mounted.
fn backup_folder(app: &App) -> Option<Diagnosis> {
    let folder = Path::new(&app.config.backup.dir);
    // The first backup makes the folder. Without a setting there is no ancestor.
    let existing = folder.ancestors().find(|folder| folder.exists())?;
    let Err(error) = tempfile::tempfile_in(existing) else { return backups_beside_the_store(app, existing) };
    let found = finding!(
        "backup_folder_unwritable",
        "no backup can be written into {folder}: {reason}",
        "give it to the user of the service, and name it in `ReadWritePaths=` of the unit, see docs/operate.md",
        folder = folder.display(),
        reason = error
    );
    Some(Diagnosis::new(COPIES, Outcome::Failed, found))
}

/// Set if the configured folder is on the store's disk and no storage has second copies.
fn backups_beside_the_store(app: &App, folder: &Path) -> Option<Diagnosis> {
    let device = |path: &Path| std::fs::metadata(path).ok().map(|found| found.dev());
    let has_other_copies = app.config.backup.s3.is_enabled() || !app.config.store.url.is_empty();
    if has_other_copies || device(folder)? != device(&app.data_dir)? {
        return None;
    }
    let found = finding!(
        "backups_beside_store",
        "{folder} is on the same disk as the store, which a broken disk would take with its backups",
        "mount the other disk before the server starts, or set a storage in [backup]",
        folder = app.config.backup.dir
    );
    Some(Diagnosis::new(COPIES, Outcome::Warning, found))
}

/// Whether the backups hold what the server needs beside the store. Copies elsewhere cannot be seen from here.
fn copied_files(app: &App) -> Diagnosis {
    let needed = NeededFiles::of(&app.config, &app.data_dir);
    let missing: Vec<_> = needed.missing.iter().map(|path| path.display().to_string()).collect();
    let (outcome, found) = if missing.is_empty() {
        (Outcome::Ok, finding!("files_copied", "backups hold every file that the server needs", ""))
    } else if app.config.backup.is_encrypted() {
        let found = finding!(
            "files_not_held",
            "backups do not hold {files}",
            "keep copies of them on another machine",
            files = missing.join(", ")
        );
        (Outcome::NotChecked, found)
    } else {
        let found = finding!(
            "files_not_copied",
            "backups are not encrypted, and do not hold {files}",
            "set backup.recipient, so that they hold these files, or keep copies on another machine",
            files = missing.join(", ")
        );
        (Outcome::Warning, found)
    };
    Diagnosis::new(COPIED_FILES, outcome, found)
}

fn sources(status: &ProductStatus) -> Vec<Diagnosis> {
    if status.counts_missing {
        return vec![unread(SOURCES)];
    }
    let warnings = status.sources.iter().filter_map(|source| source.warning.clone());
    let found: Vec<_> = warnings.map(|warning| Diagnosis::new(SOURCES, Outcome::Warning, warning)).collect();
    if !found.is_empty() {
        return found;
    }
    let (outcome, found) = match status.sources.len() {
        0 => (Outcome::NotChecked, finding!("no_source", "no official source is polled", "")),
        count => {
            let found = finding!("sources_work", "{sources} polled, none silent or failing", "", sources = count);
            (Outcome::Ok, found)
        }
    };
    vec![Diagnosis::new(SOURCES, outcome, found)]
}

fn index(app: &App, status: &ProductStatus) -> Diagnosis {
    if !status.serving {
        return Diagnosis::new(INDEX, Outcome::NotChecked, finding!("no_server", "no server runs", ""));
    }
    let indexed = app.catalogue.indexed();
    if indexed.articles < indexed.of {
        let found = finding!(
            "index_grows",
            "searches find {found} of {all} articles",
            "wait until the index is complete after a start",
            found = indexed.articles,
            all = indexed.of
        );
        return Diagnosis::new(INDEX, Outcome::Warning, found);
    }
    let found = finding!("index_complete", "searches find all {all} articles", "", all = indexed.of);
    Diagnosis::new(INDEX, Outcome::Ok, found)
}

/// The conditions that last.
pub(super) fn conditions(status: &ProductStatus) -> Vec<Diagnosis> {
    let list = status.conditions.iter();
    let found: Vec<_> = list
        .map(|it| {
            let message = format!("{}: {}, since {}", it.code, it.message, moment_text(it.since));
            let (words, values, remedy) = (it.words.clone(), it.values.clone(), it.remedy.clone());
            Diagnosis::new(CONDITIONS, Outcome::Warning, OperatorFinding { words, values, message, remedy })
        })
        .collect();
    if !found.is_empty() {
        return found;
    }
    vec![Diagnosis::new(CONDITIONS, Outcome::Ok, finding!("no_conditions", "none last", ""))]
}
