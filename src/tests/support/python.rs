//! Python packages that tests run, installed from PyPI into the build folder when they are missing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use super::install::find_or_install;

/// Tests run side by side, and two of them may need the same package.
static INSTALLING: Mutex<()> = Mutex::new(());

/// The `bin` folder of an environment with these packages; `name` is the name of the environment.
pub fn environment(name: &str, packages: &[&str]) -> PathBuf {
    let _turn = INSTALLING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let ready = folder.join("ready");
    if !ready.exists() {
        let python = find_or_install("python3-venv", || {
            let ready = Command::new("python3").args(["-c", "import ensurepip, venv"]).stderr(Stdio::null()).status();
            ready.is_ok_and(|status| status.success()).then(|| "python3".into())
        });
        let python = python.expect("this test needs Python 3 with venv; on Debian `apt-get install python3-venv`");
        let created = Command::new(python).args(["-m", "venv"]).arg(&folder).status();
        assert!(created.is_ok_and(|status| status.success()), "cannot create {}", folder.display());
        // Compiling every module of all packages would take longer than the tests that use some of them.
        let mut pip = Command::new(folder.join("bin/pip"));
        let installed = pip.args(["install", "--quiet", "--no-compile"]).args(packages).status();
        assert!(installed.is_ok_and(|status| status.success()), "cannot install {packages:?} from PyPI");
        std::fs::write(&ready, packages.join("\n")).expect("the mark of a ready environment");
    }
    folder.join("bin")
}
