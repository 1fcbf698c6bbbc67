//! The browser journeys of `ui/e2e`, against the real program with the demo articles.

use std::path::PathBuf;

use crate::support::install::find_or_install;
use crate::support::provider::TestProvider;
use crate::{stage, ui};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

#[test]
fn readers_journeys_work_in_chromium() {
    let browser = find_or_install_chromium();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    ui::npm_run(
        "e2e",
        &[
            ("PARAGRAF_STAGE", &stage::open(&runtime)),
            ("PARAGRAF_PROVIDER", &TestProvider::shared().issuer),
            ("PARAGRAF_BIN", env!("CARGO_BIN_EXE_paragraf")),
            ("CHROMIUM_BIN", &browser.display().to_string()),
        ],
    );
}

/// The browser named by `CHROMIUM_BIN`, or one on the path; else Debian's, when we may install it.
fn find_or_install_chromium() -> PathBuf {
    if let Some(named) = std::env::var_os("CHROMIUM_BIN") {
        return named.into();
    }
    let found = find_or_install("chromium", find_chromium);
    found.expect("the browser journeys need Chromium: install it (on Debian `apt-get install chromium`) or name it in CHROMIUM_BIN")
}

fn find_chromium() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    NAMES.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}
