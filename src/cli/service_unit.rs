//! The systemd unit of the service, as far as it decides what the server reads at start.

use std::fs::File;
use std::io::Write;
use std::os::unix::fs::{OpenOptionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::config::{Environment, SYSTEM_FILE};
use crate::error::{Error, Result};
use crate::owner;

const NAME: &str = "paragraf.service";
/// Memory of the machine as files, where it exists.
const SHARED_MEMORY: &str = "/dev/shm";

/// A unit with the changes made to it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ServiceUnit {
    user: String,
    program: PathBuf,
    environment: Environment,
    environment_files: Vec<PathBuf>,
    /// The files of the credentials, by name.
    credentials: Vec<(String, PathBuf)>,
}

/// What a process of the unit finds at start.
pub(super) struct StartedUnit {
    /// The unit's user, if it is known here.
    pub user: Option<u32>,
    pub environment: Environment,
    /// Copies of the credentials, which systemd makes too, removed at the end.
    credentials: tempfile::TempDir,
}

impl ServiceUnit {
    /// The installed unit; `None` without systemd or without a unit.
    pub(super) fn installed() -> Option<Self> {
        let shown = Command::new("systemctl").args(["cat", NAME]).output().ok()?;
        shown.status.success().then(|| Self::parse(&String::from_utf8_lossy(&shown.stdout)))
    }

    /// Reads the text of a unit and of the files that change it, as `systemctl cat` prints them.
    fn parse(text: &str) -> Self {
        let mut unit = Self::default();
        let joined = text.replace("\\\n", " ");
        let settings = joined.lines().filter_map(|line| line.trim().split_once('='));
        for (key, value) in settings.map(|(key, value)| (key.trim_end(), value.trim_start())) {
            match (key, value) {
                ("User", user) => unit.user = user.to_owned(),
                ("ExecStart", command) => unit.program = program_of(command),
                ("Environment", "") => unit.environment.clear(),
                ("Environment", value) => unit.environment.extend(assignments(value)),
                ("EnvironmentFile", "") => unit.environment_files.clear(),
                ("EnvironmentFile", file) => unit.environment_files.push(file.trim_start_matches('-').into()),
                ("LoadCredential", "") => unit.credentials.clear(),
                ("LoadCredential", value) => {
                    unit.credentials.extend(value.split_once(':').map(|(name, file)| (name.into(), file.into())));
                }
                _ => {}
            }
        }
        unit
    }

    /// The program that the unit starts.
    pub(super) fn program(&self) -> &Path {
        &self.program
    }

    /// Whether a process of this unit reads the configuration `file`.
    pub(super) fn reads(&self, file: &Path) -> bool {
        Path::new(self.environment.get("PARAGRAF_CONFIG").map_or(SYSTEM_FILE, String::as_str)) == file
    }

    /// Prepares what a process of this unit finds.
    ///
    /// # Errors
    /// `unavailable` if a credential cannot be copied.
    pub(super) fn start(self) -> Result<StartedUnit> {
        let memory = Some(PathBuf::from(SHARED_MEMORY)).filter(|folder| folder.is_dir());
        let folder = memory.unwrap_or_else(std::env::temp_dir);
        let folder = tempfile::Builder::new().prefix("paragraf-check-").tempdir_in(folder);
        let folder = folder.map_err(|error| not_copied(&"a folder", error))?;
        for (name, file) in &self.credentials {
            copy_private(file, &folder.path().join(name)).map_err(|error| not_copied(&file.display(), error))?;
        }
        let files = self.environment_files.iter().filter_map(|file| std::fs::read_to_string(file).ok());
        let from_files = files.flat_map(|text| text.lines().flat_map(assignment).collect::<Vec<_>>());
        let directory = folder.path().display().to_string();
        let environment = self.environment.into_iter().chain(from_files);
        let environment = environment.map(|(name, value)| (name, with_credentials(&value, &directory))).collect();
        Ok(StartedUnit { user: owner::by_name(&self.user), environment, credentials: folder })
    }
}

impl StartedUnit {
    /// Makes the credentials readable for the user of the service.
    pub(super) fn give_credentials(&self, user: u32) -> Result<()> {
        let folder = self.credentials.path();
        let files = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut all = files.chain([folder.to_owned()]);
        all.try_for_each(|path| chown(path, Some(user), None)).map_err(|error| not_copied(&"a credential", error))
    }
}

