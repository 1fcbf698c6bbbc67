//! Reads the configuration file and the environment.

use std::path::{Path, PathBuf};

use super::merge::{Environment, merge};
use super::settings::Config;
use crate::error::{Error, ErrorCode, Kind, Result};

/// The text of `config.example.toml`, which `config init` writes.
pub const EXAMPLE: &str = include_str!("../../config.example.toml");

/// The file that is read, if it exists, when `--config` is not given.
pub const DEFAULT_FILE: &str = "paragraf.toml";

impl Config {
    /// Reads `file`, or [`DEFAULT_FILE`] if it exists, and the environment.
    ///
    /// # Errors
    /// Lists every problem on a line of its own, each with its key and the remedy.
    pub fn load(file: Option<&Path>, environment: &Environment) -> Result<Self> {
        let path = file.map(Path::to_owned).or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|path| path.exists()));
        let text = match &path {
            Some(path) => std::fs::read_to_string(path).map_err(|error| {
                Error::new(
                    Kind::Invalid,
                    ErrorCode::Config,
                    format!("cannot read the configuration {}", path.display()),
                )
                .caused_by(error)
            })?,
            None => String::new(),
        };
        merge(&text, environment).map_err(|problems| {
            let origin = path.map_or_else(|| "environment".into(), |path| path.display().to_string());
            let lines: Vec<_> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
            Error::new(
                Kind::Invalid,
                ErrorCode::Config,
                format!("the configuration ({origin}) is invalid:{}", lines.concat()),
            )
        })
    }
}
