//! The file that keeps the index across starts.
//!
//! It is one file with a checksum: a killed process leaves the old one, the new one or none, and damage of any kind makes
//! it unusable as a whole. Nothing in it is missed, since the index can be made again from the articles.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use tantivy::directory::OwnedBytes;

/// Begins the file. Another number for another order of its parts.
const FORMAT: &[u8; 16] = b"paragraf-index-1";
const CHECKSUM_BYTES: usize = size_of::<u32>();
/// Bytes that the check reads at once.
const BLOCK_BYTES: usize = 1 << 16;

/// Where the index is kept, and for which program.
// docs/decisions/0574
#[derive(Debug, Clone)]
pub struct IndexFile {
    path: PathBuf,
    program: String,
}

/// A named part of the index.
#[derive(Debug)]
pub(super) struct IndexPart {
    pub name: String,
    pub bytes: OwnedBytes,
}

impl IndexFile {
    /// `program` names the build that reads and writes the file: another one may make other terms of the same words.
    pub fn new(path: PathBuf, program: String) -> Self {
        Self { path, program }
    }

    /// Hands over the parts that were written last, one at a time, after it has found that all are sound. Returns whether
    /// there is a file.
    ///
    /// # Errors
    /// `InvalidData` if the file is damaged or of another program, or the error of `take`.
    pub(super) fn read(&self, mut take: impl FnMut(IndexPart) -> anyhow::Result<()>) -> anyhow::Result<bool> {
        let mut file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
            opened => opened?,
        };
        check(&mut file)?;
        file.rewind()?;
        let left = file.metadata()?.len();
        let mut reader = IndexPartReader { left, file: BufReader::new(file) };
        let mut format = [0; FORMAT.len()];
        reader.fill(&mut format)?;
        if format != *FORMAT || reader.bytes()? != self.program.as_bytes() {
            return Err(unusable("another program wrote it").into());
        }
        for _ in 0..reader.number()? {
            let name = String::from_utf8(reader.bytes()?)?;
            take(IndexPart { name, bytes: OwnedBytes::new(reader.bytes()?) })?;
        }
        Ok(true)
    }

    /// Replaces the file.
    pub(super) fn write(&self, parts: &[IndexPart]) -> io::Result<()> {
        let unfinished = self.unfinished();
        let written = self.write_to(&unfinished, parts).and_then(|()| fs::rename(&unfinished, &self.path));
        if written.is_err() {
            // An error of the removal would hide the first one.
            fs::remove_file(&unfinished).ok();
        }
        written
    }

    /// Does not wait until the file is on the disk, which would hold up writes of the store: what a power cut leaves has
    /// another checksum.
    fn write_to(&self, path: &Path, parts: &[IndexPart]) -> io::Result<()> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        let mut writer = IndexPartWriter { file: BufWriter::new(file), checksum: Hasher::new() };
        writer.put(FORMAT)?;
        writer.bytes(self.program.as_bytes())?;
        writer.put(&number_bytes(parts.len()))?;
        for IndexPart { name, bytes } in parts {
            writer.bytes(name.as_bytes())?;
            writer.bytes(bytes)?;
        }
        let checksum = writer.checksum.finalize();
        writer.file.write_all(&checksum.to_le_bytes())?;
        writer.file.flush()
    }

    /// Removes what an earlier run or this one saved.
    pub fn remove(&self) -> io::Result<()> {
        for path in [&self.unfinished(), &self.path] {
            match fs::remove_file(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                removed => removed?,
            }
        }
        Ok(())
    }

    /// The file while it is written. There is one name: what a killed process left is overwritten.
    fn unfinished(&self) -> PathBuf {
        self.path.with_extension("unfinished")
    }
}

/// Checks that the file is what was written.
fn check(file: &mut File) -> io::Result<()> {
    let damaged = || unusable("it is damaged");
    let mut left = file.metadata()?.len().checked_sub(CHECKSUM_BYTES as u64).ok_or_else(damaged)?;
    let (mut checksum, mut block) = (Hasher::new(), vec![0; BLOCK_BYTES]);
    while left > 0 {
        let part = &mut block[..usize::try_from(left).unwrap_or(BLOCK_BYTES).min(BLOCK_BYTES)];
        file.read_exact(part)?;
        checksum.update(part);
        left -= part.len() as u64;
    }
    let mut found = [0; CHECKSUM_BYTES];
    file.read_exact(&mut found)?;
    if found == checksum.finalize().to_le_bytes() { Ok(()) } else { Err(damaged()) }
}

