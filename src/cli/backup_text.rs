//! What `paragraf backup` prints.

use std::path::{Path, PathBuf};

use super::output::{count, moment, size, table};
use crate::ops::accounts::factor_key;
use crate::ops::backup::{
    Backup, BackupCheck, BackupProof, CreatedBackup, ProofOutcome, RemovedBackup, RestorePlan, Restored,
};

pub(super) fn created_text(created: &CreatedBackup) -> String {
    let backup = &created.backup;
    let mut lines = vec![format!("{} ({})", backup.path.display(), size(backup.size_bytes))];
    lines.extend(backup.proof.as_ref().map(proof_text));
    if backup.uploaded_at.is_some() {
        lines.push("the storage has it too, and gave back the same bytes".into());
    }
    if !created.held.is_empty() {
        lines.push(format!("it also holds {}", paths(&created.held)));
    }
    if !created.is_encrypted && created.accounts_with_apps > 0 {
        lines.push(format!(
            "the authenticator apps of {} need {}, which only an encrypted backup contains",
            count(created.accounts_with_apps, "account"),
            factor_key::FILE_NAME
        ));
    }
    if !created.removed.is_empty() {
        let number = count(created.removed.len() as u64, "older file");
        lines.push(format!("removed {number}, as keep_daily, keep_weekly and keep_monthly say"));
    }
    if !created.missing.is_empty() {
        lines.push(format!("not in it, keep copies apart: {}", paths(&created.missing)));
    }
    lines.join("\n")
}

fn paths(files: &[PathBuf]) -> String {
    files.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(", ")
}

/// What the trial of a backup showed.
pub(super) fn proof_text(proof: &BackupProof) -> String {
    let problem = proof.problem.as_deref().unwrap_or("for an unknown reason");
    match proof.outcome {
        ProofOutcome::Proved => format!(
            "restored on trial in {:.1} s: {} in all tables, and {}, as in the store",
            proof.millis as f64 / 1000.0,
            count(proof.rows, "row"),
            count(proof.articles, "compared article")
        ),
        ProofOutcome::Failed => format!("the trial restore FAILED: {problem}"),
        ProofOutcome::Untried => format!("attention: it could not be restored on trial: {problem}"),
    }
}

pub(super) fn list_text(backups: &[Backup]) -> String {
    if backups.is_empty() {
        return "no backups yet; create one with `paragraf backup create`".into();
    }
    let mut table = table(&["CREATED", "SIZE", "TRIAL", "STORAGE", "NAME"]);
    for backup in backups {
        let trial = match backup.proof.as_ref().map(|proof| proof.outcome) {
            Some(ProofOutcome::Proved) => "proved",
            Some(ProofOutcome::Failed) => "FAILED",
            Some(ProofOutcome::Untried) => "not tried",
            None => "-",
        };
        let stored = if backup.uploaded_at.is_some() { "yes" } else { "-" };
        table.add_row([
            moment(backup.created_at),
            size(backup.size_bytes),
            trial.to_owned(),
            stored.to_owned(),
            backup.name.clone(),
        ]);
    }
    table.to_string()
}

pub(super) fn check_text(check: &BackupCheck) -> String {
    let held = format!("{}, {}", count(check.articles, "article"), count(check.subscribers, "subscriber"));
    if check.findings.is_empty() {
        let without = if check.has_checksum { "" } else { "; it has no .sha256 file to compare with" };
        let compared = match check.compared_articles {
            0 => String::new(),
            compared => format!(", {compared} compared with the store"),
        };
        return format!("{} is sound: {held}{compared}{without}", check.path.display());
    }
    let mut lines = vec![format!("{} is NOT sound: {held}", check.path.display())];
    lines.extend(
        check.findings.iter().map(|finding| format!("  {} {}: {}", finding.table, finding.key, finding.problem)),
    );
    lines.join("\n")
}

/// What a restore will do.
pub(super) fn plan_text(plan: &RestorePlan) -> String {
    let check = &plan.check;
    let mut lines = vec![
        format!(
            "backup    {}: {}, {}",
            check.path.display(),
            count(check.articles, "article"),
            count(check.subscribers, "subscriber")
        ),
        format!("into      {} ({}), with schema {}", plan.target, plan.engine, plan.schema),
    ];
    lines.push(match (plan.replaced_schema, &plan.kept) {
        (Some(schema), _) => format!("replaces  what it has, of schema {schema}, if --replace is given"),
        (None, Some(kept)) => format!("replaces  {}, which is kept beside it", kept.display()),
        (None, None) => "replaces  nothing".into(),
    });
    if !plan.servers.is_empty() {
        lines.push(format!("ends      the servers on it: {}", plan.servers.join(", ")));
    }
    lines.push("signs out every account, removes unsent mails, and cancels campaigns under way".into());
    lines.push("all or nothing is replaced; if it is killed, run it again".into());
    let heads: &[&str] = match plan.replaced_schema {
        Some(_) => &["TABLE", "RESTORED", "REPLACED"],
        None => &["TABLE", "RESTORED"],
    };
    let mut table = table(heads);
    for rows in &plan.tables {
        let cells = [rows.table.clone(), rows.restored.to_string(), rows.replaced.to_string()];
        table.add_row(cells.into_iter().take(heads.len()));
    }
    lines.push(table.to_string());
    lines.join("\n")
}

pub(super) fn restored_text(restored: &Restored) -> String {
    let mut text =
        format!("{} is restored: {}", restored.check.path.display(), count(restored.check.articles, "article"));
    if let Some(kept) = &restored.kept {
        text.push_str(&format!("\nthe previous store is kept as {}", kept.display()));
    }
    for file in &restored.files {
        text.push_str(&format!("\nthe backup also gave {}", file.path.display()));
        if let Some(place) = &file.place {
            text.push_str(&format!("; put it back as {}", place.display()));
        }
    }
    let erasures = &restored.erasures;
    for (number, what) in
        [(erasures.people, "person"), (erasures.accounts, "account"), (erasures.subscribers, "subscriber")]
    {
        if number > 0 {
            text.push_str(&format!("\nerased again: {}", count(number, what)));
        }
    }
    if let Some(problem) = &restored.factor_key_problem {
        text.push_str(&format!("\nattention: {problem}"));
    }
    text
}

pub(super) fn removed_text(RemovedBackup { name, from_folder, from_storage }: &RemovedBackup) -> String {
    let places = match (from_folder, from_storage) {
        (true, true) => "the folder and the storage",
        (_, true) => "the storage",
        _ => "the folder",
    };
    format!("{name} is removed from {places}")
}

pub(super) fn key_text(file: &Path, public: &str) -> String {
    format!(
        "{} is the private key: it opens the backups, so keep it on another machine, and a second copy of it\n\
         write into [backup] of the configuration: recipient = \"{public}\"",
        file.display()
    )
}
