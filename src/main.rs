//! Runs the command line and returns its exit code.

use std::process::ExitCode;

/// A response takes dozens of short-lived allocations, which this allocator makes and frees faster than glibc's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    paragraf::cli::run()
}
