//! Files that a command writes where its user said.

use std::io::{Error as IoError, ErrorKind};
use std::path::Path;

use crate::error::{Error, ErrorCode, Kind};

/// The folder of a file; the present one for a bare name.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error for a file that cannot be written: its path as the user wrote it, and what to do where that is known.
pub(super) fn unwritable(path: &Path, error: IoError) -> Error {
    let (name, folder) = (path.display(), folder_of(path));
    let of = |message: String| Error::new(Kind::Invalid, ErrorCode::Unwritable, message);
    match error.kind() {
        ErrorKind::NotFound if !folder.exists() => {
            let missing = folder.display();
            of(format!("cannot write {name}: there is no folder {missing}; make it first, or name another file"))
        }
        ErrorKind::PermissionDenied => {
            of(format!("cannot write {name}: permission denied; name a file in a folder of yours"))
        }
        ErrorKind::IsADirectory => of(format!("cannot write {name}: it is a folder; name a file in it")),
        // The error of a temporary file names that file.
        kind if error.raw_os_error().is_none() => of(format!("cannot write {name}")).caused_by(IoError::from(kind)),
        _ => of(format!("cannot write {name}")).caused_by(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_path_of_the_user_and_the_remedy() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("none/out.jsonl");
        let error = tempfile::NamedTempFile::new_in(folder_of(&path)).expect_err("there is no folder");
        let missing = folder.path().join("none");
        let expected = format!(
            "cannot write {}: there is no folder {}; make it first, or name another file",
            path.display(),
            missing.display()
        );
        assert_eq!(unwritable(&path, error).chain(), expected);
        let full = unwritable(Path::new("out.jsonl"), IoError::other("full at path \"/x/.tmp1\"")).chain();
        assert!(full.starts_with("cannot write out.jsonl: ") && !full.contains(".tmp1"), "{full}");
        let error = std::fs::write(folder.path(), "").expect_err("a folder is no file");
        assert!(unwritable(folder.path(), error).chain().ends_with("it is a folder; name a file in it"));
    }
}
