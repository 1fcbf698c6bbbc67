//! The store's file.

use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use super::error::StoreError;

/// Creates the file if it is missing and lets only its owner read it: it holds addresses and keys.
pub(super) fn make_private(path: &Path) -> Result<(), StoreError> {
    let opened = std::fs::OpenOptions::new().create(true).truncate(false).write(true).mode(0o600).open(path);
    let file = opened.map_err(StoreError::io(path))?;
    file.set_permissions(std::fs::Permissions::from_mode(0o600)).map_err(StoreError::io(path))
}
