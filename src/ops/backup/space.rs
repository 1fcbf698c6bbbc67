//! Free space, asked for before it is used.

use std::path::Path;

use super::checksum::io_failed;
use crate::error::Result;
use crate::store::FreeSpace;

/// Refuses to begin when the disk of this folder has less space than `needed`. A system that does not say refuses nothing.
pub(in crate::ops) fn check(folder: &Path, needed: u64) -> Result<()> {
    match FreeSpace::of(folder) {
        Ok(FreeSpace { free_bytes, .. }) if free_bytes < needed => {
            let [free, needed] = [free_bytes, needed].map(|bytes| bytes.div_ceil(1_000_000));
            let message =
                format!("a copy may need {needed} MB on the disk of {}, and {free} MB are free", folder.display());
            // What the system would say later.
            Err(io_failed(message, std::io::Error::from_raw_os_error(NO_SPACE)))
        }
        _ => Ok(()),
    }
}

/// ENOSPC, on Linux as on Apple's systems.
const NO_SPACE: i32 = 28;

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn more_than_the_disk_has_is_refused_with_the_cause() {
        let folder = tempfile::tempdir().expect("a folder");
        check(folder.path(), 1).expect("a byte is free");
        let refused = check(folder.path(), u64::MAX).expect_err("no disk is so large").chain();
        assert!(refused.contains("MB are free: No space left on device"), "{refused}");
    }
}
