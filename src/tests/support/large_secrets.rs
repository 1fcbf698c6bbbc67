//! Files that make a backup larger than a part of an upload.

use std::path::{Path, PathBuf};

/// The largest file that a backup holds beside the store is 8 MiB.
const SIZE: usize = 7 << 20;

/// Writes four files of text that compression shrinks by a quarter.
pub fn write(folder: &Path) -> Vec<PathBuf> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        b'0' + (state % 64) as u8
    };
    let files = (1..=4).map(|number| folder.join(format!("large-{number}")));
    files.inspect(|file| std::fs::write(file, (0..SIZE).map(|_| next()).collect::<Vec<_>>()).expect("a file")).collect()
}
