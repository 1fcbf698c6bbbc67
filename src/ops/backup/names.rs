//! The folder of backups and their names, which sort by time.

use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::app::App;
use crate::config::BackupConfig;

/// The configuration in an encrypted backup.
pub(super) const CONFIG: &str = "paragraf.toml";
/// An archive, and an encrypted one.
const ARCHIVE: &str = ".tar.zst";
const ENCRYPTED: &str = ".tar.zst.age";
/// The store alone, as versions before 27 November 2026 wrote it.
const STORE: &str = ".redb";

/// The folder of the backups.
pub fn folder(config: &BackupConfig, data_dir: &Path) -> PathBuf {
    if config.dir.is_empty() { default_folder(data_dir) } else { PathBuf::from(&config.dir) }
}

/// The folder of the backups of this installation.
pub(in crate::ops) fn folder_of(app: &App) -> PathBuf {
    folder(&app.config.backup, &app.data_dir)
}

/// The folder when no other one is configured.
pub(super) fn default_folder(data_dir: &Path) -> PathBuf {
    data_dir.join("backups")
}

/// The name of a backup of this time.
pub(super) fn at(made_at: Timestamp, is_encrypted: bool) -> String {
    let extension = if is_encrypted { ENCRYPTED } else { ARCHIVE };
    format!("paragraf-{}{extension}", made_at.strftime("%Y%m%dT%H%M%S%3fZ"))
}

/// Whether a file with this name is a backup.
pub(super) fn is_backup(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    [ARCHIVE, ENCRYPTED, STORE].iter().any(|extension| name.ends_with(extension))
}

/// The time in the name of a backup that this program made.
pub(super) fn made_at(name: &str) -> Option<Timestamp> {
    let time = name.strip_prefix("paragraf-")?.get(..19)?;
    let part = |from: usize, to: usize| time.get(from..to);
    let date = format!("{}-{}-{}", part(0, 4)?, part(4, 6)?, part(6, 8)?);
    let clock = format!("{}:{}:{}.{}", part(9, 11)?, part(11, 13)?, part(13, 15)?, part(15, 18)?);
    format!("{date}T{clock}Z").parse().ok().filter(|_| is_backup(Path::new(name)))
}

/// Sorts names by their time. First come those of a clock that was ahead, which have the content of an earlier day than
/// they say, then those without a time: copies with a name that a person chose.
pub(super) fn by_age(name: &str, now: Timestamp) -> (bool, Option<Timestamp>, String) {
    let made_at = made_at(name);
    (made_at.is_none_or(|made_at| made_at <= now), made_at, name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_its_time() {
        let at_noon: Timestamp = "2026-11-27T12:00:00.123Z".parse().expect("an instant");
        for is_encrypted in [false, true] {
            assert_eq!(made_at(&at(at_noon, is_encrypted)), Some(at_noon));
        }
        assert_eq!(made_at("paragraf-20261127T120000123Z.redb"), Some(at_noon));
        assert_eq!(made_at("paragraf-20261127T120000123Z.redb.sha256"), None);
    }

    #[test]
    fn the_latest_is_not_one_of_a_clock_that_was_ahead() {
        let now: Timestamp = "2026-11-27T12:00:00Z".parse().expect("an instant");
        let at = |hours: i64| at(now + jiff::SignedDuration::from_hours(hours), false);
        let latest = |names: &[String]| names.iter().max_by_key(|name| by_age(name, now)).cloned();
        assert_eq!(latest(&[at(-48), at(-24), at(1000)]), Some(at(-24)));
        assert_eq!(latest(&[at(500), at(1000)]), Some(at(1000)), "there is no other");
        let own = || "paragraf-vechi.tar.zst".to_owned();
        assert_eq!(latest(&[at(-48), own(), at(1000)]), Some(at(-48)), "its time is not known");
        assert_eq!(latest(&[own(), at(1000)]), Some(own()));
    }
}
