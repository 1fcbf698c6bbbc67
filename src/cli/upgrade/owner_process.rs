//! Commands of another program of Paragraf, run as the owner of the data folder.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::last_words::last_words;
use crate::cli::global::Global;
use crate::config::{Config, Secrets};
use crate::error::{Error, Result};
use crate::ops::upgrade::programs::ProgramDescription;
use crate::owner;

/// The command of the steps that other programs are asked for.
pub(super) const STEP: &str = "upgrade-step";

/// Runs programs as the owner of the data folder, so that root writes nothing in it.
pub(super) struct OwnerProcess {
    config: Option<PathBuf>,
    pub(super) data_dir: PathBuf,
    /// Whether the store is a database that servers share.
    pub(super) has_database: bool,
}

impl OwnerProcess {
    pub(super) fn new(global: &Global) -> Result<Self> {
        let absolute = |path: PathBuf| std::path::absolute(&path).unwrap_or(path);
        let config = global.load_config(Secrets::Skip)?;
        let (data_dir, has_database) = (absolute(global.data_dir(&config)), !config.store.url.is_empty());
        let config = Config::find_file(global.config.as_deref())?.map(absolute);
        Ok(Self { config, data_dir, has_database })
    }

    /// Runs the program and returns what it prints.
    ///
    /// # Errors
    /// `unavailable` with the error that it prints.
    pub(super) fn call(&self, program: &Path, arguments: &[&str]) -> Result<String> {
        let mut command = self.command(program, arguments);
        if let Some(user) = owner::of(&self.data_dir).filter(|user| owner::is_root() && *user != owner::user()) {
            command.uid(user).gid(owner::group_of(user));
        }
        finish(command, program, arguments)
    }

    /// As [`OwnerProcess::call`], as the user of this process.
    pub(super) fn call_as_this_user(&self, program: &Path, arguments: &[&str]) -> Result<String> {
        finish(self.command(program, arguments), program, arguments)
    }

    /// What a program says of itself.
    ///
    /// # Errors
    /// `unavailable` if it does not run, or is no program of Paragraf.
    pub(super) fn describe(&self, program: &Path) -> Result<ProgramDescription> {
        let printed = self.call_as_this_user(program, &[STEP, "describe"])?;
        let without = |_| Error::unavailable(format!("{} prints no description of itself", program.display()));
        serde_json::from_str(&printed).map_err(without)
    }

    fn command(&self, program: &Path, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        if let Some(config) = &self.config {
            command.arg("--config").arg(config);
        }
        // The owner may not be allowed to enter the folder of the caller.
        command.arg("--data").arg(&self.data_dir).args(arguments).current_dir("/").stdin(Stdio::null());
        command
    }
}

fn finish(mut command: Command, program: &Path, arguments: &[&str]) -> Result<String> {
    let output = command
        .output()
        .map_err(|error| Error::unavailable(format!("cannot start {}", program.display())).caused_by(error))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = last_words(output.status, &output.stderr);
    let called = format!("{} {}", program.display(), arguments.join(" "));
    Err(Error::unavailable(format!("`{called}` failed: {said}")))
}
