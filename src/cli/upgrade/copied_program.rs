//! A copy of a program that its owner may run.

use std::fs::File;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use crate::error::{Error, Result};

/// Writes the open program to the new file `to`.
pub(super) fn copy_program(program: &mut File, to: &Path) -> Result<()> {
    let failed = |error: std::io::Error| Error::unavailable(format!("cannot write {}", to.display())).caused_by(error);
    let mut copy = File::options().create_new(true).write(true).mode(0o700).open(to).map_err(failed)?;
    std::io::copy(program, &mut copy).map(drop).map_err(failed)
}
