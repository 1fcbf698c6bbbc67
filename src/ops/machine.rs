//! What the machine offers: free disk space and a right clock.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::store::FreeSpace;

/// Memory and disk, as far as the system reports them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MachineStatus {
    /// Memory of this process.
    pub resident_bytes: Option<u64>,
    /// Free space of the disk that holds the data folder.
    pub free_disk_bytes: Option<u64>,
}

/// The largest difference to the clock of an official source that is no error: `Date` has whole seconds, and a reply
/// takes some.
pub(super) const MAX_CLOCK_ERROR: SignedDuration = SignedDuration::from_mins(2);
pub(super) const DISK_REMEDY: &str =
    "move old backups to another machine, or give the disk more space; writes stop when it is full";
pub(super) const CLOCK_REMEDY: &str = "let the system set its clock, such as with `timedatectl set-ntp true`";

/// The free space of the disk that holds the data folder.
pub(super) fn free_space(app: &App) -> std::io::Result<FreeSpace> {
    FreeSpace::of(&app.data_dir)
}

/// Describes the free space, such as `2.1 of 40.0 GB are free`.
pub(super) fn free_space_text(found: FreeSpace) -> String {
    let tenths = |bytes: u64| bytes / 100_000_000;
    let [free, total] = [tenths(found.free_bytes), tenths(found.total_bytes)];
    format!("{}.{} of {}.{} GB are free", free / 10, free % 10, total / 10, total % 10)
}

/// Memory and disk now.
pub(super) fn status(app: &App) -> MachineStatus {
    let free_disk_bytes = free_space(app).ok().map(|found| found.free_bytes);
    MachineStatus { resident_bytes: resident_bytes(), free_disk_bytes }
}

/// The memory of this process that is not swapped out (proc(5)).
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

/// How far the clock is ahead of that of an official source at its last reply; `None` before the first one.
pub(super) fn clock_ahead(app: &App) -> Option<SignedDuration> {
    [&app.portal, &app.gazette, &app.eurlex].into_iter().find_map(|source| source.clock_ahead())
}

/// Describes a wrong clock.
pub(super) fn clock_text(ahead: SignedDuration) -> String {
    let direction = if ahead.is_negative() { "behind" } else { "ahead of" };
    let seconds = ahead.as_secs().unsigned_abs();
    format!("the clock of this machine is {seconds} s {direction} that of an official source")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_differences_are_readable() {
        let found = FreeSpace { free_bytes: 2_140_000_000, total_bytes: 40_000_000_000 };
        assert_eq!(free_space_text(found), "2.1 of 40.0 GB are free");
        let behind = clock_text(SignedDuration::from_mins(-5));
        assert_eq!(behind, "the clock of this machine is 300 s behind that of an official source");
    }
}
