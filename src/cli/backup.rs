//! `paragraf backup ...`

use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::backup_text::{check_text, created_text, key_text, list_text, plan_text, removed_text, restored_text};
use super::global::Global;
use super::output::{Printer, REFUSED};
use crate::clock::Clock;
use crate::config::{Config, Secrets, StoreConfig, age_keys, database_address};
use crate::control::commands::backup::{CreateBackup, ListBackups, RemoveBackup};
use crate::control::socket_path;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Actor;
use crate::ops::backup::{self, DatabaseTarget, OpenBackup};
use crate::owner;

/// Stands for the newest backup.
const LATEST: &str = "latest";
/// Begins the name of a backup in the storage.
const STORAGE: &str = "s3:";

#[derive(Debug, Subcommand)]
pub(super) enum BackupCommand {
    /// Copy the store, restore the copy on trial and store it; the server may run
    Create,
    /// List the backups with their trials, newest first
    List,
    /// Compare a backup with its checksum and read every record
    Verify {
        #[command(flatten)]
        source: BackupSource,
    },
    /// Replace the store with a backup; the server must be stopped
    Restore {
        #[command(flatten)]
        source: BackupSource,
        /// Verify the backup and show what would be replaced, without changing anything
        #[arg(long)]
        dry_run: bool,
        /// Put it into this PostgreSQL database instead of a file; password and certificates come from the configuration
        #[arg(long, value_name = "URL")]
        to: Option<String>,
        /// Replace the content of that database; servers that use it stop
        #[arg(long, requires = "to")]
        replace: bool,
    },
    /// Remove a backup, also from the storage
    Remove {
        /// The name of a backup in the list, or its file in the folder of backups
        #[arg(value_name = "NAME|FILE")]
        name: String,
    },
    /// Make a key pair for encrypting backups
    Key {
        /// New file of the private key; keep it on another machine
        file: PathBuf,
    },
}

