//! What the machine offers: free disk space and a right clock.

use jiff::SignedDuration;
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
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

/// The free space of the disk that holds the data folder.
pub(super) fn free_space(app: &App) -> std::io::Result<FreeSpace> {
    FreeSpace::of(&app.data_dir)
}

/// A disk with little space, for the operator.
pub(super) fn little_space(found: FreeSpace) -> OperatorFinding {
    finding!(
        "disk_nearly_full",
        "the disk is nearly full: {free_bytes} of {total_bytes} are free",
        "move old backups to another machine, or give the disk more space; writes stop when it is full",
        free_bytes = found.free_bytes,
        total_bytes = found.total_bytes
    )
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

/// A wrong clock, for the operator.
pub(super) fn wrong_clock(ahead: SignedDuration) -> OperatorFinding {
    let seconds = ahead.as_secs().unsigned_abs();
    if ahead.is_negative() {
        finding!(
            "clock_behind",
            "the clock of this machine is {seconds} s behind that of an official source",
            "let the system set its clock, such as with `timedatectl set-ntp true`",
            seconds = seconds
        )
    } else {
        finding!(
            "clock_ahead",
            "the clock of this machine is {seconds} s ahead of that of an official source",
            "let the system set its clock, such as with `timedatectl set-ntp true`",
            seconds = seconds
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_differences_are_readable() {
        let found = FreeSpace { free_bytes: 2_140_000_000, total_bytes: 40_000_000_000 };
        assert_eq!(little_space(found).message, "the disk is nearly full: 2.1 GB of 40.0 GB are free");
        let behind = wrong_clock(SignedDuration::from_mins(-5)).message;
        assert_eq!(behind, "the clock of this machine is 300 s behind that of an official source");
    }
}
