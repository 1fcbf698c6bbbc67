//! `paragraf config ...`

use std::fs::OpenOptions;
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Subcommand;

use super::config_check;
use super::global::Global;
use super::output::Printer;
use super::output_file::unwritable;
use crate::config::{DEFAULT_FILE, EXAMPLE, Secrets};
use crate::error::{Error, ErrorCode, Result};

/// The systemd unit, for a server that reads /etc/paragraf/paragraf.toml. The Debian package has it too.
const UNIT: &str = include_str!("../../docs/paragraf.service");
/// The program in the unit, where the Debian package puts it.
const PROGRAM: &str = "/usr/bin/paragraf";
/// Where a program that no package has installed belongs.
const LOCAL: &str = "/usr/local/bin";

#[derive(Debug, Subcommand)]
pub(super) enum ConfigCommand {
    /// Write a configuration file with all keys and defaults
    Init {
        /// File to write; must not exist
        #[arg(default_value = DEFAULT_FILE)]
        file: PathBuf,
    },
    /// Check the configuration and report all problems
    ///
    /// Root checks as the user of the service, with the environment and the credentials of the installed unit.
    Check,
    /// Show the effective configuration without secrets
    Show,
    /// Print a hardened systemd unit for /etc/systemd/system/paragraf.service
    Unit,
}

pub(super) fn run(global: &Global, command: ConfigCommand, printer: &mut Printer) -> Result<ExitCode> {
    match command {
        ConfigCommand::Init { file } => init(&file, printer)?,
        ConfigCommand::Check => config_check::run(global, printer)?,
        ConfigCommand::Show => {
            let failed = |error| Error::internal("writing the configuration", error);
            let settings = global.load_config(Secrets::Skip)?.shown().map_err(failed)?;
            let text = toml::to_string_pretty(&settings).map_err(failed)?;
            printer.show(&settings, |_| text.trim_end().to_owned());
        }
        ConfigCommand::Unit => printer.line(unit_of(std::env::current_exe().ok().as_deref()).trim_end()),
    }
    Ok(ExitCode::SUCCESS)
}

/// The unit that starts this program, if it lies where a program without a package belongs.
fn unit_of(program: Option<&Path>) -> String {
    match program.filter(|program| program.parent() == Some(Path::new(LOCAL))) {
        Some(program) => UNIT.replace(PROGRAM, &program.display().to_string()),
        None => UNIT.to_owned(),
    }
}

/// Writes a file that only its owner can read, because passwords may be added to it.
fn init(file: &Path, printer: &mut Printer) -> Result<()> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(file);
    let created = created.and_then(|mut created| created.write_all(EXAMPLE.as_bytes()));
    created.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Error::conflict(ErrorCode::FileExists, format!("{} already exists; nothing was changed", file.display()))
        }
        _ => unwritable(file, error),
    })?;
    printer
        .show(&file.display().to_string(), |file| format!("wrote {file}; edit it, then run `paragraf config check`"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_starts_the_program_that_is_installed_without_a_package() {
        let start = |program| unit_of(program).lines().find(|line| line.starts_with("ExecStart=")).map(str::to_owned);
        assert_eq!(start(None).as_deref(), Some("ExecStart=/usr/bin/paragraf serve"));
        assert_eq!(start(Some(Path::new("/root/paragraf"))), start(None));
        let local = Some(Path::new("/usr/local/bin/paragraf"));
        assert_eq!(start(local).as_deref(), Some("ExecStart=/usr/local/bin/paragraf serve"));
    }
}
