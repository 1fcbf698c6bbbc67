//! The packages and npm scripts of the UI.

use std::path::{Path, PathBuf};
use std::process::Command;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

/// Installs the packages of the UI where they are missing.
pub fn install() {
    if !folder().join("node_modules").exists() {
        let installed = Command::new("npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(folder()).status();
        assert!(
            installed.is_ok_and(|status| status.success()),
            "`npm ci` failed in ui; install Node.js 20.19 or newer"
        );
    }
}

/// Runs an npm script of the UI and fails with what it printed, but for the lines of what passed: where a log is
/// cut, the failures must be in what is left of it.
pub fn run(script: &str, variables: &[(&str, &str)]) {
    install();
    let output = Command::new("npm")
        .args(["run", "--silent", script])
        .current_dir(folder())
        .env("NO_COLOR", "1")
        .envs(variables.iter().copied())
        .output()
        .expect("npm starts");
    let printed = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    let lines: Vec<_> = printed.lines().filter(|line| !line.trim_start().starts_with('✓')).collect();
    assert!(output.status.success(), "`npm run {script}` failed in ui:\n{}", lines.join("\n"));
}
