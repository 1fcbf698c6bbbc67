//! Limits of one reading. The largest issues have about 1,500 pages and 60 MB.

use std::time::Duration;

use rustix::process::{Resource, Rlimit, setrlimit};

/// Bytes of the largest file; the archive takes no larger one.
pub(super) const INPUT_BYTES: usize = 64 << 20;
/// Bytes of the largest answer of the child process.
pub(super) const OUTPUT_BYTES: u64 = 96 << 20;
/// Memory of the child process. An issue of 1,500 pages needs 45 MB beside its file.
pub(super) const MEMORY_BYTES: u64 = 256 << 20;
/// Address space of the child process, most of which is the mapped program.
const ADDRESS_BYTES: u64 = 1 << 30;
/// Processor time of the child process.
pub(super) const CPU_SECS: u64 = 40;
/// Time until the child process is killed.
pub(super) const DEADLINE: Duration = Duration::from_secs(90);
/// Characters on all pages.
pub(super) const CHARACTERS: usize = 20_000_000;

/// Limits this process: memory, processor time, size of files, no core dump.
pub(super) fn apply() -> rustix::io::Result<()> {
    let limit = |resource, value| setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) });
    limit(Resource::Data, MEMORY_BYTES)?;
    limit(Resource::As, ADDRESS_BYTES)?;
    limit(Resource::Cpu, CPU_SECS)?;
    limit(Resource::Fsize, OUTPUT_BYTES)?;
    limit(Resource::Core, 0)
}
