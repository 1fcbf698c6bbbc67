//! The service of the system.

use std::process::Command;

use super::last_words::last_words;
use crate::error::{Error, Result};

const UNIT: &str = "paragraf.service";

/// Stops the server and waits for its end.
pub(super) fn stop() -> Result<()> {
    systemctl("stop")
}

/// Starts the server, or starts it again, and waits until it is ready.
pub(super) fn restart() -> Result<()> {
    systemctl("restart")
}

fn systemctl(verb: &str) -> Result<()> {
    let failed = || format!("`systemctl {verb} {UNIT}` failed; see `journalctl --unit paragraf --lines 20`");
    let output = Command::new("systemctl").args([verb, UNIT]).output();
    let output = output.map_err(|error| Error::unavailable(failed()).caused_by(error))?;
    if output.status.success() {
        return Ok(());
    }
    let said = last_words(output.status, &output.stderr);
    Err(Error::unavailable(failed()).caused_by(anyhow::anyhow!(said)))
}
