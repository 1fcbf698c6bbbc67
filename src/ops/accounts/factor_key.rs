//! The key that seals the secrets of second factors: a file in the data folder, so that a copy of the store does not
//! disclose them.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use data_encoding::BASE64URL_NOPAD;

use crate::app::App;
use crate::error::{Error, Result};

/// Name of the file in the data folder.
pub const FILE_NAME: &str = "second-factors.key";
const CONDITION: &str = "factor_key";
/// Characters of a key in base64url.
const LEN: usize = 43;

/// Loads the key, and creates it at the first start. Without the key, codes of authenticator apps are refused. Recovery
/// codes still work, so the server starts and reports the problem.
pub(super) fn load(app: &App) {
    if app.identity.factors.is_ready() {
        return;
    }
    match read_or_create(&app.data_dir.join(FILE_NAME)) {
        Ok(key) => {
            app.identity.factors.set_secret(&key);
            app.conditions.end(CONDITION);
        }
        Err(error) => {
            let message = format!("the key of second factors cannot be read: {}", error.chain());
            let remedy = format!("restore {FILE_NAME} in the data folder from a copy");
            app.conditions.begin(CONDITION, app.clock.now(), message, &remedy);
        }
    }
}

fn read_or_create(path: &Path) -> Result<[u8; 32]> {
    match read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => create(path).or_else(|error| match error.kind() {
            // Another process created the key meanwhile.
            ErrorKind::AlreadyExists => read(path),
            _ => Err(error),
        }),
        read => read,
    }
    .map_err(|error| Error::internal("reading the key of second factors", error))
}

fn read(path: &Path) -> std::io::Result<[u8; 32]> {
    let mut text = String::new();
    // A key is shorter.
    File::open(path)?.take(2 * LEN as u64).read_to_string(&mut text)?;
    let key = BASE64URL_NOPAD.decode(text.trim_end().as_bytes()).ok().and_then(|key| key.try_into().ok());
    key.ok_or_else(|| std::io::Error::new(ErrorKind::InvalidData, "it is not 32 bytes in base64url"))
}

/// Writes a new key to a temporary file first, so that a crash leaves no incomplete key.
fn create(path: &Path) -> std::io::Result<[u8; 32]> {
    let key: [u8; 32] = rand::random();
    let part = path.with_extension("part");
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&part)?;
    writeln!(file, "{}", BASE64URL_NOPAD.encode(&key))?;
    file.sync_all()?;
    // Unlike a rename, a link never replaces a key.
    let linked = std::fs::hard_link(&part, path);
    std::fs::remove_file(&part)?;
    linked?;
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_key_is_created_once_and_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        let key = read_or_create(&path).expect("a key");
        assert_eq!(read_or_create(&path).expect("a key"), key);
        assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(create(&path).expect_err("a refusal").kind(), ErrorKind::AlreadyExists);
        assert_eq!(folder.path().read_dir().expect("the folder").count(), 1, "nothing else is left");
        std::fs::write(&path, "short").expect("written");
        assert!(read_or_create(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "short");
    }
}
