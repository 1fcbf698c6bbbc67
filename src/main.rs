//! Parses the arguments, runs the command, returns its exit code.

use std::process::ExitCode;

fn main() -> ExitCode {
    paragraf::cli::run()
}
