//! The file of a backup: a tar archive, compressed with Zstandard, and encrypted with age if a key is configured. The
//! programs `age`, `zstd` and `tar` open it too. Versions before 27 November 2026 wrote the store alone.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::path::PathBuf;

use age::x25519::{Identity, Recipient};
use jiff::Timestamp;
use sha2::{Digest, Sha256};

use crate::store::FILE_NAME;

/// The default level: a store shrinks to about a seventh, and the check of its records takes longer.
const LEVEL: i32 = 3;
const AGE: &[u8] = b"age-encryption.org/v1\n";
const ZSTANDARD: &[u8] = &[0x28, 0xb5, 0x2f, 0xfd];
/// Bytes of a header of tar, whose contents are filled up to a multiple.
const BLOCK_BYTES: usize = 512;
/// Largest size that tar writes in octal digits.
const MAX_OCTAL_BYTES: u64 = 8 << 30;
/// Largest file beside the store, and the most of them.
pub(super) const MAX_EXTRA: u64 = 8 << 20;
pub(super) const MAX_EXTRAS: usize = 64;

/// The files of a backup beside the store: their names and contents.
pub(super) type Extras = Vec<(String, Vec<u8>)>;

/// Why a backup cannot be unpacked.
#[derive(Debug)]
pub(super) enum ArchiveError {
    /// It is encrypted, and no key is given.
    Locked,
    /// It is encrypted for other keys.
    OtherKey,
    /// It is not what was written.
    Damaged(String),
    /// Its content cannot be written.
    Unwritable(io::Error),
}

fn damaged(problem: impl std::fmt::Display) -> ArchiveError {
    ArchiveError::Damaged(problem.to_string())
}

/// Packs the files under these names.
pub(super) fn pack(members: &[(String, PathBuf)], made_at: Timestamp, to: &File) -> io::Result<()> {
    let mut packer = zstd::Encoder::new(BufWriter::new(to), LEVEL)?;
    packer.include_checksum(true)?;
    for (name, path) in members {
        let file = File::open(path)?;
        let size = file.metadata()?.len();
        packer.write_all(&header(name, size, made_at))?;
        if io::copy(&mut file.take(size), &mut packer)? != size {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        packer.write_all(&vec![0; padding(size)])?;
    }
    packer.write_all(&[0; 2 * BLOCK_BYTES])?;
    packer.finish()?.flush()
}

/// Encrypts the content of a file.
pub(super) fn encrypt(mut from: &File, recipient: &Recipient, to: &File) -> io::Result<()> {
    let recipients = std::iter::once(recipient as &dyn age::Recipient);
    let encryptor = age::Encryptor::with_recipients(recipients).map_err(|error| io::Error::other(error.to_string()))?;
    let mut writer = encryptor.wrap_output(BufWriter::new(to))?;
    io::copy(&mut from, &mut writer)?;
    writer.finish()?.flush()
}

/// The SHA-256 of what was encrypted.
pub(super) fn digest_of_encrypted(file: &File, keys: &[Identity]) -> Result<[u8; 32], ArchiveError> {
    let (mut reader, mut digest, mut buffer) = (decrypt(file, keys)?, Sha256::new(), vec![0; 1 << 18]);
    loop {
        match reader.read(&mut buffer).map_err(damaged)? {
            0 => return Ok(digest.finalize().into()),
            read => digest.update(&buffer[..read]),
        }
    }
}

fn decrypt<'a>(file: &'a File, keys: &[Identity]) -> Result<impl Read + use<'a>, ArchiveError> {
    let decryptor = age::Decryptor::new_buffered(BufReader::new(file)).map_err(damaged)?;
    let opened = decryptor.decrypt(keys.iter().map(|key| key as &dyn age::Identity));
    opened.map_err(|error| match error {
        age::DecryptError::NoMatchingKeys => ArchiveError::OtherKey,
        error => damaged(error),
    })
}

/// Writes the store of a backup to `store` and returns its other files.
pub(super) fn unpack(mut file: &File, keys: &[Identity], store: &mut File) -> Result<Extras, ArchiveError> {
    let mut start = Vec::new();
    file.rewind().and_then(|()| file.take(AGE.len() as u64).read_to_end(&mut start)).map_err(damaged)?;
    file.rewind().map_err(damaged)?;
    if start == AGE {
        if keys.is_empty() {
            return Err(ArchiveError::Locked);
        }
        return unpack_compressed(decrypt(file, keys)?, store);
    }
    if start.starts_with(ZSTANDARD) {
        return unpack_compressed(file, store);
    }
    copy(&mut file, u64::MAX, store)?;
    Ok(Extras::new())
}

