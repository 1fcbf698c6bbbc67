//! Expands paths of the command line to files.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::{Format, Upload};

/// Returns the file, or all files with a known extension in the folder and its subfolders, sorted by name.
/// Hidden files are left out.
///
/// # Errors
/// When the path cannot be read, or the folder has no such file.
pub fn files(path: &Path) -> Result<Vec<PathBuf>> {
    if !fs::metadata(path).map_err(|error| unreadable(path, error))?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    walk(path, &mut found)?;
    if found.is_empty() {
        let message = format!(
            "the folder {} has nothing to import; supported files are .json, .jsonl, .ndjson, .csv, .md or .markdown",
            path.display()
        );
        return Err(Error::new(Kind::Invalid, ErrorCode::EmptyFolder, message));
    }
    Ok(found)
}

/// Opens a file for import under its given name.
pub fn open(path: &Path, format: Option<Format>) -> Result<Upload> {
    let file = File::open(path).map_err(|error| unreadable(path, error))?;
    Ok(Upload { name: path.display().to_string(), format, reader: Box::new(file) })
}

fn walk(folder: &Path, found: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut entries = entries.map_err(|error| unreadable(folder, error))?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        // The type of the entry itself: links to folders are not followed because they may form a loop.
        let kind = entry.file_type().map_err(|error| unreadable(&entry.path(), error))?;
        if name.starts_with('.') {
            continue;
        }
        if kind.is_dir() {
            walk(&entry.path(), found)?;
        } else if Format::from_name(&name).is_some() && entry.path().is_file() {
            found.push(entry.path());
        }
    }
    Ok(())
}

fn unreadable(path: &Path, error: std::io::Error) -> Error {
    Error::new(Kind::Invalid, ErrorCode::UnreadableFile, format!("cannot read {}", path.display())).caused_by(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_folder_are_sorted_and_an_empty_folder_is_an_error() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = files(folder.path()).expect_err("nothing in it");
        assert!(error.message().starts_with("the folder /"), "{error}");
        fs::create_dir(folder.path().join("b")).expect("a folder");
        for name in ["c.csv", "b/a.json", "a.md", "notes.txt", ".hidden.json"] {
            fs::write(folder.path().join(name), "x").expect("a file");
        }
        let names: Vec<_> = files(folder.path()).expect("files");
        assert_eq!(names, ["a.md", "b/a.json", "c.csv"].map(|name| folder.path().join(name)));
        assert_eq!(files(&folder.path().join("notes.txt")).expect("itself").len(), 1);
        assert!(files(&folder.path().join("missing")).is_err());
    }
}
