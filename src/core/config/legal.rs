//! The operator's legal texts: their files and their validation.

use std::io::ErrorKind;
use std::path::Path;

/// File names in `site.legal_dir`; the built-in text replaces a missing file.
pub const LEGAL_FILES: [&str; 4] = ["privacy.ro.md", "privacy.en.md", "terms.ro.md", "terms.en.md"];

/// Maximum size of a file.
const MAX_BYTES: u64 = 256 << 10;

/// Reads a text; `None` if the file does not exist.
///
/// # Errors
/// One sentence that names the file and its problem.
pub fn read_legal_file(path: &Path) -> Result<Option<String>, String> {
    let shown = path.display();
    let size = match std::fs::metadata(path) {
        // Reading a pipe or a device may never end.
        Ok(metadata) if !metadata.is_file() => return Err(format!("{shown} is not a file")),
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(format!("cannot read {shown}: {error}")),
    };
    if size > MAX_BYTES {
        return Err(format!("{shown} is larger than {MAX_BYTES} bytes"));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    String::from_utf8(bytes).map(Some).map_err(|_| format!("{shown} is not UTF-8 text; save it as UTF-8"))
}

/// Returns all problems of the folder and its files.
pub(super) fn problems(folder: &str) -> Vec<String> {
    if folder.is_empty() {
        return vec![];
    }
    let folder = Path::new(folder);
    if !folder.is_dir() {
        return vec![format!("the folder {} does not exist; create it, or leave this empty", folder.display())];
    }
    let read = LEGAL_FILES.map(|name| read_legal_file(&folder.join(name)));
    read.into_iter().filter_map(Result::err).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_problem_names_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().display().to_string();
        assert_eq!(problems(""), [""; 0]);
        assert_eq!(problems(&path), [""; 0]);
        std::fs::write(folder.path().join("terms.ro.md"), b"\xff").expect("written");
        std::fs::write(folder.path().join("privacy.en.md"), vec![b'a'; 300_000]).expect("written");
        std::fs::create_dir(folder.path().join("privacy.ro.md")).expect("a folder");
        let found = problems(&path);
        assert!(found[0].contains("privacy.ro.md is not a file"), "{found:?}");
        assert!(found[1].contains("privacy.en.md is larger"), "{found:?}");
        assert!(found[2].contains("terms.ro.md is not UTF-8"), "{found:?}");
        assert!(problems(&format!("{path}/none"))[0].contains("does not exist"));
    }
}
