//! The browser journeys of `ui/e2e`, against the real program with the demo articles.

use std::path::PathBuf;

use crate::stage;
use crate::support::install::find_or_install;
use crate::support::npm;
use crate::support::provider::TestProvider;

/// Debian's package of Chromium without windows, which needs a fifth less processor time; also the program's name.
const HEADLESS_SHELL: &str = "chromium-headless-shell";
const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

#[test]
fn readers_journeys_work_in_chromium() {
    let browser = find_or_install_chromium();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    npm::run(
        "e2e",
        &[
            ("PARAGRAF_STAGE", &stage::open(&runtime)),
            ("PARAGRAF_PROVIDER", &TestProvider::shared().issuer),
            ("PARAGRAF_BIN", env!("CARGO_BIN_EXE_paragraf")),
            ("CHROMIUM_BIN", &browser.display().to_string()),
        ],
    );
}

/// The browser named by `CHROMIUM_BIN`, or the headless shell, installed when we may; else any Chromium.
fn find_or_install_chromium() -> PathBuf {
    if let Some(named) = std::env::var_os("CHROMIUM_BIN") {
        return named.into();
    }
    find_or_install(HEADLESS_SHELL, || find(&[HEADLESS_SHELL]))
        .or_else(|| find_or_install("chromium", || find(&BROWSERS)))
        .expect(
            "the browser journeys need Chromium: install it (on Debian `apt-get install chromium-headless-shell`) or \
             name it in CHROMIUM_BIN",
        )
}

fn find(names: &[&str]) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let folders: Vec<_> = std::env::split_paths(&folders).collect();
    names.iter().flat_map(|name| folders.iter().map(move |folder| folder.join(name))).find(|path| path.is_file())
}
