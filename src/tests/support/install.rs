//! Programs that tests need, found on this machine or installed from Debian when we may.

use std::path::PathBuf;
use std::process::Command;
use std::sync::{Mutex, PoisonError};

/// Debian's installer lets nobody in while it works, and tests run side by side.
static INSTALLING: Mutex<()> = Mutex::new(());

/// What `find` finds, if need be after installing this package of Debian's; `None` when neither is possible.
pub fn find_or_install(package: &str, find: impl Fn() -> Option<PathBuf>) -> Option<PathBuf> {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = find() {
        return Some(found);
    }
    let script = format!(
        "test \"$(id -u)\" = 0 && apt-get update -qq && apt-get install -y -qq --no-install-recommends {package}"
    );
    let installed = Command::new("sh").args(["-c", &script]).env("DEBIAN_FRONTEND", "noninteractive").output();
    installed.is_ok_and(|output| output.status.success()).then(find).flatten()
}
