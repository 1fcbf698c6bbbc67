//! The free space of a disk.

use std::io;
use std::path::Path;

/// Sizes of the disk that holds a folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSpace {
    /// Bytes that this process may still write.
    pub free_bytes: u64,
    pub total_bytes: u64,
}

/// Bytes of free space below which any disk has little: a copy of the store and its check need room.
const ALWAYS_LITTLE: u64 = 512 << 20;
/// Bytes of free space that are enough, whatever the size of the disk.
const ALWAYS_ENOUGH: u64 = 4 << 30;

impl FreeSpace {
    /// Returns the free space of the disk that holds the folder.
    ///
    /// # Errors
    /// The system does not report it.
    pub fn of(folder: &Path) -> io::Result<Self> {
        #[cfg(target_os = "linux")]
        {
            let found = rustix::fs::statvfs(folder)?;
            let bytes = |blocks: u64| blocks.saturating_mul(found.f_frsize);
            Ok(Self { free_bytes: bytes(found.f_bavail), total_bytes: bytes(found.f_blocks) })
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = folder;
            Err(io::ErrorKind::Unsupported.into())
        }
    }

    /// Whether the disk is nearly full for a store of this size: less than a twentieth is free, or less than another
    /// copy of the store needs.
    pub fn is_little(&self, store_bytes: u64) -> bool {
        let share = (self.total_bytes / 20).min(ALWAYS_ENOUGH);
        self.free_bytes < share.max(store_bytes.saturating_mul(2)).max(ALWAYS_LITTLE.min(self.total_bytes / 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GIB: u64 = 1 << 30;

    #[test]
    fn a_disk_is_nearly_full_before_a_copy_of_the_store_no_longer_fits() {
        let is_little = |free_bytes, total_bytes, store| FreeSpace { free_bytes, total_bytes }.is_little(store);
        assert!(!is_little(3 * GIB, 40 * GIB, GIB / 4));
        assert!(is_little(GIB, 40 * GIB, GIB / 4), "less than a twentieth");
        assert!(is_little(3 * GIB, 40 * GIB, 2 * GIB), "no room for a copy and its check");
        assert!(!is_little(5 * GIB, 4096 * GIB, GIB / 4), "a large disk");
        assert!(is_little(GIB / 4, 2 * GIB, 0));
        assert!(!is_little(600 << 20, GIB, 0));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_system_reports_the_disk_of_a_folder() {
        let found = FreeSpace::of(&std::env::temp_dir()).expect("the free space");
        assert!(found.free_bytes <= found.total_bytes && found.total_bytes > 0, "{found:?}");
        FreeSpace::of(Path::new("/none/such")).expect_err("no folder");
    }
}