fn unpack_compressed(from: impl Read, store: &mut File) -> Result<Extras, ArchiveError> {
    let mut from = zstd::Decoder::new(from).map_err(damaged)?;
    let (mut extras, mut has_store) = (Extras::new(), false);
    loop {
        let mut header = [0; BLOCK_BYTES];
        from.read_exact(&mut header).map_err(damaged)?;
        if header == [0; BLOCK_BYTES] {
            break;
        }
        let (name, size) = parse(&header).ok_or_else(|| damaged("a header of its archive is malformed"))?;
        if name == FILE_NAME {
            has_store = true;
            if copy(&mut from, size, store)? != size {
                return Err(damaged("its store is cut off"));
            }
        } else {
            if size > MAX_EXTRA || extras.len() == MAX_EXTRAS {
                return Err(damaged(format!("it has more than a backup has: {name}")));
            }
            let mut content = Vec::new();
            from.by_ref().take(size).read_to_end(&mut content).map_err(damaged)?;
            extras.push((name, content));
        }
        io::copy(&mut from.by_ref().take(padding(size) as u64), &mut io::sink()).map_err(damaged)?;
    }
    // The checksums of compression and encryption stand at the end.
    io::copy(&mut from, &mut io::sink()).map_err(damaged)?;
    if has_store { Ok(extras) } else { Err(damaged("it has no store")) }
}

/// Copies at most `size` bytes and returns how many there were.
fn copy(from: &mut impl Read, size: u64, to: &mut File) -> Result<u64, ArchiveError> {
    let (mut copied, mut buffer) = (0, vec![0; 1 << 18]);
    loop {
        let wanted = usize::try_from(size - copied).unwrap_or(usize::MAX).min(buffer.len());
        let read = from.read(&mut buffer[..wanted]).map_err(damaged)?;
        if read == 0 {
            return Ok(copied);
        }
        to.write_all(&buffer[..read]).map_err(ArchiveError::Unwritable)?;
        copied += read as u64;
    }
}

/// The zeros after a content of this size.
fn padding(size: u64) -> usize {
    (BLOCK_BYTES - (size % BLOCK_BYTES as u64) as usize) % BLOCK_BYTES
}

/// The header of a file; source: POSIX.1-2017, pax, "ustar Interchange Format".
fn header(name: &str, size: u64, made_at: Timestamp) -> [u8; BLOCK_BYTES] {
    let mut header = [0; BLOCK_BYTES];
    put(&mut header, 0, name);
    put(&mut header, 100, "0000600\0");
    put(&mut header, 108, "0000000\0");
    put(&mut header, 116, "0000000\0");
    if size < MAX_OCTAL_BYTES {
        put(&mut header, 124, &format!("{size:011o}\0"));
    } else {
        // As GNU tar writes a larger size: as a number, with the first bit set.
        header[124] = 0x80;
        header[128..136].copy_from_slice(&size.to_be_bytes());
    }
    put(&mut header, 136, &format!("{:011o}\0", made_at.as_second().max(0)));
    put(&mut header, 156, "0");
    put(&mut header, 257, "ustar\0");
    put(&mut header, 263, "00");
    let sum = checksum(&header);
    put(&mut header, 148, &format!("{sum:06o}\0 "));
    header
}

fn put(header: &mut [u8; BLOCK_BYTES], at: usize, text: &str) {
    header[at..at + text.len()].copy_from_slice(text.as_bytes());
}

/// The sum of the header's bytes, with spaces in place of the sum.
fn checksum(header: &[u8; BLOCK_BYTES]) -> u32 {
    let without = header.iter().enumerate().map(|(at, byte)| if (148..156).contains(&at) { b' ' } else { *byte });
    without.map(u32::from).sum()
}

