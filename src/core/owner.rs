//! The owner of the data folder. Files that another user creates in it cannot be changed by the server later.

use std::ffi::CString;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use nix::unistd::{Gid, Uid, User, setgid, setuid};

use crate::error::{Error, ErrorCode, Kind, Result};

/// Files and folders that the program creates in the data folder.
const ENTRIES: [&str; 6] = ["paragraf.redb", "handovers", "run", "backups", "outbox", "cache"];
const ROOT: u32 = 0;

/// The effective user of this process.
pub fn user() -> u32 {
    Uid::effective().as_raw()
}

/// Whether this is a process of root.
pub fn is_root() -> bool {
    user() == ROOT
}

/// Checks that the data folder and its content belong to the user of this process.
///
/// Of a folder that does not exist yet, the nearest existing parent is checked.
///
/// # Errors
/// `data_dir`, with the command that repairs the folder, or with the user to run the program as.
pub fn check(data_dir: &Path) -> Result<()> {
    let user = user();
    if let Some((folder, owner)) = nearest(data_dir) {
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

/// The user who runs, or will run, the server of this data folder: the owner of the folder or of its nearest existing
/// parent.
pub fn of(data_dir: &Path) -> Option<u32> {
    nearest(data_dir).map(|(_, owner)| owner)
}

/// The number of the user with this name.
pub fn by_name(name: &str) -> Option<u32> {
    User::from_name(name).ok().flatten().map(|found| found.uid.as_raw())
}

/// The main group of a user.
pub fn group_of(user: u32) -> u32 {
    let found = User::from_uid(Uid::from_raw(user)).ok().flatten();
    found.map_or(user, |known| known.gid.as_raw())
}

/// Gives a process of root the user and the groups of `user`, for the rest of its life. Without effect in a process of
/// another user.
///
/// # Errors
/// `internal` if the system refuses the change.
pub fn become_user(user: u32) -> Result<()> {
    if !is_root() || user == ROOT {
        return Ok(());
    }
    let uid = Uid::from_raw(user);
    let known = User::from_uid(uid).ok().flatten();
    let (name, group) = known.map_or_else(|| (name(user), Gid::from_raw(user)), |known| (known.name, known.gid));
    let groups = CString::new(name).map_or(Err(nix::Error::EINVAL), |name| set_groups(&name, group));
    groups
        .and_then(|()| setgid(group))
        .and_then(|()| setuid(uid))
        .map_err(|error| Error::internal("becoming the owner of the data folder", error))
}

#[cfg(not(target_vendor = "apple"))]
fn set_groups(name: &std::ffi::CStr, group: Gid) -> nix::Result<()> {
    nix::unistd::initgroups(name, group)
}

/// Apple's systems ask their directory service for the groups of a user.
#[cfg(target_vendor = "apple")]
fn set_groups(_: &std::ffi::CStr, _: Gid) -> nix::Result<()> {
    Ok(())
}

/// The folder or its nearest existing parent, with its owner.
fn nearest(data_dir: &Path) -> Option<(&Path, u32)> {
    data_dir.ancestors().find_map(|folder| Some((folder, owner_of(folder)?)))
}

/// The owner of a file; `None` if it does not exist or cannot be accessed.
fn owner_of(path: &Path) -> Option<u32> {
    // The last ancestor of a relative path is empty.
    let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
    std::fs::metadata(path).ok().map(|found| found.uid())
}

fn belongs_to_another(path: &Path, owner: u32, user: u32, data_dir: &Path) -> Error {
    let [owner_name, user_name] = [owner, user].map(name);
    let remedy = match (owner, user) {
        (ROOT, _) if owner_of(data_dir) == Some(user) => {
            format!("as root, give it to {user_name}: chown -R {user_name} {}", data_dir.display())
        }
        (ROOT, _) => format!(
            "run this as root, or, if the server is to run as {user_name}, give it to that user: chown -R \
             {user_name} {}",
            data_dir.display()
        ),
        (_, ROOT) => format!("run this as that user: {} paragraf ...", run_as(owner)),
        _ => format!("run this as that user; root can do so with {} paragraf ...", run_as(owner)),
    };
    let message = format!("{} belongs to {owner_name} and this command runs as {user_name}; {remedy}", path.display());
    Error::new(Kind::Forbidden, ErrorCode::DataDir, message)
}

/// The beginning of a command of root that runs as another user. Every Debian has these programs; only `setpriv`
/// accepts a user without a name.
fn run_as(user: u32) -> String {
    match User::from_uid(Uid::from_raw(user)) {
        Ok(Some(known)) => format!("runuser -u {} --", known.name),
        _ => format!("setpriv --reuid {user} --regid {user} --clear-groups"),
    }
}

/// The name of a user, as `chown` accepts it.
pub fn name(user: u32) -> String {
    let found = User::from_uid(Uid::from_raw(user)).ok().flatten();
    found.map_or_else(|| user.to_string(), |known| known.name)
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
        assert_eq!(of(&folder.path().join("a/b")), Some(user()));
    }

    #[test]
    fn a_user_is_named_by_account_or_by_number() {
        assert_eq!((name(ROOT), by_name("root")), ("root".into(), Some(ROOT)));
        assert_eq!((name(3_999_999_999), by_name("no-such-user")), ("3999999999".into(), None));
    }

    #[test]
    fn the_remedy_depends_on_the_owner_and_the_user() {
        let text = |owner, user| {
            let folder = Path::new("/var/lib/paragraf/data");
            belongs_to_another(&folder.join("backups"), owner, user, folder).to_string()
        };
        assert_eq!(
            text(3_999_999_998, ROOT),
            "/var/lib/paragraf/data/backups belongs to 3999999998 and this command runs as root; run this as that \
             user: setpriv --reuid 3999999998 --regid 3999999998 --clear-groups paragraf ..."
        );
        // Debian's `daemon` has this number everywhere.
        assert!(text(1, ROOT).ends_with("run this as that user: runuser -u daemon -- paragraf ..."));
        assert!(text(1, 3_999_999_998).ends_with("root can do so with runuser -u daemon -- paragraf ..."));
        assert!(text(ROOT, 3_999_999_998).ends_with("chown -R 3999999998 /var/lib/paragraf/data"));
    }
}