/// The program of a command line, which may begin with signs for systemd.
fn program_of(command: &str) -> PathBuf {
    let word = command.split_whitespace().next().unwrap_or_default();
    PathBuf::from(word.trim_start_matches(['-', '@', ':', '+', '!']))
}

fn copy_private(from: &Path, to: &Path) -> std::io::Result<()> {
    let content = std::fs::read(from)?;
    File::options().create_new(true).write(true).mode(0o600).open(to)?.write_all(&content)
}

fn not_copied(what: &dyn std::fmt::Display, error: std::io::Error) -> Error {
    Error::unavailable(format!("cannot copy {what}, which {NAME} loads as a credential")).caused_by(error)
}

/// Replaces the folder of the credentials, which a unit writes as `%d`.
fn with_credentials(value: &str, folder: &str) -> String {
    value.replace("%d", folder).replace(&format!("/run/credentials/{NAME}"), folder).replace("%%", "%")
}

/// The assignments of a line, each of which may be quoted as a whole.
fn assignments(line: &str) -> Vec<(String, String)> {
    let mut quote = None;
    let parts = line.split(|c: char| match (quote, c) {
        (None, '"' | '\'') => {
            quote = Some(c);
            false
        }
        (Some(open), c) if open == c => {
            quote = None;
            false
        }
        (None, c) => c.is_whitespace(),
        _ => false,
    });
    parts.filter_map(assignment).collect()
}

/// `NAME=value`, in quotation marks or with a value in quotation marks.
fn assignment(text: &str) -> Option<(String, String)> {
    let (name, value) = unquoted(text.trim()).split_once('=')?;
    Some((name.trim().to_owned(), unquoted(value.trim()).to_owned())).filter(|(name, _)| !name.starts_with('#'))
}

fn unquoted(text: &str) -> &str {
    let inner = |mark| text.strip_prefix(mark)?.strip_suffix(mark);
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const UNIT: &str = include_str!("../../docs/paragraf.service");

    #[test]
    fn the_printed_unit_reads_the_systems_configuration_as_its_own_user() {
        let unit = ServiceUnit::parse(UNIT);
        assert_eq!((unit.user.as_str(), unit.program()), ("paragraf", Path::new("/usr/bin/paragraf")));
        assert!(unit.reads(Path::new(SYSTEM_FILE)) && !unit.reads(Path::new("paragraf.toml")));
    }

    #[test]
    fn changes_of_the_unit_set_the_environment_and_the_credentials() {
        let folder = tempfile::tempdir().expect("a folder");
        let [secret, defaults] = ["secret", "defaults"].map(|name| folder.path().join(name));
        std::fs::write(&secret, "pa55\n").expect("a file");
        std::fs::write(&defaults, "# a comment\nPARAGRAF__LOG__LEVEL='debug'\n").expect("a file");
        let unit = ServiceUnit::parse(&format!(
            "{UNIT}\n# /etc/systemd/system/paragraf.service.d/override.conf\n[Service]\nLoadCredential=smtp:{}\n\
             ExecStart=\nExecStart=-/opt/paragraf/bin/paragraf serve\nEnvironment=DROPPED=1\nEnvironment=\nEnvironment=PARAGRAF__MAIL__SMTP_PASSWORD_FILE=%d/smtp \\\n  \
             \"PARAGRAF__SITE__CITY=Cluj Napoca\" 'A=1'\nEnvironmentFile=-{}\nEnvironmentFile=-/none/such\n",
            secret.display(),
            defaults.display(),
        ));
        assert_eq!(unit.program(), Path::new("/opt/paragraf/bin/paragraf"));
        let started = unit.start().expect("its start");
        let value = |name: &str| started.environment.get(name).map(String::as_str);
        let password = Path::new(value("PARAGRAF__MAIL__SMTP_PASSWORD_FILE").expect("a file"));
        assert_eq!(std::fs::read_to_string(password).expect("the credential"), "pa55\n");
        assert_eq!(value("PARAGRAF__SITE__CITY"), Some("Cluj Napoca"));
        assert_eq!((value("A"), value("DROPPED"), value("PARAGRAF__LOG__LEVEL")), (Some("1"), None, Some("debug")));
        let copied = password.to_owned();
        drop(started);
        assert!(!copied.exists());
    }

    #[test]
    fn a_missing_file_of_a_credential_is_named() {
        let unit = ServiceUnit::parse("LoadCredential=smtp:/none/such\n");
        let refused = unit.start().err().expect("a refusal").to_string();
        assert_eq!(refused, "cannot copy /none/such, which paragraf.service loads as a credential");
    }
}
