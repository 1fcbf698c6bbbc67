//! Programs that tests need, found on this machine or installed from Debian when we may.

use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// apt holds a lock while it runs, and tests run side by side.
static INSTALLING: Mutex<()> = Mutex::new(());

/// Whether these tests run as root.
pub fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}

/// Returns the program that `find` finds, if need be after installing this package of Debian as root; `None` when
/// neither is possible. Standard error names the package first.
pub fn find_or_install(package: &str, find: impl Fn() -> Option<PathBuf>) -> Option<PathBuf> {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = find() {
        return Some(found);
    }
    let is_unwanted = std::env::var_os("PARAGRAF_INSTALL").is_some_and(|choice| choice == "no");
    if is_unwanted || !is_root() {
        return None;
    }
    // Straight to the terminal: the harness captures what `eprintln!` writes.
    let note = format!("installing the Debian package {package}, which tests need; PARAGRAF_INSTALL=no prevents it\n");
    drop(std::io::stderr().write_all(note.as_bytes()));
    let script = format!("apt-get update -qq && apt-get install -y -qq --no-install-recommends {package}");
    let installed = Command::new("sh").args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive").output();
    installed.is_ok_and(|output| output.status.success()).then(find).flatten()
}
