//! Options of every command, and access to the store that they select.

use std::path::PathBuf;

use clap::Args;
use serde_json::value::RawValue;

use crate::app::{App, MissingStore};
use crate::clock::Clock;
use crate::config::{Config, Environment, Secrets};
use crate::control::{AnyCommand, Command, ControlSession, Event, ListCommand, read_reply};
use crate::error::{ErrorCode, Result};

/// How often a read-only command is tried when a stopping server breaks the connection.
const ATTEMPTS: usize = 3;

/// Options of every command.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// Configuration file [default: paragraf.toml, else /etc/paragraf/paragraf.toml]
    #[arg(long, global = true, value_name = "FILE", env = "PARAGRAF_CONFIG", hide_env_values = true)]
    pub(super) config: Option<PathBuf>,
    /// Folder of the store, socket, backups and cache [default: store.data_dir of the configuration]
    #[arg(long, global = true, value_name = "DIR", env = "PARAGRAF_DATA", hide_env_values = true)]
    pub(super) data: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(super) json: bool,
}

impl Global {
    pub(super) fn data_dir(&self, config: &Config) -> PathBuf {
        self.data.clone().unwrap_or_else(|| config.data_dir())
    }

    pub(super) fn load_config(&self, secrets: Secrets) -> Result<Config> {
        self.load_config_in(&environment(), secrets)
    }

    /// Loads the configuration as a process with this environment does.
    pub(super) fn load_config_in(&self, environment: &Environment, secrets: Secrets) -> Result<Config> {
        Config::load(self.config.as_deref(), environment, secrets)
    }

    /// Opens a session for this command.
    pub(super) fn session_for<C: Command>(&self) -> impl Future<Output = Result<ControlSession>> {
        self.open(secrets_of(C::NEEDS_SECRETS), C::WITHOUT_STORE)
    }

    /// Opens a session for this import, unless it is a dry run, which needs no store.
    pub(super) fn import_session<C: Command>(&self, dry_run: bool) -> impl Future<Output = Result<ControlSession>> {
        let missing = if dry_run { MissingStore::Empty } else { C::WITHOUT_STORE };
        self.open(secrets_of(C::NEEDS_SECRETS), missing)
    }

    /// Opens a session. The secrets are read only when no server answers, because a server has read its own.
    async fn open(&self, secrets: Secrets, missing: MissingStore) -> Result<ControlSession> {
        let config = self.load_config(Secrets::Skip)?;
        let data_dir = self.data_dir(&config);
        // A database wants its password.
        let secrets = if config.store.url.is_empty() { secrets } else { Secrets::Read };
        let open_app = || {
            let config = match secrets {
                Secrets::Read => self.load_config(secrets)?,
                Secrets::Skip => config.clone().without_secret_files(),
            };
            App::open_or(missing, config, data_dir.clone(), Clock::System)
        };
        ControlSession::open(&data_dir, config.server.stop_timeout_secs, &open_app).await
    }

    /// Runs a command that takes no files and whose events are not shown.
    pub(super) async fn call<C: Command>(&self, command: C) -> Result<C::Reply> {
        let (_, reply) = self.collect(&AnyCommand::of(&command)?).await?;
        read_reply(&reply)
    }

    /// Runs a command that lists records, and returns the rows of its list and its reply.
    ///
    /// # Errors
    /// Those of the command, also in the middle of the list.
    pub(super) async fn list<C: ListCommand>(&self, command: C) -> Result<(Vec<C::Row>, C::Reply)> {
        let (rows, reply) = self.collect(&AnyCommand::of(&command)?).await?;
        Ok((rows.into_iter().map(|row| read_reply(&row)).collect::<Result<_>>()?, read_reply(&reply)?))
    }

    /// Runs a command that takes no files, and returns the rows that it sent and its reply.
    async fn collect(&self, command: &AnyCommand) -> Result<(Vec<Box<RawValue>>, Box<RawValue>)> {
        let mut attempt = 1;
        loop {
            let mut rows = Vec::new();
            let mut on_event = |event| {
                if let Event::Row(row) = event {
                    rows.push(row);
                }
            };
            let session = self.open(secrets_of(command.needs_secrets), command.without_store).await?;
            match session.call_any(command, vec![], &mut on_event).await {
                // A stopping server may accept the command and exit; the next attempt runs in this process.
                Err(error) if command.read_only && error.code == ErrorCode::OutcomeUnknown && attempt < ATTEMPTS => {
                    attempt += 1;
                }
                reply => return Ok((rows, reply?)),
            }
        }
    }
}

fn secrets_of(needed: bool) -> Secrets {
    if needed { Secrets::Read } else { Secrets::Skip }
}

/// The process environment; variables that are not UTF-8 are not settings.
pub(super) fn environment() -> Environment {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}
