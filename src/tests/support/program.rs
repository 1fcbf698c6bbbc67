//! The files of the pages and the stamp of the build, which `main` installs in the executable.

use paragraf::program::Program;
use paragraf_bundle::{BUILD, Bundle, LONG_VERSION};

/// Installs them for servers and operations in this process.
pub fn install() {
    Program::new::<Bundle>(BUILD, LONG_VERSION).install();
}

/// The command line, whose version is that of the build.
pub fn command() -> clap::Command {
    install();
    paragraf::cli::command()
}
