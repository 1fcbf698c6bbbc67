//! Options of every command, and access to the store that they select.

use std::path::PathBuf;

use clap::Args;

use crate::config::{Config, Environment};
use crate::control::{Command, Event, FileArg, Session};
use crate::error::{ErrorCode, Result};

/// How often a read-only command is tried when a stopping server breaks the connection.
const ATTEMPTS: usize = 3;

/// Options of every command.
#[derive(Debug, Args)]
pub(super) struct Global {
    /// Configuration file [default: paragraf.toml, if it exists]
    #[arg(long, global = true, value_name = "FILE", env = "PARAGRAF_CONFIG", hide_env_values = true)]
    pub(super) config: Option<PathBuf>,
    /// Folder of the store, socket, backups and cache [default: data]
    #[arg(long, global = true, value_name = "DIR", env = "PARAGRAF_DATA", hide_env_values = true)]
    pub(super) data: Option<PathBuf>,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(super) json: bool,
}

impl Global {
    pub(super) fn data_dir(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(|| PathBuf::from("data"))
    }

    pub(super) fn load_config(&self) -> Result<Config> {
        Config::load(self.config.as_deref(), &environment())
    }

    pub(super) async fn session(&self) -> Result<Session> {
        Session::open(self.load_config()?, &self.data_dir()).await
    }

    /// Runs a command without files and events.
    pub(super) async fn call<C: Command>(&self, command: C) -> Result<C::Reply> {
        let mut attempt = 1;
        loop {
            let reply = self.session().await?.call(command.clone(), Vec::<FileArg>::new(), &mut |_: Event| {}).await;
            match reply {
                // A stopping server may accept the command and exit; the next attempt runs in this process.
                Err(error) if C::READ_ONLY && error.code == ErrorCode::OutcomeUnknown && attempt < ATTEMPTS => {
                    attempt += 1;
                }
                reply => return reply,
            }
        }
    }
}

/// The process environment; variables that are not UTF-8 are not settings.
fn environment() -> Environment {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect()
}
