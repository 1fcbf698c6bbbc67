//! `paragraf config ...`

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Subcommand;

use super::global::Global;
use super::output::Printer;
use crate::config::{DEFAULT_FILE, EXAMPLE};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops;

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Write a configuration file with all keys and defaults
    Init {
        /// File to write; must not exist
        #[arg(default_value = DEFAULT_FILE)]
        file: PathBuf,
    },
    /// Check the configuration and report all problems
    Check,
    /// Show the effective configuration without secrets
    Show,
}

pub(super) fn run(global: &Global, command: ConfigCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ConfigCommand::Init { file } => init(&file, printer)?,
        ConfigCommand::Check => {
            let config = global.load_config()?;
            ops::mail::check(&config, &global.data_dir())?;
            if config.server.lacks_trusted_proxy() {
                printer.note(NO_TRUSTED_PROXY);
            }
            printer.show(&true, |_| "the configuration is valid".into());
        }
        ConfigCommand::Show => {
            let config = global.load_config()?.without_secrets();
            let text =
                toml::to_string_pretty(&config).map_err(|error| Error::internal("writing the configuration", error))?;
            printer.show(&config, |_| text.trim_end().to_owned());
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The report of [`ServerConfig::lacks_trusted_proxy`](crate::config::ServerConfig).
const NO_TRUSTED_PROXY: &str = "warning: server.trusted_proxies is empty, though server.public_url begins with \
    https://, so that a proxy must be in front of the server: all readers behind it count as one in the limits; \
    name its network, such as [\"127.0.0.1/32\"]";

fn init(file: &std::path::Path, printer: &mut Printer) -> Result<()> {
    let created = std::fs::File::create_new(file).and_then(|mut created| created.write_all(EXAMPLE.as_bytes()));
    created.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Error::conflict(ErrorCode::FileExists, format!("{} already exists; nothing was changed", file.display()))
        }
        _ => Error::new(Kind::Invalid, ErrorCode::Unwritable, format!("cannot write {}", file.display()))
            .caused_by(error),
    })?;
    printer
        .show(&file.display().to_string(), |file| format!("wrote {file}; edit it, then run `paragraf config check`"));
    Ok(())
}
