//! Keys of the file encryption age (<https://age-encryption.org/v1>), as its programs write them.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use age::secrecy::ExposeSecret;
use age::x25519::{Identity, Recipient};

/// The public key; `None` if the text is none.
pub fn recipient(text: &str) -> Option<Recipient> {
    text.trim().parse().ok()
}

/// The identities of a file as `age-keygen` writes it: one a line, and comments.
///
/// # Errors
/// Why the file cannot be used.
pub fn read_identities(path: &Path) -> Result<Vec<Identity>, String> {
    let shown = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| format!("cannot read the file {shown}: {error}"))?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    match lines.map(str::parse).collect::<Result<Vec<Identity>, _>>() {
        Ok(identities) if !identities.is_empty() => Ok(identities),
        _ => Err(format!("the file {shown} has no identity of age (AGE-SECRET-KEY-1...)")),
    }
}

/// Writes a new identity to a file that only its owner can read. Returns its public key.
///
/// # Errors
/// Why the file cannot be written. It never replaces one.
pub fn write_new(path: &Path) -> Result<String, String> {
    let identity = Identity::generate();
    let public = identity.to_public().to_string();
    let made = std::fs::File::options().create_new(true).write(true).mode(0o600).open(path);
    let written = made.and_then(|mut file| {
        writeln!(file, "# public key: {public}\n{}", identity.to_string().expose_secret())?;
        file.sync_all()
    });
    written.map(|()| public).map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            format!("{} exists already, and no private key is replaced; name another file", path.display())
        }
        _ => format!("cannot write the file {}: {error}", path.display()),
    })
}