/// The backup to read.
#[derive(Debug, clap::Args)]
pub(super) struct BackupSource {
    /// A file, the name of a backup in the list, "latest", or s3:NAME or s3:latest for the storage
    backup: PathBuf,
    /// File of the private key of an encrypted backup [default: backup.key_file of the configuration]
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
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
        BackupCommand::Verify { source } => {
            let (_, backup) = open(global, source).await?;
            let check = backup::verify(&Actor::System, &Clock::System, backup).await?;
            printer.show(&check, check_text);
            if !check.findings.is_empty() {
                return Ok(ExitCode::from(REFUSED));
            }
        }
        BackupCommand::Restore { source, dry_run, to: Some(url), replace } => {
            restore_to_database(global, source, dry_run, url, replace, printer).await?;
        }
        BackupCommand::Restore { source, dry_run, to: None, .. } => restore(global, source, dry_run, printer).await?,
        BackupCommand::Remove { name } => {
            if name == LATEST || name.starts_with(STORAGE) {
                let message = "name the backup as `paragraf backup list` does; it is removed from the folder and from \
                    the storage";
                return Err(Error::invalid("name", message));
            }
            let removed = global.call(RemoveBackup { name: with_absolute_path(name) }).await?;
            printer.show(&removed, removed_text);
        }
        BackupCommand::Key { file } => {
            let unwritable = |reason| Error::new(Kind::Conflict, ErrorCode::FileExists, reason);
            let public = age_keys::write_new(&file).map_err(unwritable)?;
            printer.show(&serde_json::json!({ "file": file, "recipient": public }), |_| key_text(&file, &public));
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// A path as the server understands it, which works in another folder; other names as they are.
fn with_absolute_path(name: String) -> String {
    let path = std::path::absolute(&name).ok().filter(|_| name.contains('/'));
    path.and_then(|path| path.into_os_string().into_string().ok()).unwrap_or(name)
}

async fn restore_to_database(
    global: &Global,
    source: BackupSource,
    dry_run: bool,
    url: String,
    may_replace: bool,
    printer: &mut Printer,
) -> Result<()> {
    database_address::check(&url).map_err(|reason| refused_address(&reason))?;
    let store = StoreConfig { url, ..global.load_config(Secrets::Read)?.store };
    let (config, backup, data_dir) = open_as_owner(global, source).await?;
    let target = DatabaseTarget { store, may_replace };
    let (actor, clock) = (&Actor::System, &Clock::System);
    let prepared = backup::prepare_for_database(actor, clock, &config.mail, backup, data_dir, target).await?;
    if dry_run {
        printer.show(&prepared.plan, plan_text);
    } else {
        printer.note(plan_text(&prepared.plan));
        let restored = backup::restore_to_database(actor, prepared).await?;
        printer.show(&restored, restored_text);
    }
    Ok(())
}

async fn restore(global: &Global, source: BackupSource, dry_run: bool, printer: &mut Printer) -> Result<()> {
    let (config, backup, data_dir) = open_as_owner(global, source).await?;
    if !config.store.url.is_empty() {
        printer.note("attention: the server reads the file that is restored when store.url is empty");
    }
    let (actor, clock) = (&Actor::System, &Clock::System);
    if dry_run {
        let plan = backup::plan_restore(actor, clock, &config.mail, backup, data_dir).await?;
        printer.show(&plan, plan_text);
    } else {
        refuse_running(&config, &data_dir)?;
        let restored = backup::restore(actor, clock, &config.mail, backup, data_dir).await?;
        printer.show(&restored, restored_text);
    }
    Ok(())
}

/// Refuses before the backup is copied and verified, which may take a minute, what would be refused at the end.
fn refuse_running(config: &Config, data_dir: &Path) -> Result<()> {
    // A server on a database has no file open.
    let has_file = config.store.url.is_empty();
    let answers = has_file && UnixStream::connect(socket_path(data_dir)).is_ok();
    if answers { Err(backup::server_runs()) } else { Ok(()) }
}

/// Opens a backup, which root may read wherever it is, and then becomes the owner of the data folder, who must be able
/// to read what is restored. Returns the folder too.
async fn open_as_owner(global: &Global, source: BackupSource) -> Result<(Config, OpenBackup, PathBuf)> {
    let (config, backup) = open(global, source).await?;
    let data_dir = global.data_dir(&config);
    owner::of(&data_dir).map_or(Ok(()), owner::become_user)?;
    owner::check(&data_dir)?;
    Ok((config, backup, data_dir))
}

/// Opens a backup with its keys.
async fn open(global: &Global, BackupSource { backup, identity }: BackupSource) -> Result<(Config, OpenBackup)> {
    if backup.to_str().is_some_and(database_address::is_address) {
        return Err(no_backup());
    }
    let stored = backup.to_str().and_then(|name| name.strip_prefix(STORAGE)).map(str::to_owned);
    let config = global.load_config(if stored.is_some() { Secrets::Read } else { Secrets::Skip })?;
    let opened = match stored {
        Some(name) => OpenBackup::fetch(&config.backup, &name, Clock::System.now()).await?,
        None => OpenBackup::open(&find(&backup::folder(&config.backup, &global.data_dir(&config)), backup)?)?,
    };
    let opened = opened.with_keys(identity.as_deref(), &config.backup)?;
    Ok((config, opened))
}

/// The error for the address of a database in the place of a backup. It may have a password, and is not repeated.
fn no_backup() -> Error {
    let example = "`paragraf backup restore latest --to postgres://paragraf@host/paragraf`";
    let message = format!("the address of a database is not a backup; name it with --to, as in {example}");
    Error::invalid("backup", message)
}

fn refused_address(reason: &str) -> Error {
    let explained = "docs/scale.md and `store.url` in the example of the configuration explain it";
    Error::invalid("to", format!("--to {reason}; {explained}"))
}

/// The path as given, the backup of that name in the folder, or the newest one for [`LATEST`].
fn find(folder: &Path, backup: PathBuf) -> Result<PathBuf> {
    if backup.exists() {
        return Ok(backup);
    }
    if backup.as_os_str() == LATEST {
        let newest = backup::latest(backup::list_in(folder)?, Clock::System.now());
        let missing = || Error::not_found(format!("there are no backups in {}", folder.display()));
        return newest.map(|newest| newest.path).ok_or_else(missing);
    }
    let listed = folder.join(&backup);
    if listed.exists() {
        return Ok(listed);
    }
    // A file that may not be looked at has another reason.
    let is_missing = std::fs::metadata(&backup).is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound);
    if is_missing { Err(missing(&backup, folder)) } else { Ok(backup) }
}

fn missing(backup: &Path, folder: &Path) -> Error {
    let (name, folder) = (backup.display(), folder.display());
    let message = format!("there is no file {name}, and no backup of that name in {folder}");
    let remedy = "`paragraf backup list` lists them";
    Error::new(Kind::NotFound, ErrorCode::BackupUnreadable, format!("{message}; {remedy}"))
}
