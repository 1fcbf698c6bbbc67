//! The owner of the data folder. Files that another user creates in it cannot be changed by the server later.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::error::{Error, ErrorCode, Kind, Result};

/// Files and folders that the program creates in the data folder.
const ENTRIES: [&str; 6] = ["paragraf.redb", "handovers", "run", "backups", "outbox", "cache"];
const ROOT: u32 = 0;

/// The effective user of this process.
pub fn user() -> u32 {
    rustix::process::geteuid().as_raw()
}

/// Checks that the data folder and its content belong to the user of this process.
///
/// Of a folder that does not exist yet, the nearest existing parent is checked.
///
/// # Errors
/// `data_dir`, with the command that repairs the folder, or with the user to run the program as.
pub fn check(data_dir: &Path) -> Result<()> {
    let user = user();
    let nearest = data_dir.ancestors().find_map(|folder| Some((folder, owner_of(folder)?)));
    if let Some((folder, owner)) = nearest {
        // Containers provide folders of root in which another user may write. A missing permission is reported when a
        // file is created.
        let is_usable = user != ROOT && (folder != data_dir || std::fs::read_dir(folder).is_ok());
        if owner != user && !is_usable {
            return Err(belongs_to_another(folder, owner, user, data_dir));
        }
    }
    for entry in ENTRIES.map(|name| data_dir.join(name)) {
        if let Some(owner) = owner_of(&entry).filter(|owner| *owner != user) {
            return Err(belongs_to_another(&entry, owner, user, data_dir));
        }
    }
    Ok(())
}

/// The owner of a file; `None` if it does not exist or cannot be accessed.
fn owner_of(path: &Path) -> Option<u32> {
    // The last ancestor of a relative path is empty.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::fs::metadata(path).ok().map(|found| found.uid())
}

fn belongs_to_another(path: &Path, owner: u32, user: u32, data_dir: &Path) -> Error {
    let [owner_name, user_name] = [owner, user].map(name);
    let remedy = match owner {
        ROOT => format!("give it to {user_name}: sudo chown -R {user_name} {}", data_dir.display()),
        _ => format!("run this as that user: sudo -u {owner_name} paragraf ..."),
    };
    let message = format!("{} belongs to {owner_name} and this command runs as {user_name}; {remedy}", path.display());
    Error::new(Kind::Forbidden, ErrorCode::DataDir, message)
}

/// The name of a user, as `sudo` and `chown` accept it.
fn name(user: u32) -> String {
    let accounts = std::fs::read_to_string("/etc/passwd").unwrap_or_default();
    let found = accounts.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == user.to_string()).then(|| name.to_owned())
    });
    found.unwrap_or_else(|| format!("'#{user}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_users_own_folder_and_a_missing_folder_in_it_are_accepted() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(check(folder.path()).is_ok());
        assert!(check(&folder.path().join("a/b")).is_ok());
        assert!(check(Path::new("none-such")).is_ok());
    }

    #[test]
    fn a_user_is_named_by_account_or_by_number() {
        assert_eq!(name(ROOT), "root");
        assert_eq!(name(3_999_999_999), "'#3999999999'");
    }

    #[test]
    fn the_remedy_depends_on_the_owner() {
        let text = |owner, user| {
            let folder = Path::new("/var/lib/paragraf/data");
            belongs_to_another(&folder.join("backups"), owner, user, folder).to_string()
        };
        assert_eq!(
            text(3_999_999_998, ROOT),
            "/var/lib/paragraf/data/backups belongs to '#3999999998' and this command runs as root; \
             run this as that user: sudo -u '#3999999998' paragraf ..."
        );
        assert!(text(ROOT, 3_999_999_998).ends_with("sudo chown -R '#3999999998' /var/lib/paragraf/data"));
    }
}
