//! Tests that need what this machine may lack, such as real texts that are too large for the repository: they are left
//! out, and say so.

use std::io::Write;
use std::path::PathBuf;

/// Returns the folder that `PARAGRAF_DATA` names if it contains this file or folder.
pub fn folder(needed: &str) -> Option<PathBuf> {
    let named = std::env::var_os("PARAGRAF_DATA").map(PathBuf::from);
    let found = named.filter(|folder| folder.join(needed).exists());
    if found.is_none() {
        leave_out(&format!("PARAGRAF_DATA names no folder with {needed}"));
    }
    found
}

/// Reports on the terminal that the current test proves nothing here; the harness captures what `eprintln!` writes.
pub fn leave_out(reason: &str) {
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    drop(writeln!(std::io::stderr(), "left out: {test}: {reason}"));
}
