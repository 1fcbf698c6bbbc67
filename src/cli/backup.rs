//! `paragraf backup ...`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::output::{Printer, REFUSED, count, moment, size, table};
use crate::clock::Clock;
use crate::config::Secrets;
use crate::control::commands::backup::{CreateBackup, ListBackups};
use crate::error::{Error, Result};
use crate::ops::Actor;
use crate::ops::accounts::factor_key;
use crate::ops::backup::{self, Backup, BackupCheck, CreatedBackup, OpenBackup, Restored};
use crate::owner;

/// Stands for the newest backup.
const LATEST: &str = "latest";

#[derive(Debug, Subcommand)]
pub(super) enum BackupCommand {
    /// Copy the store and verify the copy; the server may run
    Create,
    /// List the backups, newest first
    List,
    /// Compare a backup with its checksum and read every record
    Verify {
        /// A file, the name of a backup in the list, or "latest"
        backup: PathBuf,
    },
    /// Replace the store with a backup; the server must be stopped
    Restore {
        /// A file, the name of a backup in the list, or "latest"
        backup: PathBuf,
    },
}

pub(super) async fn run(global: &Global, command: BackupCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        BackupCommand::Create => {
            let backup = global.call(CreateBackup).await?;
            printer.show(&backup, created_text);
        }
        BackupCommand::List => {
            let backups = global.call(ListBackups).await?;
            printer.show(&backups, |backups| list_text(backups));
        }
        BackupCommand::Verify { backup } => {
            let data_dir = global.data_dir(&global.load_config(Secrets::Skip)?);
            let check = backup::verify(&Actor::System, &Clock::System, find(&data_dir, backup)?).await?;
            printer.show(&check, check_text);
            if !check.findings.is_empty() {
                return Ok(ExitCode::from(REFUSED));
            }
        }
        BackupCommand::Restore { backup } => {
            let config = global.load_config(Secrets::Skip)?;
            let data_dir = global.data_dir(&config);
            // Root can read files that the owner of the store cannot, and must leave none behind that it cannot.
            let backup = OpenBackup::open(&find(&data_dir, backup)?)?;
            owner::of(&data_dir).map_or(Ok(()), owner::become_user)?;
            owner::check(&data_dir)?;
            let restored = backup::restore(&Actor::System, &Clock::System, &config.mail, backup, data_dir).await?;
            printer.show(&restored, restored_text);
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The path as given, the backup of that name in the data folder, or the newest one for [`LATEST`].
fn find(data_dir: &Path, backup: PathBuf) -> Result<PathBuf> {
    if backup.exists() {
        return Ok(backup);
    }
    if backup.as_os_str() == LATEST {
        let folder = backup::folder(data_dir);
        let newest = backup::list_in(&folder)?.into_iter().next();
        let missing = || Error::not_found(format!("there are no backups in {}", folder.display()));
        return newest.map(|newest| newest.path).ok_or_else(missing);
    }
    let listed = backup::folder(data_dir).join(&backup);
    Ok(if listed.exists() { listed } else { backup })
}

fn created_text(created: &CreatedBackup) -> String {
    let backup = &created.backup;
    let text = format!("{} ({}), verified", backup.path.display(), size(backup.size_bytes));
    match created.accounts_with_apps {
        0 => text,
        accounts => format!(
            "{text}\nthe authenticator apps of {} need {}, which no backup contains: keep a copy of it apart",
            count(accounts, "account"),
            factor_key::FILE_NAME
        ),
    }
}

fn list_text(backups: &[Backup]) -> String {
    if backups.is_empty() {
        return "no backups yet; create one with `paragraf backup create`".into();
    }
    let mut table = table(&["CREATED", "SIZE", "NAME"]);
    for backup in backups {
        table.add_row([moment(backup.created_at), size(backup.size_bytes), backup.name.clone()]);
    }
    table.to_string()
}

fn check_text(check: &BackupCheck) -> String {
    let held = format!("{}, {}", count(check.articles, "article"), count(check.subscribers, "subscriber"));
    if check.findings.is_empty() {
        let without = if check.has_checksum { "" } else { "; it has no .sha256 file to compare with" };
        return format!("{} is sound: {held}{without}", check.path.display());
    }
    let mut lines = vec![format!("{} is NOT sound: {held}", check.path.display())];
    lines.extend(
        check.findings.iter().map(|finding| format!("  {} {}: {}", finding.table, finding.key, finding.problem)),
    );
    lines.join("\n")
}

fn restored_text(restored: &Restored) -> String {
    let mut text =
        format!("{} is restored: {}", restored.check.path.display(), count(restored.check.articles, "article"));
    if let Some(kept) = &restored.kept {
        text.push_str(&format!("\nthe previous store is kept as {}", kept.display()));
    }
    if let Some(problem) = &restored.factor_key_problem {
        text.push_str(&format!("\nattention: {problem}"));
    }
    text
}