/// The name and the size of a file.
fn parse(header: &[u8; BLOCK_BYTES]) -> Option<(String, u64)> {
    let text = |from: usize, to: usize| {
        let field = header[from..to].split(|byte| *byte == 0).next().unwrap_or_default();
        std::str::from_utf8(field).ok()
    };
    let octal = |from: usize, to: usize| u64::from_str_radix(text(from, to)?.trim(), 8).ok();
    if octal(148, 156)? != u64::from(checksum(header)) {
        return None;
    }
    let size = match header[124] {
        0x80 => u64::from_be_bytes(header[128..136].try_into().ok()?),
        _ => octal(124, 136)?,
    };
    let name = text(0, 100)?;
    (!name.is_empty() && !name.contains('/')).then(|| (name.to_owned(), size))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with a store and a key, and their archive.
    fn packed() -> (tempfile::TempDir, File) {
        let folder = tempfile::tempdir().expect("a folder");
        let mut members = Vec::new();
        for (name, content) in [("second-factors.key", vec![7; 43]), (FILE_NAME, vec![1; 100_000])] {
            let path = folder.path().join(name);
            std::fs::write(&path, content).expect("a file");
            members.push((name.to_owned(), path));
        }
        let file = create(&folder, "packed");
        pack(&members, Timestamp::UNIX_EPOCH, &file).expect("packed");
        (folder, file)
    }

    fn create(folder: &tempfile::TempDir, name: &str) -> File {
        let path = folder.path().join(name);
        File::options().create(true).truncate(true).read(true).write(true).open(path).expect("a file")
    }

    fn unpacked(folder: &tempfile::TempDir, file: &File, keys: &[Identity]) -> Result<Extras, ArchiveError> {
        let extras = unpack(file, keys, &mut create(folder, "restored"))?;
        assert_eq!(std::fs::read(folder.path().join("restored")).expect("the store"), vec![1; 100_000]);
        Ok(extras)
    }

    #[test]
    fn an_archive_gives_back_its_files_with_the_right_key_only() {
        let (folder, plain) = packed();
        let expected = vec![("second-factors.key".to_owned(), vec![7; 43])];
        assert_eq!(unpacked(&folder, &plain, &[]).expect("unpacked"), expected);
        let (own, other) = (Identity::generate(), Identity::generate());
        let encrypted = create(&folder, "encrypted");
        (&plain).rewind().expect("the start");
        encrypt(&plain, &own.to_public(), &encrypted).expect("encrypted");
        assert!(matches!(unpacked(&folder, &encrypted, &[]), Err(ArchiveError::Locked)));
        assert!(matches!(unpacked(&folder, &encrypted, std::slice::from_ref(&other)), Err(ArchiveError::OtherKey)));
        assert_eq!(unpacked(&folder, &encrypted, &[other, own]).expect("unpacked"), expected);
    }

    #[test]
    fn a_changed_or_missing_byte_is_found() {
        let (folder, plain) = packed();
        let own = [Identity::generate()];
        let encrypted = create(&folder, "encrypted");
        (&plain).rewind().expect("the start");
        encrypt(&plain, &own[0].to_public(), &encrypted).expect("encrypted");
        for name in ["packed", "encrypted"] {
            let sound = std::fs::read(folder.path().join(name)).expect("the file");
            let half = sound.len() / 2;
            let mut altered = sound.clone();
            altered[half] ^= 1;
            for wrong in [&altered[..], &sound[..half], &sound[..sound.len() - 1]] {
                std::fs::write(folder.path().join("wrong"), wrong).expect("a file");
                let wrong = File::open(folder.path().join("wrong")).expect("the file");
                let refused = unpack(&wrong, &own, &mut create(&folder, "restored"));
                assert!(matches!(refused, Err(ArchiveError::Damaged(_))), "{name}: {refused:?}");
            }
        }
    }

    #[test]
    fn a_header_holds_any_size() {
        for size in [0, 511, MAX_OCTAL_BYTES - 1, MAX_OCTAL_BYTES, 1 << 40] {
            let made = header("paragraf.redb", size, Timestamp::UNIX_EPOCH);
            assert_eq!(parse(&made), Some(("paragraf.redb".to_owned(), size)));
        }
        let mut made = header("a/b", 1, Timestamp::UNIX_EPOCH);
        assert_eq!(parse(&made), None);
        made[0] = b'x';
        assert_eq!(parse(&made), None, "its checksum is wrong");
        assert_eq!([padding(0), padding(1), padding(512)], [0, 511, 0]);
    }
}