struct IndexPartReader<R> {
    file: R,
    /// Bytes that are not read yet.
    left: u64,
}

impl<R: Read> IndexPartReader<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.file.read_exact(bytes)?;
        self.left = self.left.saturating_sub(bytes.len() as u64);
        Ok(())
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut bytes = [0; size_of::<u64>()];
        self.fill(&mut bytes)?;
        Ok(u64::from_le_bytes(bytes))
    }

    /// Bytes after their number.
    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let count = self.number()?;
        // A wrong number takes no more memory than the file.
        let count = usize::try_from(count).ok().filter(|_| count <= self.left);
        let mut bytes = vec![0; count.ok_or_else(|| unusable("it has parts of another order"))?];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

struct IndexPartWriter<W> {
    file: W,
    checksum: Hasher,
}

impl<W: Write> IndexPartWriter<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.checksum.update(bytes);
        self.file.write_all(bytes)
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.put(&number_bytes(bytes.len()))?;
        self.put(bytes)
    }
}

fn number_bytes(number: usize) -> [u8; size_of::<u64>()] {
    (number as u64).to_le_bytes()
}

fn unusable(reason: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, reason)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn file(folder: &Path, program: &str) -> IndexFile {
        IndexFile::new(folder.join("search-index"), program.to_owned())
    }

    fn part(name: &str, bytes: &[u8]) -> IndexPart {
        IndexPart { name: name.to_owned(), bytes: OwnedBytes::new(bytes.to_vec()) }
    }

    /// Names and contents of parts.
    type Written = Vec<(String, Vec<u8>)>;

    /// The parts of a sound file; `None` without one.
    fn read(kept: &IndexFile) -> anyhow::Result<Option<Written>> {
        let mut parts = Vec::new();
        let is_there = kept.read(|part| {
            parts.push((part.name, part.bytes.to_vec()));
            Ok(())
        })?;
        Ok(is_there.then_some(parts))
    }

    #[test]
    fn parts_come_back_as_they_were_written_and_only_their_owner_reads_them() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = file(folder.path(), "1.0");
        assert!(read(&kept).expect("no file").is_none());
        for parts in [vec![], vec![part("terms", b"chirie"), part("empty", b"")]] {
            kept.write(&parts).expect("written");
            let written: Vec<_> = parts.iter().map(|part| (part.name.clone(), part.bytes.to_vec())).collect();
            assert_eq!(read(&kept).expect("a sound file"), Some(written));
        }
        let mode = fs::metadata(folder.path().join("search-index")).expect("the file").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
        kept.remove().expect("removed");
        kept.remove().expect("nothing to remove");
        assert!(read(&kept).expect("no file").is_none());
    }

    #[test]
    fn a_file_of_another_program_a_changed_byte_and_a_missing_one_are_noticed() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = file(folder.path(), "1.0");
        kept.write(&[part("terms", b"chirie")]).expect("written");
        assert!(read(&file(folder.path(), "1.1")).is_err());
        let path = folder.path().join("search-index");
        let sound = fs::read(&path).expect("the file");
        for at in 0..sound.len() {
            let mut damaged = sound.clone();
            damaged[at] ^= 1;
            fs::write(&path, damaged).expect("written");
            assert!(read(&kept).is_err(), "byte {at} changed");
            fs::write(&path, &sound[..at]).expect("written");
            assert!(read(&kept).is_err(), "cut off at {at}");
        }
        fs::write(&path, [&sound[..], b"x"].concat()).expect("written");
        assert!(read(&kept).is_err(), "longer");
        fs::write(&path, &sound).expect("written");
        assert!(read(&kept).expect("a sound file").is_some());
    }

    #[test]
    fn what_a_killed_process_left_is_overwritten_and_a_missing_folder_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let kept = file(folder.path(), "1.0");
        fs::write(kept.unfinished(), b"a longer file than the one that follows it, of an earlier run")
            .expect("written");
        kept.write(&[part("a", b"b")]).expect("written");
        assert!(read(&kept).expect("a sound file").is_some() && !kept.unfinished().exists());
        assert!(file(&folder.path().join("missing"), "1.0").write(&[]).is_err());
    }
}
