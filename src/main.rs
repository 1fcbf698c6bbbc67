//! Runs the command line and returns its exit code.

use std::process::ExitCode;

use paragraf::program::Program;
use paragraf_bundle::{BUILD, Bundle, LONG_VERSION};

/// Keeps less memory than glibc's allocator and is at least as fast: docs/decisions/0245.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    // The allocator asks for huge pages, of which a server on a small machine fills only parts. Without a kernel that
    // has them there is nothing to disable.
    #[cfg(target_os = "linux")]
    rustix::thread::disable_transparent_huge_pages(true).ok();
    Program::new::<Bundle>(BUILD, LONG_VERSION).install();
    paragraf::cli::run()
}
