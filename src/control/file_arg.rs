//! A file named on the command line.

use std::fs::File;
use std::path::PathBuf;

use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::{Format, Upload};

/// A file that is passed to a command. Without a path it is standard input.
#[derive(Debug, Clone)]
pub struct FileArg {
    pub name: String,
    pub path: Option<PathBuf>,
    pub format: Option<Format>,
}

impl FileArg {
    /// Opens the file for a command that runs in this process.
    pub(super) fn open(self) -> Result<Upload> {
        let reader: Box<dyn std::io::Read + Send> = match &self.path {
            Some(path) => Box::new(File::open(path).map_err(|error| self.unreadable(error))?),
            None => Box::new(std::io::stdin()),
        };
        Ok(Upload { name: self.name, format: self.format, reader })
    }

    fn unreadable(&self, error: std::io::Error) -> Error {
        Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {}", self.name)).caused_by(error)
    }
}
