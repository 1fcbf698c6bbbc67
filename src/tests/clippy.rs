//! Clippy over all targets, where its builds of the dependencies exist.

use std::path::Path;
use std::process::Command;

use crate::support::data::leave_out;

/// Whether clippy checked the dependencies in this target folder: it writes metadata of each, and no library.
fn has_checked_dependencies() -> bool {
    let program = std::env::current_exe().expect("the path of the tests");
    let built = std::fs::read_dir(program.parent().expect("a folder")).expect("the built files").flatten();
    let mut metadata = built.map(|entry| entry.path()).filter(|path| is_metadata_of("redb", path));
    metadata.any(|path| !path.with_extension("rlib").exists())
}

fn is_metadata_of(package: &str, path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.starts_with(&format!("lib{package}-")) && name.ends_with(".rmeta")
}

// docs/decisions/0290
#[test]
fn finds_nothing_in_any_target() {
    if !has_checked_dependencies() {
        return leave_out("clippy has not run in this target folder; `cargo clippy --all-targets` prepares it");
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let checked = Command::new(cargo)
        .args(["clippy", "--quiet", "--all-targets", "--manifest-path"])
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"), "--", "-D", "warnings"])
        .output()
        .expect("cargo starts");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
}
