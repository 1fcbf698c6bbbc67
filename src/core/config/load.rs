//! Finds and reads the configuration file, and adds the environment.

use std::path::{Path, PathBuf};

use super::check::SYSTEM_DATA;
use super::merge::{Environment, merge};
use super::secrets::Secrets;
use super::settings::Config;
use crate::error::{Error, ErrorCode, Kind, Result};

/// The text of `config.example.toml`, which `config init` writes.
pub const EXAMPLE: &str = include_str!("../../../config.example.toml");

/// The file that is read, if it exists, when `--config` is not given.
pub const DEFAULT_FILE: &str = "paragraf.toml";

/// The file that is read when neither `--config` is given nor [`DEFAULT_FILE`] exists.
pub const SYSTEM_FILE: &str = "/etc/paragraf/paragraf.toml";

/// The default data folder with any other file than [`SYSTEM_FILE`].
const LOCAL_DATA: &str = "data";

impl Config {
    /// Reads `file`, else [`DEFAULT_FILE`] or [`SYSTEM_FILE`] if one exists, and the environment.
    ///
    /// # Errors
    /// Lists every problem on a line of its own, each with its key and the remedy.
    pub fn load(file: Option<&Path>, environment: &Environment, secrets: Secrets) -> Result<Self> {
        let path = Self::find_file(file)?;
        let text = match &path {
            Some(path) => std::fs::read_to_string(path).map_err(|error| unreadable(path, error))?,
            None => String::new(),
        };
        let merged = merge(&text, environment, secrets).map_err(|problems| {
            let origin = path.as_ref().map_or_else(|| "environment".into(), |path| path.display().to_string());
            let lines: Vec<_> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
            Error::new(
                Kind::Invalid,
                ErrorCode::Config,
                format!("the configuration ({origin}) is invalid:{}", lines.concat()),
            )
        })?;
        Ok(Self { file: path, ..merged })
    }

    /// `file`, else [`DEFAULT_FILE`] or [`SYSTEM_FILE`] if one exists.
    ///
    /// # Errors
    /// `config` if the folder of [`SYSTEM_FILE`] cannot be read.
    pub fn find_file(file: Option<&Path>) -> Result<Option<PathBuf>> {
        match file {
            Some(file) => Ok(Some(file.to_owned())),
            None => find(Path::new(DEFAULT_FILE), Path::new(SYSTEM_FILE)),
        }
    }

    /// The folder of the store, socket, backups and cache, unless the command line names another one.
    pub fn data_dir(&self) -> PathBuf {
        let configured = self.store.data_dir.as_str();
        let is_system = self.file.as_deref() == Some(Path::new(SYSTEM_FILE));
        PathBuf::from(if !configured.is_empty() {
            configured
        } else if is_system {
            SYSTEM_DATA
        } else {
            LOCAL_DATA
        })
    }
}

/// The first of the two files that exists.
fn find(own: &Path, system: &Path) -> Result<Option<PathBuf>> {
    // No error of `own` is reported: the working folder may be unreadable, such as root's under `runuser`.
    if own.exists() {
        return Ok(Some(own.to_owned()));
    }
    let has_system = system.try_exists().map_err(|error| unreadable(system, error))?;
    Ok(has_system.then(|| system.to_owned()))
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    let mut message = format!("cannot read the configuration {}", path.display());
    if error.kind() == std::io::ErrorKind::PermissionDenied {
        message.push_str("; root and the user of the service can read it");
    }
    Error::new(Kind::Invalid, ErrorCode::Config, message).caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_existing_file_is_found() {
        let folder = tempfile::tempdir().expect("a folder");
        let [own, system] = ["paragraf.toml", "etc.toml"].map(|name| folder.path().join(name));
        let found = || find(&own, &system).expect("readable");
        assert_eq!(found(), None);
        std::fs::write(&system, "").expect("a file");
        assert_eq!(found(), Some(system.clone()));
        std::fs::write(&own, "").expect("a file");
        assert_eq!(found(), Some(own.clone()));
    }

    #[test]
    fn the_data_folder_follows_the_configuration() {
        let data_dir = |file: &str, key: &str| {
            let mut config = Config { file: Some(file.into()), ..Config::default() };
            config.store.data_dir = key.into();
            config.data_dir().display().to_string()
        };
        assert_eq!(Config::default().data_dir(), Path::new("data"));
        assert_eq!(data_dir("paragraf.toml", ""), "data");
        assert_eq!(data_dir(SYSTEM_FILE, ""), "/var/lib/paragraf/data");
        assert_eq!(data_dir(SYSTEM_FILE, "/srv/legi"), "/srv/legi");
        let relative = merge("[store]\ndata_dir = 'legi'\n", &Environment::new(), Secrets::Skip);
        let reason = "store.data_dir: \"legi\" is not an absolute path, such as /var/lib/paragraf/data";
        assert_eq!(relative.expect_err("refused").first().map(ToString::to_string).as_deref(), Some(reason));
    }
}
